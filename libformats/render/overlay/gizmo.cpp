// Transform handles: layout, drawing, picking, and the movement of a drag.
#include "render/overlay/gizmo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr float arm = 84;          ///< pixels from the middle to the tip of an arrow
constexpr float ring = 70;         ///< radius of a ring, pixels
constexpr float ground_from = 16;  ///< near edge of the ground square, pixels from the middle
constexpr float ground_to = 32;
constexpr float reach = 8;  ///< pick tolerance around a handle, in pixels
constexpr int ring_parts = 48;
constexpr float edge_on = 0.05F;  ///< sine of the angle to the view below which a plane counts as edge-on
constexpr OverlayColour held_colour{1, 0.85F, 0.1F, 1};

/// Returns the direction of an axis arrow. In maps, Y points down; its arrow points up and is labelled -Y.
Vec3 arrow_of(std::size_t axis)
{
    return axis == 1 ? Vec3{0, 1, 0} : axis_direction(axis);
}

/// Returns viewport units per pixel at the gizmo.
float units_per_pixel(const Gizmo& gizmo, const Camera& camera, Extent2 size)
{
    return 2 * camera.half_height_at(gizmo.centre) / size.height;
}

float distance(Pixel a, Pixel b)
{
    return std::hypot(a.x - b.x, a.y - b.y);
}

/// Returns the position of a part of a ring, in viewport units.
Vec3 on_ring(const Gizmo& gizmo, std::size_t axis, float radius, int part)
{
    const float angle = static_cast<float>(part) * 2 * std::numbers::pi_v<float> / ring_parts;
    const Vec3 first = arrow_of((axis + 1) % 3);
    const Vec3 second = arrow_of((axis + 2) % 3);
    return gizmo.centre + first * (radius * std::cos(angle)) + second * (radius * std::sin(angle));
}

/// Returns true if a ring position faces the camera, or the ring is seen face-on. Others are not drawn or picked.
bool faces(const Gizmo& gizmo, const Camera& camera, Extent2 size, Vec3 place)
{
    const std::optional<Pixel> middle = pixel_of(camera, gizmo.centre, size);
    if (!middle) {
        return false;
    }
    const Vec3 away = ray_through(camera, *middle, size).direction;
    const Vec3 arm_of_ring = place - gizmo.centre;
    return dot(arm_of_ring, away) <= 0.2F * std::sqrt(dot(arm_of_ring, arm_of_ring));
}

/// Returns the corners of the square between the X and Z arrows.
std::array<Vec3, 4> ground_of(const Gizmo& gizmo, float unit)
{
    const Vec3 x = arrow_of(0) * unit;
    const Vec3 z = arrow_of(2) * unit;
    return {gizmo.centre + x * ground_from + z * ground_from, gizmo.centre + x * ground_to + z * ground_from,
            gizmo.centre + x * ground_to + z * ground_to, gizmo.centre + x * ground_from + z * ground_to};
}

std::optional<Vec3> intersect_plane(const Ray& ray, Vec3 place, Vec3 normal)
{
    const float slant = dot(ray.direction, normal);
    const float along = std::abs(slant) < edge_on ? -1 : dot(place - ray.origin, normal) / slant;
    return along < 0 ? std::nullopt : std::optional(ray.origin + ray.direction * along);
}

}  // namespace

float distance_to_line(Pixel at, Pixel from, Pixel to)
{
    const float x = to.x - from.x;
    const float y = to.y - from.y;
    const float square = x * x + y * y;
    const float share =
        square > 0 ? std::clamp(((at.x - from.x) * x + (at.y - from.y) * y) / square, 0.0F, 1.0F) : 0.0F;
    return distance(at, {from.x + x * share, from.y + y * share});
}

std::optional<Handle> handle_at(const Gizmo& gizmo, const Camera& camera, Pixel pixel, Extent2 size)
{
    const std::optional<Pixel> middle = pixel_of(camera, gizmo.centre, size);
    if (!middle) {
        return std::nullopt;
    }
    const float unit = units_per_pixel(gizmo, camera, size);
    std::optional<Handle> nearest;
    float limit = reach;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        float away = std::numeric_limits<float>::max();
        if (!gizmo.turns) {
            const std::optional<Pixel> tip = pixel_of(camera, gizmo.centre + arrow_of(axis) * (arm * unit), size);
            // An arrow that points at the camera cannot be picked.
            away = tip && distance(*tip, *middle) > arm / 6 ? distance_to_line(pixel, *middle, *tip) : away;
        } else {
            for (int part = 0; part < ring_parts; ++part) {
                const Vec3 place = on_ring(gizmo, axis, ring * unit, part);
                const std::optional<Pixel> from = pixel_of(camera, place, size);
                const std::optional<Pixel> to = pixel_of(camera, on_ring(gizmo, axis, ring * unit, part + 1), size);
                if (from && to && faces(gizmo, camera, size, place)) {
                    away = std::min(away, distance_to_line(pixel, *from, *to));
                }
            }
        }
        if (away < limit) {
            limit = away;
            nearest = Handle{axis, gizmo.turns};
        }
    }
    if (!gizmo.turns) {
        const auto on_ground = intersect_plane(ray_through(camera, pixel, size), gizmo.centre, {0, 1, 0});
        const Vec3 from_centre = on_ground ? *on_ground - gizmo.centre : Vec3{};
        const float x = dot(from_centre, arrow_of(0)) / unit;
        const float z = dot(from_centre, arrow_of(2)) / unit;
        if (on_ground && x >= ground_from && x <= ground_to && z >= ground_from && z <= ground_to) {
            return Handle{};
        }
    }
    return nearest;
}

