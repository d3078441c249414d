// The sky, the sun, the waves and the compass, with the numbers of the reference sheet "engine facts", 1 and 6.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>

#include "art/bank_builder.hpp"
#include "art/terrain_planes.hpp"
#include "scene/game_folder.hpp"
#include "scene/game_view.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::scene;
using namespace redforge::test;

namespace {

constexpr Vec3 to_z{0, 0, 1};

WorldView view_of(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
{
    WorldView view;
    for (const auto& [key, value] : settings) {
        CHECK(take_view_setting(view, key, value));
    }
    return view;
}

void check_point(Vec3 found, Vec3 expected)
{
    CHECK(found.x == Approx(expected.x));
    CHECK(found.y == Approx(expected.y).margin(0.01));
    CHECK(found.z == Approx(expected.z));
}

/// Returns a terrain of one texture.
art::Terrain flat_terrain(std::uint8_t texture)
{
    art::Terrain terrain;
    const std::vector<std::uint8_t> plane(std::size_t{art::terrain_side} * art::terrain_side, texture);
    REQUIRE(art::split_plane(terrain, art::TerrainPlane::textures, plane));
    return terrain;
}

}  // namespace

TEST_CASE("game view: 0 and missing settings have the game's defaults", "[scene]")
{
    const WorldView zeros = view_of({{"WORLD_SKYLEVEL", "0"}, {"WORLD_SKYSCALE", "0"}, {"WORLD_SUNSCALE", "0"}});
    CHECK(zeros == WorldView{});
    CHECK(zeros.sky_level == -3500);
    CHECK(zeros.sky_scale == 2000);
    CHECK(zeros.sun_scale == 12800);
    CHECK(zeros.sun_colour == Vec3(1, 1, 200.0F / 255));
    CHECK(view_of({{"WORLD_SKYSPEED", "24"}}).sky_speed == 1.5F);  // 16ths of a texel in a tick
    CHECK(view_of({{"WORLD_SKYFX", "FXART\\SKY888.BSI"}}).sky_picture == "SKY888.BSI");
    WorldView other;
    CHECK_FALSE(take_view_setting(other, "WORLD_BACKGROUND", "2"));
}

TEST_CASE("sky: the plane is tilted by 24 of 2048 about the axis across the view", "[scene]")
{
    check_point(tilt_sky({-65000, 0, 65000}, to_z), {-65000, 4781.6963F, 64823.8789F});
    check_point(tilt_sky({-65000, 0, 65000}, {1, 0, 0}), {-64823.875F, -4781.6963F, 65000});
}

TEST_CASE("sky: a direction meets the plane at the texel of the untilted point", "[scene]")
{
    const WorldView view;
    const Vec3 eye{1000, -200, 3000};
    const Vec3 flat{-20000, 0, 30000};
    const Vec3 tilted = tilt_sky(flat, to_z);
    const Vec3 direction{tilted.x, tilted.y + view.sky_level - eye.y, tilted.z};
    const auto point = sky_point(view, eye, to_z, direction, {5, 7});
    REQUIRE(point);
    CHECK(point->texel.x == Approx(2000 * -20000.0 / 65000 + 0.009 * 1000 + 5));
    CHECK(point->texel.y == Approx(-2000 * 30000.0 / 65000 - 0.009 * 3000 + 7));
    CHECK(point->depth == Approx(tilted.z));
    CHECK_FALSE(sky_point(view, eye, to_z, {0, 1, 0}, {}));         // down: away from the plane
    CHECK_FALSE(sky_point(view, eye, to_z, {0, 0.03F, 1}, {}));     // beyond the edge of the plane
    CHECK(sky_point(view, {0, -9000, 0}, to_z, {0, 1, 0.1F}, {}));  // from above
}

TEST_CASE("sky: its fog grows by 8 from entry 33", "[scene]")
{
    CHECK(sky_fog()[32] == 0);
    CHECK(sky_fog()[33] == 8);
    CHECK(sky_fog()[62] == 240);
    CHECK(sky_fog()[63] == 255);
}

TEST_CASE("sun: the disc is 16000 units away, against the angle and the skew", "[scene]")
{
    check_point(sun_centre(view_of({{"WORLD_SUNANGLE", "0"}})), {0, -16000, 0});
    check_point(sun_centre(view_of({{"WORLD_SUNANGLE", "512"}, {"WORLD_SUNSKEW", "512"}})), {-16000, 0, -16000});
    check_point(sun_centre(view_of({{"WORLD_SUNANGLE", "1792"}})), {11313, -11313, 0});
    CHECK(sun_half_side(view_of({{"WORLD_SUNSCALE", "4000"}}), 256, 1) == 5120);
}

TEST_CASE("waves: the offset is a cosine between -1.5 and 0.5 amplitudes", "[scene]")
{
    const WorldView view = view_of({{"WORLD_WAVE", "24, 28, 1"}});
    const auto in_middle = [&](double ticks) { return wave_offset(view, 128, 128, ticks); };
    CHECK(in_middle(0) == Approx(12));
    CHECK(in_middle(2048.0 / 28 / 4) == Approx(-12).margin(1));
    CHECK(in_middle(2048.0 / 28 / 2) == Approx(-36).margin(1));
    // 16 cells from the middle, the phase is 256 with the frequency 1.
    CHECK(wave_offset(view, 144, 128, 0) == Approx(24 * (std::sqrt(0.5) - 0.5)));
    CHECK(wave_offset(view, 128, 112, 0) == wave_offset(view, 144, 128, 0));
}

TEST_CASE("waves: a corner waves if it is water and all before it are water or shore", "[scene]")
{
    constexpr std::size_t side = art::terrain_side;
    const auto waves_at = [](std::uint8_t texture, std::uint8_t before) {
        art::Terrain terrain = flat_terrain(before);
        std::vector<std::uint8_t> plane = art::join_plane(terrain, art::TerrainPlane::textures);
        plane[10 * side + 10] = texture;
        REQUIRE(art::split_plane(terrain, art::TerrainPlane::textures, plane));
        return waving_corners(terrain)[10 * side + 10] == 1;
    };
    for (const std::uint8_t water : {std::uint8_t{0}, std::uint8_t{30}, std::uint8_t{31}}) {
        CHECK(waves_at(water, water));
        CHECK(waves_at(water, 5));
        CHECK_FALSE(waves_at(water, 6));
    }
    CHECK_FALSE(waves_at(5, 0));
    CHECK(waves_at(0x40 | 30, 0xC0));  // turns of the texture do not count
    const std::vector<std::uint8_t> waving = waving_corners(flat_terrain(0));
    CHECK(waving[5] == 0);         // the first row has nothing before it
    CHECK(waving[5 * side] == 0);  // nor has the first column
    CHECK(waving[5 * side + 5] == 1);
}

TEST_CASE("compass: 32 frames turn against the heading", "[scene]")
{
    const WorldView view = view_of({{"WORLD_COMPASS", "128"}});
    CHECK(compass_frame({}, 0) == 0);
    CHECK(compass_frame({}, 512) == 24);
    CHECK(compass_frame({}, 1) == 31);
    CHECK(compass_frame(view, -128) == 0);
    CHECK(compass_frame(view, 0) == 30);
    CHECK(heading_of({0, 0, 1}) == 0);
    CHECK(heading_of({1, 0.5F, 0}) == 512);
    CHECK(heading_of({-1, 0, 0}) == 1536);
}

TEST_CASE("game view: pictures and colours come from FXART, and missing ones are reported", "[scene]")
{
    using namespace redforge::art::test;
    const auto bsi = [](const std::vector<int>& pixels) {
        return join({part("BSIF", {}), part("BHDR", header(2, 1)), part("DATA", bytes_of(pixels)), end_part()});
    };
    const Folder folder;
    folder.put("WORLD.INI", "[world]\nworld_map[1]=maps\\a.rgm\nworld_skyfx[1]=sky.bsi\nworld_sunimg[1]=sun.bsi\n");
    folder.put("FXART/SKY.BSI", bsi({0, 1}));
    folder.put("FXART/SKY.COL", palette_file());
    folder.put("FXART/SUN.BSI", bsi({0, 200}));
    const GameFolder game = need(index_game_folder(folder.path));
    const WorldView world = find_map_files(game, "A.RGM").view;
    const GameView view = load_game_view(game, world, nullptr);
    CHECK(view.missing.empty());
    REQUIRE(view.sky);
    CHECK(view.sky->rgba == std::vector<std::uint8_t>{0, 0, 0, 255, 255, 0, 0, 255});  // index 0 is opaque
    REQUIRE(view.sun);
    CHECK(view.sun->rgba == std::vector<std::uint8_t>{255, 255, 255, 0, 255, 255, 255, 200});
    CHECK(view.sun_half == glm::vec2(128, 64));  // 12800 per cent of half of 2 x 1 pixels

    std::filesystem::remove(folder.path / "FXART/SKY.COL");
    std::filesystem::remove(folder.path / "FXART/SUN.BSI");
    CHECK(load_game_view(game, world, nullptr).missing ==
          std::vector<std::string>{"the sky is not drawn: the game has no FXART/sky.COL",
                                   "the sun is not drawn: the game has no FXART/sun.bsi"});
}
