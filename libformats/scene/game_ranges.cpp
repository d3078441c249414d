// Collision spheres and update ranges.
#include "scene/game_ranges.hpp"

#include <algorithm>
#include <cmath>

namespace redforge::scene {

std::vector<UprightSphere> upright_spheres(const rgm::Size& size, std::int32_t collision_scale,
                                           std::int32_t collide_height)
{
    const rgm::Extent& total = size.total;
    const std::int32_t wide = std::max(total.x, total.z);
    if (total.y <= 0 || wide > total.y) {
        return {};
    }
    constexpr std::int32_t min_radius = 4;
    constexpr std::int32_t max_count = 256;  // a damaged box could have millions
    const std::int32_t radius = std::max(min_radius, wide / 2);
    const std::int32_t step = 3 * (radius / 2);
    const std::int32_t height = total.y - collide_height < 0 ? collide_height : total.y - collide_height;
    const std::int32_t count = std::clamp(height / step, 2, max_count);
    const std::int32_t scale = collision_scale > 0 ? collision_scale : 256;
    const auto scaled = static_cast<std::int32_t>(std::int64_t{radius} * scale / 256);
    std::vector<UprightSphere> spheres;
    for (std::int32_t i = 0; i + 1 < count; ++i) {
        spheres.push_back({radius - size.negative.y + i * step, scaled});
    }
    spheres.push_back({size.positive.y - collide_height - scaled, scaled});
    return spheres;
}

std::vector<glm::ivec2> update_outline(glm::dvec3 object, bool without_outer_ring)
{
    const auto cell_of = [](double place) { return static_cast<std::int32_t>(std::floor(place / update_cell)); };
    const glm::ivec2 cell(cell_of(object.x), cell_of(object.z));
    // The view in cell c updates the cells c - 9 to c + 8 along each axis.
    const std::int32_t before = without_outer_ring ? 7 : 8;
    const glm::ivec2 low = (cell - before) * update_cell;
    const glm::ivec2 high = (cell + before + 2) * update_cell;
    if (without_outer_ring) {
        return {low, {high.x, low.y}, high, {low.x, high.y}};
    }
    constexpr std::int32_t cut = update_cell;
    return {{low.x + cut, low.y},   {high.x - cut, low.y},  {high.x - cut, low.y + cut},
            {high.x, low.y + cut},  {high.x, high.y - cut}, {high.x - cut, high.y - cut},
            {high.x - cut, high.y}, {low.x + cut, high.y},  {low.x + cut, high.y - cut},
            {low.x, high.y - cut},  {low.x, low.y + cut},   {low.x + cut, low.y + cut}};
}

}  // namespace redforge::scene
