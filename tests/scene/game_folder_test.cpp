// Finding files, models and settings in a game folder, ignoring case.
#include <catch2/catch.hpp>

#include <filesystem>

#include "art/texture_bank.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "scene/game_folder.hpp"
#include "scene/plan.hpp"
#include "scene/scene.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::scene;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

std::int32_t first_x(const Result<model::Model>& model)
{
    REQUIRE(model);
    return model->vertices.at(0).x / 256;
}

}  // namespace

TEST_CASE("game folder: prefers files to archive segments, then fxart, maps, 3dart", "[scene]")
{
    const Folder folder;
    folder.put("FxArt/crate.3d", file_of(triangle(1)));
    folder.put("FxArt/crate.3DC", file_of(triangle(2)));
    folder.put("3dart/CRATE.3D", file_of(triangle(3)));
    folder.put("3dart/only.3dc", file_of(triangle(4)));
    folder.put("3dart/b.rob", archive_of("CRATE", triangle(5)));
    folder.put("3dart/a.rob", archive_of("ROCK", triangle(6)));
    folder.put("maps/z.ROB", archive_of("Rock", triangle(7)));
    const auto game = index_game_folder(folder.path);
    REQUIRE(game);
    CHECK(game->problems.empty());
    CHECK(first_x(load_model(*game, "Crate")) == 1);
    CHECK(first_x(load_model(*game, "CRATE", ".3DC")) == 2);
    CHECK(first_x(load_model(*game, "only")) == 4);
    CHECK(first_x(load_model(*game, "rock")) == 7);
    const auto none = load_model(*game, "gone");
    REQUIRE_FALSE(none);
    CHECK(none.error().code == ErrorCode::unknown_name);
    CHECK(none.error().message == "no model file and no archive segment is named \"GONE\"");
}

TEST_CASE("game folder: WORLD.INI gives the palette and terrain of a map", "[scene]")
{
    const Folder folder;
    folder.put("world.ini", "[world]\r\nstart_world=0\r\nworld_map[3]=MAPS\\Isle.rgm\r\n"
                            "world_palette[3]= FXART\\DUSK.COL\r\nworld_world[3]=maps\\LAND.wld\r\n"
                            "world_map[4]=MAPS\\ISLE.RGM\r\nworld_palette[4]=FXART\\DAWN.COL\r\n"
                            "world_map[x]=broken\nworld_palette[5\n]=1\n");
    folder.put("fxart/dawn.col", "");
    folder.put("fxart/dusk.col", "");
    folder.put("fxart/texbsi.007", "");
    folder.put("fxart/texbsi.x", "");
    folder.put("Maps/land.WLD", "");
    folder.put("Maps/cave.wld", "");
    const auto game = index_game_folder(folder.path);
    REQUIRE(game);
    CHECK(game->banks.size() == 1);
    CHECK(game->banks.at(7).filename() == "texbsi.007");
    const MapFiles isle = find_map_files(*game, folder.path / "Maps/ISLE.RGM");
    CHECK(isle.palette == folder.path / "fxart/dusk.col");
    CHECK(isle.terrain == folder.path / "Maps/land.WLD");
    const MapFiles cave = find_map_files(*game, folder.path / "Maps/Cave.RGM");
    CHECK(cave.palette == folder.path / "fxart/dawn.col");
    CHECK(cave.terrain == folder.path / "Maps/cave.wld");
    CHECK(game_folder_of(folder.path / "Maps/ISLE.RGM") == folder.path);
    CHECK_FALSE(game_folder_of(folder.path / "ISLE.RGM"));
}

TEST_CASE("game folder: uses the first of equal keys in [world]", "[scene]")
{
    const Folder folder;
    folder.put("world.ini", "world_palette[1]=FXART\\NONE.COL\n[other]\nworld_palette[1]=FXART\\NONE.COL\n"
                            "[World]\nworld_map[1]=MAPS\\A.RGM\nworld_palette[1]=FXART\\DAWN.COL\n"
                            "WORLD_PALETTE[1]=FXART\\DUSK.COL\n[later]\nworld_palette[1]=FXART\\DUSK.COL\n");
    folder.put("fxart/dawn.col", "");
    folder.put("fxart/dusk.col", "");
    folder.put("maps/a.rgm", "");
    const GameFolder game = need(index_game_folder(folder.path));
    CHECK(find_map_files(game, folder.path / "maps/a.rgm").palette == folder.path / "fxart/dawn.col");
}

