// Checks of documents of every format: duplicate keys and values out of range, by the metadata of fields.
#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "check/check.hpp"

namespace redforge::check {
namespace {

/// Calls `each` with each list of the root and of its groups, the path of the list's parent, and the list's number.
/// Skips lists at deeper levels.
template <class Each>
void for_each_list(const RecordHandle& root, Each each)
{
    const auto lists_of = [&](const RecordHandle& record, const edit::NodePath& node) {
        for (const ChildEntry& child : record.table().children) {
            if (child.kind == ChildEntry::Kind::list && !child.ops->single) {
                each(record.list(child), node, record.table().number_of(child));
            }
        }
    };
    lists_of(root, {});
    for (const ChildEntry& child : root.table().children) {
        if (child.kind == ChildEntry::Kind::group) {
            lists_of(root.group(child), {{root.table().number_of(child), 0}});
        }
    }
}

edit::NodePath below(edit::NodePath node, std::uint32_t child, std::size_t index)
{
    node.push_back({child, static_cast<std::uint32_t>(index)});
    return node;
}

/// Returns the smallest and largest value that a field's notation allows. Returns nullopt if the notation has no
/// limits.
std::optional<std::pair<std::int64_t, std::int64_t>> documented_range(const FieldInfo& info)
{
    switch (info.notation) {
    case Notation::colour: return std::pair(0, 255);
    case Notation::boolean: return std::pair(0, 1);
    default: return std::nullopt;
    }
}

/// Cache of the integer fields that have a range, by record type.
using RangedFields = std::map<const FieldTable*, std::vector<const FieldEntry*>>;

const std::vector<const FieldEntry*>& ranged_fields(RangedFields& known, const FieldTable& table)
{
    const auto [found, is_new] = known.try_emplace(&table);
    for (std::size_t i = 0; is_new && i < table.fields.size(); ++i) {
        const FieldEntry& field = table.fields[i];
        if (documented_range(field.info) && field.ops->get_integer != nullptr) {
            found->second.push_back(&field);
        }
    }
    return found->second;
}

void find_duplicate_keys(Report& report)
{
    for_each_list(report.root(), [&](const ListView& list, const edit::NodePath& node, std::uint32_t child) {
        // Each record type has its own key fields. If there are several, together they identify a record.
        std::map<const FieldTable*, std::vector<const FieldEntry*>> keys_of;
        std::unordered_map<std::string, std::size_t> first;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const RecordHandle record = list.at(i);
            const FieldTable& table = record.table();
            const auto [known, is_new] = keys_of.try_emplace(&table);
            for (std::size_t k = 0; is_new && k < table.fields.size(); ++k) {
                if (table.fields[k].info.key) {
                    known->second.push_back(&table.fields[k]);
                }
            }
            std::string key_values;
            const FieldEntry* last = nullptr;  // an empty name or 0 is not a key
            for (const FieldEntry* const key : known->second) {
                const std::string text = record.field(*key).text();
                if (!text.empty() && text != "0") {
                    key_values += (key_values.empty() ? "" : ", ") + std::string(key->name) + " " + text;
                    last = key;
                }
            }
            if (last == nullptr) {
                continue;
            }
            const auto [there, is_first] = first.try_emplace(key_values, i);
            if (!is_first) {
                report.add({.node = below(node, child, i),
                            .member = last->name,
                            .message = fmt::format("{} has {} too",
                                                   edit::path_text(report.root(), below(node, child, there->second)),
                                                   key_values)});
            }
        }
    });
}

void find_values_out_of_range(Report& report)
{
    RangedFields known;
    for_each_list(report.root(), [&](const ListView& list, const edit::NodePath& node, std::uint32_t child) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const RecordHandle record = list.at(i);
            for (const FieldEntry* const field : ranged_fields(known, record.table())) {
                const std::int64_t value = field->ops->get_integer(record.field(*field).value).value_or(0);
                const auto range = *documented_range(field->info);
                if (value >= range.first && value <= range.second) {
                    continue;
                }
                const std::int64_t nearest = std::clamp(value, range.first, range.second);
                const edit::NodePath place = below(node, child, i);
                const std::string name = field->name;
                report.add({.node = place,
                            .member = name,
                            .message = fmt::format("{} is outside {} to {}", value, range.first, range.second),
                            .fix = [place, name, nearest](edit::Recorder& recorder) {
                                const RecordHandle now = edit::record_at(recorder.root(), place);
                                return recorder.set_integer(place, *now.table().find_field(name), nearest);
                            }});
            }
        }
    });
}

}  // namespace

std::span<const Check> document_checks()
{
    static constexpr Check rows[]{
        {"duplicate-key", Severity::warning, "Two records of a list with one id or name",
         "An id or a name identifies a record of a list. Scripts, edits and merges that use a duplicate one reach only "
         "the first record.",
         "", "", &find_duplicate_keys},
        {"value-range", Severity::warning, "A value outside its range",
         "A component of a colour is 0 to 255, and a boolean is 0 or 1. A file can contain other values, and each game "
         "reads them in its own way. The fix sets the nearest value of the range.",
         "", "", &find_values_out_of_range},
    };
    return rows;
}

}  // namespace redforge::check
