// Ranges that the game computes around an object: where it is heard, from where it is updated, and what it collides
// with. Map units, with Y down. Source: reference sheet "engine facts", 1 (sound_distance) and 3.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

#include "rgm/scene_records.hpp"

namespace redforge::scene {

/// Distance beyond which an object is not heard, for the shipped `sound_distance` of 64.
inline constexpr float hearing_range = 64 * 36;

/// The shipped `post_collide_height` of SYSTEM.INI.
inline constexpr std::int32_t shipped_collide_height = 50;

/// A sphere of the column that an upright actor collides with.
struct UprightSphere {
    std::int32_t y{};  ///< of its centre, relative to the actor's position
    std::int32_t radius{};

    friend bool operator==(const UprightSphere&, const UprightSphere&) = default;
};

/// Returns the spheres of an actor. `collision_scale`: RAEX value in 256ths; 0 and less count as 256. Returns none if
/// the box is wider than it is high: such actors have another shape.
[[nodiscard]] std::vector<UprightSphere> upright_spheres(const rgm::Size& size, std::int32_t collision_scale,
                                                         std::int32_t collide_height = shipped_collide_height);

/// Side of the cells in which objects are updated.
inline constexpr std::int32_t update_cell = 512;

/// Returns the outline (X, Z) of the camera positions from which the game updates an object: 18 x 18 cells without the
/// corners. `without_outer_ring`: for an actor whose attribute 113 is not 0, which the game updates from 16 x 16 cells.
[[nodiscard]] std::vector<glm::ivec2> update_outline(glm::dvec3 object, bool without_outer_ring);

}  // namespace redforge::scene
