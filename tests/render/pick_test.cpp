// Picking: rays and pixels with values computed by hand.
#include <catch2/catch.hpp>

#include <cmath>

#include "art/terrain.hpp"
#include "model/model.hpp"
#include "render/picking/pick.hpp"
#include "rgm/position.hpp"
#include "support/game.hpp"
#include "support/near.hpp"

using namespace redforge;
using namespace redforge::render;
using namespace redforge::scene;

namespace {

/// Compares with the tolerance of float matrices.
void check_near(Vec3 found, Vec3 expected)
{
    redforge::test::check_near(found, expected, 1e-4);
}

/// Returns cubes with sides of 2 in the viewport: static 0 at the origin, static 1 at x = 5, object 0 at z = -5 with an
/// eighth of a turn about Y; and a marker at (0, 3, 0).
Scene cubes()
{
    Scene scene;
    scene.meshes.push_back({"CUBE", model::to_mesh(test::cube(20, {.colour = 9}))});
    scene.instances.push_back({Kind::static_object, 0, 0, {}});
    scene.instances.push_back({Kind::static_object, 0, 1, {.position = {5, 0, 0}}});
    scene.instances.push_back({Kind::object, 0, 0, {object_rotation({0, 256, 0}), {0, 0, -5}}});
    scene.markers.push_back({.kind = Kind::marker, .id = 0, .position = {0, 3, 0}, .drawn = false, .record = 4});
    return scene;
}

}  // namespace

TEST_CASE("pick: a ray finds the nearest front face of a cube, and the position", "[render]")
{
    const Picker picker(cubes());
    const auto hit = picker.nearest({{0.5F, 0.25F, 10}, {0, 0, -1}});
    REQUIRE(hit);
    CHECK(hit->record == RecordRef{Kind::static_object, 0});
    CHECK(hit->distance == Approx(9));
    check_near(hit->point, {0.5F, 0.25F, 1});
    CHECK(hit->face == 4U);  // the cube's face at its greatest Z

    // From +X, the cube at 5 is first.
    const auto beside = picker.nearest({{10, 0, 0.5F}, {-1, 0, 0}});
    REQUIRE(beside);
    CHECK(beside->record == RecordRef{Kind::static_object, 1});
    CHECK(beside->distance == Approx(4));
    CHECK(beside->face == 1U);  // the face at its least X, which is at the right of the viewport

    // From behind, the edge of the rotated cube is nearest, root 2 from its centre.
    const auto edge = picker.nearest({{0, 0, -15}, {0, 0, 1}});
    REQUIRE(edge);
    CHECK(edge->record == RecordRef{Kind::object, 0});
    CHECK(edge->distance == Approx(10 - std::sqrt(2.0)));
    // At 1 unit from its edge, the face is root 2 - 1 from its centre.
    const auto slanted = picker.nearest({{1, 0, -15}, {0, 0, 1}});
    REQUIRE(slanted);
    CHECK(slanted->distance == Approx(10 - (std::sqrt(2.0) - 1)));

    CHECK_FALSE(picker.nearest({{3, 0, 10}, {0, 0, -1}}));
    CHECK_FALSE(picker.nearest({{0, 0, 10}, {0, 0, 1}}));
    // From the inside, all faces are back faces, so the ray hits the next cube.
    const auto within = picker.nearest({{0, 0, 0}, {1, 0, 0}});
    REQUIRE(within);
    CHECK(within->record == RecordRef{Kind::static_object, 1});
    CHECK(within->distance == Approx(4));
}

TEST_CASE("pick: hits mirrored, stretched and flattened records as they are drawn", "[render]")
{
    Scene scene = cubes();
    scene.instances.resize(1);
    scene.instances[0].placement.rotation = Mat3(-2, 0, 0, 0, 1, 0, 0, 0, 1);
    Picker picker(scene);
    const auto hit = picker.nearest({{10, 0, 0}, {-1, 0, 0}});
    REQUIRE(hit);
    CHECK(hit->distance == Approx(12));  // OpenGL shows the inside of mirrored objects: the far wall, at -2
    scene.instances[0].placement.rotation = Mat3(0, 0, 0, 0, 1, 0, 0, 0, 1);
    picker.place(scene);
    CHECK_FALSE(picker.nearest({{10, 0, 0}, {-1, 0, 0}}));
}

