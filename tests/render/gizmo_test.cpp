// Handles and drags; picking through records, boxes, and dropping to the ground.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include "model/model.hpp"
#include "render/camera/view_control.hpp"
#include "render/flat_view.hpp"
#include "render/overlay/gizmo.hpp"
#include "render/picking/pick.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::render;
using scene::Kind;
using scene::RecordRef;
using scene::Vec3;
using test::from_above;
using test::picture;

/// Returns a camera that looks down at the origin from the south, 60 units away, at 45 degrees.
Camera slanted()
{
    return look_at({0, 42, 42}, {0, 0, 0}, 200, picture.width / picture.height);
}

void check_way(Vec3 found, Vec3 expected)
{
    INFO(found.x << ' ' << found.y << ' ' << found.z);
    CHECK(found.x == Approx(expected.x).margin(0.01));
    CHECK(found.y == Approx(expected.y).margin(0.01));
    CHECK(found.z == Approx(expected.z).margin(0.01));
}

/// Returns three cubes of 2 units: on the ground, 10 above it, and next to them. The ground is a large cube.
scene::Scene tower()
{
    scene::Scene scene = scene::scene_of(test::cube(20, {.colour = 1}), "CUBE");
    scene.instances.clear();
    scene.meshes.push_back(scene::scene_of(test::cube(2000, {.colour = 2}), "GROUND").meshes.front());
    const auto put = [&](Kind kind, std::uint32_t mesh, std::size_t record, Vec3 at) {
        scene.instances.push_back({kind, mesh, record, {.position = at}});
        scene::SceneMarker marker;
        marker.kind = kind;
        marker.record = record;
        marker.position = at;
        marker.drawn = true;
        scene.markers.push_back(marker);
    };
    put(Kind::static_object, 1, 0, {0, -100, 0});  // its top is the ground at 0
    put(Kind::object, 0, 0, {0, 1, 0});
    put(Kind::object, 0, 1, {0, 11, 0});
    put(Kind::object, 0, 2, {10, 0.5F, 0});
    return scene;
}

}  // namespace

TEST_CASE("gizmo: arrows are hit along their length, the square on the ground")
{
    const Gizmo arrows{{0, 0, 0}, false};
    const Camera camera = from_above();  // X of the map to the right, Z upwards
    CHECK(handle_at(arrows, camera, {440, 300}, picture) == Handle{0, false});
    CHECK(handle_at(arrows, camera, {480, 305}, picture) == Handle{0, false});
    CHECK(handle_at(arrows, camera, {400, 240}, picture) == Handle{2, false});
    CHECK(handle_at(arrows, camera, {424, 276}, picture) == Handle{});
    CHECK(handle_at(arrows, camera, {520, 300}, picture) == std::nullopt);
    CHECK(handle_at(arrows, camera, {440, 320}, picture) == std::nullopt);
    const Gizmo rings{{0, 0, 0}, true};
    CHECK(handle_at(rings, camera, {400 + 49, 300 + 49}, picture) == Handle{1, true});
    CHECK(handle_at(rings, camera, {400, 300 + 40}, picture) == Handle{0, true});
    CHECK(handle_at(rings, camera, {400 + 30, 300 + 30}, picture) == std::nullopt);
    // The arrow of Y points up.
    CHECK(handle_at(arrows, slanted(), {400, 260}, picture) == Handle{1, false});
}

TEST_CASE("gizmo: moves on the ground and along an axis follow the pointer")
{
    check_way(direction_on_plane(from_above(), picture, {400, 300}, {450, 280}, {0, 0, 0}, {0, 1, 0}), {-5, 0, 2});
    const Camera camera = slanted();
    const Vec3 goal{3, 0, -4};
    const Pixel from = *pixel_of(camera, {0, 0, 0}, picture);
    check_way(direction_on_plane(camera, picture, from, *pixel_of(camera, goal, picture), {0, 0, 0}, {0, 1, 0}), goal);
    check_way(direction_along(camera, picture, from, *pixel_of(camera, {7, 0, 0}, picture), {0, 0, 0}, {1, 0, 0}),
              {7, 0, 0});
    check_way(direction_along(camera, picture, from, *pixel_of(camera, {0, 5, 0}, picture), {0, 0, 0}, {0, 1, 0}),
              {0, 5, 0});
    // An axis towards the eye, or the ground seen from its edge, must not jump to the horizon.
    check_way(direction_along(from_above(), picture, {400, 300}, {450, 300}, {0, 0, 0}, {0, 1, 0}), {0, 0, 0});
    const Camera front = flat_camera(View::front, {0, 0, 0}, 30, 200, picture.width / picture.height);
    check_way(direction_on_plane(front, picture, {400, 300}, {450, 280}, {0, 0, 0}, {0, 1, 0}), {5, 2, 0});
}

