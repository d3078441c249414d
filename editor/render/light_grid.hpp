// Which lights reach where: a grid over the ground, so that each place asks only the few lights near it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.hpp"

namespace redforge::render {

/// Lights by the cells of a square grid over X and Z, the same for every camera. A cell names at most
/// max_lights_of_cell, the brightest there. Everything fits the smallest buffer textures that OpenGL 3.3 promises.
struct LightGrid {
    static constexpr std::uint32_t side = 64;  ///< cells along X, and along Z
    static constexpr std::uint32_t max_lights_of_cell = 16;
    static constexpr std::size_t max_lights = 4096;  ///< of more, the widest shine

    struct GridLight {
        scene::Vec3 position{};
        float radius{};
        scene::Vec3 colour{};  ///< times intensity
        float unused{};
    };
    struct Span {
        std::uint32_t first{};  ///< in `lists`
        std::uint32_t count{};
    };

    std::vector<GridLight> lights;         ///< none: there is no grid
    std::vector<Span> cells;           ///< side x side, X fastest
    std::vector<std::uint32_t> lists;  ///< indices of lights
    float low_x{};
    float low_z{};
    float cell{1};  ///< its width, viewport units

    /// The lights that a place is lit by, brightest first.
    [[nodiscard]] std::span<const std::uint32_t> lights_at(float x, float z) const;
};

/// Includes the active lights with a radius.
[[nodiscard]] LightGrid make_light_grid(std::span<const scene::Light> lights);

}  // namespace redforge::render
