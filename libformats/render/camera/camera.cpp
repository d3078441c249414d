// Cameras: presets and perspective.
#include "render/camera/camera.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <glm/gtc/matrix_access.hpp>

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr float margin = 1.06F;  ///< free space around the framed box

Vec3 unit(Vec3 v)
{
    const float length = std::sqrt(dot(v, v));
    return length > 0 ? v * (1 / length) : Vec3{0, 0, 1};
}

glm::mat4 turned_to(const Axes& axes, Vec3 eye)
{
    const auto& [r, u, b] = axes;
    return {r.x, u.x, b.x, 0, r.y, u.y, b.y, 0, r.z, u.z, b.z, 0, -dot(r, eye), -dot(u, eye), -dot(b, eye), 1};
}

glm::mat4 perspective(float aspect, float near, float far)
{
    glm::mat4 p{};
    p[0][0] = 1 / (half_field * aspect);
    p[1][1] = 1 / half_field;
    p[2][2] = -(far + near) / (far - near);
    p[2][3] = -1;
    p[3][2] = -2 * far * near / (far - near);
    return p;
}

}  // namespace

Axes axes_of(View view)
{
    switch (view) {
    case View::top: return {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    case View::front: return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    case View::side: return {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}};
    default: break;
    }
    const Vec3 back = unit(view == View::iso ? Vec3{1, 0.9F, 1} : Vec3{0.55F, 0.45F, 1});
    const Vec3 right = unit(cross({0, 1, 0}, back));
    return {right, cross(back, right), back};
}

namespace {

struct ViewWords {
    std::string_view name;
    std::string_view title;
};
constexpr std::array<ViewWords, 5> view_words{
    {{"top", "Top"}, {"front", "Front"}, {"side", "Side"}, {"iso", "Corner"}, {"camera", "Perspective"}}};

}  // namespace

std::optional<View> view_named(std::string_view name)
{
    const auto* const found = std::ranges::find(view_words, name, &ViewWords::name);
    return found == view_words.end() ? std::nullopt : std::optional(static_cast<View>(found - view_words.begin()));
}

std::string_view view_name(View view)
{
    return view_words.at(static_cast<std::size_t>(view)).name;
}

std::string_view view_title(View view)
{
    return view_words.at(static_cast<std::size_t>(view)).title;
}

bool Camera::can_see(Vec3 centre, float radius) const
{
    const glm::vec4 w = glm::row(matrix, 3);
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        for (const float sign : {1.0F, -1.0F}) {
            const glm::vec4 plane = w + sign * glm::row(matrix, axis);
            const Vec3 normal(plane);
            if (dot(normal, centre) + plane.w < -radius * glm::length(normal)) {
                return false;
            }
        }
    }
    return true;
}

float Camera::half_height_at(Vec3 place) const
{
    const float depth = dot(glm::row(matrix, 3), glm::vec4(place, 1));
    return std::abs(depth) / glm::length(Vec3(glm::row(matrix, 1)));
}

Vec3 Camera::map_direction() const
{
    const Vec3 forward = glm::normalize(Vec3(glm::row(matrix, 3)));  // w is the depth
    return {-forward.x, -forward.y, forward.z};
}

Camera preset(View view, const scene::Bounds& bounds, float aspect)
{
    const Vec3 centre = (bounds.low + bounds.high) * 0.5F;
    const Vec3 size = bounds.high - bounds.low;
    const float radius = std::max(std::sqrt(dot(size, size)) / 2, 0.01F);
    const Axes axes = axes_of(view);
    if (view == View::camera) {
        const float distance = radius * margin / (half_field * std::min(aspect, 1.0F));
        return look_at(centre + axes.back * distance, centre, radius, aspect);
    }
    // Extent of the box along the camera's axes.
    float wide = 0.005F;
    float high = 0.005F;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3 at =
            Vec3{(corner & 1) != 0 ? bounds.high.x : bounds.low.x, (corner & 2) != 0 ? bounds.high.y : bounds.low.y,
                 (corner & 4) != 0 ? bounds.high.z : bounds.low.z} -
            centre;
        wide = std::max(wide, std::abs(dot(axes.right, at)));
        high = std::max(high, std::abs(dot(axes.up, at)));
    }
    const float half = std::max(high, wide / aspect) * margin;
    return flat_camera(view, centre, half, radius * margin, aspect);
}

Camera flat_camera(View view, Vec3 centre, float half_height, float depth, float aspect)
{
    glm::mat4 flat{};
    flat[0][0] = 1 / (half_height * aspect);
    flat[1][1] = 1 / half_height;
    flat[2][2] = -1 / depth;
    flat[3][3] = 1;
    return {flat * turned_to(axes_of(view), centre)};
}

Camera look_at(Vec3 eye, Vec3 target, float scene_radius, float aspect)
{
    const Vec3 away = eye - target;
    const Vec3 back = unit(away);
    // A vertical view direction has no horizon: use the up direction of the top view.
    const Vec3 level = std::abs(back.y) > 0.9999F ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
    const Vec3 right = unit(cross(level, back));
    const float far = (std::sqrt(dot(away, away)) + scene_radius) * 1.1F;
    return {perspective(aspect, far / 10000, far) * turned_to({right, cross(back, right), back}, eye)};
}

}  // namespace redforge::render
