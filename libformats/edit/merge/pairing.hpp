// Matches the records of two versions of a list: the basis of differences and merges.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge::edit {

class DetachedRecords;

inline constexpr std::size_t no_match = static_cast<std::size_t>(-1);

/// A list as groups of adjacent records: a record, the leader, and the records after it that belong to it, directly or
/// not. The leader identifies the group.
struct GroupedList {
    ListView list;
    std::vector<std::size_t> leaders;   ///< see FormatHooks::item_leaders; can be empty
    std::vector<std::size_t> begins{};  ///< first record of each group; empty if each record is a group
    ListView whole{};                   ///< list from which records were copied into `list`; empty if there is none
    std::size_t offset{};               ///< index of the first copied record

    /*implicit*/ GroupedList(const ListView& its_list, std::vector<std::size_t> its_leaders = {});

    /// Returns the index of the record that a record belongs to, or no_match.
    [[nodiscard]] std::size_t leader(std::size_t record) const { return leaders.empty() ? no_match : leaders[record]; }
    /// Returns the number of leaders above a record: 0 for the first record of a group.
    [[nodiscard]] std::size_t depth(std::size_t record) const;
    /// Returns the records of a group after the first one, as a list with groups. `copies`: their memory.
    [[nodiscard]] GroupedList followers(std::size_t group, DetachedRecords& copies) const;
    [[nodiscard]] std::size_t size() const { return begins.empty() ? list.size() : begins.size(); }
    [[nodiscard]] std::size_t begin(std::size_t group) const { return begins.empty() ? group : begins[group]; }
    [[nodiscard]] std::size_t end(std::size_t group) const
    {
        return group + 1 < size() ? begin(group + 1) : list.size();
    }
    /// Returns the number of records of a group.
    [[nodiscard]] std::size_t count(std::size_t group) const { return end(group) - begin(group); }
    /// Returns the first record of a group.
    [[nodiscard]] RecordHandle at(std::size_t group) const { return list.at(begin(group)); }
    [[nodiscard]] std::size_t item_number(std::size_t group) const { return list.item_number(begin(group)); }
};

/// Returns true if two groups have equal records.
[[nodiscard]] bool same_group(const GroupedList& a, std::size_t group, const GroupedList& b, std::size_t other);

/// Matches between the records of a list `from` and a list `to`. All lists of indices are ascending.
struct ListPairing {
    std::vector<std::size_t> match;    ///< for each record of `to`: its index in `from`, or no_match
    std::vector<std::size_t> removed;  ///< records of `from` without a match
    std::vector<std::size_t> added;    ///< records of `to` without a match
    std::vector<std::size_t> moved;    ///< a smallest set of matched records of `to` whose order changes
};

/// Matches the records of two lists of one type: by equal content, then by key (FieldInfo::key), then by similarity.
/// Several records may have one key. The indices are those of groups, which match as a whole. Runs in about linear
/// time: if too many records are reordered, it reports them as removed and added.
[[nodiscard]] ListPairing pair_records(const GroupedList& from, const GroupedList& to);

/// Matches the records of two lists as pair_records() does, and only records of matching groups with each other. The
/// indices are those of records.
[[nodiscard]] ListPairing pair_in_groups(const GroupedList& from, const GroupedList& to);

/// Returns the key that identifies a record in its list, equal for all spellings that the game takes for one
/// (FieldInfo::ignores_case). Returns nullopt for types without a key.
[[nodiscard]] std::optional<std::string> key_of(const RecordHandle& record);

/// Returns true if two records of one table have the same value in a field, or the same key in another case.
[[nodiscard]] bool same_value_or_key(const FieldEntry& field, const RecordHandle& a, const RecordHandle& b);

/// Returns true if two records are equal, except for the case of keys.
[[nodiscard]] bool same_except_case(const RecordHandle& a, const RecordHandle& b);

/// Returns true if two lists of one type have equal records in the same order.
[[nodiscard]] bool same_list(const ListView& a, const ListView& b);

}  // namespace redforge::edit
