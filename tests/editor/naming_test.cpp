// Names, grouping and identification of records, and the fields that place them.
#include <catch2/catch.hpp>

#include "editor/model/scene/art_sheet.hpp"
#include "editor/model/scene/grouping.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/scene/transform.hpp"
#include "editor/model/scene/walk_edit.hpp"
#include "editor/model/session/messages.hpp"
#include "editor/model/session/search.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/model/text/script_page.hpp"
#include "editor/model/text/sounds.hpp"
#include "editor/model/text/unused_keys.hpp"
#include "editor/plugin_support.hpp"
#include "editor/session_support.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using scene::Kind;
using scene::RecordRef;
using test::at;
using test::SampleFile;

struct SampleSession {
    SampleFile file;
    Session session = Session::open(file.path).value();

    [[nodiscard]] RecordHandle record(std::string_view path) const { return session.find(at(session, path))->record; }
    [[nodiscard]] ListView members(std::string_view path) const { return session.find(at(session, path))->members; }
    [[nodiscard]] std::string group(std::string_view path, Grouping grouping) const
    {
        const RecordGroup group = group_in(record(path), grouping);
        return group.name + (group.named ? " (named)" : "");
    }
    [[nodiscard]] std::vector<std::string> paths(const NodeRefs& refs) const
    {
        std::vector<std::string> paths;
        for (const NodeRef& ref : refs) {
            paths.push_back(session.path_of(ref));
        }
        return paths;
    }
};

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("names: a field has its label, or else its name in words", "[editor]")
{
    CHECK(display_name("header.padding_0f") == "Padding 0f");
    CHECK(display_name("id", "Number") == "Number");
    CHECK(display_name("") == "");
    const SampleSession desk;
    const auto words = [&](std::string_view path, std::string_view field) {
        const FieldView view = desk.record(path).find_field(field);
        return group_of(*view.entry) + "|" + full_label(*view.entry) + "|" + display_text(view);
    };
    CHECK(words("objects[4]", "position.x") == "Position|Position X|200");
    CHECK(words("objects[4]", "id") == "|Object id|5");
    CHECK(words("objects[4]", "object_type") == "|Kind|3D object");
    CHECK(words("objects[6]", "texture.texture_id") == "Texture|Texture Texture|301");
    CHECK(words("statics[1]", "model_name") == "|Model|WALL01");
}

TEST_CASE("groups: group objects by actor, other records by model or texture", "[editor]")
{
    const SampleSession desk;
    CHECK(desk.group("objects[4]", Grouping::actor) == "DOOR01 (named)");
    CHECK(desk.group("objects[0]", Grouping::actor) == "No actor");
    CHECK(desk.group("objects[4]", Grouping::model) == "Model of the actor");
    CHECK(desk.group("statics[0]", Grouping::model) == "WALL01 (named)");
    CHECK(desk.group("flats[0]", Grouping::model) == "Texture 108 (named)");
    CHECK(desk.group("ropes[0]", Grouping::model) == "BUCKET (named)");
    CHECK(desk.group("lights[0]", Grouping::model) == "No model");
    std::string can;
    for (const std::string path : {"objects", "statics", "lights", "flats"}) {
        for (const Grouping grouping : {Grouping::kind, Grouping::actor, Grouping::model, Grouping::layer}) {
            can += can_group(desk.members(path), grouping) ? '1' : '0';
        }
        can += ' ';
    }
    CHECK(can == "0110 0010 0000 0010 ");
    CHECK_FALSE(can_group(ListView{}, Grouping::model));
    CHECK(comes_before("ROCK9", "ROCK10"));
    CHECK_FALSE(comes_before("ROCK10", "ROCK9"));
    CHECK(comes_before("ROCK09", "ROCK10"));
    CHECK(comes_before("A19", "A20"));
    CHECK(comes_before("A", "B"));
    CHECK_FALSE(comes_before("A", "A"));
    CHECK(comes_before("A01", "A1"));  // equal numbers: compare letters
}

