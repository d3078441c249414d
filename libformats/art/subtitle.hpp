// Subtitles as the game shows them: lines, places, shadow and colours. Source: reference sheets "engine facts", 1, 4
// and 5; the public page on subtitles that they cite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "art/font.hpp"
#include "art/picture.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// The screen that the game scales to its resolution, in pixels.
inline constexpr std::uint32_t game_width = 640;
inline constexpr std::uint32_t game_height = 480;

/// Widths of subtitles: dialog_max_text_width of SYSTEM.INI as shipped, and the least that the game uses.
inline constexpr std::int64_t default_subtitle_width = 500;
inline constexpr std::int64_t min_subtitle_width = 150;

/// A line on the screen of the game.
struct SubtitleLine {
    std::string text;
    std::int64_t x{};  ///< of the pen
    std::int64_t y{};  ///< top of the line

    friend bool operator==(const SubtitleLine&, const SubtitleLine&) = default;
};

/// Breaks a text into lines and places them. A word with the space before it stays on the line if the line is then
/// narrower than `max_width` pixels. A line is centred. The last line of one or two is at the bottom of a block for
/// two.
[[nodiscard]] std::vector<SubtitleLine> lay_out_subtitle(const Font& font, std::string_view text,
                                                         std::int64_t max_width = default_subtitle_width);

/// Draws a subtitle into a picture of the game's screen: a black shadow at 1, 1 with an opacity of 199 of 255, then the
/// letters in the colours of the font, as [3dfx] font_sel 255,255 does. Errors: those of check_font(), unknown_name (a
/// character that the font does not have), out_of_range (the picture is not 640 x 480).
[[nodiscard]] Status draw_subtitle(RgbaImage& screen, const Font& font, std::string_view text,
                                   std::int64_t max_width = default_subtitle_width);

}  // namespace redforge::art
