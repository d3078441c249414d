// Values that the user drags in a view: a radius at its rim, a length at its end, a heading at its arrow.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "render/overlay/overlay.hpp"

namespace redforge::render {

/// A value of a record that the user can drag.
struct Grip {
    /// rim: radius of a sphere around `centre`; end: length of an object that hangs from it; heading: direction of an
    /// object at it.
    enum class Kind : std::uint8_t { rim, end, heading };

    Kind kind{};
    scene::Vec3 centre{};
    float size{};  ///< radius or length, viewport units; heading: angle from +Z to +X, radians
    OverlayColour colour;

    friend bool operator==(const Grip&, const Grip&) = default;
};

/// Returns the index of the nearest grip at a pixel, or nullopt.
[[nodiscard]] std::optional<std::size_t> grip_at(std::span<const Grip> grips, const Camera& camera, Pixel pixel,
                                                 Extent2 size);
/// Returns the size of a grip that is dragged between two pixels. Not negative, except for headings.
[[nodiscard]] float dragged_size(const Grip& grip, const Camera& camera, Extent2 size, Pixel from, Pixel to);
void draw_grip(Overlay& overlay, const Grip& grip, bool held);

}  // namespace redforge::render
