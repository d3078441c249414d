// The sky, the sun and the waves in pictures, compared with the formulas of scene/game_view.hpp.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>

#include "art/terrain_planes.hpp"
#include "render/screen.hpp"
#include "scene/scene.hpp"
#include "support/game.hpp"

using namespace redforge;
using namespace redforge::scene;
using test::Screen;

namespace {

using Rgba = std::array<std::uint8_t, 4>;

/// A scene of nothing but a sky of 256 x 256 pixels, whose red grows to the right and whose green grows downwards.
Scene sky_alone()
{
    Scene scene;
    scene.daylight.background = {0, 0, 1};
    art::RgbaImage sky{256, 256, {}};
    for (std::size_t i = 0; i < 256 * 256; ++i) {
        sky.rgba.insert(sky.rgba.end(),
                        {static_cast<std::uint8_t>(i % 256), static_cast<std::uint8_t>(i / 256), 0, 255});
    }
    scene.game_view.sky = std::move(sky);
    return scene;
}

/// A camera at the origin of the map that looks along Z, steeply up or down.
render::Camera camera_to(Vec3 map_direction)
{
    const Vec3 eye = view_position(0, 0, 0);
    return render::look_at(eye, eye + Vec3{-map_direction.x, -map_direction.y, map_direction.z}, 100, 1);
}

}  // namespace

TEST_CASE("game layers: the sky shows the texel in the direction of a pixel, in its fog", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    const Scene scene = sky_alone();
    screen.renderer->load(scene, nullptr);
    const Vec3 up = glm::normalize(Vec3{0.1F, -1, 0.3F});
    screen.renderer->draw(camera_to(up), {.game_seconds = 0});
    const Rgba seen = Screen::pixel(32, 32);
    const auto point = sky_point(scene.game_view.world, {0, 0, 0}, up, up, {});
    REQUIRE(point);
    const float fog = fog_share(sky_fog(), point->depth);
    const auto texel = [](float at) { return at - 256 * std::floor(at / 256); };
    CHECK(seen[0] == Approx(texel(point->texel.x) * (1 - fog)).margin(3));
    CHECK(seen[1] == Approx(texel(point->texel.y) * (1 - fog)).margin(3));
    CHECK(seen[2] == Approx(255 * fog).margin(2));

    screen.renderer->draw(camera_to(up), {});
    CHECK(Screen::pixel(32, 32) == Rgba{0, 0, 255, 255});  // only the game draws a sky
    screen.renderer->draw(camera_to({0, 1, 0.3F}), {.game_seconds = 0});
    CHECK(Screen::pixel(32, 32) == Rgba{0, 0, 255, 255});  // no sky below
}

TEST_CASE("game layers: the sky moves by its speed", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene = sky_alone();
    scene.game_view.world.sky_speed = 4;
    screen.renderer->load(scene, nullptr);
    const Vec3 up = glm::normalize(Vec3{0, -1, 0.3F});
    screen.renderer->draw(camera_to(up), {.game_seconds = 0});
    const int before = Screen::pixel(32, 32)[0];
    screen.renderer->draw(camera_to(up), {.game_seconds = 10 / ticks_per_second});
    const auto point = sky_point(scene.game_view.world, {0, 0, 0}, up, up, {});
    REQUIRE(point);
    const float share = 1 - fog_share(sky_fog(), point->depth);
    CHECK(Screen::pixel(32, 32)[0] - before == Approx(40 * share).margin(3));
}

TEST_CASE("game layers: the sun has its colour where its picture is opaque", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene;
    scene.daylight.background = {0, 0, 0};
    scene.game_view.sun = art::RgbaImage{1, 1, {255, 255, 255, 128}};
    scene.game_view.sun_half = {5120, 5120};
    scene.game_view.world.sun_angle = 1792;  // at X 11313, Y -11313
    screen.renderer->load(scene, nullptr);
    screen.renderer->draw(camera_to({1, -1, 0}), {.game_seconds = 0});
    const Rgba middle = Screen::pixel(32, 32);
    CHECK(middle[0] == Approx(128).margin(1));
    CHECK(middle[2] == Approx(100).margin(1));  // its colour is 255, 255, 200
    CHECK(Screen::pixel(1, 32) == Rgba{0, 0, 0, 255});
    screen.renderer->draw(camera_to({-1, -1, 0}), {.game_seconds = 0});
    CHECK(Screen::pixel(32, 32) == Rgba{0, 0, 0, 255});
}

TEST_CASE("game layers: water rises and falls with its waves", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    Scene scene;
    scene.colours.assign(256, {255, 0, 0});
    const art::Terrain terrain;  // all heights and textures are 0: water
    scene.meshes.push_back({"terrain", terrain_mesh(terrain)});
    scene.meshes.push_back({"cube", model::to_mesh(test::cube(100, {.colour = 1}))});
    scene.instances.push_back({Kind::terrain, 0, 0, {.position = view_position(0, 0, 65536)}});
    scene.instances.push_back({Kind::object, 1, 0, {.position = view_position(32768, 0, 32768)}});
    scene.game_view.waving = waving_corners(terrain);
    scene.game_view.world.wave_amplitude = 300;
    scene.game_view.world.wave_speed = 1024;  // half of a wave per tick
    screen.renderer->load(scene, nullptr);
    // From 500 units above the water: the top of the cube, and its front 50 units below the water.
    const Vec3 eye = view_position(32768, -500, 31268);
    const auto sees_cube = [&](std::int32_t y, std::int32_t z, const render::RenderOptions& looks) {
        screen.renderer->draw(render::look_at(eye, view_position(32768, y, z), 4000, 1), looks);
        return Screen::is_red(32, 32);
    };
    const auto sees_top = [&](const render::RenderOptions& looks) { return sees_cube(-100, 32768, looks); };
    const auto sees_front = [&](const render::RenderOptions& looks) { return sees_cube(50, 32668, looks); };
    CHECK(sees_top({}));
    CHECK_FALSE(sees_front({}));
    CHECK(sees_top({.game_seconds = 0}));  // the water is 150 units lower
    CHECK(sees_front({.game_seconds = 0}));
    CHECK_FALSE(sees_top({.game_seconds = 1 / ticks_per_second}));  // 450 units higher
    CHECK_FALSE(sees_front({.game_seconds = 1 / ticks_per_second}));
}
