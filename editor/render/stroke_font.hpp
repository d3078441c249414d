// Capital letters and digits as strokes, for words over a scene.
#pragma once

#include <string_view>

namespace redforge::render {

/// The strokes of a letter, digit, '.', '-' or '+'; small letters are drawn as capitals. Two digits are a point, x 0 to 4
/// to the right and y 0 to 6 downwards; a space lifts the pen. Empty for everything else.
[[nodiscard]] std::string_view strokes_of(char letter);

inline constexpr float glyph_height = 6;   ///< units of the strokes
inline constexpr float glyph_advance = 6;  ///< from one letter to the next

}  // namespace redforge::render