TEST_CASE("pick: a pixel maps to its position in the scene and back", "[render]")
{
    // At a distance of 10, half the height is 10 * tan(25 degrees) = 4.66308, and half the width is twice that.
    const Camera camera = look_at({0, 0, 10}, {0, 0, 0}, 100, 2);
    const Extent2 size{200, 100};
    const auto middle = pixel_of(camera, {0, 0, 0}, size);
    REQUIRE(middle);
    CHECK(middle->x == Approx(100));
    CHECK(middle->y == Approx(50));
    const auto above = pixel_of(camera, {4.66308F, 2.33154F, 0}, size);
    REQUIRE(above);
    CHECK(above->x == Approx(150).margin(1e-2));
    CHECK(above->y == Approx(25).margin(1e-2));
    CHECK_FALSE(pixel_of(camera, {0, 0, 11}, size));
    const Ray ray = ray_through(camera, {150, 25}, size);
    // Towards (4.66308, 2.33154, -10), whose length is 11.2782.
    check_near(ray.direction, {0.413460F, 0.206730F, -0.886667F});

    // Rays of a flat view are parallel.
    const Camera top = preset(View::top, {{-10, -10, -10}, {10, 10, 10}}, 1);
    const Ray down = ray_through(top, {75, 50}, {100, 100});
    check_near(down.direction, {0, -1, 0});
    CHECK(down.origin.x == Approx(-5.3));  // X is to the left; half the width is 10.6
    CHECK(down.origin.z == Approx(0).margin(1e-4));
}

TEST_CASE("pick: hits only visible symbols", "[render]")
{
    const Picker picker(cubes());
    const Camera camera = look_at({0, 3, 10}, {0, 3, 0}, 100, 1);
    const Extent2 size{100, 100};
    CHECK_FALSE(picker.at(camera, {50, 50}, size, false));
    const auto marker = picker.at(camera, {50, 50}, size, true);
    REQUIRE(marker);
    CHECK(marker->record == RecordRef{Kind::marker, 4});
    // A sphere of radius 0.6 at a distance of 10. The ray begins at the near plane, (10 + 100) * 1.1 / 10000.
    CHECK(marker->distance == Approx(9.4 - 0.0121));
    // 0.6 of 4.66308 is 6.43 pixels of 50.
    CHECK(picker.at(camera, {50 + 6, 50}, size, true));
    CHECK_FALSE(picker.at(camera, {50 + 7, 50}, size, true));
    // The tops of the cubes are 2 lower: the edge of the rotated cube is 16.41 away and 13.07 pixels down, the far edge
    // of the cube at the origin 11 away and 19.49 pixels down.
    const auto down = [&](float pixels) {
        const auto hit = picker.at(camera, {50, 50 + pixels}, size, true);
        return hit ? std::optional(hit->record) : std::nullopt;
    };
    CHECK(down(12.5F) == std::nullopt);
    CHECK(down(14) == RecordRef{Kind::object, 0});
    CHECK(down(19) == RecordRef{Kind::object, 0});
    CHECK(down(20) == RecordRef{Kind::static_object, 0});
}

TEST_CASE("pick: a sphere touches the surfaces of static objects", "[render]")
{
    Scene scene = cubes();
    scene.instances.push_back({Kind::static_object, 0, 2, {.position = {0, 20, 0}}});
    scene.instances.back().placement.rotation[0] *= 3;  // 6 wide
    const Picker picker(scene);
    CHECK(picker.touches({-2, 0, 0}, 1.01F));
    CHECK_FALSE(picker.touches({-2, 0, 0}, 0.99F));
    CHECK_FALSE(picker.touches({0, 0, 0}, 0.99F));  // inside, away from the faces
    // At an edge, the distance is root 2.
    CHECK(picker.touches({-2, 2, 0}, 1.42F));
    CHECK_FALSE(picker.touches({-2, 2, 0}, 1.41F));
    CHECK_FALSE(picker.touches({0, 0, -5}, 1.2F));  // objects move
    CHECK(picker.touches({4, 20, 0}, 1.01F));
    CHECK_FALSE(picker.touches({4, 20, 0}, 0.99F));
}

