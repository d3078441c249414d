// What exports to all formats share.
#pragma once

#include <string>

namespace redforge::exchange {

struct Textures;

/// What positions are divided by: a model's (x, y, z) in 1/256 unit is drawn at (-x, -y, z) / 5120. That is a turn about
/// z, so triangles keep their order. Coordinates up to 8,388,607 / 256 units survive the way there and back exactly.
inline constexpr double drawn_scale = 5120;

struct ExportOptions {
    std::string name{};              ///< of the object
    const Textures* textures{};      ///< null: materials without pictures
    bool originals{true};            ///< glTF: number the polygons and keep the model's file in `extras`, for import
    double frames_per_second{15};    ///< glTF: of the animation
};

}  // namespace redforge::exchange
