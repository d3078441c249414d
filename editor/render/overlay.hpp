// What is drawn over a scene in lines: handles, grid, axes, the box of a selection. Places become pixels here, so that
// lines are as wide as they are said to be with every driver.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "render/camera.hpp"
#include "render/ray.hpp"

namespace redforge::render {

/// Red, green, blue and how much of it covers, 0 to 1 each.
struct Ink {
    float red{};
    float green{};
    float blue{};
    float cover{1};
};

class Overlay {
public:
    /// A corner of a triangle: OpenGL's clip space, and its ink.
    struct Corner {
        float x{};
        float y{};
        Ink ink;
    };

    Overlay(const Camera& camera, Extent2 size) : camera_(camera), size_(size) {}

    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] Extent2 size() const { return size_; }

    void line(Pixel from, Pixel to, Ink ink, float width = 1);
    /// Between places of the scene: as much of it as is before the camera.
    void line(scene::Vec3 from, scene::Vec3 to, Ink ink, float width = 1);
    void triangle(Pixel a, Pixel b, Pixel c, Ink ink);
    void rectangle(Pixel from, Pixel to, Ink ink);
    /// X, Y and Z in strokes, about a pixel; other letters are left out.
    void letter(char letter, Pixel middle, float height, Ink ink);

    /// Three for each triangle.
    [[nodiscard]] std::span<const Corner> corners() const { return corners_; }

private:
    Camera camera_;
    Extent2 size_;
    std::vector<Corner> corners_;
};

/// Lines `step` apart over what a flat view shows, through the places where a coordinate of the map is a multiple of it;
/// of a step that is too fine to be seen every second, fourth and so on. Nothing for views that are not along an axis.
void draw_grid(Overlay& overlay, View view, int step);

/// The axes of the map, small, in the lower left corner.
void draw_axes(Overlay& overlay);

/// Red, green and blue for X, Y and Z.
[[nodiscard]] Ink ink_of_axis(std::size_t axis);
/// The way in which a coordinate of the map grows, in the viewport.
[[nodiscard]] scene::Vec3 way_of_axis(std::size_t axis);

}  // namespace redforge::render
