// Notes about changes of an order that the game and .PVO files rely on, and size rows of new objects.
#include <catch2/catch.hpp>

#include "check/map_order.hpp"
#include "check/size_rows.hpp"
#include "edit/map/map_of.hpp"
#include "edit/patch/edits.hpp"
#include "model/model.hpp"
#include "rgm/new_map.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using check::MapOrder;

namespace {

MapOrder regular()
{
    MapOrder order;
    order.actors.assign(rgm::first_actors.begin(), rgm::first_actors.end());
    order.actors.emplace_back("DOOR");
    order.statics = {{10, "A"}, {11, "B"}, {12, "A"}};
    return order;
}

constexpr const char* why = "; the game expects its first 24 actors in the same places of every map";

/// Applies edits as the program does, and returns the notes on rows of sizes.
std::vector<check::SizeNote> apply(edit::Document& map, const std::string& edits, const check::ModelSizeLookup& box_of)
{
    const XmlDocument text = need(XmlDocument::parse("<edits>" + edits + "</edits>", "edits"));
    edit::Recorder recorder(map);
    static_cast<void>(need(edit::apply(recorder, text)));
    std::vector<check::SizeNote> notes = need(check::assign_size_rows(recorder, *edit::map_of(map), box_of));
    static_cast<void>(recorder.finish({}));
    return notes;
}

std::string crate(const std::string& more = {})
{
    return "<add path=\"objects\"><object model_name=\"CRATE\" has_mesh=\"1\"" + more + "/></add>";
}

const check::ModelSizeLookup nothing_known = [](std::string_view) { return std::optional<rgm::Size>(); };

}  // namespace

TEST_CASE("map order: reports a first actor that was removed, renamed or moved")
{
    const MapOrder before = regular();
    CHECK_FALSE(check::first_actors_note(before, before));
    MapOrder after = before;
    after.actors.back() = "GATE";  // after the first 24, the order is free
    after.actors.emplace_back("KEY");
    after.actors[1] = "laser";  // case-insensitive
    CHECK_FALSE(check::first_actors_note(before, after));
    after = before;
    after.actors.erase(after.actors.begin() + 18);
    CHECK(check::first_actors_note(before, after) == std::string("GREMLIN was removed") + why);
    after = before;
    after.actors[0] = "COUNT";
    CHECK(check::first_actors_note(before, after) == std::string("MAPCOUNT was renamed") + why);
    after = before;
    std::swap(after.actors[3], after.actors[4]);
    CHECK(check::first_actors_note(before, after) == std::string("ITEMLIST, ISTRENTH were moved") + why);
    after = before;
    after.actors.insert(after.actors.begin(), "NEW");
    CHECK(check::first_actors_note(before, after) ==
          std::string("MAPCOUNT, LASER, ITORCH and 21 more were moved") + why);
    // An actor that was already out of place is not reported.
    CHECK_FALSE(check::first_actors_note(after, after));
}

TEST_CASE("map order: static objects differ by order, not by their fields")
{
    const MapOrder before = regular();
    MapOrder after = before;
    after.statics[0].id = 99;
    after.statics[1].model = "C";
    CHECK_FALSE(check::statics_differ(before, after));
    after = before;
    after.statics.push_back({13, "A"});
    CHECK(check::statics_differ(before, after));
    after = before;
    after.statics.pop_back();
    CHECK(check::statics_differ(before, after));
    after = before;
    std::swap(after.statics[0], after.statics[2]);
    CHECK(check::statics_differ(before, after));
    after = before;
    after.statics[1] = {50, "Z"};  // one was removed and another added
    CHECK(check::statics_differ(before, after));
}

TEST_CASE("map order: mentions a .PVO only if one with the map's name exists")
{
    const Folder folder;
    folder.put("island.pvo", std::string_view("x"));
    folder.put("ISLAND.RGM", std::string_view("x"));
    folder.put("palace.pvo", std::string_view("x"));
    MapOrder after = regular();
    after.statics.pop_back();
    const auto notes = [&](const char* name) { return check::order_notes(regular(), after, folder.path / name); };
    CHECK(notes("ISLAND.RGM") ==
          std::vector<std::string>{"saving the map changes island.pvo, too: static objects were added, removed or "
                                   "reordered"});
    CHECK(notes("Island.xml").size() == 1);
    CHECK(notes("ISLAND/").size() == 1);
    CHECK(notes("PALACE.RGM").empty());  // a new map
    CHECK(notes("TEMPLE.RGM").empty());
    CHECK(check::order_notes(regular(), regular(), folder.path / "ISLAND.RGM").empty());
}

