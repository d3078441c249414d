// Fuzzy search for names, as in a command palette.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::editor {

/// Returns the score of a name. Returns nullopt if it does not contain the letters of the query in their order. Letters
/// at word starts and consecutive letters score higher; case and spaces of the query are ignored.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view query, std::string_view name);

/// Returns the indices of matching names, best first; equal scores keep their order.
[[nodiscard]] std::vector<std::size_t> fuzzy_ranked(std::string_view query, std::span<const std::string> names);

}  // namespace redforge::editor