TEST_CASE("positions: a matrix has an angle for each axis, a walk map contains nodes", "[editor]")
{
    const SampleSession desk;
    const FieldTable& statics = desk.record("statics[0]").table();
    const Placing placing = placing_of(statics);
    REQUIRE(placing.matrix != nullptr);
    CHECK(angle_name(*placing.matrix, Axis::y) == "rotation_matrix:y");
    CHECK(axis_named(statics, "rotation_matrix:x") == Axis::x);
    CHECK(axis_named(statics, "rotation_matrix:z") == Axis::z);
    CHECK(axis_named(statics, "rotation_matrix:w") == std::nullopt);
    CHECK(axis_named(statics, "rotation_matrix") == std::nullopt);
    CHECK(axis_named(desk.record("objects[4]").table(), "rotation_matrix:x") == std::nullopt);
    const RecordHandle root = desk.session.root();
    CHECK(desk.paths(placed_inside(root, at(desk.session, "walk_maps[0]"))) ==
          Paths{"walk_maps[0].nodes[0]", "walk_maps[0].nodes[1]", "walk_maps[0].nodes[2]", "walk_maps[0].nodes[3]"});
    CHECK(placed_inside(root, at(desk.session, "objects[4]")).empty());
    CHECK(stored_position(root, at(desk.session, "lights[0]")) == glm::dvec3(300, -60, 400));
    CHECK(stored_position(root, at(desk.session, "lights")) == std::nullopt);
    const NodeRefs placed =
        placed_records(root, at(desk.session, {"lights[0]", "objects[6]", "actors[0]", "objects[6]"}));
    CHECK(desk.paths(placed) == Paths{"objects[6]", "lights[0]"});
    CHECK(desk.session.path_of(last_placed(at(desk.session, {"lights[0]", "objects[6]", "actors[0]"}), placed)) ==
          "objects[6]");
    CHECK(desk.session.path_of(last_placed({}, placed)) == "lights[0]");
    CHECK(middle_of(root, at(desk.session, {"objects[4]", "objects[5]", "lights[0]"})) == glm::dvec3(250, -30, 400));
    CHECK(middle_of(root, at(desk.session, std::vector<std::string>{"actors[0]"})) == std::nullopt);
    CHECK(snapped_translation({10, 0, 7}, {5, 0, 0}, 16) == glm::dvec3(6, 0, 0));
    CHECK(snapped_translation({10, 3, -7}, {-5, 0, 30}, 16) == glm::dvec3(-10, 0, 23));
    CHECK(snapped_turn(97, 64) == 128);
    CHECK(snapped_turn(95, 64) == 64);
    CHECK(is_walk_node(root, at(desk.session, "walk_maps[0].nodes[1]")));
    CHECK_FALSE(is_walk_node(root, at(desk.session, "walk_maps[0]")));
}

TEST_CASE("scene: records of a scene map to the document and back", "[editor]")
{
    const SampleSession desk;
    const RecordHandle root = desk.session.root();
    CHECK(scene_nodes(root).size() == 14);  // 7 objects, a rope, 2 statics, a light, a flat, 2 markers
    CHECK(is_scene_record(root, at(desk.session, "objects[4]")));
    CHECK_FALSE(is_scene_record(root, at(desk.session, "actors[0]")));
    CHECK_FALSE(is_scene_record(root, at(desk.session, "objects")));
    CHECK(scene_record(root, at(desk.session, "lights[0]")) == RecordRef{Kind::light, 0});
    CHECK(scene_record(root, at(desk.session, "actors[0]")) == std::nullopt);
    CHECK(desk.session.path_of(node_of(root, RecordRef{Kind::static_object, 1}).value()) == "statics[1]");
    CHECK(node_of(root, RecordRef{Kind::terrain, 0}) == std::nullopt);
    CHECK(desk.session.path_of(section_for(root, Kind::flat).value()) == "flats");
    CHECK(marked_records(root, at(desk.session, std::vector<std::string>{"actors[0]"})) ==
          std::set<RecordRef>{{Kind::object, 4}, {Kind::object, 5}});
}

