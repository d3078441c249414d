// Which names a field path may have, by the record types alone: for completion, and to find misspelt ones.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record_type.hpp"

namespace redforge::edit {

/// The paths that begin with `word`, up to the next name: fields, and lists and groups with [ or . behind them.
[[nodiscard]] std::vector<std::string> path_words(const RecordType& root, std::string_view word);

/// The first name in a path from records of these types that none of them has; nothing when each is known. What stands
/// in brackets is not looked at. The error (unknown_name) names the nearest name, or some that there are.
[[nodiscard]] std::optional<Error> unknown_name(std::span<const ItemEntry> types, std::string_view path);

}  // namespace redforge::edit
