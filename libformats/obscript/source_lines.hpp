// Splits a script source into lines by the rules of the game's compiler.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/text/words.hpp"

namespace redforge::obscript {

/// Maximum length of a line in the game's compiler, in bytes.
inline constexpr std::size_t max_line = 511;

/// Returns the lines that contain code, trimmed and without comments, as views of the source.
///
/// CR or CR LF ends a line. A lone LF is white space, unless the source has no CR at all. A semicolon begins a comment,
/// also inside quotes; the comment ends after the next LF. Characters of a line before the first letter, digit or quote
/// are dropped.
[[nodiscard]] std::vector<std::string_view> source_lines(std::string_view source);

/// Returns true for ASCII white space, independent of the locale.
[[nodiscard]] constexpr bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace redforge::obscript
