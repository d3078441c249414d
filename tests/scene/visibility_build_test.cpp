// Building a PVO: objects hidden by a wall are omitted, and visible objects never are.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <random>
#include <span>

#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/visibility_edit.hpp"
#include "scene/placement.hpp"
#include "scene/visibility_build.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::scene;
using redforge::test::cube;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// A cube at a position, in map units.
struct Block {
    std::array<std::int32_t, 3> middle;
    std::int32_t half;
};

/// A wall, one object behind it and one in front of it, along Z.
constexpr std::array<Block, 3> wall_and_two{{{{8000, 0, 8000}, 1000}, {{8000, 0, 9400}, 40}, {{8000, 0, 5500}, 40}}};

struct Place {
    rgm::Map map;
    Scene scene;

    explicit Place(std::span<const Block> blocks)
    {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            rgm::StaticObject object;
            object.position.x = blocks[i].middle[0];
            object.position.y = blocks[i].middle[1];
            object.position.z = blocks[i].middle[2];
            map.statics.records.push_back(object);
            Scene one = scene_of(cube(blocks[i].half, {}), "CUBE");
            scene.meshes.push_back(std::move(one.meshes.at(0)));
            Instance instance;
            instance.mesh = static_cast<std::uint32_t>(i);
            instance.kind = Kind::static_object;
            instance.record = i;
            instance.placement.position = view_position(object.position);
            scene.instances.push_back(instance);
        }
    }
};

/// Returns the number of the first block on a ray. Returns nullopt if it meets none.
std::optional<std::uint32_t> first_block(const std::array<double, 3>& from, const std::array<double, 3>& direction)
{
    std::optional<std::uint32_t> first;
    double nearest = 1e9;
    for (std::size_t i = 0; i < wall_and_two.size(); ++i) {
        double enters = -1e9;
        double leaves = 1e9;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double a = (wall_and_two[i].middle[axis] - wall_and_two[i].half - from[axis]) / direction[axis];
            const double b = (wall_and_two[i].middle[axis] + wall_and_two[i].half - from[axis]) / direction[axis];
            enters = std::max(enters, std::min(a, b));
            leaves = std::min(leaves, std::max(a, b));
        }
        const double meets = enters > 0 ? enters : leaves;
        if (enters <= leaves && meets > 0 && meets < nearest) {
            nearest = meets;
            first = static_cast<std::uint32_t>(i);
        }
    }
    return first;
}

/// Returns the statics that a PVO shows from a position, sorted by number.
std::vector<std::uint32_t> shown(const rgm::Visibility& file, const std::array<double, 3>& place)
{
    const auto at = [&](std::size_t axis) { return static_cast<std::int64_t>(place[axis]); };
    const auto cell = rgm::cell_at(file, at(0), at(1), at(2));
    REQUIRE(cell);
    REQUIRE(cell->leaf);
    std::vector<std::uint32_t> numbers = rgm::objects_of(file, file.leaves.at(*cell->leaf));
    std::ranges::sort(numbers);
    return numbers;
}

}  // namespace

TEST_CASE("PVO: a built file omits objects that a wall hides", "[scene]")
{
    const Place place(wall_and_two);
    const rgm::Visibility file = need(build_visibility(place.map, place.scene, nullptr, {.threads = 2}, {}));
    CHECK(shown(file, {8000, 0, 4700}) == std::vector<std::uint32_t>{0, 2});
    CHECK(shown(file, {8000, 0, 9900}) == std::vector<std::uint32_t>{0, 1});
    CHECK(shown(file, {9000, 0, 9400}) == std::vector<std::uint32_t>{0, 1});
    CHECK(shown(file, {8000, 0, 15000}) == std::vector<std::uint32_t>{0, 1, 2});  // beyond all camera positions
    CHECK(rgm::visibility_problems(file, 3, 0).empty());
}

