// Partial plugins: selects records, and overlays them on another copy.
#include "tes/plugin/part.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "tes/form/form_numbering.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::tes {
namespace {

constexpr std::string_view with_properties = "VMAD";

using Key = std::pair<std::string, std::uint32_t>;
using Keep = std::function<bool(Record&)>;

/// Returns the children of a record as a separate group.
Group as_separate_group(Group&& group, FormId owner)
{
    if (group.is_of_record() && !group.form_id.stored) {
        group.form_id = owner;
    }
    return std::move(group);
}

void filter(Entries& list, const Keep& keep);

/// Returns true if a group is not empty after the removal.
bool filter_group(Group& group, const Keep& keep)
{
    filter(group.entries, keep);
    return !group.entries.get().empty();
}

/// Removes all records except those for which `keep` returns true, and the groups that contain them.
void filter(Entries& list, const Keep& keep)
{
    EntryList left;
    for (auto& entry : list.get()) {
        if (auto* group = std::get_if<Group>(&entry)) {
            if (filter_group(*group, keep)) {
                left.emplace_back(std::move(*group));
            }
            continue;
        }
        auto* const record = std::get_if<Record>(&entry);
        if (record == nullptr) {
            continue;
        }
        std::erase_if(record->groups, [&](Group& group) { return !filter_group(group, keep); });
        if (keep(*record)) {
            left.push_back(std::move(entry));
            continue;
        }
        for (Group& group : record->groups) {
            left.emplace_back(as_separate_group(std::move(group), record->form_id));
        }
    }
    list.get() = std::move(left);
}

bool is_same_group(const Group& a, FormId owner, const Group& b)
{
    const bool same_owner = !a.is_of_record() || a.form_id.value_or(owner) == b.form_id.value_or({});
    return a.type == b.type && a.label == b.label && a.number == b.number && a.x == b.x && a.y == b.y && same_owner;
}

/// Returns the first group of children in an entry that is not in the record of its parent. Returns null if there is
/// none.
const Group* find_orphan(const EntryList::value_type& entry)
{
    const auto* const group = std::get_if<Group>(&entry);
    if (group == nullptr || group->is_of_record()) {
        return group;
    }
    for (const auto& inner : group->entries.get()) {
        if (const Group* const orphan = find_orphan(inner)) {
            return orphan;
        }
    }
    return nullptr;
}

/// Merges groups and records into a list: into the matching group, or else at the end. Errors: not_found (no record for
/// a group of children).
Status put_into(Entries& list, Entries&& added)
{
    EntryList& all = list.get();
    const auto find = [&](const Group& wanted) -> Group* {
        for (auto& entry : all) {
            if (auto* group = std::get_if<Group>(&entry); group != nullptr && is_same_group(*group, {}, wanted)) {
                return group;
            }
            if (auto* record = std::get_if<Record>(&entry)) {
                for (Group& group : record->groups) {
                    if (is_same_group(group, record->form_id, wanted)) {
                        return &group;
                    }
                }
            }
        }
        return nullptr;
    };
    for (auto& entry : added.get()) {
        auto* const group = std::get_if<Group>(&entry);
        if (Group* const there = group == nullptr ? nullptr : find(*group)) {
            if (Status status = put_into(there->entries, std::move(group->entries)); !status) {
                return status;
            }
            continue;
        }
        if (group != nullptr && group->is_of_record()) {
            const auto owner = std::ranges::find_if(all, [&](const auto& each) {
                const auto* record = std::get_if<Record>(&each);
                return record != nullptr && record->form_id == group->form_id.value_or({});
            });
            if (owner != all.end()) {
                std::get<Record>(*owner).groups.push_back(std::move(*group));
                continue;
            }
        }
        if (const Group* const orphan = find_orphan(entry)) {
            return fail({.code = ErrorCode::not_found,
                         .message = fmt::format("no record {:08X} at this position, and the part has its children",
                                                orphan->form_id.value_or({}).value),
                         .hint = "add its type to unpack --only, such as CELL for references"});
        }
        const bool has_odd_end = !all.empty() && std::holds_alternative<Unread>(all.back());
        all.insert(all.end() - (has_odd_end ? 1 : 0), std::move(entry));
    }
    return {};
}

/// Fails if a record of the part has the FormID of a record of another type.
Status check_types(const Plugin& plugin, const Plugin& part)
{
    std::map<std::uint32_t, std::set<std::string>> types;
    for_each_record(part, [&](const RecordHead& head) { types[head.form_id.value]; });
    for_each_record(plugin, [&](const RecordHead& head) {
        if (const auto found = types.find(head.form_id.value); found != types.end()) {
            found->second.emplace(head.type);
        }
    });
    Status status;
    for_each_record(part, [&](const RecordHead& head) {
        const std::set<std::string>& there = types[head.form_id.value];
        if (status && !there.empty() && !there.contains(std::string(head.type))) {
            status = fail({.code = ErrorCode::mismatch,
                           .message = fmt::format("the record {:08X} is {} here, and {} in the part",
                                                  head.form_id.value, *there.begin(), head.type),
                           .hint = fmt::format("give it a free FormID in the part: redforge forms PART renumber {:08X}",
                                               head.form_id.value)});
        }
    });
    return status;
}

}  // namespace