TEST_CASE("search: text that is not a path is searched as a word", "[editor]")
{
    const SampleSession desk;
    const RecordHandle root = desk.session.root();
    CHECK(is_word(root, "door"));
    CHECK_FALSE(is_word(root, "objects"));
    for (const std::string_view query : {"objects[4]", "a.b", "script_name:DOOR*", "a=b", "a]"}) {
        CHECK_FALSE(is_word(root, query));
    }
    CHECK(desk.paths(search(root, "wall").value()) == Paths{"statics[0]", "statics[1]"});
    CHECK(desk.paths(search(root, "objects[script_name=GUARD01].position.x").value()) == Paths{"objects[6]"});
    CHECK(desk.paths(search(root, "actors[0].strings").value()) == Paths{"actors[0].strings"});
    CHECK(search(root, "nothing here").value().empty());
}

TEST_CASE("keys: a new number is the next free one after the given, else the lowest", "[editor]")
{
    const SampleSession desk;
    const ListView objects = desk.members("objects");
    const FieldEntry* const key = number_key(objects.child->items.front().type->tables.front());
    REQUIRE(key != nullptr);
    CHECK(key->name == "id");
    UnusedKeys keys(objects);  // keys 0 and 5 to 7 are in use
    CHECK(keys.highest() == 7);
    CHECK(keys.take(*key, 5) == 8);
    CHECK(keys.take(*key, 5) == 9);
    CHECK(keys.take(*key, 0) == 1);
    CHECK(keys.take_if_free(3));
    CHECK_FALSE(keys.take_if_free(3));
    CHECK(keys.take(*key, 1) == 2);
    CHECK(keys.take(*key, 1) == 4);
    CHECK(keys.take(*key, key->max) == 10);
    CHECK(number_key(desk.record("markers[0]").table()) == nullptr);
}

TEST_CASE("messages: an important message precedes later ones until it is dismissed", "[editor]")
{
    Messages messages;
    CHECK(messages.shown("saved", 1) == "saved");
    CHECK(messages.shown_first("a note", 1) == "a note");
    CHECK(messages.shown("selected", 1) == "a note   selected");
    CHECK(messages.shown("", 1) == "a note");
    CHECK(messages.shown("a note", 1) == "a note");
    CHECK(messages.shown_first("a note", 1) == "a note");
    CHECK(messages.shown_first("another", 1) == "a note   another");
    CHECK(messages.shown("selected", 2) == "selected");
    CHECK(messages.shown("", 2) == "");
    CHECK_FALSE(messages.is_old(2));
    CHECK(messages.is_old(3));
}

TEST_CASE("sheets: a map has no image sheet; without a game, images are grey", "[editor]")
{
    const SampleSession desk;
    CHECK_FALSE(has_sheet(desk.session));
    CHECK(sheet_of(desk.session).empty());
    CHECK(image_of(desk.session, {}, 0, {}).rgba.empty());
    CHECK(palette_of_game(nullptr).empty());
    const std::vector<art::Colour> greys = colours_of_game(nullptr);
    REQUIRE(greys.size() == 256);
    CHECK(greys[0] == art::Colour{0, 0, 0});
    CHECK(greys[100] == art::Colour{100, 100, 100});
    CHECK(greys[255] == art::Colour{255, 255, 255});
}

TEST_CASE("scripts: a map has scripts, and an actor has a script and initial values", "[editor]")
{
    const SampleSession desk;
    CHECK(can_have_scripts(desk.session));
    const std::vector<ScriptPlace> all = all_scripts(desk.session);
    REQUIRE(all.size() == 2);
    CHECK(script_name(desk.session, all[1]) == "GUARD01");
    CHECK(is_map_script(desk.record("actors[0]"), "script"));
    CHECK_FALSE(is_map_script(desk.record("actors[0]"), "name"));
    CHECK_FALSE(is_map_script(desk.record("objects[4]"), "script"));
    CHECK(previous_script(desk.session, all[0])->name == "DOOR01");
    CHECK(values_of_actor(desk.session, all[0]) == std::vector<std::int32_t>{0, 1});
    CHECK(values_of_actor(desk.session, {at(desk.session, "objects[4]"), "script", {}}).empty());
    CHECK(all_object_names(desk.session).value() == std::vector<std::string>{"DOOR01", "door", "GUARD01", "guard"});
    CHECK(script_text(desk.session, {at(desk.session, "objects[4]"), "script", {}}).empty());
    CHECK(code_difference(desk.session, all[0]).empty());
    const rgm::Map& map = *edit::get_if<rgm::Map>(desk.session.document());
    CHECK(dialogue_uses(map, nullptr).empty());
}

