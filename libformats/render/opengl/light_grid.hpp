// Grid of lights over the ground, so that each position uses the few lights that reach it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.hpp"

namespace redforge::render {

/// Lights by cells of a square grid over X and Z, independent of the camera. A cell has at most
/// max_lights_of_cell, the brightest ones. The data fits the minimum buffer texture size of OpenGL 3.3.
struct LightGrid {
    static constexpr std::uint32_t side = 64;  ///< cells along X, and along Z
    static constexpr std::uint32_t max_lights_of_cell = 16;
    static constexpr std::size_t max_lights = 4096;  ///< limit; the lights with the largest radius are used

    struct GridLight {
        scene::Vec3 position{};
        float radius{};
        scene::Vec3 colour{};  ///< colour times intensity
        float unused{};        ///< completes the second texel of the buffer texture
    };
    struct Span {
        std::uint32_t first{};  ///< in `lists`
        std::uint32_t count{};
    };

    std::vector<GridLight> lights;     ///< if empty, there is no grid
    std::vector<Span> cells;           ///< side x side, X fastest
    std::vector<std::uint32_t> lists;  ///< indices of lights
    float low_x{};
    float low_z{};
    float cell{1};  ///< width of a cell, viewport units

    /// Returns the indices of the lights that reach a position, brightest first.
    [[nodiscard]] std::span<const std::uint32_t> lights_at(float x, float z) const;
};

/// Returns the grid of the active lights that have a radius.
[[nodiscard]] LightGrid make_light_grid(std::span<const scene::Light> lights);

}  // namespace redforge::render
