// FNT: what stands where, and the way through a picture and BMFont's text.
#include <catch2/catch.hpp>

#include <algorithm>

#include "art/bank_builder.hpp"
#include "art/font.hpp"
#include "art/font_sheet.hpp"
#include "art/font_text.hpp"
#include "support/octets.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::need_error;
using redforge::test::octets;

namespace {

Bytes words(const std::vector<int>& values)
{
    Bytes bytes;
    for (const int value : values) {
        append_le(bytes, static_cast<std::int16_t>(value));
    }
    return bytes;
}

Bytes fnt(int count, const Bytes& glyphs, std::string_view palette = "BPAL", const Bytes& end = bytes_of("END "),
          int has_tool_data = 0)
{
    return join({part("FNHD", join({bytes_of("synthetic"), Bytes(23),
                                    words({5, has_tool_data, 0, 0, 0, 2, 9, 32, count, 0, 0, 1})})),
                 part(palette, colours()), part("FBMP", glyphs), end});
}

const Bytes two_glyphs = join({words({0, 0, 0, 0, 0}), words({1, -1, 3, 2, 2}), octets({1, 2, 3, 4})});

}  // namespace

TEST_CASE("FNT: glyphs of the characters from the first on", "[art]")
{
    const Bytes file = fnt(2, two_glyphs);
    CHECK(is_font(file));
    const Font font = need(read_font(file));
    CHECK(font.tool_value == 5);
    CHECK(font.line_height == 9);
    CHECK(font.first_character == 32);
    REQUIRE(font.glyphs.size() == 2);
    CHECK(font.glyphs[0].enabled == 0);
    CHECK(font.glyphs[1] == Glyph{1, -1, 3, 2, 2, octets({1, 2, 3, 4})});
    CHECK_FALSE(font.has_tool_data.stored);
    CHECK_FALSE(font.count.stored);
    CHECK_FALSE(font.greatest_width.stored);
    CHECK(broken_law(font, file, write_font).empty());
}

TEST_CASE("FNT: data of the tool, zeros behind END, and odd parts are kept", "[art]")
{
    const auto kept_in = [](const Bytes& bytes) {
        const Font font = need(read_font(bytes));
        CHECK(broken_law(font, bytes, write_font).empty());
        return font;
    };
    const Bytes tool =
        kept_in(fnt(2, two_glyphs, "BPAL", join({part("RDAT", Bytes(173)), bytes_of("END ")}), 1)).tool_data;
    CHECK(tool.size() == 173);
    const Bytes with_tool = fnt(2, two_glyphs, "BPAL", join({part("RDAT", Bytes(173)), bytes_of("END ")}), 1);
    CHECK_FALSE(kept_in(with_tool).has_tool_data.stored);
    CHECK(kept_in(fnt(2, two_glyphs, "BPAL", bytes_of("END "), 1)).has_tool_data.stored == 1);
    CHECK(
        kept_in(fnt(2, two_glyphs, "BPAL", join({part("RDAT", Bytes(173)), bytes_of("END ")}))).has_tool_data.stored ==
        0);
    const Font zeros = kept_in(fnt(2, two_glyphs, "FPAL", join({bytes_of("END "), Bytes(4)})));
    CHECK(zeros.palette_tag.view() == "FPAL");
    CHECK(zeros.tail == Bytes(4));
    CHECK(kept_in(fnt(1, two_glyphs)).rest.size() == 14);
    CHECK(kept_in(fnt(3, two_glyphs)).count.stored == 3);
    CHECK(kept_in(fnt(2, two_glyphs, "BPAL", {})).no_end == 1);
    Font wrong = zeros;
    wrong.glyphs[1].pixels.pop_back();
    CHECK(need_error(write_font(wrong)).field == "glyphs[1].pixels");
    Bytes cut = fnt(2, two_glyphs);
    cut.resize(850);
    CHECK(need_error(read_font(cut)).code == ErrorCode::truncated);
}