TEST_CASE("gizmo: a pointer that circles the centre rotates in its direction on screen")
{
    const float quarter = std::numbers::pi_v<float> / 2;
    // Counter-clockwise from above is positive about Y, which points at the eye.
    CHECK(angle_around(from_above(), picture, {500, 300}, {400, 200}, {0, 0, 0}, {0, 1, 0}) == Approx(quarter));
    CHECK(angle_around(from_above(), picture, {500, 300}, {400, 200}, {0, 0, 0}, {0, -1, 0}) == Approx(-quarter));
    CHECK(angle_around(from_above(), picture, {300, 301}, {300, 299}, {0, 0, 0}, {0, 1, 0}) ==
          Approx(-0.02F).margin(0.001));
}

TEST_CASE("overlay: a line that starts behind the camera is clipped or omitted")
{
    Overlay overlay(slanted(), picture);
    overlay.line(Vec3{0, 0, 0}, Vec3{30, 200, 200}, {1, 1, 1, 1});
    CHECK(overlay.corners().size() == 6);
    for (const Overlay::Corner& corner : overlay.corners()) {
        CHECK(std::isfinite(corner.x));
        CHECK(std::isfinite(corner.y));
    }
    overlay.line(Vec3{0, 100, 100}, Vec3{0, 200, 200}, {1, 1, 1, 1});
    CHECK(overlay.corners().size() == 6);
}

TEST_CASE("overlay: grid lines are at multiples of the step, with a limited number")
{
    const auto lines = [](int step) {
        Overlay overlay(from_above(), picture);  // 60 units high and 80 wide: 1,200 by 1,600 map units
        draw_grid(overlay, View::top, step);
        return overlay.corners().size() / 6;
    };
    CHECK(lines(256) == 7 + 5);  // X from -800 to 800; Z from 64,936 to 66,135 has 65,024 to 66,048
    CHECK(lines(32) == 51 + 37);
    CHECK(lines(1) == lines(32));  // a line for every 10 pixels at most
    Overlay overlay(slanted(), picture);
    draw_grid(overlay, View::camera, 16);
    CHECK(overlay.corners().empty());
}

TEST_CASE("overlay: draws text as rectangles of the atlas, as wide as its letters")
{
    GlyphAtlas letters{.width = 100, .height = 50, .line = 12, .scale = 2};
    letters.glyphs['L' - GlyphAtlas::first] = {.x = 10, .y = 20, .width = 8};
    letters.glyphs['?' - GlyphAtlas::first] = {.x = 30, .y = 20, .width = 6};
    Overlay overlay(from_above(), picture, &letters);
    overlay.text("L\xe4", {100, 100}, {1, 1, 1, 1});
    REQUIRE(overlay.corners().size() == 12);
    CHECK(overlay.corners()[0].u == Approx(0.1));
    CHECK(overlay.corners()[0].v == Approx(0.4));
    CHECK(overlay.corners()[2].u == Approx(0.18));
    CHECK(overlay.corners()[2].v == Approx(0.64));
    CHECK(overlay.corners()[6].u == Approx(0.3));  // not a letter of the atlas: a question mark
    CHECK(overlay.text_width("LL") == Approx(8));
    CHECK(overlay.text_width("") == 0);
    CHECK(overlay.text_height() == Approx(6));

    Overlay without(from_above(), picture);
    without.text("L", {100, 100}, {1, 1, 1, 1});
    CHECK(without.corners().empty());
}

