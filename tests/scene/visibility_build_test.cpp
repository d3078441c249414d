// A PVO made anew: what is behind a wall is left out, and nothing that can be seen is.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <random>

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
using redforge::test::need_error;

namespace {

/// A cube that stands somewhere, map units.
struct Block {
    std::array<std::int32_t, 3> middle;
    std::int32_t half;
};

/// A wall, one thing behind it and one in front of it, along Z.
constexpr std::array<Block, 3> blocks{{{{8000, 0, 8000}, 1000}, {{8000, 0, 9400}, 40}, {{8000, 0, 5500}, 40}}};

struct Place {
    rgm::Map map;
    Scene scene;

    Place()
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

/// The number of the block that a ray meets first; nothing where it meets none.
std::optional<std::uint32_t> first_block(const std::array<double, 3>& from, const std::array<double, 3>& direction)
{
    std::optional<std::uint32_t> first;
    double nearest = 1e9;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        double enters = -1e9;
        double leaves = 1e9;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double a = (blocks[i].middle[axis] - blocks[i].half - from[axis]) / direction[axis];
            const double b = (blocks[i].middle[axis] + blocks[i].half - from[axis]) / direction[axis];
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

/// The statics that a PVO shows from a place.
std::vector<std::uint32_t> shown(const rgm::Visibility& file, const std::array<double, 3>& place)
{
    const auto at = [&](std::size_t axis) { return static_cast<std::int64_t>(place[axis]); };
    const auto cell = rgm::cell_at(file, at(0), at(1), at(2));
    REQUIRE(cell);
    REQUIRE(cell->leaf);
    return rgm::objects_of(file, file.leaves.at(*cell->leaf));
}

}  // namespace

TEST_CASE("PVO: one that is built leaves out what a wall hides", "[scene]")
{
    const Place place;
    const rgm::Visibility file = need(build_visibility(place.map, place.scene, nullptr, {.threads = 2}, {}));
    CHECK(shown(file, {8000, 0, 4700}) == std::vector<std::uint32_t>{0, 2});
    CHECK(shown(file, {8000, 0, 9900}) == std::vector<std::uint32_t>{0, 1});
    CHECK(shown(file, {9000, 0, 9400}) == std::vector<std::uint32_t>{0, 1});
    CHECK(shown(file, {8000, 0, 15000}) == std::vector<std::uint32_t>{0, 1, 2});  // beyond all places of the camera
    CHECK(rgm::visibility_problems(file, 3, 0).empty());
}

TEST_CASE("PVO: no ray from any place meets a static first that one that is built does not show there", "[scene]")
{
    const Place place;
    const rgm::Visibility file = need(build_visibility(place.map, place.scene, nullptr, {.threads = 2}, {}));
    std::mt19937 random(7);
    const auto between = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
    std::size_t met = 0;
    for (int i = 0; i < 400; ++i) {
        const std::array<double, 3> from{between(7000, 9000), between(-1000, 1000), between(4500, 10400)};
        const std::vector<std::uint32_t> visible = shown(file, from);
        for (int ray = 0; ray < 400; ++ray) {
            // Towards a point of one of the blocks, so that small ones are met too.
            const Block& block = blocks[static_cast<std::size_t>(ray) % blocks.size()];
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

TEST_CASE(
    "PVO: objects of scripts stay in every leaf and the root cell stays; without statics there is nothing to build",
    "[scene]")
{
    const Place place;
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
    CHECK(need_error(build_visibility({}, place.scene, nullptr, {}, {})).code == ErrorCode::not_found);
    const std::atomic<bool> cancel{true};
    Progress progress;
    progress.cancel = &cancel;
    CHECK(need_error(build_visibility(place.map, place.scene, nullptr, {}, progress)).code == ErrorCode::cancelled);
}
