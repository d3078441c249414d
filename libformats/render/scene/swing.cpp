// Computes the swing of ropes as pendulums.
#include "render/scene/swing.hpp"

#include <algorithm>
#include <cmath>

namespace redforge::render {

std::map<std::size_t, HangingRope> find_hanging_ropes(const scene::Scene& scene)
{
    std::map<std::size_t, HangingRope> ropes;
    for (const scene::SceneMarker& marker : scene.markers) {
        if (marker.kind == scene::Kind::rope) {
            ropes[marker.record].top = marker.position;
        }
    }
    for (const scene::Instance& instance : scene.instances) {
        const auto rope = instance.kind == scene::Kind::rope ? ropes.find(instance.record) : ropes.end();
        if (rope != ropes.end()) {
            rope->second.length = std::max(rope->second.length, rope->second.top.y - instance.placement.position.y);
        }
    }
    std::erase_if(ropes, [](const auto& each) { return each.second.length <= 0; });
    return ropes;
}

scene::Placement swinging_placement(const scene::Placement& link, const HangingRope& rope, std::size_t number,
                                    float seconds)
{
    constexpr float widest = 0.16F;   // radians
    constexpr float gravity = 23.1F;  // viewport units per second squared: eyes are 4 units above the ground, or 1.7 m
    constexpr float later = 1.3F;     // phase difference between ropes, radians
    // The frequency of a stiff rod that hangs from one end.
    const float rate = std::sqrt(1.5F * gravity / std::max(rope.length, 1.0F));
    const float angle = widest * std::sin(rate * seconds + later * static_cast<float>(number % 16));
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    const glm::mat3 turn(c, s, 0, -s, c, 0, 0, 0, 1);  // by columns: about Z
    return {turn * link.rotation, rope.top + turn * (link.position - rope.top)};
}

}  // namespace redforge::render