TEST_CASE("game folder: finds files in FXART if 3DART is missing", "[scene]")
{
    const Folder gog;  // its settings name 3DART, which is missing
    gog.put("fxart/island.col", "");
    CHECK(find_file(gog.path, "3DART\\ISLAND.COL").value() == gog.path / "fxart/island.col");
    CHECK(find_file(gog.path, "3DART").value() == gog.path / "fxart");
    CHECK_FALSE(find_file(gog.path, "3DART\\NONE.COL").value());
    CHECK_FALSE(find_file(gog.path, "MAPS\\3DART\\ISLAND.COL").value());
    gog.put("3dart/other.col", "");
    CHECK_FALSE(find_file(gog.path, "3DART\\ISLAND.COL").value());
}

#ifndef _WIN32  // creating links needs a privilege on Windows
TEST_CASE("game folder: a folder that cannot be listed is an error, not an empty folder", "[scene]")
{
    const Folder folder;
    folder.put("fxart/dawn.col", "");
    folder.put("world.ini", "[world]\nworld_map[1]=MAPS\\A.RGM\nworld_world[1]=MAPS\\A.WLD\n");
    fs::create_symlink("maps", folder.path / "maps");  // a link to itself
    const auto found = find_file(folder.path, "MAPS\\A.WLD");
    REQUIRE_FALSE(found);
    CHECK(found.error().code == ErrorCode::io);
    CHECK(find_file(folder.path, "NONE\\A.WLD").value() == std::nullopt);
    GameFolder game{.root = folder.path};
    game.maps["A"].terrain = "MAPS\\A.WLD";
    const MapFiles files = find_map_files(game, "A.RGM");
    REQUIRE(files.problems.size() == 1);
    CHECK(files.problems[0].find("maps: the folder cannot be listed") != std::string::npos);
}
#endif

TEST_CASE("game folder: detects the edition by its art folders", "[scene]")
{
    const Folder folder;
    fs::create_directories(folder.path / "MAPS");
    CHECK(edition_of(folder.path) == Edition::unknown);
    fs::create_directories(folder.path / "fxart");
    CHECK(edition_of(folder.path) == Edition::glide);
    fs::create_directories(folder.path / "3DArt");
    CHECK(edition_of(folder.path) == Edition::both);
    fs::remove(folder.path / "fxart");
    CHECK(edition_of(folder.path) == Edition::software);
}

TEST_CASE("game folder: WORLD.INI gives the light of a map, if present", "[scene]")
{
    const Folder folder;
    folder.put("maps/x.rgm", "");
    folder.put("world.ini", "[world]\nworld_map[0]=maps\\x.rgm\nworld_sun[0] = -100, -200, 50, 30 ; a comment\n"
                            "world_sunrgb[0]=60, 120, 30, 7\nworld_ambientrgb[0]=128,64,0\nworld_fogrgb[0]=255,0,51\n"
                            "world_map[1]=maps\\odd.rgm\nworld_sun[1]=0,0,0,9\nworld_sunrgb[1]=0,0,0\n"
                            "world_ambientrgb[1]=1,2\nworld_fogrgb[1]=256,0,0\n");
    const GameFolder game = need(index_game_folder(folder.path));
    const Daylight light = find_map_files(game, folder.path / "maps/x.rgm").daylight;
    CHECK(light.to_sun / light.to_sun.z == Vec3(2, 4, 1));  // a direction of any length
    CHECK(light.to_sun.z > 0);
    CHECK(light.sun == Vec3(0.5F, 1, 0.25F));
    CHECK(light.sky == Vec3(1, 0.5F, 0));
    CHECK(light.background == Vec3(1, 0, 0.2F));
    const Daylight standard{.fog = std::nullopt};  // FOG.INI is missing
    Daylight black = standard;
    black.background = {};  // the game's default for a world
    CHECK(find_map_files(game, folder.path / "maps/odd.rgm").daylight == black);
    CHECK(find_map_files(game, folder.path / "maps/none.rgm").daylight == standard);
}

