// Exports a font as one picture and a BMFont text, for font editors, and imports it again.
#pragma once

#include <string>
#include <string_view>

#include "art/font.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// A picture with all glyphs, in the font's indices and colours, and a text with their positions.
struct FontSheet {
    Bytes png;
    std::string text;  ///< BMFont, text form
};

/// Exports a font. `name`: name of the font. `png_name`: file name of the picture, which the text refers to. Errors:
/// those of check_font(), out_of_range (no pixels, or more than max_pixels).
[[nodiscard]] Result<FontSheet> make_font_sheet(const Font& font, std::string_view name, std::string_view png_name);

/// Replaces the glyphs of a font by the glyphs of a BMFont text and its picture; keeps everything else. Disables
/// characters that are missing from the text, and appends glyphs for characters after the last one. Matches colours
/// that the font does not have. Errors: malformed (not a BMFont text, or an invalid picture), out_of_range (a glyph
/// outside the picture, a character before the first one of the font, or above 255).
[[nodiscard]] Status read_font_sheet(Font& font, std::string_view text, ByteView png);

}  // namespace redforge::art
