// Subtitles: lines, positions and colours. Source: reference sheets "engine facts", 1 and 5.
#include <catch2/catch.hpp>

#include "art/subtitle.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns a font with a pixel of index 1 for each character from ! to ~: 9 wide letters, 10 wide with their advance. A
/// blank is 4 wide and advances by 4 + 1 + 9.
Font font()
{
    Font made;
    made.first_character = 32;
    made.line_height = 20;
    for (int i = 32; i < 127; ++i) {
        Glyph glyph{.enabled = 1, .left = 0, .top = 0, .width = 9, .height = 1, .pixels = Bytes(9)};
        glyph.pixels[0] = std::byte{1};
        if (i == 32) {
            glyph = {.enabled = 1, .left = 0, .top = 0, .width = 4, .height = 1, .pixels = Bytes(4)};
        }
        made.glyphs.push_back(glyph);
    }
    made.colours.resize(256);
    made.colours[1] = {60, 59, 11};  // 6 bits a channel, as in REDSEL
    return made;
}

}  // namespace

TEST_CASE("subtitles: one line is at 418, two at 418 and 444, three begin at 392", "[art]")
{
    CHECK(lay_out_subtitle(font(), "AAAA") == std::vector<SubtitleLine>{{"AAAA", 320 - 20, 418}});
    // 10 letters are 100 pixels, with a blank before them 114. A line must stay below the limit.
    const std::string word(10, 'B');
    CHECK(lay_out_subtitle(font(), word + " " + word, 200) ==
          std::vector<SubtitleLine>{{word, 270, 418}, {word, 270, 444}});
    CHECK(lay_out_subtitle(font(), word + " " + word, 215) == std::vector<SubtitleLine>{{word + " " + word, 213, 418}});
    const auto three = lay_out_subtitle(font(), word + " " + word + " " + word, 200);
    REQUIRE(three.size() == 3);
    CHECK(three[0].y == 392);
    CHECK(three[2].y == 444);
}

TEST_CASE("subtitles: a line keeps the width of the space that its break replaces", "[art]")
{
    // The second line counts 114 for the word, not 100, and 64 for the next one.
    const std::string word(10, 'B');
    CHECK(lay_out_subtitle(font(), word + " " + word + " " + std::string(5, 'C'), 179).size() == 2);
    CHECK(lay_out_subtitle(font(), word + " " + word + " " + std::string(5, 'C'), 178).size() == 3);
    // The game uses at least 150.
    CHECK(lay_out_subtitle(font(), "AAAAA AAAAA", 1).size() == 1);
}

TEST_CASE("subtitles: letters are opaque, over a shadow with an opacity of 199 / 255", "[art]")
{
    RgbaImage screen{game_width, game_height,
                     std::vector<std::uint8_t>(std::size_t{4} * game_width * game_height, 255)};
    need(draw_subtitle(screen, font(), "A"));
    const auto pixel = [&](std::size_t x, std::size_t y) {
        const std::uint8_t* const at = screen.rgba.data() + 4 * (y * game_width + x);
        return std::vector<int>{at[0], at[1], at[2], at[3]};
    };
    CHECK(pixel(315, 418) == std::vector<int>{243, 239, 44, 255});  // 60, 59, 11 of 63
    CHECK(pixel(316, 419) == std::vector<int>{56, 56, 56, 255});    // 255 x (255 - 199) / 255
    CHECK(pixel(317, 418) == std::vector<int>{255, 255, 255, 255});
    RgbaImage small{1, 1, std::vector<std::uint8_t>(4)};
    CHECK(require_error(draw_subtitle(small, font(), "A")).code == ErrorCode::out_of_range);
    CHECK(require_error(draw_subtitle(screen, font(), "\xFF")).code == ErrorCode::unknown_name);
}

TEST_CASE("subtitles: a style sets the line width, and the opacity of letters and shadow", "[art]")
{
    const auto drawn = [](const SubtitleStyle& style, std::uint8_t background, std::size_t x, std::size_t y) {
        RgbaImage screen{game_width, game_height,
                         std::vector<std::uint8_t>(std::size_t{4} * game_width * game_height, background)};
        need(draw_subtitle(screen, font(), "A", style));
        const std::uint8_t* const at = screen.rgba.data() + 4 * (y * game_width + x);
        return std::vector<int>{at[0], at[1], at[2], at[3]};
    };
    const SubtitleStyle cyrus{.shadow = 125, .letters = 255};
    CHECK(drawn(cyrus, 255, 316, 419) == std::vector<int>{158, 158, 158, 255});  // 125 x 200 / 256 is 97
    CHECK(drawn(cyrus, 255, 315, 418) == std::vector<int>{243, 239, 44, 255});
    // Films have 255,180. Over an empty picture, the opacity is kept and the colour is that of the font.
    const SubtitleStyle film{.shadow = 255, .letters = 180};
    CHECK(drawn(film, 0, 315, 418) == std::vector<int>{243, 239, 44, 180});
    CHECK(drawn(film, 0, 316, 419) == std::vector<int>{0, 0, 0, 199});
    CHECK(drawn({.shadow = 0, .letters = 0}, 0, 315, 418) == std::vector<int>{0, 0, 0, 0});

    RgbaImage screen{game_width, game_height,
                     std::vector<std::uint8_t>(std::size_t{4} * game_width * game_height, 255)};
    const std::string word(10, 'B');
    need(draw_subtitle(screen, font(), word + " " + word, {.max_width = 200}));
    const auto red = [&](std::size_t x, std::size_t y) { return screen.rgba[4 * (y * game_width + x)]; };
    CHECK(red(270, 418) == 243);
    CHECK(red(270, 444) == 243);
}
