// Handles on what is selected, to be dragged: arrows to move it along an axis, rings to turn it about one.
#pragma once

#include <cstdint>
#include <optional>

#include "render/overlay.hpp"

namespace redforge::render {

/// An arrow or a ring; `ground` is the square between them.
struct Handle {
    std::optional<std::size_t> axis{};  ///< X, Y, Z of the map; none: the ground
    bool turns{};

    friend bool operator==(const Handle&, const Handle&) = default;
};

/// Always about as large on the screen. The arrow of Y points upwards, against the way in which Y grows.
struct Gizmo {
    scene::Vec3 centre{};
    bool turns{};  ///< rings; else arrows

    friend bool operator==(const Gizmo&, const Gizmo&) = default;
};

/// Returns the distance of a pixel from a line segment.
[[nodiscard]] float distance_to_line(Pixel at, Pixel from, Pixel to);

/// Returns the handle under a pixel.
[[nodiscard]] std::optional<Handle> handle_at(const Gizmo& gizmo, const Camera& camera, Pixel pixel, Extent2 size);

/// `held`: the handle that the pointer is on or drags.
void draw_gizmo(Overlay& overlay, const Gizmo& gizmo, const std::optional<Handle>& held);

/// Returns the movement on a plane through `place` between two pixels. If the plane is seen edge-on, uses the plane
/// through `place` that faces the camera.
[[nodiscard]] scene::Vec3 direction_on_plane(const Camera& camera, Extent2 size, Pixel from, Pixel to,
                                             scene::Vec3 place, scene::Vec3 normal);
/// The way along a line through `place`, as near to the pointer as it comes; `along` has length one.
[[nodiscard]] scene::Vec3 direction_along(const Camera& camera, Extent2 size, Pixel from, Pixel to, scene::Vec3 place,
                                          scene::Vec3 along);
/// The angle, in radians, that a pointer goes around a place; positive about `axis` as a right hand turns.
[[nodiscard]] float angle_around(const Camera& camera, Extent2 size, Pixel from, Pixel to, scene::Vec3 place,
                                 scene::Vec3 axis);

}  // namespace redforge::render
