// Findings of the checks of script calls and limits. Source: reference sheet "engine facts", 0 to 4.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "check/check.hpp"
#include "edit/document/document.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/script_source.hpp"
#include "scene/game_folder.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Lines = std::vector<std::string>;

soup::Names& names()
{
    static soup::Names known(
        soup::read_definitions(
            as_bytes(
                "[functions]\r\ntask PushAnimation parms 2\r\ntask MoveToLocation parms 2\r\n"
                "function LoadWorld parms 3\r\nfunction Rnd parms 1\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))
            .value());
    return known;
}

/// Returns a map with the actors DOG (group 0, one location, a script) and CYRUS (group 5).
edit::Document map_with(const std::string& statements)
{
    rgm::Map map;
    rgm::Actor dog;
    dog.header.script_name = "DOG";
    dog.groups.emplace_back();
    dog.locations.emplace_back();
    dog.variables.emplace_back();
    const soup::Assembly assembly =
        soup::assemble("actor DOG { " + statements + " end }", "DOG.soup", {.names = &names()});
    REQUIRE(assembly.script);
    rgm::set_script(dog, *assembly.script);
    map.actors.records.push_back(dog);
    rgm::Actor cyrus;
    cyrus.header.script_name = "CYRUS";
    cyrus.groups.push_back({.group_index = 5, .frame_count = {}, .commands = {}, .tail = {}});
    map.actors.records.push_back(cyrus);
    return need(edit::read_binary(need(rgm::write_map(map))));
}

Lines found_in_calls(const edit::Document& document, const std::string& id, check::CheckContext around = {})
{
    around.services.set(&names());
    Lines lines;
    for (const check::Finding& finding : check::run(document, around, {{id}, {}})) {
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}

}  // namespace

TEST_CASE("check: script-animation finds groups that the actor does not have")
{
    CHECK(
        found_in_calls(map_with("PushAnimation(7, 1) PushAnimation(0, 1) PushAnimation(7, 2)"), "script-animation") ==
        Lines{"actors[0].script: byte 0: PushAnimation(7): DOG has no animation group 7, so the game plays its default "
              "group"});
    CHECK(found_in_calls(map_with("Player.PushAnimation(5, 1)"), "script-animation").empty());
    CHECK(found_in_calls(map_with("Player.PushAnimation(0, 1)"), "script-animation").size() == 1);
    CHECK(found_in_calls(map_with("CYRUS.PushAnimation(5, 1) CYRUS.PushAnimation(6, 1)"), "script-animation").size() ==
          1);
    CHECK(found_in_calls(map_with("\"Cyrus\".PushAnimation(6, 1)"), "script-animation").size() == 1);
    edit::Document twice = map_with("CYRUS.PushAnimation(6, 1)");
    auto& actors = edit::get_if<rgm::Map>(twice)->actors.records;
    actors.push_back(actors.back());
    CHECK(found_in_calls(twice, "script-animation").empty());  // two actors have the name
    CHECK(found_in_calls(map_with("PushAnimation(Rnd(9), 1)"), "script-animation").empty());  // not a plain number
    CHECK(
        found_in_calls(map_with("GHOST.PushAnimation(7, 1)"), "script-animation").empty());  // an actor of another map
}

TEST_CASE("check: script-location finds locations that the actor does not have")
{
    CHECK(found_in_calls(map_with("MoveToLocation(0, 5) MoveToLocation(1, 5)"), "script-location").empty());
    CHECK(found_in_calls(map_with("MoveToLocation(2, 5)"), "script-location") ==
          Lines{"actors[0].script: byte 0: MoveToLocation(2): DOG has 1 location besides its start, 0; where the game "
                "moves it is not defined"});
    CHECK(found_in_calls(map_with("MoveToLocation(-1, 5)"), "script-location").size() == 1);
}

TEST_CASE("check: script-marker finds markers that are missing or not usable")
{
    const Folder folder;
    rgm::Map island;
    island.markers.records = {{.position = {}, .usable = 1}, {.position = {}, .usable = 0}};
    folder.put("MAPS/ISLAND.RGM", need(rgm::write_map(island)));
    folder.put("MAPS/TOWN.RGM", std::string_view("x"));
    names().maps = {{1, "ISLAND"}, {2, "TOWN"}, {3, "GONE"}};
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    check::CheckContext around;
    around.game = &game;
    around.file = folder.path / "MAPS/TOWN.RGM";
    CHECK(found_in_calls(map_with("LoadWorld(1, 0, 0) LoadWorld(3, 9, 0)"), "script-marker", around).empty());
    CHECK(
        found_in_calls(map_with("LoadWorld(1, 1, 0) LoadWorld(1, 2, 0)"), "script-marker", around) ==
        Lines{
            "actors[0].script: byte 0: LoadWorld(1, 1): marker 1 of ISLAND is not usable, so the game does not put the "
            "player there; byte 19: LoadWorld(1, 2): ISLAND has 2 markers, numbered from 0, so the game does not put "
            "the player there"});
    // The check uses the edited map, not the file.
    CHECK(found_in_calls(map_with("LoadWorld(2, 0, 0)"), "script-marker", around).size() == 1);
}

TEST_CASE("check: division-by-zero finds a division by the number 0")
{
    CHECK(found_in_calls(map_with("var0 = 4 / 0"), "division-by-zero") ==
          Lines{"actors[0].script: byte 0: the script divides by 0, which stops the game"});
    CHECK(found_in_calls(map_with("var0 = 0 / 4 var0 = 4 * 0"), "division-by-zero").empty());
}

TEST_CASE("check: too-many-models counts the names of models in a map")
{
    rgm::Map map;
    for (int i = 0; i < 255; ++i) {
        rgm::StaticObject& each = map.statics.records.emplace_back();
        each.model_name = std::string_view(fmt::format("M{:03}", i));
    }
    map.statics.records.push_back(map.statics.records.front());
    CHECK(found_in_calls(need(edit::read_binary(need(rgm::write_map(map)))), "too-many-models").empty());
    map.statics.records.back().model_name = "ONEMORE";
    CHECK(found_in_calls(need(edit::read_binary(need(rgm::write_map(map)))), "too-many-models") ==
          Lines{": the map uses 256 models; the game loads 255 at a time"});
}

TEST_CASE("check: crowded-cell counts the objects in a cell that are not always active")
{
    rgm::Map map;
    map.objects.records.resize(32);
    const auto lines = [&] {
        return found_in_calls(need(edit::read_binary(need(rgm::write_map(map)))), "crowded-cell");
    };
    CHECK(lines().empty());
    map.objects.records.emplace_back().is_active = 1;
    CHECK(lines().empty());
    map.objects.records.emplace_back();
    CHECK(lines() == Lines{"objects[33]: 33 objects are in the cell from X 0 and Z 0; the game updates 32 at a time"});
}

TEST_CASE("check: old-model finds models of version 2 in FXART")
{
    const Folder folder;
    folder.put("FXART/X.3D", std::string_view("x"));
    model::Model model = triangle(1);
    model.version = "v2.7";
    edit::Document document(*edit::find_format("model"));
    *edit::get_if<model::Model>(document) = model;
    check::CheckContext around;
    around.file = folder.path / "FXART/X.3D";
    CHECK(found_in_calls(document, "old-model", around) ==
          Lines{": the game (RGFX.EXE) rejects models of version 2 in FXART; move the file to 3DART"});
    around.file = folder.path / "3DART/X.3D";
    CHECK(found_in_calls(document, "old-model", around).empty());
    around.file = folder.path / "FXART/X.3D";
    edit::get_if<model::Model>(document)->version = "v4.0";
    CHECK(found_in_calls(document, "old-model", around).empty());
}
