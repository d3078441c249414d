// Ropes that swing in a picture, as stiff pendulums; where they hang in the map stays as it is.
#pragma once

#include <map>

#include "scene/scene.hpp"

namespace redforge::render {

/// How a rope hangs at rest, viewport units.
struct Hang {
    scene::Vec3 top{};
    float length{};  ///< from the top to the model at its end
};

/// The ropes of a scene of which something is drawn, by the number of their record.
[[nodiscard]] std::map<std::size_t, Hang> hangs_of(const scene::Scene& scene);

/// Where a link is after so many seconds. Long ropes swing slower, and each begins at another time. What the map says of
/// their swing has no known unit, and counts for nothing here.
[[nodiscard]] scene::Placement swung(const scene::Placement& link, const Hang& rope, std::size_t number, float seconds);

}  // namespace redforge::render
