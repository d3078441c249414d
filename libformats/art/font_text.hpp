// Draws a text in a font of the game.
#pragma once

#include <string>
#include <string_view>

#include "art/font.hpp"
#include "art/picture.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// Draws a text in the font's indices. The picture is as large as the glyphs need. Each byte is a character of the
/// font; a line end begins another line. The pen moves by advance(). Errors: those of check_font(), unknown_name (a
/// character that the font does not have), out_of_range (no pixels, or more than max_pixels).
[[nodiscard]] Result<IndexedImage> draw_text(const Font& font, std::string_view text);

/// Returns the characters of a font, 32 per line.
[[nodiscard]] std::string characters_of(const Font& font);

}  // namespace redforge::art
