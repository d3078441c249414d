// FNT: reading and writing, and the format's entry.
#include "art/font.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "art/format.hpp"
#include "core/record/binary.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::Font>(unsigned);

}  // namespace redforge

namespace redforge::art {
namespace {

constexpr std::size_t font_head_size = 56;  // size of FNHD
static_assert(wire_size<FontHeader>() == font_head_size);
constexpr std::size_t glyph_head_size = 10;
constexpr std::size_t font_colours_at = 8 + font_head_size + 8;
constexpr std::size_t palette_chunk = 8 + 3 * palette_colours;

/// Returns true for a font whose file has no palette. Fonts of the game have one.
bool has_no_palette(const Font& font)
{
    return font.colours.empty() && font.palette_tag.significant().empty();
}
constexpr std::string_view end_of_font = "END ";
constexpr std::string_view tool_data_tag = "RDAT";

std::uint16_t widest(const Font& font)
{
    const auto found = std::ranges::max_element(font.glyphs, {}, &Glyph::width);
    return found == font.glyphs.end() ? std::uint16_t{0} : found->width;
}

std::size_t pixels_of(const Glyph& glyph)
{
    return std::size_t{glyph.width} * glyph.height;
}

/// Reads at most `count` glyphs. Returns the remaining bytes.
ByteView read_glyphs(ByteView bytes, std::size_t count, std::vector<Glyph>& glyphs)
{
    while (glyphs.size() < count && bytes.size() >= glyph_head_size) {
        Glyph glyph;
        read_record(bytes.data(), glyph);
        const std::size_t size = pixels_of(glyph);
        if (size > bytes.size() - glyph_head_size) {
            break;
        }
        const ByteView pixels = bytes.subspan(glyph_head_size, size);
        glyph.pixels.assign(pixels.begin(), pixels.end());
        glyphs.push_back(std::move(glyph));
        bytes = bytes.subspan(glyph_head_size + size);
    }
    return bytes;
}

void append_chunk(Bytes& out, std::string_view tag, ByteView content)
{
    append(out, as_bytes(tag));
    out.resize(out.size() + 4);
    store_be32(out.data() + out.size() - 4, static_cast<std::uint32_t>(content.size()));
    append(out, content);
}

Bytes glyph_bytes(const Font& font)
{
    Bytes bytes;
    for (const Glyph& glyph : font.glyphs) {
        append_record(bytes, glyph);
        append(bytes, glyph.pixels);
    }
    append(bytes, font.rest);
    return bytes;
}

}  // namespace

bool is_font(ByteView bytes)
{
    return bytes.size() >= 8 && as_text(bytes.first(4)) == "FNHD" && load_be32(bytes.data() + 4) == font_head_size;
}

Result<Font> read_font(ByteView bytes, RawFallbacks* kept)
{
    if (!is_font(bytes)) {
        return fail({.message = "not a font: it does not begin with FNHD of 56 bytes",
                     .offset = 0,
                     .hint = "a .FNT file begins with FNHD"});
    }
    const auto cut_off = [&](std::string message, std::size_t offset) {
        return fail({.code = ErrorCode::truncated,
                     .message = std::move(message),
                     .offset = std::min(offset, bytes.size()),
                     .hint = "FNHD is followed by BPAL or FPAL of 768 bytes, or by none, and FBMP"});
    };
    const std::string_view text = as_text(bytes);
    const bool has_palette = bytes.size() < font_colours_at || text.substr(font_colours_at - 8, 4) != "FBMP";
    const std::size_t glyphs_at = font_colours_at + (has_palette ? palette_chunk : 0);
    if (bytes.size() < glyphs_at ||
        (has_palette && load_be32(bytes.data() + font_colours_at - 4) != 3 * palette_colours) ||
        text.substr(glyphs_at - 8, 4) != "FBMP") {
        return cut_off("no palette and glyphs after the header", font_colours_at - 8);
    }
    const std::size_t size = load_be32(bytes.data() + glyphs_at - 4);
    if (size > bytes.size() - glyphs_at) {
        return cut_off(fmt::format("FBMP of {} bytes is cut off", size), glyphs_at - 8);
    }
    Font font;
    read_record<FontHeader>(bytes.data() + 8, font);
    font.palette_tag = has_palette ? text.substr(font_colours_at - 8, 4) : std::string_view();
    if (has_palette) {
        font.colours = read_colours(bytes.data() + font_colours_at);
    }
    const ByteView rest = read_glyphs(bytes.subspan(glyphs_at, size), *font.count.stored, font.glyphs);
    font.rest.assign(rest.begin(), rest.end());
    ByteView tail = bytes.subspan(glyphs_at + size);
    if (tail.size() > 8 && as_text(tail.first(4)) == tool_data_tag) {
        const std::size_t data_size = load_be32(tail.data() + 4);
        if (data_size != 0 && data_size <= tail.size() - 8) {
            const ByteView data = tail.subspan(8, data_size);
            font.tool_data.assign(data.begin(), data.end());
            tail = tail.subspan(8 + data_size);
        }
    }
    font.no_end = as_text(tail).starts_with(end_of_font) ? 0 : 1;
    tail = tail.subspan(font.no_end == 0 ? end_of_font.size() : 0);
    font.tail.assign(tail.begin(), tail.end());
    font.has_tool_data.clear_if_equal(font.tool_data.empty() ? 0 : 1);
    font.greatest_width.clear_if_equal(widest(font));
    font.count.clear_if_equal(static_cast<std::uint16_t>(font.glyphs.size()));
    if (kept != nullptr && !rest.empty()) {
        kept->push_back({"FBMP", "bytes that are not a glyph of the font", rest.size()});
    }
    if (kept != nullptr && !all_zero(tail)) {
        kept->push_back({"tail", "bytes after the last chunk", tail.size()});
    }
    return font;
}

Status check_font(const Font& font)
{
    if (Status colours = has_no_palette(font) ? Status{} : check_colours(font.colours); !colours) {
        return colours;
    }
    if (font.glyphs.size() > std::numeric_limits<std::uint16_t>::max()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} glyphs", font.glyphs.size()),
                     .field = "glyphs",
                     .hint = "the file stores their number in 16 bits"});
    }
    for (std::size_t i = 0; i < font.glyphs.size(); ++i) {
        const Glyph& glyph = font.glyphs[i];
        if (glyph.pixels.size() != pixels_of(glyph)) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{} pixels", glyph.pixels.size()),
                         .field = fmt::format("glyphs[{}].pixels", i),
                         .hint = fmt::format("{} x {} are {}", glyph.width, glyph.height, pixels_of(glyph))});
        }
    }
    return {};
}

