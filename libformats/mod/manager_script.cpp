// Applies script changes of the public manager.
#include "mod/manager_script.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "mod/manager_map_text.hpp"
#include "mod/manager_parts.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/manager/import.hpp"
#include "soup/manager/manager_print.hpp"

namespace redforge::mod {
namespace {

using soup::ManagerLine;
using soup::ManagerPrint;

constexpr std::size_t no_line = static_cast<std::size_t>(-1);

std::string trimmed_of(const std::string& line)
{
    return without_blanks(line);
}

/// Edits the script source of one actor by changes to lines of the manager's text.
class ScriptEdit {
public:
    ScriptEdit(const soup::Script& script, const ManagerPrint& print, const soup::Names& names)
        : script_(script), print_(print), names_(names),
          source_(
              soup::disassemble(script, &names, {.comments = false, .proof = soup::Proof::none, .structured = false}))
    {
        lines_ = lines_of_text(source_.text);
        is_removed_.resize(lines_.size());
        for (const ManagerLine& line : print.lines) {
            if (line.kind == ManagerLine::Kind::label) {
                labels_.insert(line.offset);
            }
        }
    }

    /// Removes a line. Returns an empty text, or the reason if it cannot be removed.
    std::string remove(std::size_t index)
    {
        using Kind = ManagerLine::Kind;
        const ManagerLine& line = print_.lines[index];
        switch (line.kind) {
        case Kind::heading: is_heading_removed_ = true; return {};
        case Kind::blank:
        case Kind::comment: return {};
        case Kind::label: {
            const std::size_t at = line_of_label(index);
            if (at != no_line) {
                is_removed_[at] = true;
            }
            labels_.erase(line.offset);
            return {};
        }
        case Kind::open:
        case Kind::close: {
            if (line.statement == ManagerLine::no_statement) {
                return "the braces of a script cannot be removed";
            }
            const auto [open, close] = braces_of(line.statement);
            const std::size_t at = line.kind == Kind::open ? open : close;
            if (at == no_line) {
                return "this brace has no place in the script";
            }
            is_removed_[at] = true;
            return {};
        }
        case Kind::statement: break;
        }
        const std::size_t at = line_of(line.statement);
        is_removed_[at] = true;
        // Remove braces that the manager does not print with their statement.
        const auto [open, close] = braces_of(line.statement);
        const auto is_printed = [&](Kind kind) {
            return std::ranges::any_of(print_.lines, [&](const ManagerLine& each) {
                return each.kind == kind && each.statement == line.statement;
            });
        };
        if (open != no_line && !is_printed(Kind::open)) {
            is_removed_[open] = true;
        }
        if (close != no_line && !is_printed(Kind::close)) {
            is_removed_[close] = true;
        }
        return {};
    }

    /// Inserts a text after a line. `number`: line number in the list. Returns an empty text, or the reason if it
    /// cannot be inserted.
    std::string insert(std::size_t index, const std::string& text, std::size_t number)
    {
        const std::string line = trimmed_of(text);
        if (print_.lines[index].kind == ManagerLine::Kind::heading) {
            return set_heading(line);
        }
        const std::size_t after = place_after(index);
        if (after == no_line) {
            return "the script cannot be extended here";
        }
        if (line.starts_with('#') && line.ends_with(':')) {
            new_labels_.insert(label_of(line.substr(1, line.size() - 2)));
        }
        inserted_[after].push_back({line, number});
        return {};
    }

    /// Returns the new script, or a problem with its line in the list; line 0 if no line of the list causes it.
    std::pair<std::optional<soup::Script>, ScriptProblem> finish() const
    {
        if (is_heading_removed_ && !has_heading_) {
            return {std::nullopt, {0, "the name of an actor cannot be removed"}};
        }
        std::string text;
        std::vector<std::size_t> origins;  // for each line of `text`, its line in the list
        const std::map<std::size_t, std::string> own_labels = labels_to_add();
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const auto label = own_labels.find(i);
            if (label != own_labels.end()) {
                text += label->second;
                origins.push_back(0);
            }
            const std::string line_now = trimmed_of(lines_[i]);
            if (const std::string place = place_label(line_now); !place.empty() && is_hook_label(line_now)) {
                text += place + ":\n";
                origins.push_back(0);
            }
            const bool is_old_start = has_heading_ && (line_now == "start:" || line_now.starts_with("start at "));
            if (!is_removed_[i] && !is_old_start) {
                text += with_place(lines_[i]) + "\n";
                origins.push_back(0);
            }
            if (i == 1 && !start_.empty()) {
                text += fmt::format("start at #{}\n", start_);
                origins.push_back(0);
            }
            if (const auto found = inserted_.find(i); found != inserted_.end()) {
                for (const auto& [line, number] : found->second) {
                    text += converted(line) + "\n";
                    origins.push_back(number);
                }
            }
        }
        soup::Assembly made =
            soup::assemble(text, script_.name, {.names = &names_, .previous = &script_, .checks = soup::Checks::none});
        if (made.script) {
            return {std::move(made.script), {}};
        }
        const Error error = soup::first_error(made);
        const std::size_t at = error.line == 0 ? no_line : error.line - 1;
        const std::string reason = error.hint.empty() ? error.message : error.message + "; " + error.hint;
        return {std::nullopt, {at < origins.size() ? origins[at] : 0, reason}};
    }

private:
    /// Returns the line of a statement in the source.
    [[nodiscard]] std::size_t line_of(std::size_t statement) const
    {
        return source_.listing.statements[statement].line - 1;
    }

