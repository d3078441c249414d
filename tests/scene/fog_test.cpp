// The fog of the game: table and curve. Source: reference sheet "engine facts", 1, FOG.INI.
#include <catch2/catch.hpp>

#include "scene/fog.hpp"
#include "scene/game_folder.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::scene;
using namespace redforge::test;

namespace {

int percent(float depth)
{
    return static_cast<int>(100 * fog_share(shipped_fog(), depth) + 0.5F);
}

}  // namespace

TEST_CASE("fog: the shipped table gives the game's fog at each depth", "[scene]")
{
    CHECK(percent(100) == 0);
    CHECK(percent(512) == 3);
    CHECK(percent(1024) == 6);
    CHECK(percent(1536) == 8);
    CHECK(percent(2048) == 15);
    CHECK(percent(2560) == 44);
    CHECK(percent(3072) == 69);
    CHECK(percent(3800) == 93);
    CHECK(percent(100'000) == 100);
}

TEST_CASE("fog: entries are at depths that double every four entries", "[scene]")
{
    CHECK(fog_depth(36) == 512);
    CHECK(fog_depth(37) == 585);
    CHECK(fog_depth(44) == 2048);
    CHECK(fog_depth(48) == 4096);
}

TEST_CASE("fog: a row's value applies up to the next row, without interpolation", "[scene]")
{
    const FogTable table = parse_fog("; comment\r\n0,3\r\n10,7 ; from here\r\nno row\r\n64,9\r\n12,256\r\n20\r\n");
    CHECK(table[9] == 3);
    CHECK(table[10] == 7);
    CHECK(table[11] == 7);
    CHECK(table[12] == 0);  // 256 is not a valid value
    CHECK(table[63] == 0);
}

TEST_CASE("fog: a map uses the fog of its world, else FOG.INI, else none", "[scene]")
{
    const Folder folder;
    folder.put("world.ini", "[world]\nworld_map[3]=maps\\a.rgm\nworld_map[4]=maps\\b.rgm\n");
    folder.put("fxart/fog3.ini", "0,9\n63\n");
    const GameFolder game = need(index_game_folder(folder.path));
    CHECK(find_map_files(game, folder.path / "maps/a.rgm").daylight.fog.value()[0] == 9);
    CHECK_FALSE(find_map_files(game, folder.path / "maps/b.rgm").daylight.fog);
    folder.put("fxart/fog.ini", "0,5\n63\n");
    CHECK(find_map_files(game, folder.path / "maps/a.rgm").daylight.fog.value()[0] == 9);
    CHECK(find_map_files(game, folder.path / "maps/b.rgm").daylight.fog.value()[0] == 5);
}
