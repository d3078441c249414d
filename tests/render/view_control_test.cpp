// Camera control by mouse and keys, with numbers computed by hand.
#include <catch2/catch.hpp>

#include <cmath>

#include "render/camera/view_control.hpp"
#include "support/near.hpp"

using namespace redforge;
using namespace redforge::render;
using scene::Vec3;

namespace {

constexpr Extent2 size{200, 100};
const scene::Bounds box{{-10, -10, -10}, {10, 10, 10}};

/// Compares with the tolerance of float matrices.
void check_near(Vec3 found, Vec3 expected)
{
    redforge::test::check_near(found, expected, 1e-3);
}

/// Returns a perspective camera that looks along -Z at the origin from 40.984 (root 300 / sin(25 degrees)), so that the
/// sphere around the scene is visible.
ViewControl front_view()
{
    ViewControl control;
    control.show(box);
    // Orbits from the direction (0.55, 0.45, 1): 0.50285 to the right and 0.37560 down are 100.57 and 75.12 pixels.
    control.press(Button::right, {0, 0}, true);
    CHECK(control.drag({100.5686F, -75.1190F}, size));
    control.release(Button::right, {0, 0});
    check_near(control.eye(), {0, 0, 40.9842F});
    return control;
}

}  // namespace

TEST_CASE("view control: frames a new scene from a corner", "[render]")
{
    ViewControl control;
    control.show(box);
    check_near(control.pivot(), {0, 0, 0});
    // 40.9842 along (0.55, 0.45, 1), which is 1.22678 long.
    check_near(control.eye(), {18.3743F, 15.0335F, 33.4079F});
    CHECK(control.view() == View::camera);
    const Camera camera = control.camera(2);
    for (const float x : {-10.0F, 10.0F}) {
        for (const float y : {-10.0F, 10.0F}) {
            const auto pixel = pixel_of(camera, {x, y, 10}, size);
            REQUIRE(pixel);
            CHECK((pixel->x > 0 && pixel->x < 200 && pixel->y > 0 && pixel->y < 100));
            // Also in a narrow picture.
            ViewControl narrow;
            narrow.show(box, 0.5F);
            const auto there = pixel_of(narrow.camera(0.5F), {x, y, 10}, {100, 200});
            REQUIRE(there);
            CHECK((there->x > 0 && there->x < 100 && there->y > 0 && there->y < 200));
        }
    }
}

TEST_CASE("view control: a framed box has all corners in view and one at the border", "[render]")
{
    const scene::Bounds flat{{-100, -2, -100}, {100, 2, 100}};
    for (const View view : {View::camera, View::top, View::front}) {
        for (const float aspect : {2.0F, 0.5F}) {
            ViewControl control;
            control.show(flat, aspect);
            control.rotate_to_view(view);
            control.frame(flat, aspect);
            const float before = length(control.eye() - control.pivot());
            control.fill(flat, aspect);
            CHECK(length(control.eye() - control.pivot()) < before);
            const Extent2 picture{100 * aspect, 100};
            float farthest = 0;  // distance from the centre, 1 at the edge
            for (const float x : {-100.0F, 100.0F}) {
                for (const float y : {-2.0F, 2.0F}) {
                    for (const float z : {-100.0F, 100.0F}) {
                        const auto pixel = pixel_of(control.camera(aspect), {x, y, z}, picture);
                        REQUIRE(pixel);
                        farthest =
                            std::max({farthest, std::abs(pixel->x / (50 * aspect) - 1), std::abs(pixel->y / 50 - 1)});
                    }
                }
            }
            CHECK(farthest > 0.85F);
            CHECK(farthest < 0.95F);
        }
    }
}

TEST_CASE("view control: right-drag looks around from the camera position", "[render]")
{
    ViewControl control = front_view();
    control.press(Button::right, {50, 50}, false);
    // A quarter turn to the right is 314.16 pixels, at 0.005 radians for each pixel.
    CHECK(control.drag({50 + 314.1593F, 50}, size));
    check_near(control.eye(), {0, 0, 40.9842F});
    check_near(control.pivot(), {40.9842F, 0, 40.9842F});
    // Down to the limit, which is half a degree from vertical.
    CHECK(control.drag({50 + 314.1593F, 5000}, size));
    check_near(control.eye(), {0, 0, 40.9842F});
    check_near(control.pivot(), {0.3577F, -40.9826F, 40.9842F});
    CHECK_FALSE(control.release(Button::right, {0, 0}));
    CHECK_FALSE(control.drag({0, 0}, size));
}

TEST_CASE("view control: Alt and right-drag orbits about the centre", "[render]")
{
    ViewControl control = front_view();
    control.press(Button::right, {50, 50}, true);
    CHECK(control.drag({50 + 314.1593F, 50}, size));
    check_near(control.pivot(), {0, 0, 0});
    check_near(control.eye(), {-40.9842F, 0, 0});
}

