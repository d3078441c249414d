// Names and their uses, items of the browser, nodes of walk maps, colours.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/files/files.hpp"
#include "edit/map/map_of.hpp"
#include "editor/model/rows/browser_items.hpp"
#include "editor/model/scene/walk_edit.hpp"
#include "editor/model/session/replacing.hpp"
#include "editor/model/session/uses.hpp"
#include "editor/model/text/colour_text.hpp"
#include "editor/session_support.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

struct OpenSession {
    test::SampleFile file;
    Session session = Session::open(file.path).value();

    [[nodiscard]] std::string value(std::string_view path) const { return test::value(session.document(), path); }
};

}  // namespace

TEST_CASE("uses: finds the name that a record refers to or defines")
{
    OpenSession open;
    Session& session = open.session;
    const auto name = [&](std::string_view path, std::string_view field = {}) {
        const std::optional<UsedName> found = used_name(session, session.find(path).value(), field);
        return found ? called(*found) : std::string{};
    };
    CHECK(name("objects[4]") == "actor DOOR01");
    CHECK(name("actors[0]") == "actor DOOR01");
    CHECK(name("statics[0]") == "model WALL01");
    CHECK(name("ropes[0]", "rope_model") == "model ROPELINK");
    CHECK(name("flats[0]") == "texture bank 108");
    CHECK(name("lights[0]").empty());
    CHECK(name("objects").empty());
    CHECK(name("").empty());
    CHECK(session.path_of(definition_of(session, {Target::actor, "door01"}).value()) == "actors[0]");
    CHECK_FALSE(definition_of(session, {Target::model, "WALL01"}));
    CHECK(count_references(session, {Target::model, "WALL01"}) == 2);
    CHECK(uses_description({Target::model, "WALL01"}, uses_of(session, {Target::model, "WALL01"}, {})) ==
          "2 records use model WALL01");
}

TEST_CASE("uses: a record without another name is described by its position")
{
    OpenSession open;
    Session& session = open.session;
    const std::vector<Use> walls = uses_of(session, {Target::model, "WALL01"}, {});
    REQUIRE(walls.size() == 2);
    CHECK(walls[0].where == "statics[0] at 180 0 250");
    const NodeRef door = session.find("objects[4]").value();
    REQUIRE(session.set({door}, "script_name", "WATCHER"));
    REQUIRE(session.set({door}, "model_name", "WALL01"));
    const std::vector<Use> with_door = uses_of(session, {Target::model, "WALL01"}, {});
    REQUIRE(with_door.size() == 3);
    CHECK(with_door[0].where == "objects[4] WATCHER");
}

TEST_CASE("uses: counts script lines with a name, and each record once")
{
    OpenSession open;
    Session& session = open.session;
    const ScriptPlace guard = scripts_at(session, session.find("actors[1]").value()).at(0);
    const std::string text = "actor GUARD01\n{\n    // opens DOOR01\n    // not DOOR012\n    end\n}\n";
    REQUIRE(session.set({guard.record}, guard.field, text));
    WrittenScripts written;
    written.remember(session, guard, text);
    const UsedName door{Target::actor, "DOOR01"};
    const std::vector<Use> uses = uses_of(session, door, written);
    REQUIRE(uses.size() == 3);
    CHECK(uses[2].where == "Script GUARD01");
    CHECK(uses[2].what == "Line 3");
    CHECK(uses[2].text == "// opens DOOR01");
    REQUIRE(uses[2].line);
    CHECK(uses[2].line->script == "GUARD01");
    CHECK(uses[2].line->line == 3);
    CHECK(uses[2].line->text == "// opens DOOR01");
    CHECK(uses_description(door, uses) == "2 records and 1 line of scripts use actor DOOR01");
    CHECK(uses_description(door, std::vector<Use>{uses[0], uses[0]}) == "1 record uses actor DOOR01");
}

TEST_CASE("walk nodes: adds a node next to another, connected both ways")
{
    OpenSession open;
    Session& session = open.session;
    const NodeRef first = session.find("walk_maps[0].nodes[0]").value();
    CHECK(is_walk_node(session.root(), first));
    CHECK_FALSE(is_walk_node(session.root(), session.find("walk_maps[0]").value()));
    const NodeRef added = add_walk_node(session, first, {150, -10, 40}).value();
    CHECK(session.path_of(added) == "walk_maps[0].nodes[4]");
    CHECK(open.value("walk_maps[0].nodes[4].node_pos_x") == "150");
    CHECK(open.value("walk_maps[0].nodes[4].node_pos_y") == "-10");
    CHECK(open.value("walk_maps[0].nodes[4].routes[0].target_node_id") == "0");
    CHECK(open.value("walk_maps[0].nodes[0].routes[2].target_node_id") == "4");
    CHECK(session.undo_name() == "Add walk node");
    REQUIRE(connect_walk_nodes(session, {first, added}).value().empty());  // they are connected already
    REQUIRE(disconnect_walk_nodes(session, {first, added}));
    CHECK_FALSE(session.find("walk_maps[0].nodes[4].routes[0]"));
    CHECK_FALSE(session.find("walk_maps[0].nodes[0].routes[2]"));
    CHECK(connect_walk_nodes(session, {first}).error().message ==
          "the selection is not two or more nodes of one walk map");
    CHECK_FALSE(add_walk_node(session, first, {-5, 0, 0}));  // X of a node cannot be negative
}

