// Finding names by some of their letters, as a command palette does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::editor {

/// How well a name fits what was typed; nothing when the letters are not in it in that order. Letters at the beginning of
/// words and letters that follow each other count for more; case and spaces of the query do not count.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view query, std::string_view name);

/// Numbers of the names that fit, the best first; those that fit alike in their order.
[[nodiscard]] std::vector<std::size_t> fuzzy_ranked(std::string_view query, std::span<const std::string> names);

}  // namespace redforge::editor
