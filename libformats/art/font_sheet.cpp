// Converts fonts to a picture and a BMFont text, and back.
#include "art/font_sheet.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "art/picture.hpp"
#include "art/png.hpp"
#include "core/text/trim.hpp"

namespace redforge::art {
namespace {

constexpr std::uint32_t sheet_width = 256;
constexpr std::uint32_t last_character = 255;

struct SheetPlace {
    std::uint32_t x{};
    std::uint32_t y{};
};

/// The values of a line `char id=65 x=0 y=0`, by name.
using Values = std::map<std::string_view, std::int64_t>;

Values values_of(std::string_view line)
{
    Values values;
    while (!line.empty()) {
        line = trimmed(line);
        const std::string_view word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
        line.remove_prefix(word.size());
        const std::size_t equals = word.find('=');
        std::int64_t value = 0;
        if (equals != std::string_view::npos &&
            std::from_chars(word.data() + equals + 1, word.data() + word.size(), value).ec == std::errc{}) {
            values[word.substr(0, equals)] = value;
        }
    }
    return values;
}

Error text_error(std::uint32_t line, std::string message, std::string hint)
{
    return {.message = std::move(message), .line = line, .hint = std::move(hint)};
}

/// Replaces or adds the glyph that a line `char` describes.
Status take_glyph(const Values& values, std::uint32_t line, const IndexedImage& sheet, Font& font)
{
    const auto value = [&](std::string_view name) {
        const auto found = values.find(name);
        return found == values.end() ? std::int64_t{0} : found->second;
    };
    const std::int64_t id = value("id");
    if (!values.contains("id") || id < font.first_character || id > last_character) {
        return fail(text_error(line, fmt::format("character {}", id),
                               fmt::format("the font's first is {}, and a text has {} at most", font.first_character,
                                           last_character)));
    }
    const std::int64_t x = value("x");
    const std::int64_t y = value("y");
    const std::int64_t width = value("width");
    const std::int64_t height = value("height");
    const auto is_short = [](std::int64_t number) { return number >= INT16_MIN && number <= INT16_MAX; };
    if (x < 0 || y < 0 || width < 0 || height < 0 || x > sheet.width || y > sheet.height || width > sheet.width - x ||
        height > sheet.height - y || !is_short(value("xoffset")) || !is_short(value("yoffset")) || !is_short(width) ||
        !is_short(height)) {
        return fail(text_error(line, fmt::format("character {} is not within the picture", id),
                               fmt::format("it has {} x {} pixels", sheet.width, sheet.height)));
    }
    const auto number = static_cast<std::size_t>(id - font.first_character);
    if (number >= font.glyphs.size()) {
        font.glyphs.resize(number + 1, Glyph{.enabled = 0});
    }
    Glyph& glyph = font.glyphs[number];
    glyph.enabled = std::max<std::uint16_t>(glyph.enabled, 1);
    glyph.left = static_cast<std::int16_t>(value("xoffset"));
    glyph.top = static_cast<std::int16_t>(value("yoffset"));
    glyph.width = static_cast<std::uint16_t>(width);
    glyph.height = static_cast<std::uint16_t>(height);
    glyph.pixels.clear();
    for (std::int64_t row = 0; row < height; ++row) {
        const auto begin = static_cast<std::size_t>((y + row) * sheet.width + x);
        append(glyph.pixels, std::as_bytes(std::span(sheet.indices).subspan(begin, static_cast<std::size_t>(width))));
    }
    return {};
}

}  // namespace

Result<FontSheet> make_font_sheet(const Font& font, std::string_view name, std::string_view png_name)
{
    if (const Status status = check_font(font); !status) {
        return fail(status.error());
    }
    std::uint32_t width = sheet_width;
    for (const Glyph& glyph : font.glyphs) {
        width = std::max<std::uint32_t>(width, glyph.width);
    }
    std::vector<SheetPlace> places;
    SheetPlace next;
    std::uint32_t row_height = 0;
    for (const Glyph& glyph : font.glyphs) {
        if (next.x + glyph.width > width) {
            next = {0, next.y + row_height + 1};
            row_height = 0;
        }
        places.push_back(next);
        next.x += glyph.width + 1U;
        row_height = std::max<std::uint32_t>(row_height, glyph.height);
    }
    const std::uint64_t height = std::uint64_t{next.y} + row_height;
    if (height == 0 || height * width > max_pixels) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("the glyphs need a picture of {} x {} pixels", width, height),
                     .field = "glyphs",
                     .hint = "the maximum is 4096 x 4096"});
    }
    IndexedImage sheet{width, static_cast<std::uint32_t>(height), {}};
    sheet.indices.resize(std::size_t{sheet.width} * sheet.height);
    FontSheet made;
    made.text = fmt::format("info face=\"{}\" size={}\n", name, font.line_height);
    made.text += fmt::format("common lineHeight={} base={} scaleW={} scaleH={} pages=1 packed=0\n", font.line_height,
                             font.line_height, sheet.width, sheet.height);
    made.text += fmt::format("page id=0 file=\"{}\"\n", png_name);
    std::string lines;
    std::size_t count = 0;
    for (std::size_t i = 0; i < font.glyphs.size(); ++i) {
        const Glyph& glyph = font.glyphs[i];
        const SheetPlace at = places[i];
        for (std::size_t row = 0; row < glyph.height; ++row) {
            const ByteView pixels = ByteView(glyph.pixels).subspan(row * glyph.width, glyph.width);
            std::ranges::transform(pixels,
                                   sheet.indices.begin() + static_cast<std::ptrdiff_t>((at.y + row) * width + at.x),
                                   [](std::byte index) { return std::to_integer<std::uint8_t>(index); });
        }
        if (glyph.enabled != 0) {
            ++count;
            lines += fmt::format("char id={} x={} y={} width={} height={} xoffset={} yoffset={} xadvance={} page=0 "
                                 "chnl=15\n",
                                 font.first_character + i, at.x, at.y, glyph.width, glyph.height, glyph.left, glyph.top,
                                 advance(font, font.first_character + i));
        }
    }
    made.text += fmt::format("chars count={}\n{}", count, lines);
    Result<Bytes> png = write_png(sheet, display_colours(font));
    if (!png) {
        return fail(png.error());
    }
    made.png = std::move(*png);
    return made;
}

