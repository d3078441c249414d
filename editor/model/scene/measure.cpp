// Formats the distance between two positions.
#include "editor/model/scene/measure.hpp"

#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

namespace redforge::editor {

std::string distance_text(const glm::dvec3& from, const glm::dvec3& to)
{
    return fmt::format("{}", std::lround(glm::distance(from, to)));
}

std::string measure_text(const glm::dvec3& from, const glm::dvec3& to)
{
    const glm::dvec3 way = to - from;
    return fmt::format("{} map units: X {}, Y {}, Z {} ({} without height)", distance_text(from, to),
                       std::lround(way.x), std::lround(way.y), std::lround(way.z),
                       std::lround(std::hypot(way.x, way.z)));
}

}  // namespace redforge::editor