TEST_CASE("size rows: a new object has the row of its mesh, -1 without a mesh")
{
    edit::Document map(*edit::find_format("map"));
    append_records(map, "sizes", 4);
    append_record(map, "objects", {{"model_name", "LAMP"}, {"has_mesh", "1"}, {"size_row", "0"}});
    append_record(map, "objects", {{"model_name", "crate.3d"}, {"has_mesh", "1"}, {"size_row", "2"}});
    CHECK(apply(map, crate() + "<add path=\"objects\"><object script_name=\"DOOR\"/></add>", nothing_known).empty());
    CHECK(value(map, "objects[2].size_row") == "2");
    CHECK(value(map, "objects[3].size_row") == "-1");
    // A given size row that no other mesh uses is kept; one of another mesh is not.
    CHECK(apply(map, crate(" size_row=\"3\"") + crate(" size_row=\"0\"") + "<duplicate path=\"objects[0]\"/>",
                nothing_known)
              .empty());
    CHECK(value(map, "objects[1].model_name") == "LAMP");
    CHECK(value(map, "objects[1].size_row") == "0");
    CHECK(values(map, "objects[model_name=CRATE].size_row") == std::vector<std::string>{"2", "3", "2"});
    CHECK(count(map, "sizes") == 4);
    // A changed object keeps its row.
    CHECK(apply(map, "<set path=\"objects[0].size_row\" value=\"-1\"/>", nothing_known).empty());
    CHECK(value(map, "objects[0].size_row") == "-1");
}

TEST_CASE("size rows: a mesh new to the map gets its box from the game's archive")
{
    const Folder folder;
    folder.put("fxart/island.rob", archive_of("CRATE", cube(1000, {})));
    edit::Document map(*edit::find_format("map"));
    append_record(map, "sizes", {{"total", "9,9,9"}});
    append_record(map, "objects", {{"model_name", "LAMP"}, {"has_mesh", "1"}, {"size_row", "0"}});
    CHECK(apply(map, crate() + crate(), check::make_lazy_model_size_lookup(folder.path)).empty());
    CHECK(values(map, "objects[*].size_row") == std::vector<std::string>{"0", "1", "1"});
    REQUIRE(count(map, "sizes") == 2);
    CHECK(value(map, "sizes[1].total.x") == "2000");
    CHECK(value(map, "sizes[1].centre.y") == "0");
    CHECK(value(map, "sizes[1].positive.y") == "1000");
    CHECK(value(map, "sizes[1].negative.z") == "1000");
    CHECK(value(map, "sizes[0].total.x") == "9");
}

TEST_CASE("size rows: an object with another model gets its row on request")
{
    const Folder folder;
    folder.put("3dart/CRATE.3D", file_of(cube(2, {})));  // extends 2 units to each side
    edit::Document map(*edit::find_format("map"));
    append_records(map, "sizes", 2);
    append_record(map, "objects", {{"model_name", "LAMP"}, {"has_mesh", "1"}, {"size_row", "1"}});
    append_record(map, "objects", {{"model_name", "CRATE"}, {"size_row", "-1"}});
    const auto set = [&](const std::string& edits, check::SizeRows which) {
        const XmlDocument text = need(XmlDocument::parse("<edits>" + edits + "</edits>", "edits"));
        edit::Recorder recorder(map);
        static_cast<void>(need(edit::apply(recorder, text)));
        const auto notes = need(check::assign_size_rows(recorder, *edit::map_of(map),
                                                        check::make_lazy_model_size_lookup(folder.path), which));
        static_cast<void>(recorder.finish({}));
        return notes.size();
    };
    const std::string mesh = "<set path=\"objects[1].has_mesh\" value=\"1\"/>";
    SECTION("edits of the command line add no row")
    {
        CHECK(set(mesh, check::SizeRows::inserted_objects) == 0);
        CHECK(value(map, "objects[1].size_row") == "-1");
    }
    SECTION("gets the box of a model file")
    {
        CHECK(set(mesh, check::SizeRows::new_or_changed_meshes) == 0);
        CHECK(value(map, "objects[1].size_row") == "2");
        CHECK(value(map, "sizes[2].total.x") == "4");
        CHECK(value(map, "sizes[2].negative.z") == "2");
    }
    SECTION("gets the row of other objects with the mesh")
    {
        CHECK(set(mesh + "<set path=\"objects[1].model_name\" value=\"LAMP\"/>",
                  check::SizeRows::new_or_changed_meshes) == 0);
        CHECK(value(map, "objects[1].size_row") == "1");
        CHECK(count(map, "sizes") == 2);
    }
    SECTION("keeps a row that is set in the same step")
    {
        CHECK(set(mesh + "<set path=\"objects[1].size_row\" value=\"0\"/>", check::SizeRows::new_or_changed_meshes) ==
              0);
        CHECK(value(map, "objects[1].size_row") == "0");
    }
    SECTION("existing objects keep their rows if objects are added, removed or moved")
    {
        const std::string added = "<add path=\"objects\"><object/></add>";
        const std::string moved = "<move path=\"objects[0]\" to=\"1\"/>";
        const std::string removed = "<remove path=\"objects[0]\"/>";
        for (const std::string& change : {added, moved, removed}) {
            const edit::Document before = map;
            CHECK(set(mesh + change, check::SizeRows::new_or_changed_meshes) == 0);
            CHECK(count(map, "sizes") == 2);
            CHECK(value(map, "objects[model_name=CRATE].size_row") == "-1");
            map = before;
        }
    }
    SECTION("reports a model of unknown size if the object has no row")
    {
        CHECK(set(mesh + "<set path=\"objects[1].model_name\" value=\"NONE\"/>",
                  check::SizeRows::new_or_changed_meshes) == 1);
        CHECK(value(map, "objects[1].size_row") == "-1");
    }
}

