// The compass that the game shows. Sources: reference sheet "engine facts", 1 and 6; michidk/redguard-preservation,
// docs/config (the section, and the shipped values).
#pragma once

#include <cstdint>
#include <filesystem>

#include "art/picture.hpp"
#include "art/picture_file.hpp"
#include "config/ini.hpp"
#include "core/error.hpp"

namespace redforge::scene {

struct Compass {
    art::PictureFile pictures;  ///< SYSTEM/COMPASS2.GXA: a frame for each of 32 directions
    std::int32_t x{};           ///< compass_xco of [system], in pixels of the game's screen
    std::int32_t y{};           ///< compass_yco of [system]
};

/// A picture and its upper left corner on the game's screen, in pixels.
struct CompassPicture {
    art::RgbaImage image;
    std::int32_t x{};
    std::int32_t y{};
};

/// Reads the compass of a game folder. If SYSTEM.INI has no coordinate, the shipped one is used: X 546, Y 396. Errors:
/// those of read_game_file() and art::read_picture_file(); malformed (fewer than 32 frames).
[[nodiscard]] Result<Compass> read_compass(const std::filesystem::path& root, const config::Ini& system_ini);

/// Returns the picture of a frame, 0 to 31. compass_frame() (game_view.hpp) returns the frame for a heading.
[[nodiscard]] CompassPicture compass_picture(const Compass& compass, std::uint32_t frame);

}  // namespace redforge::scene
