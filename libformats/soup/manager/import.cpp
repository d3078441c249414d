// Reads script texts of the public mod manager, line by line.
#include "soup/manager/import.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "soup/disassemble/printer.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {
namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_number(std::string_view word)
{
    return !word.empty() && std::ranges::all_of(word, is_digit);
}

bool takes_flag_number(std::string_view function)
{
    static constexpr std::array<std::string_view, 3> functions{"TestGlobalFlag", "SetGlobalFlag", "ResetGlobalFlag"};
    return std::ranges::any_of(functions, [&](std::string_view name) { return equals_ignore_case(name, function); });
}

/// Returns the number of an item by its name in the manager, or nullopt if no item or several items have that name.
std::optional<std::int32_t> item_number(std::string_view name, const Names* names)
{
    const auto own = std::ranges::find(manager_item_names, name, [](const auto& row) { return row.second; });
    std::optional<std::int32_t> found;
    if (own != manager_item_names.end()) {
        found = own->first;
    }
    if (names == nullptr) {
        return found;
    }
    for (const auto& item : names->items) {
        const std::int32_t number = item.first;
        const bool renamed =
            std::ranges::any_of(manager_item_names, [&](const auto& row) { return row.first == number; });
        if (item.second == name && !renamed) {
            if (found) {
                return std::nullopt;
            }
            found = number;
        }
    }
    return found;
}

/// Returns the lowest number of a map, like the manager.
std::optional<std::int32_t> map_number(std::string_view name, const Names* names)
{
    if (names == nullptr) {
        return std::nullopt;
    }
    const auto found = std::ranges::find(names->maps, name, [](const auto& row) { return row.second; });
    return found == names->maps.end() ? std::nullopt : std::optional(found->first);
}

/// Converts text that the manager printed raw to game bytes. Backslashes and control characters are literal.
std::optional<std::string> game_bytes(std::string_view utf8)
{
    std::string escaped;
    for (const char c : utf8) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\') {
            fmt::format_to(std::back_inserter(escaped), "\\x{:02X}", static_cast<unsigned char>(c));
        } else {
            escaped += c;
        }
    }
    const Result<std::string> bytes = decode_text(escaped);
    return bytes ? std::optional(*bytes) : std::nullopt;
}

void append_text(std::string& out, std::string_view utf8, char quote)
{
    append_quoted(out, game_bytes(utf8).value_or(std::string(utf8)), quote);
}

/// Converts one line of a script to source syntax.
class Line {
public:
    Line(std::string_view text, const Names* names, const std::set<std::string_view>& labels)
        : text_(text), names_(names), labels_(labels)
    {
    }

