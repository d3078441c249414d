// Names and values from files inside messages: escapes them for terminals, and shortens long ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace redforge {

/// Returns text with control characters and invalid UTF-8 as `\xHH`. `keep_lines` keeps line ends and tabs: for
/// messages of several lines whose names were escaped already.
[[nodiscard]] std::string shown_text(std::string_view text, bool keep_lines = false);

/// Shortens a text longer than `max_size` bytes to its beginning and its length: `abc... (5,000,000 characters)`.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t max_size = 80);

/// Shortens a message: each quoted value to 80 characters, and the whole message to 1,000.
[[nodiscard]] std::string shortened_message(std::string_view message);

}  // namespace redforge