TEST_CASE("overlay: a scale is a power of two of map units, 60 to 120 pixels long")
{
    // A viewport unit is 10 pixels and 20 map units, so 128 map units are 64 pixels.
    const Scale scale = scale_of(from_above(), picture);
    CHECK(scale.units == 128);
    CHECK(scale.pixels == Approx(64));
    const Camera near = flat_camera(View::side, {0, 0, 0}, 0.001F, 200, 1);
    CHECK(scale_of(near, picture).units == 1);
    Overlay overlay(slanted(), picture);
    draw_scale(overlay, View::camera);
    CHECK(overlay.corners().empty());
    draw_scale(overlay, View::front);
    CHECK_FALSE(overlay.corners().empty());
}

TEST_CASE("overlay: draws only the first of crowded markers")
{
    const std::vector<std::optional<Pixel>> places{Pixel{100, 100}, Pixel{109, 100}, Pixel{110, 100}, Pixel{100, 93},
                                                   std::nullopt,    Pixel{-1, 50},   Pixel{-2, 50},   Pixel{799, 599},
                                                   Pixel{800, 599}, Pixel{103, 110}, Pixel{103, 109}};
    std::vector<std::size_t> left_out;
    const std::vector<bool> crowded = find_crowded(places, picture, 10);
    REQUIRE(crowded.size() == places.size());
    for (std::size_t i = 0; i < crowded.size(); ++i) {
        if (crowded[i]) {
            left_out.push_back(i);
        }
    }
    CHECK(left_out == std::vector<std::size_t>{1, 3, 10});
    // Omitted markers do not crowd out others.
    CHECK_FALSE(
        find_crowded(std::vector<std::optional<Pixel>>{Pixel{1, 1}, Pixel{8, 1}, Pixel{15, 1}}, picture, 10)[2]);
}

TEST_CASE("overlay: omits a marker near another one, up to the left and top edges")
{
    const auto second_is_omitted = [](Pixel first, Pixel second) -> bool {
        return find_crowded(std::vector<std::optional<Pixel>>{first, second}, picture, 10)[1];
    };
    for (const float x : {-1.0F, 0.0F, 1.0F}) {
        for (const float y : {-1.0F, 0.0F, 1.0F}) {
            INFO(x << ' ' << y);  // on both sides of a multiple of the spacing
            CHECK(second_is_omitted({105 + 4 * x, 105 + 4 * y}, {105 + 6 * x, 105 + 6 * y}));
            CHECK_FALSE(second_is_omitted({105 + 4 * x, 105 + 4 * y}, {105 + 16 * x, 105 + (x == 0 ? 16 : 16 * y)}));
        }
    }
    CHECK(second_is_omitted({50, 0}, {55, 0}));
    CHECK(second_is_omitted({0, 50}, {0, 55}));
    CHECK_FALSE(second_is_omitted({50, 600}, {55, 600}));
    CHECK_FALSE(second_is_omitted({800, 50}, {800, 55}));
    CHECK_FALSE(second_is_omitted({50, 600}, {50, 599}));
}

TEST_CASE("picker: returns the records at a pixel in depth order, and those in a box")
{
    const scene::Scene scene = tower();
    const Picker picker(scene);
    const Camera camera = flat_camera(View::top, {0, 0, 0}, 30, 400, picture.width / picture.height);
    std::vector<RecordRef> records;
    for (const Hit& hit : picker.all_at(camera, {400, 300}, picture, true)) {
        records.push_back(hit.record);
    }
    CHECK(records == std::vector<RecordRef>{{Kind::object, 1}, {Kind::object, 0}, {Kind::static_object, 0}});
    CHECK(records_between(scene, camera, {320, 320}, {280, 280}, picture, false) ==
          std::set<RecordRef>{{Kind::object, 2}});
    CHECK(records_between(scene, camera, {0, 0}, {800, 600}, picture, false).size() == 4);
}

