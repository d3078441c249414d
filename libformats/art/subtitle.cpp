// Lays out and draws subtitles.
#include "art/subtitle.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "art/font_text.hpp"

namespace redforge::art {
namespace {

constexpr std::int64_t line_step = 26;
constexpr std::int64_t bottom = 470;

std::int64_t width_of_text(const Font& font, std::string_view text)
{
    std::int64_t width = 0;
    for (const char letter : text) {
        width += advance(font, static_cast<unsigned char>(letter));
    }
    return width;
}

/// Removes and returns the first word of a text, with a space before it if there is one.
std::string_view take_token(std::string_view& text)
{
    const std::size_t end = std::min(text.find(' ', text.starts_with(' ') ? 1 : 0), text.size());
    const std::string_view token = text.substr(0, end);
    text.remove_prefix(end);
    return token;
}

std::vector<std::string> break_lines(const Font& font, std::string_view text, std::int64_t max_width)
{
    std::vector<std::string> lines(1);
    std::int64_t running = 0;
    while (!text.empty()) {
        std::string_view token = take_token(text);
        const std::int64_t width = width_of_text(font, token);
        if (running + width < max_width) {
            running += width;
        } else {
            lines.emplace_back();
            running = width;  // includes the space that the line break replaces
            token.remove_prefix(token.starts_with(' ') ? 1 : 0);
        }
        lines.back() += token;
    }
    return lines;
}

/// Blends a colour over a pixel.
void blend(RgbaImage& screen, std::int64_t x, std::int64_t y, Colour colour, unsigned opacity)
{
    if (x < 0 || y < 0 || x >= screen.width || y >= screen.height) {
        return;
    }
    std::uint8_t* const pixel =
        screen.rgba.data() + 4 * (static_cast<std::size_t>(y) * screen.width + static_cast<std::size_t>(x));
    const unsigned rest = pixel[3] * (255 - opacity) / 255;  // opacity that the pixel keeps
    const unsigned total = opacity + rest;
    const auto mix = [&](unsigned under, unsigned over) {
        return static_cast<std::uint8_t>((over * opacity + under * rest) / total);
    };
    if (total != 0) {
        pixel[0] = mix(pixel[0], colour.r);
        pixel[1] = mix(pixel[1], colour.g);
        pixel[2] = mix(pixel[2], colour.b);
        pixel[3] = static_cast<std::uint8_t>(total);
    }
}

}  // namespace

std::vector<SubtitleLine> lay_out_subtitle(const Font& font, std::string_view text, std::int64_t max_width)
{
    std::vector<std::string> texts = break_lines(font, text, std::max(max_width, min_subtitle_width));
    const std::int64_t breaks = static_cast<std::int64_t>(texts.size()) - 1;
    std::int64_t y = bottom - line_step * (std::max<std::int64_t>(breaks, 1) + 1);
    std::vector<SubtitleLine> lines;
    for (std::string& each : texts) {
        const std::int64_t x = std::int64_t{game_width} / 2 - width_of_text(font, each) / 2;
        lines.push_back({std::move(each), x, y});
        y += line_step;
    }
    return lines;
}

Status draw_subtitle(RgbaImage& screen, const Font& font, std::string_view text, const SubtitleStyle& style)
{
    if (const Status status = check_font(font); !status) {
        return status;
    }
    if (screen.width != game_width || screen.height != game_height) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a picture of {} x {} pixels", screen.width, screen.height),
                     .hint = "the game shows subtitles on a screen of 640 x 480"});
    }
    const std::vector<Colour> colours = display_colours(font);
    const unsigned shadow = style.shadow * 200U / 256U;
    for (const SubtitleLine& line : lay_out_subtitle(font, text, style.max_width)) {
        std::int64_t pen = line.x;
        for (const char letter : line.text) {
            const auto character = static_cast<unsigned char>(letter);
            const std::size_t number = std::size_t{character} - font.first_character;
            if (character < font.first_character || number >= font.glyphs.size()) {
                return fail({.code = ErrorCode::unknown_name,
                             .message = fmt::format("the font has no character {}", character),
                             .field = "glyphs",
                             .hint = fmt::format("it has {} to {}", font.first_character,
                                                 font.first_character + font.glyphs.size() - 1)});
            }
            const Glyph& glyph = font.glyphs[number];
            for (const auto& [offset, is_shadow] : {std::pair(1, true), std::pair(0, false)}) {
                for (std::size_t i = 0; glyph.enabled != 0 && i < glyph.pixels.size(); ++i) {
                    const auto index = std::to_integer<std::size_t>(glyph.pixels[i]);
                    const auto column = static_cast<std::int64_t>(i % glyph.width);
                    const auto row = static_cast<std::int64_t>(i / glyph.width);
                    if (index != 0) {
                        blend(screen, pen + glyph.left + column + offset, line.y + glyph.top + row + offset,
                              is_shadow || index >= colours.size() ? Colour{} : colours[index],
                              is_shadow ? shadow : style.letters);
                    }
                }
            }
            pen += advance(font, character);
        }
    }
    return {};
}

}  // namespace redforge::art
