// Finds and replaces a text in the records and scripts of a document.
#include "editor/model/session/replacing.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"

namespace redforge::editor {
namespace {

class Replacer {
public:
    Replacer(const Session& session, const ReplaceWords& words) : session_(session), words_(words) {}

    void record(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        for (const FieldEntry& field : table.fields) {
            take(record.field(field));
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::group) {
                node_.push_back({table.number_of(child), 0});
                this->record(record.group(child));
                node_.pop_back();
            } else if (child.kind == ChildEntry::Kind::list) {
                const ListView list = record.list(child);
                for (std::size_t i = 0; i < list.size(); ++i) {
                    node_.push_back({table.number_of(child), static_cast<std::uint32_t>(i)});
                    this->record(list.at(i));
                    node_.pop_back();
                }
            }
        }
    }

    void script(const ScriptPlace& place, const std::string& text)
    {
        const std::string made = with_word(text, words_.find, words_.with, words_.whole);
        if (made == text) {
            return;
        }
        std::string_view before = text;
        std::string_view after = made;
        for (std::size_t line = 1; !before.empty() || !after.empty(); ++line) {
            const std::string_view old_line = next_line(before);
            const std::string_view new_line = next_line(after);
            if (old_line != new_line) {
                found_.rows.push_back({"Script " + script_name(session_, place), fmt::format("Line {}", line),
                                       std::string(old_line), std::string(new_line)});
                found_.sources.emplace_back(found_.values.size(), line);
            }
        }
        found_.values.push_back({place.record, place.field, made});
        found_.scripts.emplace_back(place, made);
    }

    [[nodiscard]] ReplacePlan take_found() { return std::move(found_); }

private:
    static std::string_view next_line(std::string_view& text)
    {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        return line;
    }

    void take(const FieldView& field)
    {
        const LeafType& type = field.entry->ops->type;
        if (type.derived || (type.kind != ValueKind::text && !words_.whole)) {
            return;
        }
        const std::string text = field.text();
        const bool all = equals_ignore_case(text, words_.find);
        std::string made = words_.whole ? (all ? words_.with : text) : with_word(text, words_.find, words_.with, false);
        if (made == text) {
            return;
        }
        const NodeRef ref{node_, {}};
        const std::optional<NodeInfo> info = session_.find(ref);
        const std::string path = session_.path_of(ref);
        const std::string name = info && info->is_one_of_many() ? name_of(*info) : std::string{};
        found_.rows.push_back({name.empty() ? path : path + " " + name, field.entry->name, text, made});
        found_.sources.emplace_back(found_.values.size(), 0);
        found_.values.push_back({ref, field.entry->name, std::move(made)});
    }

    const Session& session_;
    const ReplaceWords& words_;
    edit::NodePath node_;
    ReplacePlan found_;
};

/// Replaces a line of a text, counted from 1.
void set_line(std::string& text, std::size_t line, const std::string& with)
{
    std::size_t begin = 0;
    for (std::size_t i = 1; i < line && begin < text.size(); ++i) {
        begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    }
    text.replace(begin, std::min(text.find('\n', begin), text.size()) - begin, with);
}

}  // namespace

ReplacePlan plan_replacement(const Session& session, const ReplaceWords& words, const WrittenScripts& written)
{
    Replacer replacer(session, words);
    if (!words.find.empty()) {
        replacer.record(session.root());
        for (const ScriptPlace& place : words.scripts ? all_scripts(session) : std::vector<ScriptPlace>{}) {
            replacer.script(place, written.text(session, place));
        }
    }
    return replacer.take_found();
}

void exclude_rows(ReplacePlan& plan, const std::set<std::size_t>& rows)
{
    std::vector<std::size_t> kept(plan.values.size());  // for each value: number of its remaining rows
    for (std::size_t row = 0; row < plan.rows.size(); ++row) {
        const auto [value, line] = plan.sources[row];
        if (!rows.contains(row)) {
            ++kept[value];
        } else if (line > 0) {
            set_line(plan.values[value].text, line, plan.rows[row].mine);
        }
    }
    ReplacePlan left;
    std::vector<std::size_t> number(plan.values.size());
    for (std::size_t value = 0; value < plan.values.size(); ++value) {
        number[value] = left.values.size();
        if (kept[value] == 0) {
            continue;
        }
        const RecordValue& each = plan.values[value];
        const auto script = std::ranges::find_if(plan.scripts, [&](const auto& one) {
            return one.first.record == each.record && one.first.field == each.field;
        });
        if (script != plan.scripts.end()) {
            left.scripts.emplace_back(script->first, each.text);
        }
        left.values.push_back(each);
    }
    for (std::size_t row = 0; row < plan.rows.size(); ++row) {
        if (!rows.contains(row)) {
            left.rows.push_back(std::move(plan.rows[row]));
            left.sources.emplace_back(number[plan.sources[row].first], plan.sources[row].second);
        }
    }
    plan = std::move(left);
}

}  // namespace redforge::editor
