// The lines of a script's source as the game's own compiler takes them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/words.hpp"

namespace redforge::obscript {

/// Bytes of a line that the game's compiler has room for.
inline constexpr std::size_t max_line = 511;

/// Lines with anything to compile in them, without comments and the space around: parts of the source.
///
/// A CR ends a line, and the LF behind it goes with it; a LF alone is white space, unless the source has no CR at all. A
/// semicolon begins a comment, inside quotes too; it ends behind the next LF. Of each line all before the first letter,
/// digit or quote is dropped.
[[nodiscard]] std::vector<std::string_view> source_lines(std::string_view source);

/// ASCII only, whatever the locale.
[[nodiscard]] constexpr bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace redforge::obscript