    /// Returns the lines of the braces of a statement; no_line if it has none.
    [[nodiscard]] std::pair<std::size_t, std::size_t> braces_of(std::size_t statement) const
    {
        const std::size_t open = line_of(statement) + 1;
        const bool opens = source_.listing.statements[statement].block_end != 0;
        if (!opens || open >= lines_.size() || trimmed_of(lines_[open]) != "{") {
            return {no_line, no_line};
        }
        return {open, close_of(open)};
    }

    /// Returns the line of the brace that closes a block.
    [[nodiscard]] std::size_t close_of(std::size_t open) const
    {
        int depth = 0;
        for (std::size_t i = open; i < lines_.size(); ++i) {
            const std::string line = trimmed_of(lines_[i]);
            depth += line == "{" ? 1 : line == "}" ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return no_line;
    }

    /// Returns "#place_NAME" for a label line, else an empty text. These labels mark the positions of hooks inside
    /// statements.
    static std::string place_label(const std::string& line)
    {
        return line.starts_with('#') && line.ends_with(':') ? "#place_" + line.substr(1, line.size() - 2)
                                                            : std::string();
    }

    static bool is_hook_place(const std::string& line)
    {
        return line.starts_with("hook ") && line.find(" at #") != std::string::npos;
    }

    [[nodiscard]] bool is_hook_label(const std::string& label_line) const
    {
        const std::string label = " at " + label_line.substr(0, label_line.size() - 1);
        return std::ranges::any_of(lines_, [&](const std::string& each) {
            const std::size_t at = each.find(label);
            const std::size_t end = at + label.size();
            return is_hook_place(trimmed_of(each)) && at != std::string::npos &&
                   (end == each.size() || !soup::is_word(each.substr(end, 1)));
        });
    }

    static std::string with_place(const std::string& line)
    {
        std::string text = line;
        return is_hook_place(trimmed_of(line)) ? text.replace(line.find(" at #"), 5, " at #place_") : text;
    }

    static bool is_mark(const std::string& line)
    {
        return line == "start:" || ((line.starts_with('#') || line.starts_with("hook ")) && line.ends_with(':'));
    }

    /// Returns the first of the marker lines (labels, hooks, start) directly before a line. Returns `at` if there are
    /// none.
    [[nodiscard]] std::size_t marks_before(std::size_t at) const
    {
        while (at > 0 && is_mark(trimmed_of(lines_[at - 1]))) {
            --at;
        }
        return at;
    }

    /// Returns the source line of the first statement from a line of the print on, or the closing brace of the script
    /// if there is none.
    [[nodiscard]] std::size_t next_statement_line(std::size_t index) const
    {
        const auto next =
            std::find_if(print_.lines.begin() + static_cast<std::ptrdiff_t>(index), print_.lines.end(),
                         [](const ManagerLine& each) { return each.kind == ManagerLine::Kind::statement; });
        return next == print_.lines.end() ? close_of(1) : line_of(next->statement);
    }

    [[nodiscard]] std::size_t line_of_label(std::size_t index) const
    {
        const std::string wanted = soup::label_name(print_.lines[index].offset) + ":";
        const std::size_t statement = next_statement_line(index);
        for (std::size_t i = marks_before(statement); i < statement; ++i) {
            if (trimmed_of(lines_[i]) == wanted) {
                return i;
            }
        }
        return no_line;
    }

    /// Returns the source line after which to insert a text that follows a line of the print.
    [[nodiscard]] std::size_t place_after(std::size_t index) const
    {
        using Kind = ManagerLine::Kind;
        const ManagerLine& line = print_.lines[index];
        switch (line.kind) {
        case Kind::heading: return no_line;
        case Kind::blank: return marks_before(next_statement_line(index)) - 1;
        case Kind::label: return next_statement_line(index) - 1;
        case Kind::comment: return place_after(index - 1);
        case Kind::open:
            return line.statement == ManagerLine::no_statement ? marks_before(next_statement_line(index)) - 1
                                                               : braces_of(line.statement).first;
        case Kind::close: return braces_of(line.statement).second;
        case Kind::statement: break;
        }
        const std::size_t close = braces_of(line.statement).second;
        const bool has_open = index + 1 < print_.lines.size() && print_.lines[index + 1].kind == Kind::open;
        return close == no_line || has_open ? line_of(line.statement) : close;
    }

    /// Converts a line to source syntax, with the labels of the source.
    [[nodiscard]] std::string converted(const std::string& line) const
    {
        if (line == "{" || line == "}") {
            return line;
        }
        if (line == "Goto") {
            return "goto 0x0";
        }
        std::set<std::string> names(new_labels_);
        for (const std::uint32_t offset : labels_) {
            names.insert(soup::label_name(offset).substr(1));
        }
        std::string text;
        bool is_quoted = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            is_quoted = is_quoted != (line[i] == '"');
            if (!is_quoted && line.compare(i, 2, "//") == 0) {
                break;
            }
            text += line[i];
            if (!is_quoted && line[i] == '#') {
                std::size_t end = i + 1;
                while (end < line.size() && soup::is_word(std::string_view(line).substr(i + 1, end - i))) {
                    ++end;
                }
                const std::string label = label_of(line.substr(i + 1, end - i - 1));
                text += names.contains(label) ? label : line.substr(i + 1, end - i - 1);
                i = end - 1;
            }
        }
        const std::set<std::string_view> views(names.begin(), names.end());
        return soup::import_line(text, &names_, views);
    }

