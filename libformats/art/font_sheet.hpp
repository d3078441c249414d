// A font as one picture and the text that BMFont and its like write beside it, for the tools that artists use.
#pragma once

#include <string>
#include <string_view>

#include "art/font.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// The picture with all glyphs, in the font's own indices and colours, and where each of them is.
struct FontSheet {
    Bytes png;
    std::string text;  ///< BMFont, text form
};

/// `name`: of the font; `png_name`: of the picture's file, for the text.
/// Errors: those of check_font(), out_of_range (more pixels than a picture may have, or none).
[[nodiscard]] Result<FontSheet> make_font_sheet(const Font& font, std::string_view name, std::string_view png_name);

/// Takes glyphs from such a text and its picture; all else of the font stays. Characters that the text does not have are
/// disabled, and new ones behind the last are added. Colours that are not the font's are matched to them.
/// Errors: malformed (no text of BMFont, a picture that cannot be read), out_of_range (a glyph outside the picture, a
/// character before the font's first, or beyond 255).
[[nodiscard]] Status read_font_sheet(Font& font, std::string_view text, ByteView png);

}  // namespace redforge::art