Status read_font_sheet(Font& font, std::string_view text, ByteView png)
{
    const Result<IndexedImage> sheet = read_png_with_palette(png, display_colours(font));
    if (!sheet) {
        return fail(sheet.error());
    }
    std::vector<bool> enabled;
    bool any = false;
    std::uint32_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::string_view line = trimmed(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        if (line.starts_with("common ")) {
            const Values values = values_of(line);
            if (const auto height = values.find("lineHeight");
                height != values.end() && height->second >= 0 && height->second <= UINT16_MAX) {
                font.line_height = static_cast<std::uint16_t>(height->second);
            }
        } else if (line.starts_with("char ")) {
            const Values values = values_of(line);
            if (const Status taken = take_glyph(values, number, *sheet, font); !taken) {
                return taken;
            }
            enabled.resize(font.glyphs.size());
            enabled[static_cast<std::size_t>(values.at("id") - font.first_character)] = true;
            any = true;
        }
    }
    if (!any) {
        return fail(
            text_error(number, "a text without a line \"char\"", "in BMFont, choose \"Text\" as the font descriptor"));
    }
    enabled.resize(font.glyphs.size());
    for (std::size_t i = 0; i < enabled.size(); ++i) {
        if (!enabled[i]) {
            font.glyphs[i].enabled = 0;
        }
    }
    font.greatest_width = {};
    font.count = {};
    return {};
}

}  // namespace redforge::art