TEST_CASE("browser: placing an actor copies its first object")
{
    OpenSession open;
    Session& session = open.session;
    const std::vector<BrowserItem> actors = browser_items(session, nullptr, BrowserKind::actors, "door");
    REQUIRE(actors.size() == 1);
    CHECK(actors[0].name == "DOOR01");
    CHECK(actors[0].model == "DOORA001");
    CHECK(actors[0].extension == ".3DC");
    CHECK(actors[0].uses == 2);
    const NodeRef added = place_item(session, actors[0], {10, 20, 30}).value();
    const std::string path = session.path_of(added);
    CHECK(open.value(path + ".script_name") == "DOOR01");
    CHECK(open.value(path + ".angle.y") == "512");
    CHECK(open.value(path + ".position.z") == "30");
    CHECK(session.undo_name() == "Add DOOR01");
    CHECK(browser_items(session, nullptr, BrowserKind::models, "").size() == 3);  // WALL01, BUCKET, ROPELINK
    CHECK(use_item(session, actors[0], {session.find("lights[0]").value()}).error().message ==
          "no selected record can use DOOR01");
    REQUIRE(session.set({session.find("objects[4]").value()}, "model_name", "GATE"));
    // The model of the actor's first object.
    CHECK(browser_items(session, nullptr, BrowserKind::actors, "door").at(0).model == "GATE");
}

TEST_CASE("browser: a bank number lists the images of the bank")
{
    const test::Folder folder;
    folder.put("FXART/TEXBSI.007", test::bank_of("A07003", 2));
    folder.put("FXART/TEXBSI.511", test::bank_of("A51103", 2));
    folder.put("FXART/TEXBSI.512", test::bank_of("A51203", 2));
    const scene::GameFolder game = scene::index_game_folder(folder.path).value();
    const OpenSession open;
    const auto names = [&](std::string_view find) {
        std::vector<std::string> found;
        for (const BrowserItem& item : browser_items(open.session, &game, BrowserKind::textures, find)) {
            found.push_back(item.name);
        }
        return found;
    };
    CHECK(names("") == std::vector<std::string>{"7/0", "511/0"});  // a flat names banks up to 511
    CHECK(names("7") == std::vector<std::string>{"7/0"});
    CHECK(names("511") == std::vector<std::string>{"511/0"});
    CHECK(names("512").empty());
    CHECK(names("8").empty());
    CHECK(names("600").empty());
}

TEST_CASE("browser: favourites are listed by kind, if they exist", "[editor]")
{
    const test::Folder folder;
    folder.put("FXART/TEXBSI.007", test::bank_of("A07003", 2));
    const scene::GameFolder game = scene::index_game_folder(folder.path).value();
    const OpenSession open;
    CHECK(favourite_key({.kind = BrowserKind::textures, .name = "7/3"}) == "textures 7/3");
    const Favourites favourites{"actors DOOR01", "actors GONE",  "models WALL01",
                                "textures 7/3",  "textures 7/x", "more"};
    CHECK(has_kind(favourites, BrowserKind::models));
    CHECK_FALSE(has_kind(favourites, BrowserKind::voices));
    const auto names = [&](std::string_view find) {
        std::vector<std::string> found;
        for (const BrowserItem& item :
             browser_items(open.session, nullptr, BrowserKind::favourites, find, {}, {}, {}, favourites)) {
            found.push_back(item.name);
        }
        return found;
    };
    CHECK(names("") == std::vector<std::string>{"WALL01", "DOOR01", "7/3"});
    CHECK(names("door") == std::vector<std::string>{"DOOR01"});
    CHECK(browser_items(open.session, &game, BrowserKind::favourites, "").empty());
}

