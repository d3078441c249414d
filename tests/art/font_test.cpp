// FNT: layout, and the round trip through a picture and BMFont's text.
#include <catch2/catch.hpp>

#include <algorithm>

#include "art/bank_builder.hpp"
#include "art/font.hpp"
#include "art/font_sheet.hpp"
#include "art/font_text.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;

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

const Bytes two_glyphs = join({words({0, 0, 0, 0, 0}), words({1, -1, 3, 2, 2}), make_bytes({1, 2, 3, 4})});

}  // namespace

TEST_CASE("FNT: glyphs belong to the characters from the first one on", "[art]")
{
    const Bytes file = fnt(2, two_glyphs);
    CHECK(is_font(file));
    const Font font = need(read_font(file));
    CHECK(font.tool_value == 5);
    CHECK(font.line_height == 9);
    CHECK(font.first_character == 32);
    REQUIRE(font.glyphs.size() == 2);
    CHECK(font.glyphs[0].enabled == 0);
    CHECK(font.glyphs[1] == Glyph{1, -1, 3, 2, 2, make_bytes({1, 2, 3, 4})});
    CHECK_FALSE(font.has_tool_data.stored);
    CHECK_FALSE(font.count.stored);
    CHECK_FALSE(font.greatest_width.stored);
    CHECK(law_violation(font, file, write_font).empty());
}

TEST_CASE("FNT: a font without a palette is read and shown in greys", "[art]")
{
    const Bytes whole = fnt(2, two_glyphs);
    Bytes file(whole.begin(), whole.begin() + 64);
    file.insert(file.end(), whole.begin() + 64 + 8 + 768, whole.end());
    const Font font = need(read_font(file));
    CHECK(font.colours.empty());
    CHECK(font.palette_tag.view().empty());
    CHECK(font.glyphs.size() == 2);
    CHECK(display_colours(font).size() == 256);
    CHECK(display_colours(font)[200] == Colour{200, 200, 200});
    CHECK(law_violation(font, file, write_font).empty());
}

