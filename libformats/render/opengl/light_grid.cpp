// Assigns lights to the cells of a grid.
#include "render/opengl/light_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace redforge::render {
namespace {

using GridLight = LightGrid::GridLight;

constexpr float max_intensity = 2;  ///< limit, so that an invalid light does not make everything white

/// Returns the brightness of a light at a distance. The shader uses the same formula.
float brightness(const GridLight& light, float distance)
{
    const float part = distance / light.radius;
    const float fade = std::max(1 - part * part, 0.0F);
    return std::max({light.colour.x, light.colour.y, light.colour.z}) * fade * fade;
}

/// Returns the distance of a number from a range; 0 inside.
float gap(float at, float low, float high)
{
    return std::max({low - at, at - high, 0.0F});
}

std::size_t cell_of(float at, float low, float cell)
{
    return static_cast<std::size_t>(std::clamp((at - low) / cell, 0.0F, static_cast<float>(LightGrid::side - 1)));
}

}  // namespace

std::span<const std::uint32_t> LightGrid::lights_at(float x, float z) const
{
    const float width = cell * static_cast<float>(side);
    if (lights.empty() || x < low_x || z < low_z || x >= low_x + width || z >= low_z + width) {
        return {};
    }
    const Span& found = cells[cell_of(z, low_z, cell) * side + cell_of(x, low_x, cell)];
    return std::span(lists).subspan(found.first, found.count);
}

LightGrid make_light_grid(std::span<const scene::Light> lights)
{
    LightGrid grid;
    for (const scene::Light& light : lights) {
        const scene::Vec3 colour = light.colour * std::min(light.intensity, max_intensity);
        if (light.active && light.radius > 0 && std::max({colour.x, colour.y, colour.z}) > 0) {
            grid.lights.push_back({light.position, light.radius, colour});
        }
    }
    std::ranges::stable_sort(grid.lights, std::greater{}, &GridLight::radius);
    grid.lights.resize(std::min(grid.lights.size(), LightGrid::max_lights));
    if (grid.lights.empty()) {
        return grid;
    }
    constexpr float most = std::numeric_limits<float>::max();
    grid.low_x = most;
    grid.low_z = most;
    float high_x = -most;
    float high_z = -most;
    for (const GridLight& light : grid.lights) {
        grid.low_x = std::min(grid.low_x, light.position.x - light.radius);
        grid.low_z = std::min(grid.low_z, light.position.z - light.radius);
        high_x = std::max(high_x, light.position.x + light.radius);
        high_z = std::max(high_z, light.position.z + light.radius);
    }
    grid.cell = std::max(high_x - grid.low_x, high_z - grid.low_z) / static_cast<float>(LightGrid::side);

    // The lights that reach a cell, with the brightness at the cell's nearest point.
    std::vector<std::vector<std::pair<float, std::uint32_t>>> reach(std::size_t{LightGrid::side} * LightGrid::side);
    for (std::uint32_t i = 0; i < grid.lights.size(); ++i) {
        const GridLight& light = grid.lights[i];
        const auto [x, z] = std::pair(light.position.x, light.position.z);
        const std::size_t last_row = cell_of(z + light.radius, grid.low_z, grid.cell);
        const std::size_t last_column = cell_of(x + light.radius, grid.low_x, grid.cell);
        for (std::size_t row = cell_of(z - light.radius, grid.low_z, grid.cell); row <= last_row; ++row) {
            for (std::size_t column = cell_of(x - light.radius, grid.low_x, grid.cell); column <= last_column;
                 ++column) {
                const float left = grid.low_x + static_cast<float>(column) * grid.cell;
                const float near = grid.low_z + static_cast<float>(row) * grid.cell;
                const float away = std::hypot(gap(x, left, left + grid.cell), gap(z, near, near + grid.cell));
                if (const float bright = brightness(light, away); bright > 0) {
                    auto& list = reach[row * LightGrid::side + column];
                    list.emplace_back(bright, i);
                    std::ranges::push_heap(list, std::greater{});  // a heap with the faintest light first
                    if (list.size() > LightGrid::max_lights_of_cell) {
                        std::ranges::pop_heap(list, std::greater{});
                        list.pop_back();
                    }
                }
            }
        }
    }
    for (auto& list : reach) {
        std::ranges::sort(list, std::greater{});
        grid.cells.push_back({static_cast<std::uint32_t>(grid.lists.size()), static_cast<std::uint32_t>(list.size())});
        for (const auto& [bright, light] : list) {
            grid.lists.push_back(light);
        }
    }
    return grid;
}

}  // namespace redforge::render