TEST_CASE("game folder: reads only the requested models of an archive", "[scene]")
{
    const Folder folder;
    model::Rob rob;
    rob.segments.resize(2);
    rob.segments[0].name = "LEFT";
    rob.segments[0].model = triangle(1);
    rob.segments[1].name = "RIGHT";
    rob.segments[1].model = triangle(2);
    Bytes bytes = need(model::write_rob(rob));
    folder.put("fxart/two.rob", std::string(as_text(bytes)));
    const auto game = index_game_folder(folder.path);
    REQUIRE(game);
    // The second model is damaged after the folder was scanned, but never loaded.
    const std::size_t second = bytes.size() - 4 - need(model::write_model(triangle(2))).size();
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(second), 4, std::byte{'x'});
    folder.put("fxart/two.rob", std::string(as_text(bytes)));
    CHECK(first_x(load_model(*game, "left")) == 1);
    const auto damaged = load_model(*game, "right");
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().file == (folder.path / "fxart" / "two.rob").string());
}

TEST_CASE("game folder: reports folders that are not a game, and unreadable archives", "[scene]")
{
    const Folder folder;
    const auto none = index_game_folder(folder.path);
    REQUIRE_FALSE(none);
    CHECK(none.error().message == "has neither FXART nor MAPS nor 3DART in it");
    CHECK(index_game_folder(folder.path / "gone").error().code == ErrorCode::io);
    CHECK_FALSE(is_game_folder(folder.path));
    CHECK_FALSE(is_game_folder(folder.path / "gone"));
    folder.put("fxart/bad.rob", "no archive");
    CHECK(is_game_folder(folder.path));
    const auto game = index_game_folder(folder.path);
    REQUIRE(game);
    CHECK(game->problems.size() == 1);
}

TEST_CASE("scene: records get their models, and a record without one is a marker", "[scene]")
{
    const Folder folder;
    folder.put("fxart/rock.3d", file_of(triangle(1)));
    const auto game = index_game_folder(folder.path);
    REQUIRE(game);
    rgm::Map map;
    append_record(map, "statics", {{"id", "17"}, {"model_name", "ROCK.3"}});
    append_copy(map, "statics[0]");
    append_record(map, "objects", {{"script_name", "WINDSND"}});
    append_record(map, "ropes", {{"length", "2"}, {"rope_model", "rock"}, {"static_model", "GONE"}});
    Pictures pictures(*game, art::grey_colours(), 0);
    const Scene scene = scene_of(map, "MAP", *game, {}, pictures);
    CHECK(scene.meshes.size() == 1);
    REQUIRE(scene.instances.size() == 4);
    CHECK(scene.instances[1].kind == Kind::static_object);
    CHECK(scene.instances[1].record == 1);
    CHECK(scene.instances[3].kind == Kind::rope);
    REQUIRE(scene.markers.size() == 4);
    CHECK_FALSE(scene.markers[0].drawn);
    CHECK(scene.markers[1].drawn);
    CHECK(scene.problems == std::vector<std::string>{"there is no palette; colours are greys"});
}

TEST_CASE("plan: each record is at its position with id and name, map Z upwards", "[scene]")
{
    rgm::Map map;
    append_record(map, "statics", {{"id", "17"}, {"model_name", "R&CK"}, {"position", "300,0,65000"}});
    const std::vector<SceneMarker> markers = markers_of(map);
    const std::string svg = plan_svg(markers, "a<b", 640, 480);
    CHECK(svg.find("<title>a&lt;b</title>") != std::string::npos);
    CHECK(svg.find(R"(width="640" height="480" viewBox="276 512 48 48")") != std::string::npos);
    CHECK(svg.find(R"svg(<g class="static" transform="translate(300 536)"><title>static 17 R&amp;CK</title>)svg") !=
          std::string::npos);
    CHECK(svg.find(">17 R&amp;CK</text>") != std::string::npos);
}
