// Filters of lists: words that a row must contain.
#pragma once

#include <string_view>

namespace redforge::editor {

/// Returns true if a text contains each word of a filter, ignoring case. Spaces separate words; an empty filter matches
/// every text.
[[nodiscard]] bool has_words(std::string_view text, std::string_view words);

}  // namespace redforge::editor
