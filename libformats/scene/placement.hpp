// Positions of map records in the viewport: rotations, ropes, and the rule for model names.
//
// Source: reference sheet "maps", "Placement in the viewport", compared there with another program on more than 700
// records. The viewport is right-handed with Y up, and one unit is 20 map units. Rotating a model by half a turn about
// Z converts its stored axes (Y down) to the viewport, so nothing is mirrored and the winding order stays.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <glm/glm.hpp>

#include "rgm/map.hpp"

namespace redforge::scene {

inline constexpr float units_per_view{20};     ///< map units per viewport unit
inline constexpr float rope_step{0.8F};        ///< distance between links, in viewport units
inline constexpr std::int32_t max_links{512};  ///< maximum per rope, so that a malicious file cannot exhaust the memory

using Vec3 = glm::vec3;
/// Multiplies column vectors; glm stores it in column-major order.
using Mat3 = glm::mat3;

/// Transform of a model to the viewport: rotation about its origin, then translation.
struct Placement {
    Mat3 rotation{1.0F};
    Vec3 position{};
};

/// Converts a model point in whole units: (-x, -y, z) / 20, which is (-x, -y, z) / 5120 of the stored coordinates.
[[nodiscard]] constexpr Vec3 model_to_view(Vec3 units)
{
    return {-units.x / units_per_view, -units.y / units_per_view, units.z / units_per_view};
}

/// Converts a point of a placed model (whole units) to the viewport.
[[nodiscard]] Vec3 place(const Placement& placement, Vec3 units);

/// Converts a record position in map units: (-x * 256, -y * 256, -(0xFFFFFF - z * 256)) / 5120.
[[nodiscard]] Vec3 view_position(double x, double y, double z);

/// Converts the position of any record.
template <class Position>
[[nodiscard]] Vec3 view_position(const Position& position)
{
    return view_position(position.x, position.y, position.z);
}

/// Converts a viewport point to map units. Inverse of view_position().
[[nodiscard]] glm::dvec3 map_place(Vec3 view);
/// Like map_place(), but rounded.
[[nodiscard]] std::array<std::int32_t, 3> map_position(Vec3 view);

/// MPSO: S * M * S with M row by row from the record (Q4.28) and S = diag(1, 1, -1).
[[nodiscard]] Mat3 static_rotation(const std::array<std::int32_t, 9>& matrix);

/// MPOB: Ry(y) * Rx(x) * Rz(-z), angles in 2048ths of a turn, taken modulo 2048.
[[nodiscard]] Mat3 object_rotation(const rgm::Angles& angles);

/// Returns the link positions of a rope (MPRP) from the top: 0.8 apart, the first 0.8 below the record position. The
/// model at the end is 0.8 below the last link. Returns at most max_links, and none if the length is 0 or less.
[[nodiscard]] std::vector<Vec3> rope_links(const rgm::Rope& rope);
/// Returns the position of the model at the end of a rope.
[[nodiscard]] Vec3 rope_end(const rgm::Rope& rope);

/// Returns the key of a model name for files and segments: upper case, cut at the last dot ("NAME.3" gives "NAME").
[[nodiscard]] std::string model_stem(std::string_view name);

/// Model of an object: model_name; if it is empty, the stem of the first RAAN entry of the actor named script_name;
/// else script_name. `extension` is the extension of the RAAN entry (".3DC"), else empty.
struct ModelName {
    std::string stem;
    std::string extension;
    friend bool operator==(const ModelName&, const ModelName&) = default;
};
[[nodiscard]] ModelName model_of(const rgm::Object& object, const rgm::Actors& actors);

}  // namespace redforge::scene
