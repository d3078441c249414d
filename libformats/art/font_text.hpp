// A text set in a font of the game, as a picture.
#pragma once

#include <string>
#include <string_view>

#include "art/font.hpp"
#include "art/picture.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// The text in the font's own indices, as large as its glyphs are together. Characters are those of the font, a byte each;
/// a line end begins another line. The pen goes on by advance().
/// Errors: those of check_font(), unknown_name (a character that the font does not have), out_of_range (no pixels, or more
/// than max_pixels).
[[nodiscard]] Result<IndexedImage> draw_text(const Font& font, std::string_view text);

/// The characters that the font has, 32 a line.
[[nodiscard]] std::string characters_of(const Font& font);

}  // namespace redforge::art
