// Ropes that swing in a picture, as stiff pendulums. Their positions in the map do not change.
#pragma once

#include <map>

#include "scene/scene.hpp"

namespace redforge::render {

/// A rope at rest, in viewport units.
struct HangingRope {
    scene::Vec3 top{};
    float length{};  ///< from the top to the model at its end
};

/// Returns the drawn ropes of a scene, by record index.
[[nodiscard]] std::map<std::size_t, HangingRope> find_hanging_ropes(const scene::Scene& scene);

/// Returns the position of a link after `seconds`. Long ropes swing slower, and each rope has its own phase. The map's
/// swing values have no known unit and are ignored.
[[nodiscard]] scene::Placement swinging_placement(const scene::Placement& link, const HangingRope& rope,
                                                  std::size_t number, float seconds);

}  // namespace redforge::render