TEST_CASE("pick: hits the first of two equally distant symbols, and lists both", "[render]")
{
    Scene scene = cubes();
    SceneMarker second = scene.markers[0];
    second.record = 5;
    scene.markers.push_back(second);
    const Picker picker(scene);
    const Camera camera = look_at({0, 3, 10}, {0, 3, 0}, 100, 1);
    const auto first = picker.at(camera, {50, 50}, {100, 100}, true);
    REQUIRE(first);
    CHECK(first->record == RecordRef{Kind::marker, 4});
    const std::vector<Hit> all = picker.all_at(camera, {50, 50}, {100, 100}, true);
    REQUIRE(all.size() == 2);
    CHECK(all[0].record == RecordRef{Kind::marker, 4});
    CHECK(all[1].record == RecordRef{Kind::marker, 5});
    check_near(all[1].point, {0, 3, 0.6F});
    CHECK(picker.all_at(camera, {50, 50}, {100, 100}, false).empty());
    // The ray goes through the rotated cube and then through the one at the origin. Its inside is ignored.
    const auto through = picker.all_at(look_at({0, 0, -15}, {0, 0, 0}, 100, 1), {50, 50}, {100, 100}, true);
    REQUIRE(through.size() == 2);
    CHECK(through[0].record == RecordRef{Kind::object, 0});
    CHECK(through[1].record == RecordRef{Kind::static_object, 0});
    CHECK(through[1].distance - through[0].distance == Approx(4 + std::sqrt(2.0)));
}

TEST_CASE("pick: a ray finds its triangle in a large mesh", "[render]")
{
    art::Terrain terrain;
    terrain.sections.resize(4);
    terrain.sections[0].heights.resize(std::size_t{128} * 128);
    terrain.sections[0].heights[2 * 128 + 3] = std::byte{4};  // column 3, row 2: 80 units
    Scene scene;
    scene.meshes.push_back({"terrain", terrain_mesh(terrain)});
    scene.instances.push_back({Kind::terrain, 0, 0, {}});
    const Picker picker(scene);
    const auto at = [&](float x, float z) {
        const auto hit = picker.nearest({{x, 100, z}, {0, -1, 0}});
        REQUIRE(hit);
        return hit->distance;
    };
    // The peak, 4 high, is at map (768, 65024); a cell is 12.8 wide. Half way to its neighbour along X it is 2 high.
    CHECK(at(-38.4F, -25.6F) == Approx(96).margin(1e-3));
    CHECK(at(-38.4F - 6.4F, -25.6F) == Approx(98).margin(1e-3));
    CHECK(at(-38.4F + 6.4F, -25.6F) == Approx(98).margin(1e-3));
    CHECK(at(-1000, -1000) == Approx(100));
    CHECK_FALSE(picker.nearest({{10, 100, -25.6F}, {0, -1, 0}}));
}

TEST_CASE("pick: static objects between two ends block a route from either side", "[render]")
{
    Scene scene;
    scene.meshes.push_back({"WALL", model::to_mesh(test::cube(20, {.colour = 9}))});
    scene.instances.push_back({Kind::static_object, 0, 0, {.position = {0, 0, 0}}});
    const Picker one(scene);
    CHECK(one.blocked({-9, 0, 0}, {9, 0, 0}));
    CHECK(one.blocked({9, 0, 0}, {-9, 0, 0}));
    CHECK_FALSE(one.blocked({-9, 0, 0}, {-5, 0, 0}));  // before it
    CHECK_FALSE(one.blocked({-9, 9, 0}, {9, 9, 0}));   // above it
    scene.instances[0].placement.position = {100, 50, -30};
    const Picker elsewhere(scene);
    CHECK(elsewhere.blocked({91, 50, -30}, {109, 50, -30}));
    CHECK_FALSE(elsewhere.blocked({-9, 0, 0}, {9, 0, 0}));
    CHECK_FALSE(elsewhere.blocked({-109, -50, 30}, {-91, -50, 30}));
    scene.instances[0].kind = Kind::object;  // a door opens
    CHECK_FALSE(Picker(scene).blocked({91, 50, -30}, {109, 50, -30}));
}