TEST_CASE("PVO: a built file never omits a visible static", "[scene]")
{
    const Place place(wall_and_two);
    const rgm::Visibility file = need(build_visibility(place.map, place.scene, nullptr, {.threads = 2}, {}));
    std::mt19937 random(7);
    const auto between = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
    std::size_t met = 0;
    for (int i = 0; i < 400; ++i) {
        const std::array<double, 3> from{between(7000, 9000), between(-1000, 1000), between(4500, 10400)};
        const std::vector<std::uint32_t> visible = shown(file, from);
        for (int ray = 0; ray < 400; ++ray) {
            // Aim at a point of one of the blocks, so that rays hit small ones, too.
            const Block& block = wall_and_two[static_cast<std::size_t>(ray) % wall_and_two.size()];
            std::array<double, 3> direction{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                direction[axis] = block.middle[axis] + between(-block.half, block.half) - from[axis];
            }
            if (const auto block_met = first_block(from, direction)) {
                ++met;
                if (std::ranges::find(visible, *block_met) == visible.end()) {
                    FAIL("static " << *block_met << " is seen from " << from[0] << ", " << from[1] << ", " << from[2]);
                }
            }
        }
    }
    CHECK(met > 100000);
}

TEST_CASE("PVO: keeps script objects in every leaf; rejects a map without statics", "[scene]")
{
    const Place place(wall_and_two);
    rgm::Visibility before;
    before.half_size = 8192;
    before.x = 8192;
    before.y = 0;
    before.z = 8192;
    before.objects = {1, 7, 4};
    const rgm::Visibility file = need(build_visibility(place.map, place.scene, &before, {.threads = 1}, {}));
    CHECK(file.half_size == 8192);
    CHECK(file.x == 8192);
    CHECK(shown(file, {8000, 0, 4700}) == std::vector<std::uint32_t>{0, 2, 4, 7});
    CHECK(shown(file, {1, 0, 1}) == std::vector<std::uint32_t>{0, 1, 2, 4, 7});
    CHECK(require_error(build_visibility({}, place.scene, nullptr, {}, {})).code == ErrorCode::not_found);
    const std::atomic<bool> cancel{true};
    Progress progress;
    progress.cancel = &cancel;
    CHECK(require_error(build_visibility(place.map, place.scene, nullptr, {}, progress)).code == ErrorCode::cancelled);
}

TEST_CASE("PVO: a cell lists objects visible from its grid positions and neighbours", "[scene]")
{
    const auto built = [](const std::array<Block, 2>& two, std::array<std::int32_t, 3> root, std::int32_t step) {
        rgm::Visibility before;
        before.half_size = 8192;
        before.x = root[0];
        before.y = root[1];
        before.z = root[2];
        const Place place(two);
        return need(build_visibility(place.map, place.scene, &before, {.step = step, .threads = 2}, {}));
    };
    // An object is drawn up to 5120 units from its sides: from positions up to 5120, and from 7168 on.
    const rgm::Visibility east = built({{{{0, 0, 0}, 100}, {{12000, 0, 0}, 100}}}, {6144, 0, 0}, 512);
    CHECK(shown(east, {6143, 0, 0}) == std::vector<std::uint32_t>{0});
    CHECK(shown(east, {6144, 0, 0}) == std::vector<std::uint32_t>{1});
    const rgm::Visibility north = built({{{{0, 0, 0}, 100}, {{0, 0, 12000}, 100}}}, {0, 0, 6144}, 512);
    CHECK(shown(north, {0, 0, 6143}) == std::vector<std::uint32_t>{0});
    CHECK(shown(north, {0, 0, 6144}) == std::vector<std::uint32_t>{1});
    // A block hides the object beyond it from all positions in the block or before it. The first position after it is
    // 6400.
    const rgm::Visibility behind = built({{{{0, 3300, 0}, 3000}, {{0, 6500, 0}, 40}}}, {0, 0, 0}, 256);
    CHECK(shown(behind, {0, 5887, 0}) == std::vector<std::uint32_t>{0});
    CHECK(shown(behind, {0, 5888, 0}) == std::vector<std::uint32_t>{0, 1});
    // Mirrored: the last position that sees the object is -6400, and cells up to the end of the next one show it.
    const rgm::Visibility below = built({{{{0, -3300, 0}, 3000}, {{0, -6500, 0}, 40}}}, {0, 0, 0}, 256);
    CHECK(shown(below, {0, -5889, 0}) == std::vector<std::uint32_t>{0, 1});
    CHECK(shown(below, {0, -5888, 0}) == std::vector<std::uint32_t>{0});
}

