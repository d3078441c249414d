// Handles of the selection: arrows that move it along an axis, and rings that rotate it about an axis.
#pragma once

#include <cstdint>
#include <optional>

#include "render/overlay/overlay.hpp"

namespace redforge::render {

/// An arrow or a ring; `ground` is the square between them.
struct Handle {
    std::optional<std::size_t> axis{};  ///< map axis: X, Y, Z; nullopt: the ground square
    bool turns{};                       ///< true: a ring, which rotates; false: an arrow or the ground square

    friend bool operator==(const Handle&, const Handle&) = default;
};

/// Handles with a nearly constant size on the screen. The Y arrow points up, where Y decreases.
struct Gizmo {
    scene::Vec3 centre{};
    bool turns{};  ///< shows rings instead of arrows

    friend bool operator==(const Gizmo&, const Gizmo&) = default;
};

/// Returns the distance of a pixel from a line segment.
[[nodiscard]] float distance_to_line(Pixel at, Pixel from, Pixel to);

/// Returns the handle under a pixel.
[[nodiscard]] std::optional<Handle> handle_at(const Gizmo& gizmo, const Camera& camera, Pixel pixel, Extent2 size);

/// Draws the handles. `held`: highlighted handle, under the pointer or dragged.
void draw_gizmo(Overlay& overlay, const Gizmo& gizmo, const std::optional<Handle>& held);

/// Returns the movement on a plane through `place` between two pixels. If the plane is seen edge-on, uses the plane
/// through `place` that faces the camera.
[[nodiscard]] scene::Vec3 direction_on_plane(const Camera& camera, Extent2 size, Pixel from, Pixel to,
                                             scene::Vec3 place, scene::Vec3 normal);
/// Returns the movement along a line through `place` that is nearest to the pointer's. `along` has length 1.
[[nodiscard]] scene::Vec3 direction_along(const Camera& camera, Extent2 size, Pixel from, Pixel to, scene::Vec3 place,
                                          scene::Vec3 along);
/// Returns the angle of the pointer's movement around a position, in radians; right-handed about `axis`.
[[nodiscard]] float angle_around(const Camera& camera, Extent2 size, Pixel from, Pixel to, scene::Vec3 place,
                                 scene::Vec3 axis);

}  // namespace redforge::render