TEST_CASE("drop: a record falls on the surface below, and a sunken one rises")
{
    const scene::Scene scene = tower();
    const Picker picker(scene);
    const std::map<RecordRef, float> one = drop_distances(scene, picker, {{Kind::object, 1}});
    REQUIRE(one.size() == 1);
    CHECK(one.begin()->second == Approx(8));  // onto the one below it, whose top is at 2
    const std::map<RecordRef, float> all =
        drop_distances(scene, picker,
                       {{Kind::object, 0}, {Kind::object, 1}, {Kind::object, 2}, {Kind::static_object, 0}});
    REQUIRE(all.empty());  // the ground has nothing below it, and all other records fall
    const std::map<RecordRef, float> three =
        drop_distances(scene, picker, {{Kind::object, 0}, {Kind::object, 1}, {Kind::object, 2}});
    REQUIRE(three.size() == 3);
    CHECK(three.at({Kind::object, 0}) == Approx(0).margin(1e-4));
    CHECK(three.at({Kind::object, 1}) == Approx(10));
    CHECK(three.at({Kind::object, 2}) == Approx(-0.5));
}

TEST_CASE("pick: finds the height of the nearest model, without terrain")
{
    scene::Scene scene = tower();
    const auto all = [](const RecordRef&) { return true; };
    CHECK(height_of_nearest(scene, {9, 70, 3}, all) == Approx(0.5));
    CHECK(height_of_nearest(scene, {9, 70, 3}, [](const RecordRef& each) { return each.second == 1; }) == Approx(11));
    CHECK_FALSE(height_of_nearest(scene, {9, 70, 3}, [](const RecordRef&) { return false; }));
    scene.instances.back().kind = Kind::terrain;  // the nearest one
    CHECK(height_of_nearest(scene, {9, 70, 3},
                            [](const RecordRef& each) { return each.first != Kind::static_object; }) == Approx(1));
}

TEST_CASE("drop: a gap narrower than 8 map units supports a record")
{
    // Two adjacent cubes of 2 units with their tops at 2, and one above the gap with its bottom at 10.
    const auto way_over = [](float gap, float place, bool along_z) {
        scene::Scene scene = tower();
        const float away = 1 + gap / 2;
        const auto put = [&](std::size_t record, Vec3 at) {
            at = along_z ? Vec3{at.z, at.y, at.x} : at;
            for (scene::Instance& each : scene.instances) {
                if (each.kind == Kind::object && each.record == record) {
                    each.placement.position = at;
                }
            }
            for (scene::SceneMarker& each : scene.markers) {
                if (each.kind == Kind::object && each.record == record) {
                    each.position = at;
                }
            }
        };
        put(0, {-away, 1, 0});
        put(1, {place, 11, 0});
        put(2, {away, 1, 0});
        return drop_distances(scene, Picker(scene), {{Kind::object, 1}}).at({Kind::object, 1});
    };
    CHECK(way_over(0.15F, 0, false) == Approx(8));
    CHECK(way_over(0.15F, 0.07F, false) == Approx(8));
    CHECK(way_over(0.15F, 0, true) == Approx(8));
    CHECK(way_over(0.38F, 0, false) == Approx(8));
    CHECK(way_over(0.42F, 0, false) == Approx(10));  // onto the ground at 0
    CHECK(way_over(0.42F, 0, true) == Approx(10));
    CHECK(way_over(0.42F, -0.5F, false) == Approx(8));
    // A record next to a higher one does not climb it.
    CHECK(way_over(4, -1.9F, false) == Approx(10));
}

TEST_CASE("view keys: the keys Right, Up and Page Up move along the nearest axes")
{
    ViewControl control;
    control.show({{-10, -10, -10}, {10, 10, 10}});
    const auto ways = [&](View view) {
        control.rotate_to_view(view);
        return control.key_directions();
    };
    CHECK(ways(View::top) == std::array<Vec3, 3>{{{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}});
    CHECK(ways(View::front) == std::array<Vec3, 3>{{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}});
    CHECK(ways(View::side) == std::array<Vec3, 3>{{{0, 0, -1}, {0, 1, 0}, {-1, 0, 0}}});
    CHECK(ways(View::camera) == std::array<Vec3, 3>{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}});
}

TEST_CASE("labels: omits a label that would cover an earlier one")
{
    const std::vector<std::optional<Pixel>> corners{Pixel{0, 0}, Pixel{30, 5}, Pixel{60, 0}, std::nullopt,
                                                    Pixel{10, 30}};
    const std::vector<float> widths{40, 40, 40, 40, 40};
    CHECK(covered_labels(corners, widths, 16) == std::vector<bool>{false, true, false, false, false});
    CHECK(covered_labels(corners, widths, 40) == std::vector<bool>{false, true, false, false, true});
}