TEST_CASE("PVO: a wall of small blocks occludes objects like one large block", "[scene]")
{
    std::vector<Block> blocks;
    for (std::int32_t row = 0; row < 6; ++row) {
        for (std::int32_t column = 0; column < 6; ++column) {
            blocks.push_back({{7175 + 330 * column, -825 + 330 * row, 8000}, 168});  // without cracks between them
        }
    }
    const std::size_t wall = blocks.size();
    // Behind the middle of the wall, near its edges, and beyond them.
    for (const auto& [x, y] :
         {std::pair(8000, 0), {7300, 0}, {8700, 0}, {8000, -700}, {8000, 700}, {6700, 0}, {9300, 0}}) {
        blocks.push_back({{x, y, 8250}, 40});
    }
    rgm::Visibility before;
    before.half_size = 8192;
    before.x = 8192;
    before.y = 0;
    before.z = 8192;
    const Place place(blocks);
    const rgm::Visibility file =
        need(build_visibility(place.map, place.scene, &before, {.step = 256, .threads = 2}, {}));
    std::vector<std::uint32_t> behind;
    for (const std::uint32_t each : shown(file, {8000, 10, 7200})) {
        if (each >= wall) {
            behind.push_back(each - static_cast<std::uint32_t>(wall));
        }
    }
    CHECK(behind == std::vector<std::uint32_t>{5, 6});
}

