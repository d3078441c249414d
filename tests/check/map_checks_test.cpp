// Checks of maps: each reports its problem with this message, and its fix removes it.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "check/check.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "model/model.hpp"
#include "rgm/new_map.hpp"
#include "scene/game_folder.hpp"
#include "soup/assemble/assemble.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/source_folder.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

edit::Document new_document()
{
    return edit::Document(*edit::find_format("map"));
}

/// Returns the findings of a check as "PATH: MESSAGE".
std::vector<std::string> found(const edit::Document& document, const std::string& id,
                               const check::CheckContext& around = {})
{
    REQUIRE(check::find_check(id) != nullptr);
    std::vector<std::string> lines;
    for (const check::Finding& finding : check::run(document, around, {{id}, {}})) {
        CHECK(finding.check->id == id);
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}

/// Applies the fixes of one check.
void fix(edit::Document& document, const std::string& id)
{
    edit::Recorder recorder(document);
    const std::vector<check::Finding> findings = check::run(document, {}, {{id}, {}});
    need(check::fix(recorder, findings));
    static_cast<void>(recorder.finish({}));
}

using Lines = std::vector<std::string>;

std::string hex_text(ByteView bytes)
{
    std::string text;
    for (const std::byte byte : bytes) {
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    }
    return text;
}

}  // namespace

