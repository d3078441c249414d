// Surfaces of a map, for tools that place records on the ground or between walls.
#pragma once

#include <cmath>
#include <functional>
#include <optional>

#include <glm/vec3.hpp>

namespace redforge::editor {

/// Queries about the static objects and the terrain of a map. All values are in map units, with Y down. The views
/// implement them with the loaded scene.
struct Surfaces {
    /// Returns Y of the first surface at a position or below it; nullopt if there is none.
    std::function<std::optional<double>(const glm::dvec3& position)> below;
    /// Returns true if the surface of a static object is in a sphere.
    std::function<bool(const glm::dvec3& centre, double radius)> touches;
    /// Returns true if a static object is between two positions.
    std::function<bool(const glm::dvec3& from, const glm::dvec3& to)> blocked;
};

/// Returns the horizontal distance of two positions.
[[nodiscard]] inline double horizontal_distance(const glm::dvec3& a, const glm::dvec3& b)
{
    return std::hypot(b.x - a.x, b.z - a.z);
}

/// Returns Y of the surface above or below a position that is nearest to it, at most `reach` away; nullopt if there is
/// none. For a position in a room this is the floor, not the roof.
[[nodiscard]] std::optional<double> nearest_ground(const Surfaces& surfaces, const glm::dvec3& position, double reach);

}  // namespace redforge::editor