TEST_CASE("PVO: a static is listed if a narrow slit shows a few of its pixels", "[scene]")
{
    // The slit is two pixels wide in the pictures of camera positions with x = 8192.
    const std::array<Block, 3> blocks{
        {{{8192 - 1080, 0, 8000}, 1000}, {{8192 + 1080, 0, 8000}, 1000}, {{8192 + 262, 0, 9500}, 400}}};
    rgm::Visibility before;
    before.half_size = 8192;
    before.x = 8192;
    before.y = 0;
    before.z = 8192;
    const Place place(blocks);
    const rgm::Visibility file =
        need(build_visibility(place.map, place.scene, &before, {.step = 256, .threads = 2}, {}));
    CHECK(shown(file, {8200, 0, 5700}) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("PVO: without an old file, the root cell encloses the statics", "[scene]")
{
    const auto built = [](std::array<std::int32_t, 3> second) {
        const std::array<Block, 2> two{{{{0, 0, 0}, 100}, {second, 100}}};
        const Place place(two);
        return need(build_visibility(place.map, place.scene, nullptr, {.step = 2048, .threads = 2}, {}));
    };
    // 16384 leaves 1024 units along the axis with the largest distance.
    CHECK(built({15360, 0, 0}).half_size == 8192);
    CHECK(built({15361, 0, 0}).half_size == 16384);
    CHECK(built({0, 15360, 0}).half_size == 8192);
    CHECK(built({0, 15361, 0}).half_size == 16384);
    CHECK(built({0, 0, 15360}).half_size == 8192);
    const rgm::Visibility large = built({1000, 600, 15361});
    CHECK(large.half_size == 16384);
    CHECK(large.x == 256);  // the centre, rounded down to a multiple of 256
    CHECK(large.y == 256);
    CHECK(large.z == 7680);
}

TEST_CASE("PVO: statics beyond the root cell are clamped to its limits", "[scene]")
{
    const auto root = [](std::array<std::int32_t, 3> first, std::array<std::int32_t, 3> second) {
        const std::array<Block, 2> two{{{first, 100}, {second, 100}}};
        const Place place(two);
        const rgm::Visibility file =
            need(build_visibility(place.map, place.scene, nullptr, {.step = 65536, .threads = 2}, {}));
        return std::array{static_cast<std::int32_t>(file.half_size), file.x, file.y, file.z};
    };
    CHECK(root({0, 0, 0}, {500000, 131073, 131072}) == std::array{65536, 65536, 65536, 65536});
    CHECK(root({0, 0, 0}, {-500000, -65537, -65536}) == std::array{65536, -32768, -32768, -32768});
    CHECK(root({200000, 200000, 200000}, {300000, 131072, 131073}) == std::array{8192, 131072, 131072, 131072});
    CHECK(root({-70000, -70000, -70000}, {-65537, -80000, -90000}) == std::array{8192, -65536, -65536, -65536});
}

TEST_CASE("PVO: statics that are near each other share runs, whatever their numbers", "[scene]")
{
    // Even numbers are at one place, odd numbers at another, and no position shows both.
    std::vector<Block> blocks;
    for (std::int32_t i = 0; i < 120; ++i) {
        blocks.push_back({{i % 2 * 14000, 0, i * 10}, 4});
    }
    rgm::Visibility before;
    before.half_size = 8192;
    before.x = 7168;
    const Place place(blocks);
    const rgm::Visibility file =
        need(build_visibility(place.map, place.scene, &before, {.step = 1024, .threads = 2}, {}));
    const auto cell = rgm::cell_at(file, 0, -1000, 600);
    REQUIRE(cell);
    REQUIRE(cell->leaf);
    const rgm::VisibilityLeaf& leaf = file.leaves.at(*cell->leaf);
    CHECK(rgm::objects_of(file, leaf).size() == 60);
    CHECK(leaf.runs.size() == 2);  // the size and the start of one run
}

TEST_CASE("PVO: positions beyond the camera's range see nothing", "[scene]")
{
    // Camera positions end at 2048 along X and Z, at least 1024 beyond the origins of the statics. The second static is
    // drawn so far from its origin that it would be visible from the next position, 3072, but not from the last one.
    for (const bool is_x : {false, true}) {
        const std::array<Block, 2> two{{{{0, 0, 0}, 100}, {{0, 0, 0}, 100}}};
        Place place(two);
        rgm::Position position;
        (is_x ? position.x : position.z) = 8000;
        place.scene.instances[1].placement.position = view_position(position);
        rgm::Visibility before;
        before.half_size = 8192;
        const rgm::Visibility file =
            need(build_visibility(place.map, place.scene, &before, {.step = 1024, .threads = 2}, {}));
        CAPTURE(is_x);
        CHECK(shown(file, {is_x ? 2047.0 : 0, 0, is_x ? 0 : 2047.0}) == std::vector<std::uint32_t>{0});
    }
}

TEST_CASE("PVO: a static visible from one column of cells is listed only there", "[scene]")
{
    // The object is visible from positions within 5120 of it along X and Z, plus two cells before and one cell after:
    // from -7168 to 7168. The second object makes the camera look from that corner, where it is visible everywhere.
    const auto shown_at_corner = [](std::int32_t x_sign, std::int32_t z_sign) {
        const std::array<Block, 2> two{{{{0, 0, 0}, 100}, {{7000 * x_sign, 0, 7000 * z_sign}, 100}}};
        rgm::Visibility before;
        before.half_size = 8192;
        const Place place(two);
        const rgm::Visibility file =
            need(build_visibility(place.map, place.scene, &before, {.step = 1024, .threads = 2}, {}));
        std::vector<std::vector<std::uint32_t>> found;
        for (const auto& [x, z] : {std::pair(6656, 6656), {7680, 6656}, {6656, 7680}, {7680, 7680}}) {
            found.push_back(shown(file, {1.0 * x * x_sign, 0, 1.0 * z * z_sign}));
        }
        return found;
    };
    const std::vector<std::vector<std::uint32_t>> expected{{0, 1}, {1}, {1}, {1}};
    CHECK(shown_at_corner(1, 1) == expected);
    CHECK(shown_at_corner(1, -1) == expected);
    CHECK(shown_at_corner(-1, 1) == expected);
    CHECK(shown_at_corner(-1, -1) == expected);
}