TEST_CASE("forms: a FormID is shown with its plugin, and its editor ID if known", "[editor]")
{
    const test::Opened here("Mod.esp", test::written());
    CHECK(form_number("0100A3F2") == 0x0100A3F2U);
    CHECK(form_number("0100A3FG") == std::nullopt);
    CHECK(form_number("") == std::nullopt);
    CHECK(plugins_of(here.session) == std::vector<std::string>{"Oblivion.esm", "Mod.esp"});
    CHECK(form_place(here.session, "01000900") == "Mod.esp:000900");
    CHECK(form_place(here.session, "05000900") ==
          "Mod.esp:000900");  // first bytes after the masters are the plugin's own
    CHECK(form_place(here.session, "00000010") == "Oblivion.esm:000010");
    CHECK(form_place(here.session, "00000000").empty());
    CHECK(form_description(here.session, "01000900") == "Mod.esp:000900 LeverA");
    CHECK(form_description(here.session, "01000999") == "Mod.esp:000999");
    CHECK(form_description(here.session, "none").empty());
    const FormNames names(here.session);
    CHECK(names.description("01000902") == "Mod.esp:000902 LeverB");
    CHECK(names.description("01000999") == "Mod.esp:000999");
    CHECK(names.description("00000000").empty());
    CHECK(editor_ids(here.session) == std::set<std::string>{"Errand", "Greeting", "LeverA", "LeverB"});
    const auto info = here.session.find(here.session.find("records[0]").value());
    CHECK(is_form(info->record));
    CHECK(form_type(info->parent, 0) == "ACTI");
    CHECK(form_name(info->parent, 0) == "ACTI LeverA 01000900");
    CHECK(form_name(info->parent, 0, false) == "LeverA 01000900");
    CHECK_FALSE(is_grouped_by_type(ListView{}));
    const SampleSession desk;
    CHECK_FALSE(is_form(desk.record("objects[4]")));
    CHECK_FALSE(is_grouped_by_type(desk.members("objects")));
    CHECK(plugins_of(desk.session).empty());
    CHECK(editor_ids(desk.session).empty());
    CHECK(form_place(desk.session, "01000900").empty());
}

TEST_CASE("forms: names the plugins of a save that are not found, with the remedy", "[editor]")
{
    const test::Opened alone("Quick.ess", test::sample_file("save"));
    const std::string words = missing_names(alone.session);
    CHECK(words.starts_with("no names for forms of Oblivion.esm"));
    CHECK(words.find("redforge.toml: data = ") != std::string::npos);
    CHECK(missing_names(test::Opened("Mod.esp", test::written()).session).empty());
}

TEST_CASE("names: a section or optional record has its title as its name")
{
    const SampleFile file;
    const Session session = Session::open(file.path).value();
    const auto doc = [&](std::string_view path) { return std::string(session.find(at(session, path))->doc); };
    CHECK(name_of(*session.find(at(session, ""))) == "Document");
    CHECK(name_of(*session.find(at(session, "objects"))) == "Objects");
    CHECK(doc("objects") == "MPOB");
    CHECK(doc("objects[4]").empty());
    CHECK(doc("actors[0]").empty());
    CHECK(doc("actors[0].strings") == "RASB, RAST");
    CHECK(doc("actors[0].strings[0]").empty());
    CHECK(doc("actors[0].name_space") == "RANM");
    CHECK(doc("actors[0].extra") == "RAEX. If any actor of the map has it, zeros are written for actors without it.");
}
