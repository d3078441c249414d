// Which record of one list is which record of another: what differences and merging stand on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/record_type.hpp"

namespace redforge::edit {

inline constexpr std::size_t no_match = static_cast<std::size_t>(-1);

/// How the records of a list `to` come from those of a list `from`. All indices are ascending.
struct ListPairing {
    std::vector<std::size_t> match;  ///< for each record of `to`: its index in `from`, or no_match
    std::vector<std::size_t> removed;  ///< records of `from` without a partner
    std::vector<std::size_t> added;    ///< records of `to` without one
    std::vector<std::size_t>
        moved;  ///< records of `to` that change their order among those that stay; as few as possible
};

/// Pairs the records of two lists of one type: by what they say, then by their key (FieldInfo::key), then by likeness.
/// Several records may have one key. Takes time for the lists' length; where very much has changed its order, records
/// are removed and added instead of moved.
[[nodiscard]] ListPairing pair_records(const ListView& from, const ListView& to);

/// What tells a record apart from others of its list; nothing for types without a key.
[[nodiscard]] std::optional<std::string> key_of(const RecordHandle& record);

/// Whether two lists of one type hold the same records in the same order.
[[nodiscard]] bool same_list(const ListView& a, const ListView& b);

}  // namespace redforge::edit