Result<std::vector<std::string>> parse_kinds(std::string_view list)
{
    std::vector<std::string> kinds;
    for (;;) {
        const std::size_t end = std::min(list.find(','), list.size());
        kinds.push_back(upper(list.substr(0, end)));
        if (kinds.back().size() != 4) {
            return fail(
                {.code = ErrorCode::usage,
                 .message = fmt::format("\"{}\" is not a type of records", list.substr(0, end)),
                 .hint = "types have four letters, such as SCPT, INFO, QUST; VMAD means records with properties"});
        }
        if (end == list.size()) {
            return kinds;
        }
        list.remove_prefix(end + 1);
    }
}

void keep_only(Plugin& plugin, const std::vector<std::string>& kinds)
{
    const auto is_wanted = [&](std::string_view kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
    const bool of_properties = is_wanted(with_properties);
    filter(plugin.entries, [&](Record& record) {
        const RecordHead head{signature_of(record.type), record.form_id, &record, {}, 0};
        return is_wanted(record.type.view()) || (of_properties && head.has(with_properties));
    });
}

Result<Overlaid> overlay(Plugin& plugin, Plugin&& part)
{
    if (const FormIdMap map(Numbering::of(part), Numbering::of(plugin)); !map.is_identity()) {
        if (Status status = renumber(part, map); !status) {
            return fail(std::move(status.error()));
        }
    }
    if (Status status = check_types(plugin, part); !status) {
        return fail(std::move(status.error()));
    }
    Overlaid count;
    std::set<Key> wanted;
    const auto key_of = [](const RecordHead& head) { return Key(head.type, head.form_id.value); };
    for_each_record(part, [&](const RecordHead& head) { wanted.insert(key_of(head)); });
    std::map<Key, Record*> places;  // if a FormID occurs twice, use the first record
    find_records(
        plugin, [&](const RecordHead& head) { return wanted.contains(key_of(head)); },
        [&](Record& record, const auto& /*steps*/) {
            places.try_emplace({std::string(signature_of(record.type)), record.form_id.value}, &record);
            return true;
        });
    filter(part.entries, [&](Record& record) {
        const auto found = places.find({std::string(signature_of(record.type)), record.form_id.value});
        if (found == places.end()) {
            ++count.added;
            return true;
        }
        Record& old = *found->second;
        std::vector<Group> children = std::exchange(old.groups, {});
        std::vector<Group> of_part = std::exchange(record.groups, {});  // the groups are merged separately
        ++(record == old ? count.same : count.changed);
        old = record;
        old.groups = std::move(children);
        record.groups = std::move(of_part);
        return false;
    });
    if (Status status = put_into(plugin.entries, std::move(part.entries)); !status) {
        return fail(std::move(status.error()));
    }
    return count;
}

}  // namespace redforge::tes