TEST_CASE("FNT: keeps tool data, zeros after END and invalid parts", "[art]")
{
    const auto kept_in = [](const Bytes& bytes) {
        const Font font = need(read_font(bytes));
        CHECK(law_violation(font, bytes, write_font).empty());
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
    CHECK(require_error(write_font(wrong)).field == "glyphs[1].pixels");
    Bytes cut = fnt(2, two_glyphs);
    cut.resize(850);
    CHECK(require_error(read_font(cut)).code == ErrorCode::truncated);
}

TEST_CASE("FNT: a picture and BMFont text restore the glyphs", "[art]")
{
    const Font font = need(read_font(fnt(2, two_glyphs)));
    const FontSheet sheet = need(make_font_sheet(font, "TEST", "font.png"));
    CHECK(sheet.text == "info face=\"TEST\" size=9\n"
                        "common lineHeight=9 base=9 scaleW=256 scaleH=2 pages=1 packed=0\n"
                        "page id=0 file=\"font.png\"\n"
                        "chars count=1\n"
                        "char id=33 x=1 y=0 width=2 height=2 xoffset=-1 yoffset=3 xadvance=3 page=0 chnl=15\n");
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
    CHECK(other.glyphs[3] == Glyph{1, 4, 5, 1, 1, make_bytes({4})});
    CHECK(require_error(read_font_sheet(other, "char id=33 x=255 y=0 width=2 height=1\n", sheet.png)).message ==
          "character 33 is not within the picture");
    CHECK(require_error(read_font_sheet(other, "char id=31 x=0 y=0 width=1 height=1\n", sheet.png)).line == 1);
    CHECK(require_error(read_font_sheet(other, "nothing\n", sheet.png)).message == "a text without a line \"char\"");
}

TEST_CASE("FNT: a drawn text is as large as its glyphs, and lines are a line height apart", "[art]")
{
    Font font = need(read_font(fnt(2, two_glyphs)));  // the space is disabled; ! is 2 x 2 at -1,3
    const IndexedImage one = need(draw_text(font, "!"));
    CHECK(one.width == 2);
    CHECK(one.height == 9);  // the height of the line
    CHECK(one.indices[3 * 2 + 0] == 1);
    CHECK(one.indices[4 * 2 + 1] == 4);
    CHECK(std::ranges::count(one.indices, 0) == 9 * 2 - 4);

    const IndexedImage two = need(draw_text(font, "!!\n!"));
    CHECK(two.width == 5);  // each glyph begins a pixel before its pen, which moves by 3
    CHECK(two.height == 18);
    CHECK(two.indices[3 * 5 + 0] == 1);
    CHECK(two.indices[3 * 5 + 2] == 0);
    CHECK(two.indices[3 * 5 + 3] == 1);
    CHECK(two.indices[12 * 5 + 0] == 1);

    font.glyphs[1].height = 10;  // extends below its line
    font.glyphs[1].pixels.resize(20, std::byte{7});
    CHECK(need(draw_text(font, "!")).height == 13);

    const Error missing = require_error(draw_text(font, "a"));
    CHECK(missing.code == ErrorCode::unknown_name);
    CHECK(missing.message == "the font has no character 97");
    CHECK(require_error(draw_text(font, " ")).message == "the font has no character 32");
    CHECK(require_error(draw_text(font, "")).code == ErrorCode::out_of_range);
    CHECK(characters_of(font) == "!");
}

TEST_CASE("font: a glyph advances by its width + 1, a blank also by the width of !", "[art]")
{
    Font font = need(read_font(fnt(2, two_glyphs)));
    CHECK(advance(font, '!') == 3);
    CHECK(advance(font, ' ') == 0);  // disabled
    CHECK(advance(font, 'a') == 0);
    font.glyphs[0] = {1, 0, 0, 4, 1, Bytes(4)};
    CHECK(advance(font, ' ') == 7);  // 4 + 1 + 2
}

TEST_CASE("font: a palette without a component above 63 has 6 bits per channel", "[art]")
{
    Font font;
    font.colours = {{39, 3, 14}, {60, 59, 11}, {63, 0, 0}};
    CHECK(display_colours(font) == std::vector<Colour>{{158, 12, 56}, {243, 239, 44}, {255, 0, 0}});
    font.colours.push_back({64, 0, 0});
    CHECK(display_colours(font)[0] == Colour{39, 3, 14});
}

TEST_CASE("FNT: a glyph with a wrong number of pixels is not drawn or exported", "[art]")
{
    Font font = need(read_font(fnt(2, two_glyphs)));
    const auto error_text = [&](std::uint16_t width, std::uint16_t height, std::size_t pixels) {
        font.glyphs[1].width = width;
        font.glyphs[1].height = height;
        font.glyphs[1].pixels.assign(pixels, std::byte{7});
        for (const Error& error :
             {require_error(draw_text(font, "!")), require_error(make_font_sheet(font, "TEST", "font.png"))}) {
            CHECK(error.code == ErrorCode::out_of_range);
            CHECK(error.field == "glyphs[1].pixels");
        }
    };
    error_text(0, 0, 4);
    error_text(1, 1, 300000);
    error_text(2, 2, 3);
}

TEST_CASE("FNT: errors of a file or its text have a position", "[art]")
{
    const Error no_font = require_error(read_font(bytes_of("FNHDxxxx")));
    CHECK(no_font.message == "not a font: it does not begin with FNHD of 56 bytes");
    CHECK(no_font.offset == 0);
    Bytes cut = fnt(2, two_glyphs);
    cut.resize(848 + 23);  // the glyphs have 24 bytes
    CHECK(require_error(read_font(cut)).message == "FBMP of 24 bytes is cut off");
    CHECK(require_error(read_font(cut)).offset == 840);
    cut.resize(847);
    CHECK(require_error(read_font(cut)).message == "no palette and glyphs after the header");
    CHECK(require_error(read_font(cut)).offset == 64);
    RawFallbacks kept;
    CHECK(read_font(fnt(1, two_glyphs, "BPAL", join({bytes_of("END "), make_bytes({0, 1})})), &kept));
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].place == "FBMP");
    CHECK(kept[0].reason == "bytes that are not a glyph of the font");
    CHECK(kept[0].size == 14);
    CHECK(kept[1].place == "tail");
    CHECK(kept[1].reason == "bytes after the last chunk");
    CHECK(kept[1].size == 2);
    kept.clear();
    CHECK(read_font(fnt(2, two_glyphs, "BPAL", join({bytes_of("END "), Bytes(4)})), &kept));
    CHECK(kept.empty());

    Font font = need(read_font(fnt(2, two_glyphs)));
    font.no_end = 1;
    font.tail = bytes_of("END ");
    CHECK(require_error(write_font(font)).message == "the file would not read back as this document");
    CHECK(require_error(write_font(font)).field == "tail");
    font.glyphs.resize(65536);
    CHECK(require_error(write_font(font)).message == "65536 glyphs");
    CHECK(require_error(write_font(font)).field == "glyphs");
    font.glyphs[1].pixels = make_bytes({1, 2, 3});
    font.glyphs.resize(2);
    CHECK(require_error(write_font(font)).message == "3 pixels");
    CHECK(require_error(write_font(font)).hint == "2 x 2 are 4");
    font.colours.pop_back();
    CHECK_FALSE(write_font(font));
}