    std::string run()
    {
        while (at_ < text_.size()) {
            step();
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

    void step()
    {
        constexpr std::string_view pause = "<TaskPause(";
        const char c = text_[at_];
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (c == '/' && next == '/') {
            take(text_.size() - at_);
        } else if (c == '"') {
            string();
        } else if (rest().starts_with(pause)) {
            take(pause.size());
        } else if (c == '<' && next != ' ' && next != '<' && next != '=' &&
                   rest().find('>') != std::string_view::npos) {
            name();
        } else if (c == '*' || c == '/') {
            out_ += c == '*' ? '/' : '*';
            ++at_;
        } else if (c == '#') {
            label();
        } else if (begins_operand(c)) {
            operand();
        } else {
            if (c == '(') {
                calls_.push_back({last_word_, true});
            } else if (c == ')' && !calls_.empty()) {
                calls_.pop_back();
            } else if (c == ',' && !calls_.empty()) {
                calls_.back().first = false;
            }
            take(1);
        }
    }

    static bool begins_operand(char c)
    {
        return std::string_view(" \t(),\"<>=*/|^&+-:@!{}").find(c) == std::string_view::npos;
    }

    /// Converts a word, a number, or an object and its member. The manager prints object names without quotes.
    void operand()
    {
        std::size_t end = at_;
        while (end < text_.size() && std::string_view(" \t(),\"<>=*/|^&").find(text_[end]) == std::string_view::npos &&
               !text_.substr(end).starts_with("++") && !text_.substr(end).starts_with("--")) {
            ++end;
        }
        const std::string_view whole = text_.substr(at_, end - at_);
        const std::size_t dot = whole.rfind('.');
        if (dot == std::string_view::npos) {
            word();
            return;
        }
        const std::string_view object = whole.substr(0, dot);
        const bool plain = is_usable_name(object) || is_number(object) || numbered(object, "var") ||
                           std::ranges::any_of(object_words, [&](std::string_view each) { return each == object; });
        if (plain) {
            out_ += object;
        } else {
            append_text(out_, object, '"');
        }
        at_ += dot;
        take(1);
        if (at_ < text_.size() && text_[at_] == '@') {
            take(1);
        }
        if (at_ < text_.size() && is_word_letter(text_[at_])) {
            word();
        }
    }

    void word()
    {
        std::size_t end = at_;
        while (end < text_.size() && is_word_letter(text_[end])) {
            ++end;
        }
        if (end == at_) {
            take(1);
            return;
        }
        last_word_ = text_.substr(at_, end - at_);
        if (is_number(last_word_) && !calls_.empty() && calls_.back().first &&
            takes_flag_number(calls_.back().function) && out_.ends_with('(')) {
            out_ += "flag ";
        }
        take(end - at_);
    }

    /// Converts a label. A label without a definition is an offset inside a statement or past the last one, so its
    /// number is printed.
    void label()
    {
        std::size_t end = at_ + 1;
        while (end < text_.size() && is_word_letter(text_[end])) {
            ++end;
        }
        const std::string_view word = text_.substr(at_ + 1, end - at_ - 1);
        if (labels_.contains(word)) {
            take(end - at_);
        } else {
            out_ += "0x";
            out_ += word;
            at_ = end;
        }
    }

    void string()
    {
        const bool may_be_letters =
            !calls_.empty() && calls_.back().first && first_argument(calls_.back().function) == ArgumentType::dialogue;
        if (may_be_letters) {
            const std::size_t end = skip_characters(at_ + 1, 4);
            if (end < text_.size() && text_[end] == '"') {
                append_text(out_, text_.substr(at_ + 1, end - at_ - 1), '\'');
                at_ = end + 1;
                return;
            }
        }
        // The manager does not escape quotes. The closing quote is the first one before a character that can follow a
        // value.
        const std::string_view followers = calls_.empty() ? " " : ",)";
        std::size_t end = text_.find('"', at_ + 1);
        while (end != std::string_view::npos && end + 1 < text_.size() &&
               followers.find(text_[end + 1]) == std::string_view::npos) {
            end = text_.find('"', end + 1);
        }
        end = std::min(end, text_.size());
        append_text(out_, text_.substr(at_ + 1, end - at_ - 1), '"');
        at_ = std::min(end + 1, text_.size());
    }

    /// Returns the byte offset that is `count` UTF-8 characters after `from`.
    [[nodiscard]] std::size_t skip_characters(std::size_t from, std::size_t count) const
    {
        for (; count > 0 && from < text_.size(); --count) {
            for (++from; from < text_.size() && (static_cast<unsigned char>(text_[from]) & 0xC0U) == 0x80; ++from) {
            }
        }
        return from;
    }

    /// <ISLAND>, <GUARD SWORD>: adds the number if it is known. The context does not separate maps from items, because
    /// the manager prints item names wherever it printed a call of an item function before.
    void name()
    {
        const std::size_t end = text_.find('>', at_);
        const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
        const bool is_map =
            !calls_.empty() && calls_.back().first && first_argument(calls_.back().function) == ArgumentType::map;
        std::optional<std::int32_t> number = is_map ? map_number(name, names_) : item_number(name, names_);
        if (!number) {
            number = is_map ? item_number(name, names_) : map_number(name, names_);
        }
        if (number) {
            fmt::format_to(std::back_inserter(out_), "<{}: {}>", *number, name);
            at_ = end + 1;
        } else {
            take(end - at_ + 1);
        }
    }

    void take(std::size_t count)
    {
        out_ += text_.substr(at_, count);
        at_ += count;
    }

    struct OpenCall {
        std::string_view function;
        bool first{};  ///< in the first argument
    };

    std::string_view text_;
    const Names* names_;
    const std::set<std::string_view>& labels_;
    std::size_t at_{};
    std::string out_;
    std::string_view last_word_;
    std::vector<OpenCall> calls_;
};

/// The heading of a script: "NAME (Execution starts at #1C)"
struct Heading {
    std::string_view name;
    std::string_view start;  ///< a label without its #; may be empty
};

Heading heading_of(std::string_view line)
{
    const std::size_t open = line.find(" (");
    const std::size_t label = line.find('#');
    Heading heading{trimmed(line.substr(0, open)), {}};
    if (open != std::string_view::npos && label != std::string_view::npos && label > open) {
        heading.start = line.substr(label + 1, line.find(')', label) - label - 1);
    }
    return heading;
}

/// Converts the statements of one script. The manager omits the braces of empty blocks, and all closing braces after
/// the last statement except the script's own, which alone is not indented.
class Body {
public:
    Body(const Heading& heading, const Names* names) : heading_(heading), names_(names) {}

    void add(std::string_view line, bool is_indented)
    {
        indented_ = indented_.value_or(is_indented);
        const bool empty_block = std::exchange(is_after_if_, false) && line != "{";
        std::size_t closed = 0;
        if (line == "{") {
            ++depth_;
        } else if (line == "}") {
            for (--depth_; *indented_ && !is_indented && depth_ > 0; --depth_) {
                ++closed;
            }
        } else if (line.starts_with('#') && line.ends_with(':')) {
            labels_.insert(line.substr(1, line.size() - 2));
        }
        lines_.push_back({line, empty_block, closed});
        is_after_if_ = line.size() > 3 && equals_ignore_case(line.substr(0, 3), "if ");
    }

    [[nodiscard]] bool complete() const { return depth_ == 0; }

    [[nodiscard]] ImportedScript take()
    {
        std::string source = "actor ";
        append_text(source, heading_.name, '"');
        source += "\n{\n";
        // The manager prints a jump to the beginning as a word alone and defines no label there.
        constexpr std::string_view beginning = "00";
        const auto is_bare = [](const Place& place) {
            return equals_ignore_case(trimmed(place.line.substr(0, place.line.find("//"))), "Goto");
        };
        if (!labels_.contains(beginning) && std::ranges::any_of(lines_, is_bare)) {
            source += "#00:\n";
        }
        if (!heading_.start.empty() && !labels_.contains(heading_.start)) {
            source += fmt::format("start at 0x{}\n", heading_.start);
        }
        for (const Place& place : lines_) {
            if (place.empty_block) {
                source += "{\n}\n";
            }
            for (std::size_t i = 0; i < place.closed; ++i) {
                source += "}\n";
            }
            if (!heading_.start.empty() && place.line == fmt::format("#{}:", heading_.start)) {
                source += "start:\n";
            }
            source += is_bare(place) ? "goto #00" : Line(place.line, names_, labels_).run();
            source += '\n';
        }
        return {std::string(heading_.name), std::move(source)};
    }

private:
    struct Place {
        std::string_view line;
        bool empty_block{};    ///< an empty block precedes it
        std::size_t closed{};  ///< number of blocks that end before it
    };

    Heading heading_;
    const Names* names_;
    std::vector<Place> lines_;
    std::set<std::string_view> labels_;  ///< without the #
    std::size_t depth_{1};
    std::optional<bool> indented_;  ///< true if the first line was indented
    bool is_after_if_{};
};

}  // namespace

std::string import_line(std::string_view line, const Names* names, const std::set<std::string_view>& labels)
{
    return Line(trimmed(line), names, labels).run();
}

Result<Imported> import_scripts(std::string_view text, std::string_view file, const Names* names)
{
    Imported imported;
    std::string_view above;  // last line outside of scripts that is not empty
    std::optional<Body> body;
    std::uint32_t number = 0;
    std::uint32_t begun = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view whole = text.substr(0, end);
        const std::string_view line = trimmed(whole);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty()) {
            continue;
        }
        if (body) {
            body->add(line, whole.front() == ' ' || whole.front() == '\t');
            if (body->complete()) {
                imported.scripts.push_back(body->take());
                body.reset();
            }
        } else if (line == "{" && !above.empty()) {
            --imported.left_out;  // it was counted, but it is the heading of this script
            body.emplace(heading_of(above), names);
            begun = number;
            above = {};
        } else {
            above = line;
            ++imported.left_out;
        }
    }
    const auto malformed = [&](std::uint32_t at, std::string message, std::string hint) {
        return fail({.code = ErrorCode::malformed,
                     .message = std::move(message),
                     .file = std::string(file),
                     .line = at,
                     .column = 1,
                     .hint = std::move(hint)});
    };
    if (body) {
        return malformed(begun, "a script that is never closed", "a line with nothing but } ends it");
    }
    if (imported.scripts.empty()) {
        return malformed(1, "no script in it", "a script is a line with the actor's name, {, statements and }");
    }
    return imported;
}

}  // namespace redforge::soup
