// The grid of lights: the lights that reach a position.
#include <catch2/catch.hpp>

#include "render/opengl/light_grid.hpp"

using namespace redforge;
using namespace redforge::render;

namespace {

std::vector<float> radii_at(const LightGrid& grid, float x, float z)
{
    std::vector<float> radii;
    for (const std::uint32_t light : grid.lights_at(x, z)) {
        radii.push_back(grid.lights[light].radius);
    }
    return radii;
}

}  // namespace

TEST_CASE("light grid: a position is lit by lights in range at any height", "[render]")
{
    // They reach from -10 to 10 and from 70 to 118 on X. The grid is 128 wide, with cells of 2.
    const std::vector<scene::Light> lights{{{0, 50, 0}, 10, {1, 0, 0}, 1, true},
                                           {{94, 0, 0}, 24, {0, 1, 0}, 0.5F, true}};
    const LightGrid grid = make_light_grid(lights);
    CHECK(grid.low_x == -10);
    CHECK(grid.low_z == -24);
    CHECK(grid.cell == 2);
    CHECK(radii_at(grid, 0, 0) == std::vector<float>{10});
    CHECK(radii_at(grid, 9, 0) == std::vector<float>{10});
    CHECK(radii_at(grid, 40, 0).empty());
    CHECK(radii_at(grid, 94, 23) == std::vector<float>{24});
    CHECK(radii_at(grid, 0, 23).empty());
    CHECK(radii_at(grid, -11, 0).empty());
    CHECK(radii_at(grid, 119, 0).empty());
    CHECK(grid.lights[0].colour == scene::Vec3{0, 0.5F, 0});
}

TEST_CASE("light grid: covers the range of all lights along the longer side", "[render]")
{
    // They reach from -10 to 118 on Z, and from -24 to 24 on X.
    const std::vector<scene::Light> lights{{{0, 50, 0}, 10, {1, 0, 0}, 1, true}, {{0, 0, 94}, 24, {0, 1, 0}, 1, true}};
    const LightGrid grid = make_light_grid(lights);
    CHECK(grid.low_x == -24);
    CHECK(grid.low_z == -10);
    CHECK(grid.cell == 2);
    CHECK(radii_at(grid, 0, 0) == std::vector<float>{10});
    CHECK(radii_at(grid, 0, 117) == std::vector<float>{24});
    CHECK(radii_at(grid, 23, 94) == std::vector<float>{24});
    CHECK(radii_at(grid, -23, 94) == std::vector<float>{24});
    CHECK(radii_at(grid, 0, 40).empty());
    CHECK(radii_at(grid, 0, 119).empty());
    CHECK(radii_at(grid, 0, -11).empty());
}

TEST_CASE("light grid: omits lights that are off, black or of radius 0", "[render]")
{
    CHECK(make_light_grid(std::vector<scene::Light>{{{}, 10, {1, 1, 1}, 1, false},
                                                    {{}, 0, {1, 1, 1}, 1, true},
                                                    {{}, 10, {0, 0, 0}, 1, true},
                                                    {{}, 10, {1, 1, 1}, 0, true}})
              .lights.empty());
    CHECK(make_light_grid({}).lights_at(0, 0).empty());
}

TEST_CASE("light grid: keeps the brightest 16 lights of a cell and the widest 4096 in all", "[render]")
{
    std::vector<scene::Light> lights;
    for (int i = 1; i <= 20; ++i) {
        lights.push_back({{}, 100 + static_cast<float>(i), {1, 1, 1}, static_cast<float>(i) / 20, true});
    }
    const std::vector<float> radii = radii_at(make_light_grid(lights), 0, 0);
    REQUIRE(radii.size() == 16);
    CHECK(radii.front() == 120);
    CHECK(radii.back() == 105);

    lights.assign(5000, {{}, 1, {1, 1, 1}, 1, true});
    lights.back().radius = 2;
    const LightGrid grid = make_light_grid(lights);
    CHECK(grid.lights.size() == 4096);
    CHECK(grid.lights[0].radius == 2);
    CHECK(grid.lists.size() <= std::size_t{64} * 64 * 16);
}