    /// Converts the number of a label in the manager's text to its name in the source, without #.
    static std::string label_of(const std::string& word)
    {
        std::uint32_t offset = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), offset, 16);
        return error == std::errc{} && end == word.data() + word.size() ? soup::label_name(offset).substr(1) : word;
    }

    /// Reads a heading "NAME (Execution starts at #1C)". Returns an empty text, or the reason if it names another
    /// actor.
    std::string set_heading(const std::string& line)
    {
        const std::size_t label = line.find('#');
        if (trimmed_of(line.substr(0, line.find(" ("))) != trimmed_of(script_.name)) {
            return "the name of an actor cannot be changed";
        }
        has_heading_ = true;
        start_ = label == std::string::npos ? std::string()
                                            : label_of(line.substr(label + 1, line.find(')', label) - label - 1));
        return {};
    }

    /// Returns the labels of the manager that are missing from the source, by the line that they precede.
    [[nodiscard]] std::map<std::size_t, std::string> labels_to_add() const
    {
        std::map<std::size_t, std::string> labels;
        for (std::size_t i = 0; i < print_.lines.size(); ++i) {
            const ManagerLine& line = print_.lines[i];
            if (line.kind == ManagerLine::Kind::label && labels_.contains(line.offset) && line_of_label(i) == no_line) {
                labels.emplace(next_statement_line(i), soup::label_name(line.offset) + ":\n");
            }
        }
        return labels;
    }

    const soup::Script& script_;
    const ManagerPrint& print_;
    const soup::Names& names_;
    soup::Source source_;
    std::vector<std::string> lines_;
    std::vector<bool> is_removed_;
    std::map<std::size_t, std::vector<std::pair<std::string, std::size_t>>>
        inserted_;                      ///< inserted texts by line, each with its line in the list
    std::set<std::uint32_t> labels_;    ///< offsets that the manager prints as labels
    std::set<std::string> new_labels_;  ///< labels that the changes define, without #
    std::string start_;                 ///< label of the new heading, without #
    bool is_heading_removed_{};
    bool has_heading_{};  ///< true if a change sets the heading
};

/// Applies changes of lines to a map. Their positions are lines of MapPrint.
class MapEdit {
public:
    MapEdit(rgm::Map& map, const soup::Names& names) : map_(map), names_(names), print_(map, names) {}

    std::vector<ScriptProblem> run(const std::vector<ScriptChange>& changes)
    {
        std::map<std::size_t, std::vector<ScriptChange>> by_position;
        for (const ScriptChange& change : changes) {
            if (change.position >= print_.lines.size()) {
                problem(change, fmt::format("the text of the map has {} lines", print_.lines.size()));
            } else {
                by_position[change.position].push_back(change);
            }
        }
        for (const auto& [position, list] : by_position) {
            const MapLine& line = print_.lines[position];
            for (const ScriptChange& change : list) {
                // If "null" is not the first change of the line, the manager keeps the line.
                const bool removes = change.text == removed_line;
                if (removes && &change != &list.front()) {
                    continue;
                }
                if (line.part == MapLine::Part::script) {
                    change_script(line, change, removes);
                } else {
                    change_values(line, line.actor, change, removes);
                }
            }
        }
        finish();
        std::ranges::stable_sort(problems_, {}, &ScriptProblem::line);
        return std::move(problems_);
    }

private:
    struct ActorEdit {
        ActorEdit(soup::Script of_actor, const ManagerPrint& print, const soup::Names& names)
            : script(std::move(of_actor)), edit(script, print, names)
        {
        }

