// Where the records of a map stand in the viewport: positions, rotations, ropes, and the rule of model names.
//
// Source: reference/redguard-maps "Placement in the viewport", checked there against another program on 700+ records.
// The viewport is right-handed with Y up; one of its units is 20 map units. Turning a model half round Z brings its
// stored axes (Y down) to those of the viewport, so nothing is mirrored and the order of corners stays as it is.
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

inline constexpr float units_per_view{20};      ///< map units in a unit of the viewport
inline constexpr float rope_step{0.8F};         ///< from link to link, viewport units
inline constexpr std::int32_t max_links{512};  ///< drawn of one rope; a hostile file must not fill the memory

using Vec3 = glm::vec3;
/// It acts on columns; glm stores it column by column.
using Mat3 = glm::mat3;

/// How a model stands in the viewport: turned about its origin, then moved.
struct Placement {
    Mat3 rotation{1.0F};
    Vec3 position{};
};

/// (-x, -y, z) / 20 of a point of a model in whole units, which is (-x, -y, z) / 5120 of its stored coordinates.
[[nodiscard]] constexpr Vec3 model_to_view(Vec3 units)
{
    return {-units.x / units_per_view, -units.y / units_per_view, units.z / units_per_view};
}

/// A point of a placed model, given in whole units, in the viewport.
[[nodiscard]] Vec3 place(const Placement& placement, Vec3 units);

/// (-x * 256, -y * 256, -(0xFFFFFF - z * 256)) / 5120 of a record's position in map units.
[[nodiscard]] Vec3 view_position(double x, double y, double z);

/// Of any record with a position.
template <class Position>
[[nodiscard]] Vec3 view_position(const Position& position)
{
    return view_position(position.x, position.y, position.z);
}

/// The place in the map of a point of the viewport, map units: the inverse of view_position().
[[nodiscard]] glm::dvec3 map_place(Vec3 view);
/// The same, rounded.
[[nodiscard]] std::array<std::int32_t, 3> map_position(Vec3 view);

/// MPSO: S * M * S with M row by row from the record (Q4.28) and S = diag(1, 1, -1).
[[nodiscard]] Mat3 static_rotation(const std::array<std::int32_t, 9>& matrix);

/// MPOB: Ry(y) * Rx(x) * Rz(-z), angles in 2048ths of a turn, taken modulo 2048.
[[nodiscard]] Mat3 object_rotation(const rgm::Angles& angles);

/// MPRP: where its links hang, from the top, each 0.8 below the one before and the first 0.8 below the position. The
/// model at the end comes after the chain, 0.8 below its last link. At most max_links; none for a length of 0 or less.
[[nodiscard]] std::vector<Vec3> rope_links(const rgm::Rope& rope);
[[nodiscard]] Vec3 rope_end(const rgm::Rope& rope);

/// A model's name as files and segments are looked up by: upper case, cut at the last dot ("NAME.3" is "NAME").
[[nodiscard]] std::string model_stem(std::string_view name);

/// What an object is drawn with: model_name; if empty, the stem of the first RAAN entry of the actor named
/// script_name; else script_name. `extension` is that of the RAAN entry (".3DC"), empty otherwise.
struct ModelName {
    std::string stem;
    std::string extension;
    friend bool operator==(const ModelName&, const ModelName&) = default;
};
[[nodiscard]] ModelName model_of(const rgm::Object& object, const rgm::Actors& actors);

}  // namespace redforge::scene
