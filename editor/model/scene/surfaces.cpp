// Finds the ground near a position.
#include "editor/model/scene/surfaces.hpp"

#include <cmath>

namespace redforge::editor {

std::optional<double> nearest_ground(const Surfaces& surfaces, const glm::dvec3& position, double reach)
{
    constexpr int max_surfaces = 64;  // above each other, so that damaged models cannot keep the window busy
    constexpr double thickness = 1;   // of a surface, map units
    std::optional<double> nearest;
    double from = position.y - reach;
    for (int i = 0; i < max_surfaces; ++i) {
        const std::optional<double> found = surfaces.below({position.x, from, position.z});
        if (!found || *found > position.y + reach) {
            break;
        }
        if (!nearest || std::abs(*found - position.y) < std::abs(*nearest - position.y)) {
            nearest = found;
        }
        if (*found >= position.y) {
            break;  // the next ones are farther
        }
        from = *found + thickness;
    }
    return nearest;
}

}  // namespace redforge::editor
