// Matches the records of two versions of a list: the basis of differences and merges.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge::edit {

inline constexpr std::size_t no_match = static_cast<std::size_t>(-1);

/// Matches between the records of a list `from` and a list `to`. All lists of indices are ascending.
struct ListPairing {
    std::vector<std::size_t> match;  ///< for each record of `to`: its index in `from`, or no_match
    std::vector<std::size_t> removed;  ///< records of `from` without a match
    std::vector<std::size_t> added;    ///< records of `to` without a match
    std::vector<std::size_t> moved;    ///< a smallest set of matched records of `to` whose order changes
};

/// Matches the records of two lists of one type: by equal content, then by key (FieldInfo::key), then by similarity.
/// Several records may have one key. Runs in about linear time: if too many records are reordered, it reports them as
/// removed and added.
[[nodiscard]] ListPairing pair_records(const ListView& from, const ListView& to);

/// Returns the key that identifies a record in its list. Returns nullopt for types without a key.
[[nodiscard]] std::optional<std::string> key_of(const RecordHandle& record);

/// Returns true if two lists of one type have equal records in the same order.
[[nodiscard]] bool same_list(const ListView& a, const ListView& b);

}  // namespace redforge::edit