void draw_gizmo(Overlay& overlay, const Gizmo& gizmo, const std::optional<Handle>& held)
{
    const Camera& camera = overlay.camera();
    const Extent2 size = overlay.size();
    const std::optional<Pixel> middle = pixel_of(camera, gizmo.centre, size);
    if (!middle) {
        return;
    }
    const float unit = units_per_pixel(gizmo, camera, size);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool mine = held && held->axis == axis && held->turns == gizmo.turns;
        const OverlayColour colour = mine ? held_colour : axis_colour(axis);
        if (gizmo.turns) {
            for (int part = 0; part < ring_parts; ++part) {
                const Vec3 place = on_ring(gizmo, axis, ring * unit, part);
                if (faces(gizmo, camera, size, place)) {
                    overlay.line(place, on_ring(gizmo, axis, ring * unit, part + 1), colour, mine ? 4.0F : 2.5F);
                }
            }
            continue;
        }
        const std::optional<Pixel> tip = pixel_of(camera, gizmo.centre + arrow_of(axis) * (arm * unit), size);
        if (!tip || distance(*tip, *middle) < arm / 6) {
            continue;
        }
        overlay.line(*middle, *tip, colour, mine ? 4.0F : 2.5F);
        const float x = (tip->x - middle->x) / distance(*tip, *middle);
        const float y = (tip->y - middle->y) / distance(*tip, *middle);
        overlay.triangle({tip->x + x * 12, tip->y + y * 12}, {tip->x - y * 6, tip->y + x * 6},
                         {tip->x + y * 6, tip->y - x * 6}, colour);
        overlay.draw_outlined_text(axis == 1 ? "-Y" : letter_of_axis(axis), {tip->x + x * 22, tip->y + y * 22}, colour);
    }
    if (!gizmo.turns) {
        const bool mine = held && !held->axis;
        std::array<Pixel, 4> square;
        for (std::size_t i = 0; i < square.size(); ++i) {
            square[i] = pixel_of(camera, ground_of(gizmo, unit)[i], size).value_or(*middle);
        }
        const OverlayColour colour = mine ? held_colour : OverlayColour{0.9F, 0.9F, 0.95F, 0.7F};
        overlay.triangle(square[0], square[1], square[2], colour);
        overlay.triangle(square[0], square[2], square[3], colour);
    }
}

scene::Vec3 direction_on_plane(const Camera& camera, Extent2 size, Pixel from, Pixel to, Vec3 place, Vec3 normal)
{
    const Ray first = ray_through(camera, from, size);
    const Ray second = ray_through(camera, to, size);
    const std::optional<Vec3> a = intersect_plane(first, place, normal);
    const std::optional<Vec3> b = intersect_plane(second, place, normal);
    if (a && b) {
        return *b - *a;
    }
    const Vec3 facing = ray_through(camera, {size.width / 2, size.height / 2}, size).direction;
    const std::optional<Vec3> c = intersect_plane(first, place, facing);
    const std::optional<Vec3> d = intersect_plane(second, place, facing);
    return c && d ? *d - *c : Vec3{};
}

scene::Vec3 direction_along(const Camera& camera, Extent2 size, Pixel from, Pixel to, Vec3 place, Vec3 along)
{
    // Parameter of the point on the line that is nearest to the ray.
    const auto share = [&](Pixel pixel) -> std::optional<float> {
        const Ray ray = ray_through(camera, pixel, size);
        const float slant = dot(ray.direction, along);
        const float square = 1 - slant * slant;
        if (square < edge_on * edge_on) {
            return std::nullopt;
        }
        const Vec3 offset = place - ray.origin;
        return (slant * dot(offset, ray.direction) - dot(offset, along)) / square;
    };
    const std::optional<float> a = share(from);
    const std::optional<float> b = share(to);
    return a && b ? along * (*b - *a) : Vec3{};
}

float angle_around(const Camera& camera, Extent2 size, Pixel from, Pixel to, Vec3 place, Vec3 axis)
{
    const std::optional<Pixel> middle = pixel_of(camera, place, size);
    if (!middle) {
        return 0;
    }
    const auto angle = [&](Pixel pixel) { return std::atan2(middle->y - pixel.y, pixel.x - middle->x); };
    const float turn = std::remainder(angle(to) - angle(from), 2 * std::numbers::pi_v<float>);
    return dot(ray_through(camera, *middle, size).direction, axis) > 0 ? -turn : turn;
}

}  // namespace redforge::render
