// Units and options shared by all exporters.
#pragma once

#include <string>

namespace redforge::exchange {

struct Textures;

/// Divisor of positions: a model's (x, y, z) in 1/256 unit is drawn at (-x, -y, z) / 5120. This is a rotation about z,
/// so the winding of triangles is kept. Coordinates up to 8,388,607 / 256 units round-trip exactly.
inline constexpr double drawn_scale = 5120;

struct ExportOptions {
    std::string name{};          ///< name of the object
    const Textures* textures{};  ///< if null, materials have no pictures
    bool originals{true};  ///< glTF: number the polygons and store the model's file, so that an import can restore it
    double frames_per_second{15};  ///< glTF: speed of the animation
};

}  // namespace redforge::exchange
