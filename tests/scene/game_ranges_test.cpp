// Ranges of objects, with the numbers of the reference sheet "engine facts", 3, and its source's measurement of CYRUS.
#include <catch2/catch.hpp>

#include <algorithm>

#include "scene/game_ranges.hpp"

using namespace redforge;
using namespace redforge::scene;

namespace {

rgm::Size size_of(rgm::Extent total, rgm::Extent positive, rgm::Extent negative)
{
    return {.flag = 0, .total = total, .centre = {}, .positive = positive, .negative = negative};
}

}  // namespace

TEST_CASE("ranges: a sound is heard up to 2,304 units", "[scene]")
{
    CHECK(hearing_range == 2304);
}

TEST_CASE("ranges: CYRUS of ISLAND collides with two spheres of radius 24", "[scene]")
{
    const rgm::Size size = size_of({48, 128, 49}, {24, 62, 11}, {24, 66, 38});
    using Spheres = std::vector<UprightSphere>;
    CHECK(upright_spheres(size, 0) == Spheres{{-42, 24}, {-12, 24}});
    CHECK(upright_spheres(size, 128) == Spheres{{-42, 12}, {0, 12}});
    // Without the part near the ground, three spheres are 36 units apart.
    CHECK(upright_spheres(size, 256, 0) == Spheres{{-42, 24}, {-6, 24}, {38, 24}});
    CHECK(upright_spheres(size_of({2, 90, 2}, {1, 45, 1}, {1, 45, 1}), 0).front().radius == 4);
    CHECK(upright_spheres(size_of({200, 90, 40}, {}, {}), 0).empty());  // it is not upright
    CHECK(upright_spheres(size_of({1, 2'000'000'000, 1}, {}, {}), 0).size() == 256);
}

TEST_CASE("ranges: an object is updated from 18 x 18 cells of 512 units without the corners", "[scene]")
{
    const std::vector<glm::ivec2> outline = update_outline({700, 0, -1}, false);  // in the cell 1, -1
    const auto [low, high] = std::ranges::minmax(outline, {}, &glm::ivec2::x);
    CHECK(low.x == (1 - 8) * 512);
    CHECK(high.x == (1 + 10) * 512);
    CHECK(std::ranges::minmax(outline, {}, &glm::ivec2::y).min.y == (-1 - 8) * 512);
    CHECK(outline.size() == 12);
    CHECK(std::ranges::find(outline, glm::ivec2(low.x, (-1 - 8) * 512)) == outline.end());
    const std::vector<glm::ivec2> inner = update_outline({700, 0, -1}, true);
    CHECK(inner.size() == 4);
    CHECK(inner[2].x - inner[0].x == 16 * 512);
}