TEST_CASE("view control: middle-drag moves the centre with the pointer", "[render]")
{
    ViewControl control = front_view();
    control.press(Button::middle, {50, 50}, false);
    // 100 pixels are 2 * 40.9842 * tan(25 degrees) = 38.2225 units.
    CHECK(control.drag({60, 55}, size));
    check_near(control.pivot(), {-3.82225F, 1.91113F, 0});
    const auto pixel = pixel_of(control.camera(2), {0, 0, 0}, size);
    REQUIRE(pixel);
    CHECK(pixel->x == Approx(110));
    CHECK(pixel->y == Approx(55));
}

TEST_CASE("view control: keys fly, diagonals no faster; the wheel sets the speed", "[render]")
{
    ViewControl control = front_view();
    CHECK(control.speed() == 1);  // 0.05 of 17.3 is less than the minimum of 1
    CHECK_FALSE(control.advance(1));
    CHECK(control.key_down('W'));
    CHECK_FALSE(control.key_down('F'));
    CHECK(control.flying());
    CHECK(control.advance(2));
    check_near(control.eye(), {0, 0, 38.9842F});
    CHECK(control.key_down('D'));
    CHECK(control.advance(1));
    check_near(control.eye(), {0.7071F, 0, 38.9842F - 0.7071F});
    CHECK_FALSE(control.wheel(1, {100, 50}, size));
    CHECK(control.speed() == Approx(1.25));
    CHECK(control.key_up('W'));
    CHECK(control.key_up('D'));
    CHECK(control.key_down('E'));
    CHECK(control.advance(1));
    check_near(control.eye(), {0.7071F, 1.25F, 38.9842F - 0.7071F});
    control.release_all();
    CHECK_FALSE(control.flying());
    CHECK_FALSE(control.advance(1));
}

TEST_CASE("view control: the wheel zooms about the pointer", "[render]")
{
    ViewControl control = front_view();
    const Vec3 place =
        Vec3{19.11125F, 9.55563F, 0};  // 50 pixels to the right and 25 above the centre, at the depth of the pivot
    CHECK(control.wheel(2, {150, 25}, size));
    CHECK(control.eye().z == Approx(40.9842 * 0.7225));  // 0.85 squared
    const auto pixel = pixel_of(control.camera(2), place, size);
    REQUIRE(pixel);
    CHECK(pixel->x == Approx(150).margin(0.01));
    CHECK(pixel->y == Approx(25).margin(0.01));
    // The zoom stays in range for any wheel rotation.
    control.wheel(10000, {100, 50}, size);
    control.wheel(-10000, {100, 50}, size);
    CHECK(std::isfinite(control.eye().z));
}

TEST_CASE("view control: flat views keep the centre; right-drag pans, orbit does nothing", "[render]")
{
    ViewControl control = front_view();
    control.frame({{4, 0, 0}, {6, 0, 0}});
    control.rotate_to_view(View::top);
    check_near(control.pivot(), {5, 0, 0});
    const auto right = pixel_of(control.camera(2), {4, 0, 0}, size);  // map X, which is -X, to the right
    REQUIRE(right);
    // The picture is 2 * 2 / cos(25 degrees) = 4.4135 units high.
    CHECK(right->x == Approx(100 + 100 / 4.4135));
    CHECK(right->y == Approx(50));
    control.press(Button::right, {50, 50}, false);
    CHECK(control.drag({60, 50}, size));
    check_near(control.pivot(), {5.44135F, 0, 0});
    CHECK(control.view() == View::top);
    control.release(Button::right, {60, 50});
    control.key_down('W');
    control.advance(1);
    check_near(control.pivot(), {5.44135F, 0, 1});
    control.release_all();
    control.press(Button::right, {50, 50}, true);
    CHECK(control.drag({50, 40}, size));
    CHECK(control.view() == View::camera);
    check_near(control.pivot(), {5.44135F, 0, 1});
    CHECK(control.eye().y > 4.5F);
    CHECK(control.eye().z < 1);  // behind the pivot, as +Z was at the top of the picture
}

TEST_CASE("view control: a click is a press and release of the left button in place", "[render]")
{
    ViewControl control = front_view();
    control.press(Button::left, {10, 10}, false);
    CHECK_FALSE(control.drag({12, 12}, size));
    CHECK(control.release(Button::left, {12, 12}));
    control.press(Button::left, {10, 10}, false);
    CHECK_FALSE(control.drag({20, 10}, size));
    CHECK_FALSE(control.release(Button::left, {10, 10}));
    control.press(Button::right, {10, 10}, false);
    CHECK_FALSE(control.release(Button::right, {10, 10}));
    check_near(control.eye(), {0, 0, 40.9842F});
}