TEST_CASE("size rows: an unknown size is reported, and the object has no row")
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "sizes");
    append_record(map, "objects", {{"model_name", "LAMP"}, {"has_mesh", "1"}, {"size_row", "0"}});
    CHECK(
        apply(map, crate(), check::make_lazy_model_size_lookup({})) ==
        std::vector<check::SizeNote>{
            {"objects[1]", "the size of CRATE is unknown; set size_row to a row of sizes, or give the game's folder"}});
    CHECK(value(map, "objects[1].size_row") == "-1");
}

TEST_CASE("size rows: a mesh has the row of the first object that has an existing row")
{
    edit::Document document(*edit::find_format("map"));
    append_records(document, "sizes", 3);
    const auto add = [&](const char* model, const char* has_mesh, const char* row) {
        append_record(document, "objects", {{"model_name", model}, {"has_mesh", has_mesh}, {"size_row", row}});
    };
    add("CRATE", "0", "1");     // 0: no mesh
    add("CRATE", "1", "-1");    // 1: no row
    add("CRATE", "1", "3");     // 2: a missing row
    add("CRATE.3D", "1", "2");  // 3
    add("CRATE", "1", "0");     // 4
    add("LAMP", "1", "2");      // 5: the row of a crate
    add("ROPE", "1", "1");      // 6: its own row
    add("", "1", "1");          // 7: no model
    const rgm::Map& map = *edit::map_of(document);
    using Numbers = std::vector<std::size_t>;
    CHECK(check::find_mesh_row(map, "crate", {}) == 2U);
    CHECK(check::find_mesh_row(map, "CRATE.3D", Numbers{3}) == 0U);
    CHECK(check::find_mesh_row(map, "CRATE", Numbers{3, 4}) == std::nullopt);
    CHECK(check::find_mesh_row(map, "NOTHING", {}) == std::nullopt);
    CHECK_FALSE(check::has_valid_size_row(map, 1, {}));
    CHECK_FALSE(check::has_valid_size_row(map, 2, {}));
    CHECK_FALSE(check::has_valid_size_row(map, 3, {}));  // a lamp has the row too, but no other crate
    CHECK(check::has_valid_size_row(map, 3, Numbers{5}));
    CHECK(check::has_valid_size_row(map, 4, {}));
    CHECK_FALSE(check::has_valid_size_row(map, 5, {}));
    CHECK(check::has_valid_size_row(map, 6, {}));  // an object without a mesh does not count
    CHECK_FALSE(check::has_mesh(map.objects.records[0]));
    CHECK(check::has_mesh(map.objects.records[3]));
    CHECK_FALSE(check::has_mesh(map.objects.records[7]));
}

TEST_CASE("size rows: the box of a mesh has the twelve numbers of its archive in order")
{
    scene::GameFolder game;
    scene::Archive archive;
    archive.entries.emplace_back();
    archive.entries.back().box = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0xFFFFFFFF};
    game.archives.push_back(archive);
    game.segments["CRATE"] = {0, 0};
    game.segments["GONE"] = {0, 1};
    const check::ModelSizeLookup boxes = check::make_model_size_lookup(game);
    const std::optional<rgm::Size> box = boxes("crate.3d");
    REQUIRE(box);
    const auto numbers = [](const rgm::Extent& extent) { return std::array{extent.x, extent.y, extent.z}; };
    CHECK(numbers(box->total) == std::array{1, 2, 3});
    CHECK(numbers(box->centre) == std::array{4, 5, 6});
    CHECK(numbers(box->positive) == std::array{7, 8, 9});
    CHECK(numbers(box->negative) == std::array{10, 11, -1});
    CHECK_FALSE(boxes("GONE"));
    CHECK_FALSE(boxes("NOTHING"));
}
