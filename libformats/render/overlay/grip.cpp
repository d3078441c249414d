// Draws and picks grips: rims, ends and headings.
#include "render/overlay/grip.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <glm/gtc/matrix_access.hpp>

#include "render/overlay/gizmo.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr int parts = 64;            ///< line segments of a circle
constexpr float grip_reach = 7;      ///< pixels
constexpr float half_square = 4;     ///< pixels
constexpr float arrow_length = 130;  ///< pixels; longer than the gizmo's handles
constexpr Vec3 down{0, -1, 0};
constexpr OverlayColour held_grip_colour{1, 0.85F, 0.3F, 1};

/// Right and up axes of the camera: rows of its matrix, the first times the aspect ratio.
struct Facing {
    Vec3 right{};
    Vec3 up{};
};

Vec3 of_length_one(Vec3 direction)
{
    return direction * (1 / std::sqrt(std::max(dot(direction, direction), 1e-12F)));
}

Facing facing_of(const Camera& camera)
{
    return {of_length_one(Vec3(glm::row(camera.matrix, 0))), of_length_one(Vec3(glm::row(camera.matrix, 1)))};
}

Vec3 end_of(const Grip& grip)
{
    return grip.centre + down * grip.size;
}

/// Returns the tip of a heading's arrow. The arrow has the same length in pixels in every view.
Vec3 tip_of(const Grip& grip, const Camera& camera, Extent2 size)
{
    const float length = arrow_length * 2 * camera.half_height_at(grip.centre) / std::max(size.height, 1.0F);
    return grip.centre + Vec3{std::sin(grip.size), 0, std::cos(grip.size)} * length;
}

Vec3 rim_point(const Grip& grip, const Facing& facing, int part)
{
    const float angle = static_cast<float>(part) * 2 * std::numbers::pi_v<float> / parts;
    return grip.centre + facing.right * (grip.size * std::cos(angle)) + facing.up * (grip.size * std::sin(angle));
}

float distance_to(const Grip& grip, const Camera& camera, Pixel pixel, Extent2 size)
{
    float nearest = std::numeric_limits<float>::max();
    if (grip.kind == Grip::Kind::end) {
        const std::optional<Pixel> end = pixel_of(camera, end_of(grip), size);
        return end ? std::hypot(pixel.x - end->x, pixel.y - end->y) : nearest;
    }
    if (grip.kind == Grip::Kind::heading) {
        const std::optional<Pixel> tip = pixel_of(camera, tip_of(grip, camera, size), size);
        return tip ? std::hypot(pixel.x - tip->x, pixel.y - tip->y) : nearest;
    }
    const Facing facing = facing_of(camera);
    std::optional<Pixel> from = pixel_of(camera, rim_point(grip, facing, 0), size);
    for (int part = 1; part <= parts; ++part) {
        const std::optional<Pixel> to = pixel_of(camera, rim_point(grip, facing, part), size);
        if (from && to) {
            nearest = std::min(nearest, distance_to_line(pixel, *from, *to));
        }
        from = to;
    }
    return nearest;
}

void draw_square(Overlay& overlay, Vec3 place, OverlayColour colour)
{
    if (const std::optional<Pixel> at = pixel_of(overlay.camera(), place, overlay.size())) {
        overlay.rectangle({at->x - half_square - 1, at->y - half_square - 1},
                          {at->x + half_square + 1, at->y + half_square + 1}, {0, 0, 0, 0.6F});
        overlay.rectangle({at->x - half_square, at->y - half_square}, {at->x + half_square, at->y + half_square},
                          colour);
    }
}

}  // namespace

std::optional<std::size_t> grip_at(std::span<const Grip> grips, const Camera& camera, Pixel pixel, Extent2 size)
{
    std::optional<std::size_t> found;
    float limit = grip_reach;
    for (std::size_t i = 0; i < grips.size(); ++i) {
        if (const float away = distance_to(grips[i], camera, pixel, size); away < limit) {
            limit = away;
            found = i;
        }
    }
    return found;
}

float dragged_size(const Grip& grip, const Camera& camera, Extent2 size, Pixel from, Pixel to)
{
    if (grip.kind == Grip::Kind::end) {
        return std::max(0.0F, grip.size + dot(direction_along(camera, size, from, to, end_of(grip), down), down));
    }
    const Facing facing = facing_of(camera);
    const std::optional<Pixel> middle = pixel_of(camera, grip.centre, size);
    if (!middle) {
        return grip.size;
    }
    if (grip.kind == Grip::Kind::heading) {
        const Vec3 movement = direction_on_plane(camera, size, *middle, to, grip.centre, {0, 1, 0});
        return dot(movement, movement) > 0 ? std::atan2(movement.x, movement.z) : grip.size;
    }
    const Vec3 movement =
        direction_on_plane(camera, size, *middle, to, grip.centre, of_length_one(cross(facing.right, facing.up)));
    return std::sqrt(dot(movement, movement));
}

void draw_grip(Overlay& overlay, const Grip& grip, bool held)
{
    const OverlayColour colour = held ? held_grip_colour : grip.colour;
    if (grip.kind == Grip::Kind::end) {
        draw_square(overlay, end_of(grip), colour);
        return;
    }
    if (grip.kind == Grip::Kind::heading) {
        const Vec3 tip = tip_of(grip, overlay.camera(), overlay.size());
        overlay.line(grip.centre, tip, {0, 0, 0, 0.5F}, held ? 4.0F : 3.0F);
        overlay.line(grip.centre, tip, colour, held ? 2.5F : 1.5F);
        draw_square(overlay, tip, colour);
        return;
    }
    const Facing facing = facing_of(overlay.camera());
    for (int part = 0; part < parts; ++part) {
        overlay.line(rim_point(grip, facing, part), rim_point(grip, facing, part + 1), {0, 0, 0, 0.5F},
                     held ? 5.0F : 4.0F);
        overlay.line(rim_point(grip, facing, part), rim_point(grip, facing, part + 1), colour, held ? 3.0F : 2.0F);
    }
    draw_square(overlay, rim_point(grip, facing, 0), colour);
}

}  // namespace redforge::render
