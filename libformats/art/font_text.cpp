// Draws a text glyph by glyph.
#include "art/font_text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "art/image.hpp"

namespace redforge::art {
namespace {

/// A glyph, and the position of its upper left corner in pixels from the start of the first line.
struct PlacedGlyph {
    const Glyph* glyph{};
    std::int64_t x{};
    std::int64_t y{};
};

const Glyph* glyph_of(const Font& font, unsigned char character)
{
    const std::size_t number = std::size_t{character} - font.first_character;
    return character >= font.first_character && number < font.glyphs.size() && font.glyphs[number].enabled != 0
               ? &font.glyphs[number]
               : nullptr;
}

}  // namespace

std::int64_t advance(const Font& font, std::size_t character)
{
    const auto width_of = [&](std::size_t each) -> std::int64_t {
        const std::size_t number = each - font.first_character;
        return each >= font.first_character && number < font.glyphs.size() ? font.glyphs[number].width : 0;
    };
    if (character > UINT8_MAX || glyph_of(font, static_cast<unsigned char>(character)) == nullptr) {
        return 0;
    }
    return width_of(character) + 1 + (character == ' ' ? width_of('!') : 0);
}

std::vector<Colour> display_colours(const Font& font)
{
    std::vector<Colour> colours = eight_bit_colours(font.colours);
    for (unsigned i = 0; font.colours.empty() && i <= UINT8_MAX; ++i) {  // a font without a palette
        const auto grey = static_cast<std::uint8_t>(i);
        colours.push_back({grey, grey, grey});
    }
    return colours;
}

Result<IndexedImage> draw_text(const Font& font, std::string_view text)
{
    if (const Status status = check_font(font); !status) {
        return fail(status.error());
    }
    std::vector<PlacedGlyph> glyphs;
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t left = 0;
    std::int64_t top = 0;
    std::int64_t right = 0;
    std::int64_t bottom = 0;
    for (const char letter : text) {
        if (letter == '\n') {
            x = 0;
            y += font.line_height;
            continue;
        }
        const auto character = static_cast<unsigned char>(letter);
        const Glyph* const glyph = glyph_of(font, character);
        if (glyph == nullptr) {
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("the font has no character {}", character),
                         .field = "glyphs",
                         .hint = fmt::format("it has {} to {}; without --text all of them are drawn",
                                             font.first_character, font.first_character + font.glyphs.size() - 1)});
        }
        const PlacedGlyph& placed = glyphs.emplace_back(PlacedGlyph{glyph, x + glyph->left, y + glyph->top});
        left = std::min(left, placed.x);
        top = std::min(top, placed.y);
        x += advance(font, character);
        right = std::max(right, placed.x + glyph->width);
        bottom = std::max({bottom, y + font.line_height, placed.y + glyph->height});
    }
    const auto width = static_cast<std::uint64_t>(right - left);
    const auto height = static_cast<std::uint64_t>(bottom - top);
    if (width == 0 || height == 0 || width > max_pixels / height) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("the text needs a picture of {} x {} pixels", width, height),
                     .hint = "a picture has 1 to 4096 x 4096"});
    }
    IndexedImage image{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
    image.indices.resize(width * height);
    for (const PlacedGlyph& each : glyphs) {
        for (std::size_t i = 0; i < each.glyph->pixels.size(); ++i) {
            const auto row = static_cast<std::size_t>(each.y - top) + i / each.glyph->width;
            const auto column = static_cast<std::size_t>(each.x - left) + i % each.glyph->width;
            // In overlapping glyphs, transparent pixels do not hide others.
            if (const auto index = std::to_integer<std::uint8_t>(each.glyph->pixels[i]); index != 0) {
                image.indices[row * width + column] = index;
            }
        }
    }
    return image;
}

std::string characters_of(const Font& font)
{
    constexpr std::size_t characters_a_line = 32;
    std::string text;
    std::size_t count = 0;
    for (std::size_t i = 0; i < font.glyphs.size() && font.first_character + i <= 0xFF; ++i) {
        const auto character = static_cast<char>(font.first_character + i);
        if (font.glyphs[i].enabled != 0 && character != '\n') {
            text += count++ % characters_a_line == 0 && count > 1 ? "\n" : "";
            text += character;
        }
    }
    return text;
}

}  // namespace redforge::art