Result<Bytes> write_font(const Font& font)
{
    if (const Status status = check_font(font); !status) {
        return fail(status.error());
    }
    FontHeader filled = font;
    filled.has_tool_data = font.has_tool_data.value_or(font.tool_data.empty() ? 0 : 1);
    filled.greatest_width = font.greatest_width.value_or(widest(font));
    filled.count = font.count.value_or(static_cast<std::uint16_t>(font.glyphs.size()));
    Bytes head;
    append_record(head, filled);
    Bytes colours;
    append_colours(colours, font.colours);
    Bytes out;
    append_chunk(out, "FNHD", head);
    if (!has_no_palette(font)) {
        append_chunk(out, {font.palette_tag.bytes.data(), font.palette_tag.bytes.size()}, colours);
    }
    append_chunk(out, "FBMP", glyph_bytes(font));
    if (!font.tool_data.empty()) {
        append_chunk(out, tool_data_tag, font.tool_data);
    }
    append(out, as_bytes(font.no_end == 0 ? end_of_font : std::string_view()));
    append(out, font.tail);

    const Result<Font> again = read_font(out);
    if (!again || again->glyphs.size() != font.glyphs.size() || again->rest != font.rest ||
        again->no_end != font.no_end || again->tail != font.tail || again->tool_data != font.tool_data) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the file would not read back as this document",
                     .field = font.count.stored ? "count" : "tail",
                     .hint = "leave out the count, and bytes that read as a glyph, as RDAT or as END"});
    }
    return out;
}

Format font_format()
{
    return make_format<Font, &is_font, &read_font, &write_font>("Redguard font", ".FNT");
}

}  // namespace redforge::art
