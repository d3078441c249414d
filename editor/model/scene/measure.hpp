// Distances between two positions of a map, as text.
#pragma once

#include <string>

#include <glm/vec3.hpp>

namespace redforge::editor {

/// Returns the distance in map units, rounded: "440".
[[nodiscard]] std::string distance_text(const glm::dvec3& from, const glm::dvec3& to);
/// Returns the distance with its parts: "440 map units: X 440, Y 0, Z 3 (440 without height)".
[[nodiscard]] std::string measure_text(const glm::dvec3& from, const glm::dvec3& to);

}  // namespace redforge::editor
