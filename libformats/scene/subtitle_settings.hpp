// The font and the settings with which the game shows subtitles. Source: reference sheet "engine facts", 1
// (SYSTEM.INI), and the public page on subtitles that it cites.
#pragma once

#include <cstdint>
#include <filesystem>

#include "art/font.hpp"
#include "art/subtitle.hpp"
#include "config/ini.hpp"
#include "core/error.hpp"

namespace redforge::scene {

/// The speaker of a line. The player's lines have their own setting.
enum class Speaker : std::uint8_t { character, cyrus };

/// Reads SYSTEM.INI of a game folder. Errors: those of read_game_file() and config::read_ini().
[[nodiscard]] Result<config::Ini> read_system_ini(const std::filesystem::path& root);

/// Reads FONTS/REDSEL.FNT, the font of subtitles. Errors: those of read_game_file() and art::read_font().
[[nodiscard]] Result<art::Font> read_subtitle_font(const std::filesystem::path& root);

/// Returns the style of a speaker: dialog_max_text_width of [dialog], and font_sel (characters) or font_norm (Cyrus) of
/// [3dfx]. A missing key has its shipped value: 500, 255,255 and 125,255. Errors: malformed (a value is not a number,
/// or not a pair of 0 to 255).
[[nodiscard]] Result<art::SubtitleStyle> subtitle_style(const config::Ini& system_ini, Speaker speaker);

/// Returns the distance, in map units, up to which a line starts: dialog_max_distance of [dialog], or the shipped
/// 1,600. Errors: malformed (the value is not a number).
[[nodiscard]] Result<std::int32_t> speech_range(const config::Ini& system_ini);

}  // namespace redforge::scene
