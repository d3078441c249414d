// What stands behind something large: a small picture of depths, made without a graphics card.
#pragma once

#include <array>
#include <vector>

#include "render/camera.hpp"

namespace redforge::render {

/// Corners of a triangle, seen from the side where they go round to the left.
using Triangle = std::array<scene::Vec3, 3>;

/// Tells that a box is hidden only where all of it is behind triangles that were added. What is seen through a gap that
/// is narrower than a pixel of this picture (see `width`) may be said to be hidden: for pictures of a moving camera.
class Occlusion {
public:
    static constexpr int width = 192;  ///< pixels, however large the view is
    static constexpr int height = 128;

    explicit Occlusion(const Camera& camera) : camera_(camera) {}

    /// Adds what cannot be seen through. `rows`: of the matrix that brings the triangle to the viewport.
    void add(const Triangle& triangle, const std::array<float, 12>& rows);
    /// Nothing can be hidden yet.
    [[nodiscard]] bool empty() const { return depths_.empty(); }
    /// Whether a box is hidden: its middle, and the ways from there to the middles of three of its sides.
    [[nodiscard]] bool hides(scene::Vec3 middle, const std::array<scene::Vec3, 3>& half) const;

private:
    using Corner = std::array<float, 4>;  ///< in clip space
    [[nodiscard]] Corner clip(scene::Vec3 place) const;
    void fill(const Corner& a, const Corner& b, const Corner& c);

    Camera camera_;
    std::vector<float> depths_;  ///< the farthest of what covers a pixel, row by row
};

}  // namespace redforge::render
