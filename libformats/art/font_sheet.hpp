// A font as one picture and a text in the format of BMFont, for font editors.
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

/// Exports a font. `name`: name of the font; `png_name`: name of the picture's file, for the text.
/// Errors: those of check_font(), out_of_range (more pixels than a picture may have, or none).
[[nodiscard]] Result<FontSheet> make_font_sheet(const Font& font, std::string_view name, std::string_view png_name);

/// Replaces the glyphs of a font by those of a text and its picture; keeps everything else. Disables characters that
/// the text does not have, and adds new ones after the last. Matches other colours to those of the font. Errors:
/// malformed (not a text of BMFont, or a picture that cannot be read), out_of_range (a glyph outside the picture, a
/// character before the font's first, or above 255).
[[nodiscard]] Status read_font_sheet(Font& font, std::string_view text, ByteView png);

}  // namespace redforge::art