        soup::Script script;
        ScriptEdit edit;
        std::vector<std::size_t> lines;  ///< line numbers in the list
        std::optional<ScriptProblem> first_problem;
    };

    void problem(const ScriptChange& change, std::string text) { problems_.push_back({change.line, std::move(text)}); }

    void change_script(const MapLine& line, const ScriptChange& change, bool removes)
    {
        const ManagerPrint& print = print_.scripts[line.actor];
        if (line.index + 1 == print.lines.size() && !removes) {
            change_values(line, line.actor + 1, change, false);  // text after a script belongs to the next actor
            return;
        }
        std::unique_ptr<ActorEdit>& actor = edits_[line.actor];
        if (actor == nullptr) {
            actor = std::make_unique<ActorEdit>(rgm::script_at(map_, line.actor), print, names_);
        }
        actor->lines.push_back(change.line);
        std::string reason =
            removes ? actor->edit.remove(line.index) : actor->edit.insert(line.index, change.text, change.line);
        if (!reason.empty() && !actor->first_problem) {
            actor->first_problem = ScriptProblem{change.line, std::move(reason)};
        }
    }

    /// Changes a line outside of scripts. `actor`: the actor that gets inserted attributes.
    void change_values(const MapLine& line, std::size_t actor, const ScriptChange& change, bool removes)
    {
        const std::string text = trimmed_of(change.text);
        if (line.part == MapLine::Part::head) {
            problem(change, "the manager's heading of the map cannot be changed");
        } else if (removes && line.part == MapLine::Part::attribute) {
            const auto is_it = [&](const rgm::Attribute& attribute) { return attribute.index == line.index; };
            std::erase_if(map_.actors.records[line.actor].attributes, is_it);
        } else if ((removes && line.part == MapLine::Part::variable) || text.starts_with("var")) {
            problem(change, "the manager does not write variables");
        } else if (!removes && !text.empty()) {
            set_attribute(actor, text, change);
        }
    }

    void set_attribute(std::size_t actor, const std::string& text, const ScriptChange& change)
    {
        const std::size_t equals = text.find('=');
        const std::string name = trimmed_of(text.substr(0, equals));
        const std::string value = equals == std::string::npos ? std::string() : trimmed_of(text.substr(equals + 1));
        int number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        constexpr std::uint32_t attributes = 256;
        std::uint32_t index = 0;
        while (index < attributes && attribute_name(names_, index) != name) {
            ++index;
        }
        const bool is_number =
            error == std::errc{} && end == value.data() + value.size() && number >= -128 && number <= 127;
        if (actor >= map_.actors.records.size() || index == attributes || !is_number) {
            problem(change, fmt::format("\"{}\" is not an attribute and its value", text));
            return;
        }
        std::vector<rgm::Attribute>& list = map_.actors.records[actor].attributes;
        const auto place = std::ranges::lower_bound(list, index, {}, &rgm::Attribute::index);
        if (place != list.end() && place->index == index) {
            place->value = static_cast<std::uint8_t>(number);
        } else {
            list.insert(place, {static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(number)});
        }
    }

    void finish()
    {
        for (auto& [number, actor] : edits_) {
            rgm::Actor& record = map_.actors.records[number];
            std::optional<soup::Script> script;
            if (!actor->first_problem) {
                auto [made, found] = actor->edit.finish();
                script = std::move(made);
                if (!script) {
                    actor->first_problem = std::move(found);
                }
            }
            if (script) {
                rgm::set_script(record, *script);
                continue;
            }
            const std::string name = std::string(record.header.script_name.view());
            const std::size_t line =
                actor->first_problem->line == 0 ? actor->lines.front() : actor->first_problem->line;
            problems_.push_back({line, fmt::format("{}: {}", name, actor->first_problem->text)});
            std::set<std::size_t> others(actor->lines.begin(), actor->lines.end());
            others.erase(line);
            for (const std::size_t other : others) {
                problems_.push_back(
                    {other, fmt::format("{}: this change is left out together with line {}", name, line)});
            }
        }
    }

    rgm::Map& map_;
    const soup::Names& names_;
    MapPrint print_;
    std::map<std::size_t, std::unique_ptr<ActorEdit>> edits_;  ///< edits by actor
    std::vector<ScriptProblem> problems_;
};

}  // namespace

std::vector<ScriptProblem> apply_script_changes(rgm::Map& map, const soup::Names& names,
                                                const std::vector<ScriptChange>& changes)
{
    return MapEdit(map, names).run(changes);
}

}  // namespace redforge::mod