TEST_CASE("browser: a texture replaces the surface of a model's face, as one step", "[editor]")
{
    const test::Folder folder;
    folder.put("3DART/CUBE.3DC", test::file_of(test::cube(20, {.colour = 9})));
    folder.put("FXART/TEXBSI.007", test::bank_of("A07003", 2));
    folder.put("FXART/TEXBSI.600", test::bank_of("G00003", 2));
    const scene::GameFolder game = scene::index_game_folder(folder.path).value();
    Session session = Session::open(folder.path / "3DART/CUBE.3DC").value();
    CHECK(can_browse(session));
    CHECK(only_kind(session) == BrowserKind::textures);
    const std::vector<BrowserItem> items = browser_items(session, &game, BrowserKind::models, "");
    REQUIRE(items.size() == 2);  // a face names banks up to 2,599
    CHECK(items[0].name == "7/0");
    const NodeRef face = face_node(session, 4).value();
    CHECK(session.path_of(face) == "faces[4]");
    CHECK_FALSE(face_node(session, 6));
    REQUIRE(use_item(session, items[0], {face}));
    CHECK(session.undo_name() == "Use 7/0 for Face [4]");
    CHECK(test::value(session.document(), "faces[4].texture.bank") == "7");
    CHECK(test::value(session.document(), "faces[4].texture.image") == "0");
    CHECK(test::value(session.document(), "faces[4].texture.colour") == "-1");
    CHECK(test::value(session.document(), "faces[3].texture.colour") == "9");
    CHECK(session.steps().size() == 1);
    CHECK(use_item(session, {.kind = BrowserKind::textures, .name = "2600/0", .picture = {2600, 0}}, {face})
              .error()
              .message == "this model cannot use 2600/0: bank is 2600");
    session.undo().value();
    CHECK(test::value(session.document(), "faces[4].texture.colour") == "9");
    REQUIRE(session.save());
}

TEST_CASE("colours: are read in common notations")
{
    using Parts = ColourParts;
    CHECK(colour_text({255, 128, 0}) == "#FF8000");
    CHECK(colour_text({300, -1, 10}) == "#FF000A");
    CHECK(parse_colour("#ff8000") == Parts{255, 128, 0});
    CHECK(parse_colour(" 1, 2 ,3 ") == Parts{1, 2, 3});
    CHECK(parse_colour("1 2 3") == Parts{1, 2, 3});
    for (const char* const wrong : {"", "#ff80", "#ff80001", "1 2", "1 2 256", "1 2 3 4", "red"}) {
        INFO(wrong);
        CHECK_FALSE(parse_colour(wrong));
    }
}

TEST_CASE("actors: adding an actor also adds an object, as one step, with a free name")
{
    OpenSession open;
    Session& session = open.session;
    const NodeRef object = session.add_actor(glm::dvec3(10, -20, 30)).value();
    CHECK(session.undo_name() == "Add actor ACTOR1");
    const std::string path = session.path_of(object);
    CHECK(open.value(path + ".script_name") == "ACTOR1");
    CHECK(open.value(path + ".position.y") == "-20");
    CHECK(open.value("actors[2].script_name") == "ACTOR1");
    const NodeRef second = session.add_actor({}).value();
    CHECK(open.value(session.path_of(second) + ".script_name") == "ACTOR2");
    REQUIRE(session.undo());
    REQUIRE(session.undo());
    CHECK_FALSE(session.find("actors[2]"));
    CHECK_FALSE(session.can_undo());
}

TEST_CASE("replace: lists and changes texts in records and scripts, as one step")
{
    OpenSession open;
    Session& session = open.session;
    const WrittenScripts written;
    const ReplacePlan names = plan_replacement(session, {.find = "door01", .with = "GATE01"}, written);
    REQUIRE(names.rows.size() == 3);
    CHECK(names.rows[0].field == "script_name");
    CHECK(names.rows[0].mine == "DOOR01");
    CHECK(names.rows[0].theirs == "GATE01");
    CHECK(plan_replacement(session, {.find = "OOR0", .with = "", .whole = true}, written).rows.empty());
    CHECK(plan_replacement(session, {.find = "", .with = "x"}, written).rows.empty());
    REQUIRE(session.set("Replace", names.values));
    CHECK(open.value("actors[0].script_name") == "GATE01");
    CHECK(open.value("objects[4].script_name") == "GATE01");
    CHECK(open.value("objects[5].script_name") == "GATE01");
    REQUIRE(session.undo());
    CHECK(open.value("objects[5].script_name") == "DOOR01");
    CHECK_FALSE(session.can_undo());
}