TEST_CASE("FNT: a picture and BMFont's text bring the same glyphs back", "[art]")
{
    const Font font = need(read_font(fnt(2, two_glyphs)));
    const FontSheet sheet = need(make_font_sheet(font, "TEST", "font.png"));
    CHECK(sheet.text == "info face=\"TEST\" size=9\n"
                        "common lineHeight=9 base=9 scaleW=256 scaleH=2 pages=1 packed=0\n"
                        "page id=0 file=\"font.png\"\n"
                        "chars count=1\n"
                        "char id=33 x=1 y=0 width=2 height=2 xoffset=-1 yoffset=3 xadvance=1 page=0 chnl=15\n");
    Font again = font;
    again.glyphs[1].pixels = {};
    need(read_font_sheet(again, sheet.text, sheet.png));
    CHECK(again == font);

    // Another text moves, adds and disables characters.
    Font other = font;
    need(read_font_sheet(other, "common lineHeight=12\r\nchar id=35 x=2 y=1 width=1 height=1 xoffset=4 yoffset=5\r\n",
                         sheet.png));
    CHECK(other.line_height == 12);
    REQUIRE(other.glyphs.size() == 4);
    CHECK(other.glyphs[1].enabled == 0);
    CHECK(other.glyphs[3] == Glyph{1, 4, 5, 1, 1, octets({4})});
    CHECK(need_error(read_font_sheet(other, "char id=33 x=255 y=0 width=2 height=1\n", sheet.png)).message ==
          "character 33 is not within the picture");
    CHECK(need_error(read_font_sheet(other, "char id=31 x=0 y=0 width=1 height=1\n", sheet.png)).line == 1);
    CHECK(need_error(read_font_sheet(other, "nothing\n", sheet.png)).message == "a text without a line \"char\"");
}

TEST_CASE("FNT: a text is as large as its glyphs, and a line is a line's height below the one before", "[art]")
{
    Font font = need(read_font(fnt(2, two_glyphs)));  // the space is disabled; ! is 2 x 2 at -1,3
    const IndexedImage one = need(draw_text(font, "!"));
    CHECK(one.width == 2);
    CHECK(one.height == 9);  // of the line
    CHECK(one.indices[3 * 2 + 0] == 1);
    CHECK(one.indices[4 * 2 + 1] == 4);
    CHECK(std::ranges::count(one.indices, 0) == 9 * 2 - 4);

    const IndexedImage two = need(draw_text(font, "!!\n!"));
    CHECK(two.width == 3);  // each glyph begins a pixel before its pen, and the pen goes on by one
    CHECK(two.height == 18);
    CHECK(two.indices[3 * 3 + 0] == 1);
    CHECK(two.indices[3 * 3 + 1] == 1);  // the second over the first
    CHECK(two.indices[3 * 3 + 2] == 2);
    CHECK(two.indices[12 * 3 + 0] == 1);

    font.glyphs[1].height = 10;  // below its line
    font.glyphs[1].pixels.resize(20, std::byte{7});
    CHECK(need(draw_text(font, "!")).height == 13);

    const Error missing = need_error(draw_text(font, "a"));
    CHECK(missing.code == ErrorCode::unknown_name);
    CHECK(missing.message == "the font has no character 97");
    CHECK(need_error(draw_text(font, " ")).message == "the font has no character 32");
    CHECK(need_error(draw_text(font, "")).code == ErrorCode::out_of_range);
    CHECK(characters_of(font) == "!");
}

TEST_CASE("FNT: a glyph of another number of pixels than it says is neither drawn nor exported", "[art]")
{
    Font font = need(read_font(fnt(2, two_glyphs)));
    const auto refused = [&](std::uint16_t width, std::uint16_t height, std::size_t pixels) {
        font.glyphs[1].width = width;
        font.glyphs[1].height = height;
        font.glyphs[1].pixels.assign(pixels, std::byte{7});
        for (const Error& error :
             {need_error(draw_text(font, "!")), need_error(make_font_sheet(font, "TEST", "font.png"))}) {
            CHECK(error.code == ErrorCode::out_of_range);
            CHECK(error.field == "glyphs[1].pixels");
        }
    };
    refused(0, 0, 4);
    refused(1, 1, 300000);
    refused(2, 2, 3);
}
