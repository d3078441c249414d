// Cameras: position and projection.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "scene/scene.hpp"

namespace redforge::render {

/// Views of a whole scene. top has map X to the right and map Z upwards, as plans and terrain pictures do; front looks
/// along the viewport's -Z, side along its -X, iso from above between the two, all without perspective. camera is
/// in perspective.
enum class View : std::uint8_t { top, front, side, iso, camera };

/// Returns the view with a name such as "top", or nullopt.
[[nodiscard]] std::optional<View> view_named(std::string_view name);
/// Returns the name of a view, as view_named() accepts it.
[[nodiscard]] std::string_view view_name(View view);
/// Returns the title of a view: "Perspective".
[[nodiscard]] std::string_view view_title(View view);

/// Projection from viewport coordinates to OpenGL's clip space, and the six planes of the view frustum.
struct Camera {
    glm::mat4 matrix{};
    /// Returns true if a sphere can be visible.
    [[nodiscard]] bool can_see(scene::Vec3 centre, float radius) const;
    /// Returns half the picture's height at the depth of a position, in viewport units.
    [[nodiscard]] float half_height_at(scene::Vec3 place) const;
    /// Returns the direction of a perspective camera in map axes (Y down), of length 1.
    [[nodiscard]] scene::Vec3 map_direction() const;
};

/// Directions of a camera: right, up, and back (against the view direction). Each has length 1.
struct Axes {
    scene::Vec3 right{};
    scene::Vec3 up{};
    scene::Vec3 back{};
};
/// Returns the directions of the camera that preset() returns for a view.
[[nodiscard]] Axes axes_of(View view);

/// Tangent of half the vertical field of view of perspective cameras: 25 degrees.
inline constexpr float half_field = 0.4663077F;

/// Returns an orthographic camera. It shows `half_height` viewport units above and below `centre`, and `depth` units in
/// front of and behind it.
[[nodiscard]] Camera flat_camera(View view, scene::Vec3 centre, float half_height, float depth, float aspect);

/// Returns a camera that shows all of `bounds`. `aspect`: width / height of the picture.
[[nodiscard]] Camera preset(View view, const scene::Bounds& bounds, float aspect);

/// Returns a perspective camera from `eye` towards `target`, in viewport units. `scene_radius`: visible distance beyond
/// the target.
[[nodiscard]] Camera look_at(scene::Vec3 eye, scene::Vec3 target, float scene_radius, float aspect);

}  // namespace redforge::render