TEST_CASE("FNT: the sheet has rows of glyphs one pixel apart, and its text restores them", "[art]")
{
    Font font = need(read_font(fnt(2, two_glyphs)));
    const Bytes sheet_of_two = need(make_font_sheet(font, "TEST", "font.png")).png;  // 256 x 2
    const auto error_for = [&](std::string_view text) {
        Font made = font;
        const Status status = read_font_sheet(made, text, sheet_of_two);
        return status ? "" : status.error().message + "; " + status.error().hint;
    };
    CHECK(error_for("char id=33 x=254 y=0 width=2 height=2\n").empty());
    CHECK(error_for("char id=255 x=256 y=2 width=0 height=0 xoffset=-32768 yoffset=32767").empty());
    CHECK(error_for("char id=32 x=0 y=0 width=1 height=1\n").empty());
    const std::string outside = "character 33 is not within the picture; it has 256 x 2 pixels";
    for (const std::string text :
         {"x=254 y=1 width=2 height=2", "x=255 y=0 width=2 height=2", "x=257 y=0 width=0 height=0",
          "x=0 y=3 width=0 height=0", "x=-1 y=0 width=1 height=1", "x=0 y=-1 width=1 height=1",
          "x=0 y=0 width=-1 height=1", "x=0 y=0 width=1 height=-1", "xoffset=32768", "yoffset=-32769"}) {
        CHECK(error_for("char id=33 " + text) == outside);
    }
    CHECK(error_for("char id=256 x=0 y=0 width=1 height=1") ==
          "character 256; the font's first is 32, and a text has 255 at most");
    CHECK(error_for("\nchar x=0 y=0") == "character 0; the font's first is 32, and a text has 255 at most");
    CHECK(error_for("common lineHeight=3\n") ==
          "a text without a line \"char\"; in BMFont, choose \"Text\" as the font descriptor");

    font.glyphs.clear();
    for (const auto& [width, height] : {std::pair{200, 3}, {56, 2}, {55, 5}, {1, 4}}) {
        font.glyphs.push_back({1, 0, 0, static_cast<std::uint16_t>(width), static_cast<std::uint16_t>(height),
                               Bytes(static_cast<std::size_t>(width * height), std::byte{1})});
    }
    const auto places = [&font] {
        std::string found;
        const std::string text = need(make_font_sheet(font, "TEST", "font.png")).text;
        for (std::size_t at = text.find("scaleW"); at != std::string::npos; at = text.find(" x=", at + 1)) {
            found += text.substr(at, text.find(found.empty() ? " pages" : " width", at) - at) + ",";
        }
        return found;
    };
    CHECK(places() == "scaleW=256 scaleH=9, x=0 y=0, x=0 y=4, x=57 y=4, x=113 y=4,");
    font.glyphs[1] = {1, 0, 0, 55, 2, Bytes(110)};
    CHECK(places() == "scaleW=256 scaleH=9, x=0 y=0, x=201 y=0, x=0 y=4, x=56 y=4,");
    font.glyphs[1] = {1, 0, 0, 300, 2, Bytes(600)};
    CHECK(places() == "scaleW=300 scaleH=12, x=0 y=0, x=0 y=4, x=0 y=7, x=56 y=7,");
}
