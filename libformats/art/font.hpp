// FNT: a font of the game, with one picture per character. Source: reference sheet "Redguard's other files".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "art/colour.hpp"
#include "art/colour_record.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::art {

/// The picture of a character.
struct Glyph {
    static constexpr std::string_view element = "glyph";

    std::uint16_t enabled{1};
    std::int16_t left{};     ///< pixels from the pen to the picture
    std::int16_t top{};      ///< pixels from the line's top to the picture
    std::uint16_t width{};   ///< pixels
    std::uint16_t height{};  ///< pixels
    Bytes pixels{};          ///< width x height indices from the top; 0 is transparent

    bool operator==(const Glyph&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Glyph& glyph, unsigned /*version*/)
{
    field(ar, "enabled", glyph.enabled, {.label = "Enabled", .doc = "0: the font does not have the character."});
    field(ar, "left", glyph.left, {.label = "Left", .unit = "pixels"});
    field(ar, "top", glyph.top, {.label = "Top", .unit = "pixels"});
    field(ar, "width", glyph.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", glyph.height, {.label = "Height", .unit = "pixels"});
    blob(ar, "pixels", glyph.pixels, {.label = "Pixels", .bytes_per_line = glyph.width});
}

/// Fields of FNHD, in file order.
struct FontHeader {
    FixedText<32> description;
    std::uint16_t tool_value{};
    Derived<std::uint16_t> has_tool_data;  ///< 1 if the font has RDAT
    std::array<std::uint16_t, 3> reserved{};
    Derived<std::uint16_t> greatest_width;  ///< pixels, of all glyphs
    std::uint16_t line_height{};            ///< pixels
    std::uint16_t first_character{32};
    Derived<std::uint16_t> count;
    std::array<std::uint16_t, 2> reserved_2{};
    std::uint16_t has_palette{1};

    bool operator==(const FontHeader&) const = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, FontHeader& font, unsigned /*version*/)
{
    field(ar, "description", font.description, {.label = "Description"});
    field(ar, "tool_value", font.tool_value, {.label = "Tool value", .kind = Role::opaque});
    field(ar, "has_tool_data", font.has_tool_data, {.label = "Has tool data", .kind = Role::derived});
    field(ar, "reserved", font.reserved, {.kind = Role::reserved});
    field(ar, "greatest_width", font.greatest_width,
          {.label = "Maximum width", .unit = "pixels", .kind = Role::derived});
    field(ar, "line_height", font.line_height, {.label = "Line height", .unit = "pixels"});
    field(ar, "first_character", font.first_character, {.label = "First character"});
    field(ar, "count", font.count, {.label = "Characters", .kind = Role::derived});
    field(ar, "reserved_2", font.reserved_2, {.kind = Role::reserved});
    field(ar, "has_palette", font.has_palette, {.label = "Has a palette"});
}

/// A font file.
struct Font : FontHeader {
    static constexpr std::string_view root = "font";

    FixedText<4> palette_tag{"BPAL"};  ///< or FPAL
    std::uint8_t no_end{};             ///< 1 if `END ` is missing
    std::vector<Colour> colours;       ///< 256
    std::vector<Glyph> glyphs;         ///< glyphs of first_character and the following characters
    Bytes rest;                        ///< bytes of FBMP after the glyphs
    Bytes tool_data;                   ///< RDAT: 173 bytes of the tool that made the font
    Bytes tail;                        ///< bytes after `END `, or instead of it

    bool operator==(const Font&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Font& font, unsigned version)
{
    serialize(ar, static_cast<FontHeader&>(font), version);
    field(ar, "palette_tag", font.palette_tag, {.label = "Palette tag", .doc = "BPAL or FPAL."});
    field(ar, "no_end", font.no_end,
          {.label = "File ends without END", .doc = "1: END is missing.", .max = 1, .notation = Notation::boolean});
    list(ar, "colours", "colour", font.colours, {.label = "Colours", .doc = "256 colours. Index 0 is first."});
    list(ar, "glyphs", Glyph::element, font.glyphs,
         {.label = "Glyphs", .doc = "Glyphs in character order. The first glyph is for first_character."});
    blob(ar, "rest", font.rest, {.label = "Rest", .doc = "Bytes of FBMP after the glyphs."});
    blob(ar, "tool_data", font.tool_data, {.label = "Tool data", .doc = "RDAT: a name and numbers."});
    blob(ar, "tail", font.tail, {.label = "Tail", .doc = "Bytes after END, or instead of END."});
}

/// Returns true if the bytes begin like a font: FNHD and its size.
[[nodiscard]] bool is_font(ByteView bytes);

/// Reads a font. Errors: malformed (not a font), truncated (palette or glyphs are incomplete).
[[nodiscard]] Result<Font> read_font(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns how far a character moves the pen, in pixels: the width of its glyph plus 1. A space also adds the width of
/// the next glyph, `!`. A character without an enabled glyph moves the pen by 0. Source: reference sheet "engine
/// facts", 5.
[[nodiscard]] std::int64_t advance(const Font& font, std::size_t character);

/// Returns the colours of a font with 8 bits per component. A palette without a component above 63 has 6 bits.
[[nodiscard]] std::vector<Colour> display_colours(const Font& font);

/// Checks that a font can be drawn and written. A font that was read always can; an edited one can be invalid. Errors:
/// out_of_range (colours, glyphs, or a number of pixels other than width x height).
[[nodiscard]] Status check_font(const Font& font);

/// Returns the bytes of a font. Errors: those of check_font(), mismatch (would read back differently).
[[nodiscard]] Result<Bytes> write_font(const Font& font);

}  // namespace redforge::art