TEST_CASE("check: ids are unique lower-case words, and each has a description")
{
    std::set<std::string_view> ids;
    for (const check::Check& each : check::checks()) {
        CAPTURE(each.id);
        CHECK(ids.insert(each.id).second);
        CHECK(each.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
        CHECK_FALSE(each.title.ends_with('.'));
        CHECK(each.doc.ends_with('.'));
    }
    CHECK(check::find_check("twins")->severity == check::Severity::warning);
    CHECK(check::find_check("nothing") == nullptr);
}

TEST_CASE("check: a new map and the sample have no errors or warnings")
{
    for (const bool sample : {false, true}) {
        const Format& format = *edit::find_format("map");
        const edit::Document document(format, format.make_new(sample));
        for (const check::Finding& finding : check::run(document, {})) {
            INFO(finding.path(document.root()) << ": " << finding.message);
            CHECK(finding.check->severity == check::Severity::note);
        }
    }
}

TEST_CASE("check: selected checks run, ignored checks do not")
{
    edit::Document map = new_document();
    append_record(map, "lights", {{"id", "7"}, {"red", "300"}});
    append_record(map, "lights", {{"id", "7"}});
    const auto ids = [&](const check::Selection& selection) {
        Lines all;
        for (const check::Finding& each : check::run(map, {}, selection)) {
            all.emplace_back(each.check->id);
        }
        return all;
    };
    CHECK(ids({}) == Lines{"duplicate-key", "value-range"});
    CHECK(ids({{"value-range"}, {}}) == Lines{"value-range"});
    CHECK(ids({{}, {"value-range"}}) == Lines{"duplicate-key"});
}

TEST_CASE("check: duplicate-key finds equal keys in a list, except id 0")
{
    edit::Document map = new_document();
    append_record(map, "statics", {{"id", "5"}});
    append_record(map, "statics", {{"id", "6"}});
    append_record(map, "statics", {{"id", "5"}});
    append_record(map, "statics", {{"id", "0"}});
    append_record(map, "statics", {{"id", "0"}});
    append_record(map, "lights", {{"id", "5"}});  // another list
    append_record(map, "actors", {{"script_name", "ROCK"}});
    append_record(map, "actors", {{"script_name", "ROCK"}});
    CHECK(found(map, "duplicate-key") ==
          Lines{"actors[1].script_name: actors[0] has script_name ROCK too", "statics[2].id: statics[0] has id 5 too"});
}

TEST_CASE("check: value-range fixes to the nearest value")
{
    edit::Document map = new_document();
    append_record(map, "lights", {{"red", "300"}, {"green", "255"}, {"blue", "-1"}});
    append_record(map, "objects", {{"script_name", "A"}, {"is_active", "2"}});
    CHECK(found(map, "value-range") == Lines{"objects[0].is_active: 2 is outside 0 to 1",
                                             "lights[0].red: 300 is outside 0 to 255",
                                             "lights[0].blue: -1 is outside 0 to 255"});
    fix(map, "value-range");
    CHECK(value(map, "lights[0].red") == "255");
    CHECK(value(map, "lights[0].green") == "255");
    CHECK(value(map, "lights[0].blue") == "0");
    CHECK(value(map, "objects[0].is_active") == "1");
    CHECK(found(map, "value-range").empty());
}

TEST_CASE("check: unknown-actor is case-insensitive")
{
    edit::Document map = new_document();
    append_record(map, "actors", {{"script_name", "DOOR"}});
    append_record(map, "objects", {{"script_name", "door"}});
    append_record(map, "objects", {{"script_name", "KEY"}});
    append_record(map, "objects");
    CHECK(found(map, "unknown-actor") == Lines{"objects[1].script_name: no actor KEY is in this map"});
}

TEST_CASE("check: twins have the same position and rotation")
{
    edit::Document map = new_document();
    append_record(map, "statics", {{"model_name", "CRATE"}, {"position", "1,2,3"}});
    append_record(map, "statics", {{"model_name", "crate"}, {"position", "1,2,3"}});
    append_record(map, "statics", {{"model_name", "CRATE"}, {"position", "1,2,4"}});
    append_record(map, "statics", {{"model_name", "BARREL"}, {"position", "1,2,3"}});
    append_record(map, "statics", {{"model_name", "CRATE"}, {"position", "1,2,3"}, {"rotation_matrix", "0,90deg,0"}});
    append_record(map, "objects", {{"model_name", "LAMP"}, {"angle.y", "2048"}});
    append_record(map, "objects", {{"model_name", "LAMP"}});
    append_record(map, "objects", {{"model_name", "LAMP"}, {"angle.y", "1"}});
    append_record(map, "objects");  // without a model, nothing is drawn
    append_record(map, "objects");
    CHECK(found(map, "twins") == Lines{"objects[1]: LAMP has the same position and rotation as objects[0]",
                                       "statics[1]: crate has the same position and rotation as statics[0]"});
}

TEST_CASE("check: no-rotation has a fix only for rounding errors")
{
    edit::Document map = new_document();
    append_record(map, "statics", {{"rotation_matrix", "0,45deg,0"}});
    append_record(map, "statics", {{"rotation_matrix", "268000000 0 0 0 268435456 0 0 0 267000000"}});
    append_record(map, "statics", {{"rotation_matrix", "536870912 0 0 0 536870912 0 0 0 536870912"}});
    append_record(map, "statics", {{"rotation_matrix", "-268435456 0 0 0 268435456 0 0 0 268435456"}});
    CHECK(found(map, "no-rotation") ==
          Lines{"statics[1].rotation_matrix: the matrix differs slightly from a rotation",
                "statics[2].rotation_matrix: the matrix is not a rotation: it scales, mirrors or shears",
                "statics[3].rotation_matrix: the matrix is not a rotation: it scales, mirrors or shears"});
    fix(map, "no-rotation");
    CHECK(value(map, "statics[1].rotation_matrix") == "268435456 0 0 0 268435456 0 0 0 268435456");
    CHECK(value(map, "statics[2].rotation_matrix") == "536870912 0 0 0 536870912 0 0 0 536870912");
}

TEST_CASE("check: outside-world finds positions beyond 0 to 65535 in X and Z")
{
    edit::Document map = new_document();
    append_record(map, "lights", {{"position", "0,-9999,65535"}});
    append_record(map, "markers", {{"position", "-1,0,65536"}});
    CHECK(found(map, "outside-world") == Lines{"markers[0].position.x: -1 is outside the world (0 to 65535)",
                                               "markers[0].position.z: 65536 is outside the world (0 to 65535)"});
}

TEST_CASE("check: size-row fixes to the row of the mesh")
{
    edit::Document map = new_document();
    append_records(map, "sizes", 2);
    const auto add = [&](const char* model, const char* row) {
        append_record(map, "objects", {{"model_name", model}, {"has_mesh", "1"}, {"size_row", row}});
    };
    add("CRATE", "0");
    add("CRATE.3D", "0");
    add("LAMP", "1");
    add("LAMP", "-1");
    add("LAMP", "0");
    add("ROPE", "2");
    append_record(map, "objects", {{"size_row", "-1"}});                          // no mesh, no row
    append_record(map, "objects", {{"model_name", "LAMP"}, {"size_row", "-1"}});  // no mesh either
    CHECK(found(map, "size-row") == Lines{"objects[3].size_row: -1 is not a row of sizes; there are 2",
                                          "objects[4].size_row: row 0 of sizes is the box of CRATE, not of LAMP",
                                          "objects[5].size_row: 2 is not a row of sizes; there are 2"});
    fix(map, "size-row");
    CHECK(values(map, "objects[*].size_row") == Lines{"0", "0", "1", "1", "1", "2", "-1", "-1"});
}

TEST_CASE("check: size-sum fixes the total to the sum of both parts")
{
    edit::Document map = new_document();
    append_record(map, "sizes", {{"total", "5,7,9"}, {"positive", "2,7,4"}, {"negative", "3,1,5"}});
    CHECK(found(map, "size-sum") == Lines{"sizes[0].total.y: 7 is not 8, the sum of 7 and 1"});
    fix(map, "size-sum");
    CHECK(value(map, "sizes[0].total.y") == "8");
    set_value(map, "sizes[0].total", "4,8,10");
    CHECK(found(map, "size-sum") == Lines{"sizes[0].total.x: 4 is not 5, the sum of 2 and 3",
                                          "sizes[0].total.z: 10 is not 9, the sum of 4 and 5"});
}

TEST_CASE("check: route-nowhere removes a route to no node, route-cost clears a wrong cost")
{
    edit::Document map = new_document();
    append_record(map, "walk_maps");
    append_record(map, "walk_maps[0].nodes");
    append_record(map, "walk_maps[0].nodes", {{"node_pos_x", "30"}, {"node_pos_y", "-40"}});
    append_record(map, "walk_maps[0].nodes[0].routes", {{"target_node_id", "2"}});
    append_record(map, "walk_maps[0].nodes[0].routes", {{"target_node_id", "1"}});
    append_record(map, "walk_maps[0].nodes[0].routes", {{"target_node_id", "1"}, {"cost", "51"}});
    append_record(map, "walk_maps[0].nodes[0].routes", {{"target_node_id", "9"}});
    CHECK(found(map, "route-cost") ==
          Lines{"walk_maps[0].nodes[0].routes[2].cost: 51 is not the distance to node 1, which is 50"});
    CHECK(found(map, "route-nowhere") ==
          Lines{"walk_maps[0].nodes[0].routes[0].target_node_id: there is no node 2; the walk map has 2",
                "walk_maps[0].nodes[0].routes[3].target_node_id: there is no node 9; the walk map has 2"});
    fix(map, "route-cost");
    fix(map, "route-nowhere");
    CHECK(values(map, "walk_maps[0].nodes[0].routes[*].target_node_id") == Lines{"1", "1"});
    CHECK(values(map, "walk_maps[0].nodes[0].routes[*].cost") == Lines{"", ""});
    CHECK(found(map, "route-cost").empty());
    CHECK(found(map, "route-nowhere").empty());
}

TEST_CASE("check: first-actors fixes the order if all of them exist")
{
    edit::Document map = new_document();
    append_record(map, "actors", {{"script_name", "EXTRA"}});
    CHECK(found(map, "first-actors").empty());  // a new map without records
    for (const std::string_view name : rgm::first_actors) {
        append_record(map, "actors", {{"script_name", std::string(name)}});
    }
    CHECK(found(map, "first-actors").size() == 24);  // all are one position too far
    CHECK(found(map, "first-actors").front() == "actors[1]: MAPCOUNT is at 1; its place is 0");
    fix(map, "first-actors");
    CHECK(found(map, "first-actors").empty());
    CHECK(value(map, "actors[0].script_name") == "MAPCOUNT");
    CHECK(value(map, "actors[23].script_name") == "DEBUG");
    CHECK(value(map, "actors[24].script_name") == "EXTRA");
    set_value(map, "actors[1].script_name", "LASERS");
    CHECK(found(map, "first-actors") == Lines{"actors: actor LASER is missing; its place is 1"});
    for (const int i : {2, 3, 4}) {
        set_value(map, fmt::format("actors[{}].script_name", i), fmt::format("OTHER{}", i));
    }
    CHECK(found(map, "first-actors") ==
          Lines{"actors: 4 of the first 24 actors are missing: LASER, ITORCH, ITEMLIST and 1 more"});
}

TEST_CASE("check: unplaced-actor finds actors without objects or without instances")
{
    edit::Document map = new_document();
    append_record(map, "actors", {{"script_name", "MAPCOUNT"}});
    append_record(map, "actors", {{"script_name", "KEY"}});
    append_record(map, "actors", {{"script_name", "DOOR"}, {"instances", "0"}});
    append_record(map, "objects", {{"script_name", "DOOR"}});
    CHECK(found(map, "unplaced-actor") ==
          Lines{"actors[1]: no object is an instance of KEY",
                "actors[2].instances: DOOR has objects, but 0 instances: they have no variables"});
}

TEST_CASE("check: unused-string lists up to three unused strings of an actor")
{
    edit::Document map = new_document();
    append_record(map, "actors", {{"script_name", "KEY"}});
    const soup::Assembly source = soup::assemble("actor KEY { task function_1(\"said\") end }", "KEY.soup", {});
    REQUIRE(source.script);
    set_value(map, "actors[0].script", hex_text(source.script->code));
    append_record(map, "actors[0].strings", {{"value", "said"}});
    append_record(map, "actors", {{"script_name", "LOCK"}});
    append_record(map, "actors[1].strings", {{"value", "alone"}});
    CHECK(found(map, "unused-string") ==
          Lines{"actors[1].strings: the script of LOCK does not use its string: [0] \"alone\""});
    remove_records(map, "actors[1]");
    append_record(map, "actors[0].strings", {{"value", "never said"}});
    CHECK(found(map, "unused-string") ==
          Lines{"actors[0].strings: the script of KEY does not use 1 of its 2 strings: [1] \"never said\""});
    append_record(map, "actors[0].strings", {{"value", "b"}});
    append_record(map, "actors[0].strings", {{"value", "c"}});
    append_record(map, "actors[0].strings", {{"value", "d"}});
    append_record(map, "actors[0].strings", {{"value", "e"}});
    CHECK(found(map, "unused-string") == Lines{"actors[0].strings: the script of KEY does not use 5 of its 6 strings: "
                                               "[1] \"never said\", [2] \"b\", [3] \"c\" "
                                               "and 2 more"});
}

TEST_CASE("check: kept-as-bytes reports parts, sections and data after END")
{
    edit::Document map = new_document();
    append_record(map, "actors", {{"script_name", "KEY"}});
    append_record(map, "actors[0].raw_parts", {{"section", "RAAT"}});
    set_value(map, "actors[0].raw_parts[0].data", "010203");
    append_record(map, "raw_sections", {{"tag", "WHAT"}});
    set_value(map, "trailing", "00");
    CHECK(found(map, "kept-as-bytes") == Lines{"actors[0].raw_parts[0]: the part of KEY in RAAT is kept as 3 bytes",
                                               "raw_sections[0]: section WHAT is kept as 0 bytes",
                                               "trailing: the data after END is kept as 1 byte"});
}

TEST_CASE("check: reports models, textures and palettes that the game folder lacks")
{
    const Folder folder;
    folder.put("fxart/box.3dc", file_of(triangle(1)));
    folder.put("fxart/island.rob", archive_of("CRATE", triangle(2)));
    folder.put("fxart/texbsi.007", bank_of("A07003", 1));
    folder.put("fxart/a.col", palette_file());
    folder.put("maps/x.rgm", std::string_view("x"));
    folder.put("world.ini", std::string_view("[world]\nworld_map[1]=maps\\x.rgm\nworld_palette[1]=fxart\\gone.col\n"));
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    const check::CheckContext around{.file = folder.path / "maps/x.rgm", .game = &game};
    edit::Document map = new_document();
    append_record(map, "objects", {{"model_name", "BOX.3"}});
    append_record(map, "objects", {{"model_name", "BALL"}});
    append_record(map, "statics", {{"model_name", "crate"}});
    append_record(map, "statics", {{"model_name", "CRATES"}});
    append_record(map, "statics", {});
    append_record(map, "ropes", {{"rope_model", "LINK"}});
    append_record(map, "flats", {{"texture.texture_id", "7"}});
    append_record(map, "flats", {{"texture.texture_id", "8"}});
    CHECK(found(map, "unknown-model", around) == Lines{"objects[1].model_name: the game has no model BALL",
                                                       "statics[1].model_name: the game has no model CRATES",
                                                       "statics[2].model_name: the static has no model",
                                                       "ropes[0].rope_model: the game has no model LINK"});
    CHECK(found(map, "unknown-texture", around) == Lines{"flats[1].texture.texture_id: the game has no TEXBSI.008"});
    CHECK(found(map, "unknown-palette", around) ==
          Lines{": WORLD.INI names the palette GONE.COL, which does not exist"});
    CHECK(found(map, "unknown-model").empty());  // the game is unknown
}

TEST_CASE("check: docs/checks.md matches the registry")
{
    CHECK(check::checks_page() == need(read_text_file(source_folder().string() + "/docs/checks.md")));
}

TEST_CASE("check: twins compare every axis, the rotation and the section")
{
    edit::Document map = new_document();
    const auto object = [&](const char* position, const char* x, const char* y, const char* z) {
        append_record(
            map, "objects",
            {{"model_name", "LAMP.3D"}, {"position", position}, {"angle.x", x}, {"angle.y", y}, {"angle.z", z}});
    };
    object("1,2,3", "0", "0", "0");
    object("9,2,3", "0", "0", "0");
    object("1,9,3", "0", "0", "0");
    object("1,2,9", "0", "0", "0");
    object("1,2,3", "7", "0", "0");
    object("1,2,3", "0", "7", "0");
    object("1,2,3", "0", "0", "7");
    append_record(map, "statics", {{"model_name", "LAMP"}, {"position", "1,2,3"}});
    append_record(map, "statics", {{"model_name", "LAMP"}, {"position", "9,2,3"}});
    append_record(map, "statics", {{"model_name", "LAMP"}, {"position", "1,9,3"}});
    CHECK(found(map, "twins").empty());
    object("1,2,3", "2048", "-2048", "4096");
    append_record(map, "objects", {{"model_name", "lamp"}, {"position", "1,2,3"}});
    CHECK(found(map, "twins") == Lines{"objects[7]: LAMP.3D has the same position and rotation as objects[0]",
                                       "objects[8]: lamp has the same position and rotation as objects[0]"});
}

TEST_CASE("check: no-rotation fixes deviations up to 0.02 in any row or angle")
{
    const auto message_of = [](const std::string& matrix) {
        edit::Document map = new_document();
        append_record(map, "statics", {{"rotation_matrix", matrix}});
        const Lines lines = found(map, "no-rotation");
        return lines.empty() ? std::string("fine") : lines.front().substr(lines.front().find("the matrix"));
    };
    const std::string little = "the matrix differs slightly from a rotation";
    const std::string much = "the matrix is not a rotation: it scales, mirrors or shears";
    CHECK(message_of("268435456 0 0 0 268435456 0 0 0 268435456") == "fine");
    // Lengths of a row: 1.019 and 1.021, then 0.981 and 0.979.
    CHECK(message_of("273535729 0 0 0 268435456 0 0 0 268435456") == little);
    CHECK(message_of("274072600 0 0 0 268435456 0 0 0 268435456") == much);
    CHECK(message_of("268435456 0 0 0 263335182 0 0 0 268435456") == little);
    CHECK(message_of("268435456 0 0 0 262798311 0 0 0 268435456") == much);
    CHECK(message_of("268435456 0 0 0 268435456 0 0 0 273535729") == little);
    CHECK(message_of("268435456 0 0 0 268435456 0 0 0 274072600") == much);
    // Two rows whose angle differs from a right angle by slightly less and more than a fiftieth.
    CHECK(message_of("268435456 5100273 0 0 268435456 0 0 0 268435456") == little);
    CHECK(message_of("268435456 5637144 0 0 268435456 0 0 0 268435456") == much);
    CHECK(message_of("268435456 0 0 0 268435456 5637144 0 0 268435456") == much);
    CHECK(message_of("268435456 0 5637144 0 268435456 0 0 0 268435456") == much);
    CHECK(message_of("268435456 0 0 0 268435456 0 0 0 -268435456") == much);  // mirrors
}

TEST_CASE("check: outside-world covers all kinds and both sides of both axes")
{
    edit::Document map = new_document();
    for (const char* const list : {"objects", "statics", "ropes", "flats", "lights", "markers"}) {
        append_record(map, list, {{"position", "0,70000,0"}});
        append_record(map, list, {{"position", "65535,-70000,65535"}});
        CHECK(found(map, "outside-world").empty());
        append_record(map, list, {{"position", "65536,0,0"}});
        append_record(map, list, {{"position", "0,0,-1"}});
        const std::string name(list);
        CHECK(found(map, "outside-world") == Lines{name + "[2].position.x: 65536 is outside the world (0 to 65535)",
                                                   name + "[3].position.z: -1 is outside the world (0 to 65535)"});
        remove_records(map, name + "[2,3]");
    }
}

TEST_CASE("check: size-row reports the mesh with fewer objects if two share a row")
{
    edit::Document map = new_document();
    append_records(map, "sizes", 1);
    const auto add = [&](const char* model, const char* row) {
        append_record(map, "objects", {{"model_name", model}, {"has_mesh", "1"}, {"size_row", row}});
    };
    add("CRATE", "0");
    add("LAMP", "0");
    CHECK(found(map, "size-row").empty());  // its owner is unknown
    add("LAMP", "0");
    CHECK(found(map, "size-row") == Lines{"objects[0].size_row: row 0 of sizes is the box of LAMP, not of CRATE"});
    fix(map, "size-row");  // no row has a crate
    CHECK(values(map, "objects[*].size_row") == Lines{"0", "0", "0"});
    add("ROPE", "1");
    CHECK(found(map, "size-row").size() == 2);
}
