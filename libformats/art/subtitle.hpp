// Draws subtitles as the game does: line breaks, positions, shadow and colours. Source: reference sheets "engine
// facts", 1, 4 and 5; the public page on subtitles that they cite.
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

/// Maximum width of a line, in pixels: dialog_max_text_width of the shipped SYSTEM.INI.
inline constexpr std::int64_t default_subtitle_width = 500;
/// Smallest maximum width of a line. The game uses it if dialog_max_text_width is less.
inline constexpr std::int64_t min_subtitle_width = 150;

/// Settings of SYSTEM.INI for the subtitles of a speaker (scene/subtitle_settings.hpp). The defaults are the shipped
/// values for characters other than the player.
struct SubtitleStyle {
    std::int64_t max_width{default_subtitle_width};  ///< pixels
    std::uint8_t shadow{255};                        ///< the opacity of the shadow is this x 200 / 256
    std::uint8_t letters{255};                       ///< opacity of the letters

    friend bool operator==(const SubtitleStyle&, const SubtitleStyle&) = default;
};

/// A line on the screen of the game.
struct SubtitleLine {
    std::string text;
    std::int64_t x{};  ///< pixels, position of the pen
    std::int64_t y{};  ///< pixels, top of the line

    friend bool operator==(const SubtitleLine&, const SubtitleLine&) = default;
};

/// Breaks a text into centred lines. A word, with the space before it, stays on the line if the line is then narrower
/// than `max_width` pixels. Two or more lines end at the bottom of the area; a single line is one line higher.
[[nodiscard]] std::vector<SubtitleLine> lay_out_subtitle(const Font& font, std::string_view text,
                                                         std::int64_t max_width = default_subtitle_width);

/// Draws a subtitle into a picture of the game's screen: a black shadow at offset (1, 1), then the letters in the
/// colours of the font. Errors: those of check_font(), unknown_name (a character that the font does not have),
/// out_of_range (the picture is not 640 x 480).
[[nodiscard]] Status draw_subtitle(RgbaImage& screen, const Font& font, std::string_view text,
                                   const SubtitleStyle& style = {});

}  // namespace redforge::art