TEST_CASE("replace: a number is replaced as a whole value and as a word in scripts")
{
    OpenSession open;
    Session& session = open.session;
    WrittenScripts written;
    const ScriptPlace guard = scripts_at(session, session.find("actors[1]").value()).at(0);
    const std::string text = "actor GUARD01\n{\n    // opens DOOR01\n    // not DOOR012\n    end\n}\n";
    REQUIRE(session.set({guard.record}, guard.field, text));
    written.remember(session, guard, text);
    const ReplacePlan found =
        plan_replacement(session, {.find = "DOOR01", .with = "GATE01", .whole = true, .scripts = true}, written);
    const auto line = std::ranges::find(found.rows, "Script GUARD01", &DifferenceRow::record);
    REQUIRE(line != found.rows.end());
    CHECK(line->field == "Line 3");
    CHECK(line->theirs == "    // opens GATE01");
    CHECK(std::ranges::count(found.rows, "Script GUARD01", &DifferenceRow::record) == 1);
    REQUIRE(session.set("Replace DOOR01 with GATE01", found.values));
    for (const auto& [place, replaced] : found.scripts) {
        written.remember(session, place, replaced);
    }
    CHECK(written.text(session, guard) == "actor GUARD01\n{\n    // opens GATE01\n    // not DOOR012\n    end\n}\n");
    REQUIRE(session.undo());
    const ReplacePlan number = plan_replacement(session, {.find = "300", .with = "301", .whole = true}, written);
    CHECK(std::ranges::any_of(number.rows, [](const DifferenceRow& row) {
        return row.record.starts_with("objects[4]") && row.field == "position.z" && row.theirs == "301";
    }));
    CHECK(plan_replacement(session, {.find = "300", .with = "301"}, written).rows.empty());
}

TEST_CASE("uses: lists the objects in a script, except in comments")
{
    OpenSession open;
    const Session& session = open.session;
    const ScriptPlace door = scripts_at(session, session.find("actors[0]").value()).at(0);
    const std::string text = "actor DOOR01\n{\n    // not this: DOOR01\n    GUARD01.x = Me.y\n}\n";
    NodeRefs reached = find_named_objects(session, door, text);
    REQUIRE(reached.size() == 1);
    CHECK(session.path_of(reached[0]) == "objects[6]");
    CHECK(find_named_objects(session, door, "// GUARD01").empty());
}

TEST_CASE("browser: a new actor is an active object with the chosen model and size row")
{
    const test::Folder game;
    game.put("FXART/CRATE.3D", test::file_of(test::cube(30, {})));
    game.put("MAPS/ROOM.RGM", rgm::write_map(rgm::sample_map()).value());
    LoadContext context;
    context.game_folder = game.path;
    Session session = Session::open(game.path / "MAPS" / "ROOM.RGM", context).value();
    session.use_names(context);
    const auto value = [&](const std::string& path) { return test::value(session.document(), path); };
    const NodeRef added = session.add_actor(glm::dvec3{100, 0, 100}).value();
    const std::string object = session.path_of(added);
    CHECK(value(object + ".object_type") == "object");
    CHECK(value(object + ".is_active") == "1");
    CHECK(value(object + ".size_row") == "-1");
    const std::size_t rows = edit::map_of(session.document())->sizes.records.size();
    REQUIRE(use_item(session, {.kind = BrowserKind::models, .name = "CRATE"}, {added}));
    CHECK(value(object + ".model_name") == "CRATE");
    CHECK(value(object + ".has_mesh") == "1");
    REQUIRE(value(object + ".size_row") == std::to_string(rows));
    const std::string row = "sizes[" + std::to_string(rows) + "]";
    CHECK(value(row + ".total.x") == "60");
    CHECK(value(row + ".positive.y") == "30");
    // One undo reverts all of it.
    REQUIRE(session.undo());
    CHECK(value(object + ".has_mesh") == "0");
    CHECK_FALSE(session.find(row));
}

TEST_CASE("walk nodes: without a selection, a node is added to the nearest walk map")
{
    OpenSession open;
    Session& session = open.session;
    REQUIRE(session.duplicate({session.find("walk_maps[0]").value()}, 0));
    editor::NodeRefs nodes;
    for (const int i : {0, 1, 2, 3}) {
        nodes.push_back(session.find(fmt::format("walk_maps[1].nodes[{}]", i)).value());
    }
    REQUIRE(session.set(nodes, "node_pos_x", "9000"));
    CHECK(session.path_of(add_walk_node(session, std::nullopt, {8900, 0, 0}).value()) == "walk_maps[1].nodes[4]");
    CHECK(session.path_of(add_walk_node(session, std::nullopt, {100, 0, 0}).value()) == "walk_maps[0].nodes[4]");
    CHECK_FALSE(session.find("walk_maps[0].nodes[4].routes[0]"));  // the node has no connection
}
