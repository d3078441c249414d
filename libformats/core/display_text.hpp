// Names and values of others inside messages: nothing in them reaches a terminal raw, and none is repeated whole when long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace redforge {

/// Text with its control characters, and what is not UTF-8, as `\xHH`. Line ends and tabs stay with `keep_lines`: for
/// messages of several lines, where names have been shown already.
[[nodiscard]] std::string shown_text(std::string_view text, bool keep_lines = false);

/// Of a text longer than `most` bytes the beginning, and how long it is: `abc... (5,000,000 characters)`.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most = 80);

/// A message in which no quoted value is longer than 80 characters, and that is not longer than 1,000 itself.
[[nodiscard]] std::string shortened_message(std::string_view message);

}  // namespace redforge