TEST_CASE("view control: a linked view follows position and zoom", "[render]")
{
    ViewControl top;
    top.show(box);
    top.rotate_to_view(View::top);
    top.frame({{1, 2, 3}, {1, 2, 3}});
    ViewControl side;
    side.show(box);
    side.rotate_to_view(View::side);
    side.follow(top);
    check_near(side.pivot(), {1, 2, 3});
    CHECK(side.view() == View::side);
    check_near(side.eye(), {1 + 4.7324F, 2, 3});  // 2 units / sin(25 degrees)
    ViewControl camera = front_view();
    camera.follow(top);
    check_near(camera.pivot(), {1, 2, 3});
    check_near(camera.eye(), {1, 2, 3 + 40.9842F});
}

TEST_CASE("view control: centres a record only if it is out of view", "[render]")
{
    ViewControl control;
    control.show(box);
    control.look({View::camera, 0, 0});
    const scene::Bounds thing{{4, -1, -1}, {6, 1, 1}};
    CHECK_FALSE(control.reveal(thing));
    check_near(control.pivot(), {0, 0, 0});
    CHECK(control.reveal({{99, -1, -1}, {101, 1, 1}}));
    check_near(control.pivot(), {100, 0, 0});
    check_near(control.eye(), {100, 0, 40.9842F});  // the distance is unchanged
    // A box behind the eye that is larger than the view at its distance.
    CHECK(control.reveal({{60, 0, 200}, {140, 0, 230}}));
    check_near(control.pivot(), {100, 0, 215});
    check_near(control.eye(), {100, 0, 316.0859F});  // a sphere of radius 42.72 at a distance of 101.0859
    ViewControl top = front_view();
    top.rotate_to_view(View::top);
    CHECK(top.reveal({{99, 0, 99}, {101, 0, 101}}));
    check_near(top.pivot(), {100, 0, 100});
    CHECK_FALSE(top.reveal({{99, -9, 99}, {101, -9, 101}}));  // below, but visible from above
}

TEST_CASE("view control: frames another scene from the last direction, not from below", "[render]")
{
    ViewControl control = front_view();
    control.look({View::camera, 0.5F, -0.7F});
    control.frame_scene({{0, 0, 0}, {20, 20, 20}});
    check_near(control.pivot(), {10, 10, 10});
    CHECK(control.direction() == Direction{View::camera, 0.5F, -0.7F});
    control.look({View::side, 0.5F, 0.7F});
    control.frame_scene(box);
    CHECK(control.direction().view == View::side);
    CHECK(control.direction().yaw == 0.5F);
    CHECK(control.direction().pitch == Approx(-0.1745329F));  // 10 degrees
    control.look({View::camera, 0, -3});
    CHECK(control.direction().pitch == Approx(-1.5620696F));  // 89.5 degrees
}

TEST_CASE("view control: walking stays at eye height and looks around with any button", "[render]")
{
    ViewControl control = front_view();
    control.walk_from({1, 2, 3});
    CHECK(control.walking());
    check_near(control.eye(), {1, 6, 3});  // 4 above the feet
    control.press(Button::left, {0, 0}, false);
    CHECK(control.drag({0, 60}, size));  // down
    CHECK_FALSE(control.release(Button::left, {0, 60}));
    check_near(control.eye(), {1, 6, 3});
    control.key_down('W');
    CHECK(control.advance(0.5F));  // 9 units at 18 per second, along -Z although it looks down
    check_near(control.eye(), {1, 6, -6});
    control.stand_on(7);
    check_near(control.feet(), {1, 7, -6});
    control.key_up('W');
    control.key_down('E');
    CHECK_FALSE(control.advance(0.5F));
    control.rotate_to_view(View::top);
    CHECK_FALSE(control.walking());
}

TEST_CASE("game screen: 640 x 480 pixels, centred and as large as fits", "[render]")
{
    const auto screen_in = [](Extent2 picture) {
        const GameScreen screen = game_screen(picture);
        return Vec3{screen.corner.x, screen.corner.y, screen.scale};
    };
    check_near(screen_in({640, 480}), {0, 0, 1});
    check_near(screen_in({1280, 480}), {320, 0, 1});
    check_near(screen_in({640, 960}), {0, 240, 1});
    check_near(screen_in({1600, 1200}), {0, 0, 2.5F});
}

TEST_CASE("game screen: shows the view of a 4:3 picture in a picture of any shape", "[render]")
{
    const Camera camera = look_at({0, 0, 0}, {0, 0, -10}, 100, 4.0F / 3);
    const Vec3 corner{10 * half_field * 4 / 3, 10 * half_field, -10};  // upper right
    const auto seen_in = [&](Extent2 picture) {
        const auto pixel = pixel_of(on_game_screen(camera, picture), corner, picture);
        REQUIRE(pixel);
        return Vec3{pixel->x, pixel->y, 0};
    };
    check_near(seen_in({640, 480}), {640, 0, 0});
    check_near(seen_in({1280, 480}), {960, 0, 0});
    check_near(seen_in({640, 960}), {640, 240, 0});
}
