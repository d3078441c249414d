// Values that are dragged in a view: the radius of a ball by its rim, a length by its end, a heading by the tip of an arrow.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "render/overlay.hpp"

namespace redforge::render {

struct Grip {
    /// rim: radius of a sphere around `centre`; end: length of an object that hangs from it; heading: direction of an
    /// object at it.
    enum class Kind : std::uint8_t { rim, end, heading };

    Kind kind{};
    scene::Vec3 centre{};
    float size{};  ///< radius or length, viewport units; of a heading the angle from +Z towards +X, radians
    OverlayColour ink;

    friend bool operator==(const Grip&, const Grip&) = default;
};

/// The grip whose rim or end is at a pixel; the nearest of several.
[[nodiscard]] std::optional<std::size_t> grip_at(std::span<const Grip> grips, const Camera& camera, Pixel pixel,
                                                 Extent2 size);
/// Returns the size of a grip that is dragged between two pixels. Not negative, except for headings.
[[nodiscard]] float dragged_size(const Grip& grip, const Camera& camera, Extent2 size, Pixel from, Pixel to);
void draw_grip(Overlay& overlay, const Grip& grip, bool held);

}  // namespace redforge::render
