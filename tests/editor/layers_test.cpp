// Layers of a map: their records, edits, and the notes file that stores them.
#include <catch2/catch.hpp>

#include "core/files/files.hpp"
#include "edit/document/notes.hpp"
#include "editor/model/rows/outline.hpp"
#include "editor/model/scene/layers.hpp"
#include "editor/session_support.hpp"
#include "rgm/map.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using namespace redforge::test;
using Lines = std::vector<std::string>;

constexpr const char* head = "# Findings that `redforge check` leaves out: the check, the place, and why.\n"
                             "# Layers and groups of the window: `layer` or `group`, the place, and the name.\n";

/// A session whose layers follow its edits.
struct LayersSession {
    SampleFile file;
    Session session = Session::open(file.path).value();
    Layers layers;

    LayersSession()
    {
        session.listen([this](const edit::Changes& changes) {
            layers.follow(changes, session.steps_done(), session.returning());
        });
    }
    LayersSession(const LayersSession&) = delete;
    LayersSession& operator=(const LayersSession&) = delete;

    NodeRefs refs(const std::vector<std::string>& paths) const { return at(session, paths); }
    Lines in(std::string_view layer) const
    {
        Lines paths;
        for (const NodeRef& ref : layers.records(layer)) {
            paths.push_back(path_of(session.root(), ref));
        }
        return paths;
    }
    std::string notes() const { return need(read_text_file(edit::note_file_of(file.path))); }
};

}  // namespace

TEST_CASE("layers: a record is in at most one layer; empty layers are removed", "[editor]")
{
    LayersSession desk;
    CHECK(desk.layers.empty());
    desk.layers.put(desk.refs({"objects[4]", "statics[1]"}), "Harbour 10");
    desk.layers.put(desk.refs({"objects[5]", "statics[1]"}), "Harbour 9");
    CHECK(desk.in("Harbour 10") == Lines{"objects[4]"});
    CHECK(desk.in("Harbour 9") == Lines{"objects[5]", "statics[1]"});
    CHECK(desk.layers.of(at(desk.session, "objects[6]")).empty());
    CHECK(desk.layers.names() == Lines{"Harbour 9", "Harbour 10"});
    desk.layers.rename("Harbour 9", "Harbour 10");
    CHECK(desk.in("Harbour 10") == Lines{"objects[4]", "objects[5]", "statics[1]"});
    desk.layers.put(desk.layers.records("Harbour 10"), "");
    CHECK(desk.layers.names().empty());
}

TEST_CASE("layers: adding, removing and moving records keeps the layers of the others", "[editor]")
{
    LayersSession desk;
    desk.layers.put(desk.refs({"objects[4]", "objects[6]"}), "Doors");
    REQUIRE(desk.session.remove(desk.refs({"objects[0]"})));
    CHECK(desk.in("Doors") == Lines{"objects[3]", "objects[5]"});
    REQUIRE(desk.session.move(desk.refs({"objects[5]"}), -1));
    CHECK(desk.in("Doors") == Lines{"objects[3]", "objects[4]"});
    REQUIRE(desk.session.duplicate(desk.refs({"objects[0]"})));
    CHECK(desk.in("Doors") == Lines{"objects[4]", "objects[5]"});
    REQUIRE(desk.session.set(desk.refs({"objects[4]"}), "id", "77"));
    CHECK(desk.in("Doors") == Lines{"objects[4]", "objects[5]"});
    REQUIRE(desk.session.go_to_step(0));
    CHECK(desk.in("Doors") == Lines{"objects[4]", "objects[6]"});
}

TEST_CASE("layers: undoing a removal restores the record's layer", "[editor]")
{
    LayersSession desk;
    desk.layers.put(desk.refs({"objects[4]", "objects[6]", "markers[0]"}), "Doors");
    REQUIRE(desk.session.remove(desk.refs({"objects[4]", "objects[6]"})));
    REQUIRE(desk.session.remove(desk.refs({"markers[0]"})));
    CHECK(desk.layers.empty());
    desk.layers.rename("Doors", "Gates");
    REQUIRE(desk.session.undo());
    CHECK(desk.in("Gates") == Lines{"markers[0]"});
    REQUIRE(desk.session.undo());
    CHECK(desk.in("Gates") == Lines{"objects[4]", "objects[6]", "markers[0]"});
    REQUIRE(desk.session.redo());
    CHECK(desk.in("Gates") == Lines{"markers[0]"});
    REQUIRE(desk.session.undo());
    CHECK(desk.in("Gates") == Lines{"objects[4]", "objects[6]", "markers[0]"});
}

TEST_CASE("layers: redo restores a record's layer, and a new record gets none", "[editor]")
{
    LayersSession desk;
    const NodeRef added = need(desk.session.add(at(desk.session, "lights")));
    desk.layers.put({added}, "Lamps");
    REQUIRE(desk.session.undo());
    CHECK(desk.layers.empty());
    REQUIRE(desk.session.redo());
    CHECK(desk.in("Lamps") == Lines{"lights[1]"});
    REQUIRE(desk.session.undo());
    CHECK(need(desk.session.add(at(desk.session, "lights"))) == added);
    CHECK(desk.layers.empty());
    // Also after a record was removed.
    REQUIRE(desk.session.go_to_step(0));
    const NodeRef first = at(desk.session, "lights[0]");
    desk.layers.put({first}, "Lamps");
    REQUIRE(desk.session.remove({first}));
    CHECK(need(desk.session.add(at(desk.session, "lights"))) == first);
    CHECK(desk.layers.empty());
    REQUIRE(desk.session.go_to_step(0));
    CHECK(desk.in("Lamps") == Lines{"lights[0]"});
}

TEST_CASE("layers: are stored next to the map by record keys", "[editor]")
{
    LayersSession desk;
    REQUIRE(write_layers(desk.session.root(), desk.file.path, desk.layers));
    CHECK_FALSE(std::filesystem::exists(edit::note_file_of(desk.file.path)));
    desk.layers.put(desk.refs({"objects[4]", "lights[0]"}), "Old Harbour");
    desk.layers.put(desk.refs({"markers[0]"}), "Ways");
    REQUIRE(write_layers(desk.session.root(), desk.file.path, desk.layers));
    const std::string marker = desk.notes().substr(desk.notes().find("layer markers[#"));
    CHECK(desk.notes() ==
          std::string(head) + "layer objects[id=5] Old Harbour\nlayer lights[id=2195179707] Old Harbour\n" + marker);
    CHECK(marker.ends_with("] Ways\n"));
    CHECK(need(read_layers(desk.session.root(), desk.file.path)) == desk.layers);
    // A new order does not change the records of a layer.
    REQUIRE(desk.session.move(desk.refs({"objects[4]"}), -1));
    CHECK(need(read_layers(desk.session.root(), desk.file.path)) == desk.layers);
    CHECK(desk.in("Old Harbour") == Lines{"objects[3]", "lights[0]"});
}

TEST_CASE("layers: hand-written lines are read, and other notes are kept", "[editor]")
{
    LayersSession desk;
    const auto put = [&](std::string_view text) {
        REQUIRE(write_file(edit::note_file_of(desk.file.path), as_bytes(text), {.overwrite = Overwrite::allow}));
    };
    const std::string other = "# mine\ntwins objects[0] on purpose\n\n";
    put(other + "layer  objects[script_name=DOOR01]\tDoors \nlayer objects[id=5] Late\nlayer objects[id=4711] Gone\n"
                "layer actors[0] Nothing to be seen");
    desk.layers = need(read_layers(desk.session.root(), desk.file.path));
    CHECK(desk.layers.names() == Lines{"Doors"});
    CHECK(desk.in("Doors") == Lines{"objects[4]", "objects[5]"});
    REQUIRE(write_layers(desk.session.root(), desk.file.path, desk.layers));
    CHECK(desk.notes() == other + "layer objects[id=5] Doors\nlayer objects[id=6] Doors\n");
    desk.layers = {};
    REQUIRE(write_layers(desk.session.root(), desk.file.path, desk.layers));
    CHECK(desk.notes() == other);
    put("\nlayer objects[4]\n");
    const Error error = require_error(read_layers(desk.session.root(), desk.file.path));
    CHECK(error.line == 2);
    CHECK(error.message == "the layer has no name");
    put("layer objcts[4] Doors\n");
    CHECK(require_error(read_layers(desk.session.root(), desk.file.path)).line == 1);
}

TEST_CASE("layers: an outline by layer groups records and follows changes", "[editor]")
{
    LayersSession desk;
    desk.layers.put(desk.refs({"objects[6]", "objects[0]", "lights[0]"}), "Harbour");
    Outline outline(desk.session, Grouping::layer, &desk.layers);
    desk.session.listen([&](const edit::Changes& changes) { static_cast<void>(outline.follow(changes)); });
    const auto groups = [&](std::string_view path) {
        Lines lines;
        for (const Outline::Row group : std::vector(outline.below(outline.find(at(desk.session, path)).value()))) {
            lines.push_back(outline.name(group) + ":");
            for (const Outline::Row member : std::vector(outline.below(group))) {
                lines.back() += " " + outline.name(member);
            }
        }
        return lines;
    };
    CHECK(groups("objects") == Lines{"Harbour: Object 0 [0] GUARD01 [6]", "No layer: Object 0 [1] Object 0 [2] Object "
                                                                          "0 [3] DOOR01 [4] DOOR01 [5]"});
    CHECK(groups("lights") == Lines{"Harbour: Light 2195179707 [0]"});
    CHECK(groups("statics") == Lines{"No layer: WALL01 [0] WALL01 [1]"});
    CHECK(outline.name(outline.below(outline.find(at(desk.session, "actors")).value()).front()) == "DOOR01 [0]");
    REQUIRE(desk.session.remove(desk.refs({"objects[0]", "objects[1]"})));
    CHECK(groups("objects") ==
          Lines{"Harbour: GUARD01 [4]", "No layer: Object 0 [0] Object 0 [1] DOOR01 [2] DOOR01 [3]"});
    REQUIRE(desk.session.undo());
    CHECK(groups("objects").front() == "Harbour: Object 0 [0] GUARD01 [6]");
}

TEST_CASE("groups: a record selects all records of its group", "[editor]")
{
    LayersSession desk;
    CHECK(new_group_name(desk.layers) == "Group 1");
    desk.layers.put(desk.refs({"objects[4]", "statics[1]", "lights[0]"}), "Group 1");
    desk.layers.put(desk.refs({"objects[5]", "objects[6]"}), "Group 3");
    CHECK(new_group_name(desk.layers) == "Group 2");
    CHECK(with_groups(desk.layers, desk.refs({"objects[4]"})) == desk.refs({"statics[1]", "lights[0]", "objects[4]"}));
    CHECK(with_groups(desk.layers, desk.refs({"objects[6]", "objects[0]", "objects[5]"})) ==
          desk.refs({"objects[6]", "objects[0]", "objects[5]"}));
    CHECK(with_groups(desk.layers, {}).empty());
}

TEST_CASE("groups: the notes store them in separate lines, next to layers", "[editor]")
{
    LayersSession desk;
    Layers groups;
    desk.layers.put(desk.refs({"objects[4]"}), "Harbour");
    groups.put(desk.refs({"objects[4]", "lights[0]"}), "Group 1");
    REQUIRE(write_layers(desk.session.root(), desk.file.path, desk.layers));
    REQUIRE(write_layers(desk.session.root(), desk.file.path, groups, edit::group_note_kind));
    CHECK(desk.notes() == std::string(head) + "layer objects[id=5] Harbour\ngroup objects[id=5] Group 1\n"
                                              "group lights[id=2195179707] Group 1\n");
    CHECK(need(read_layers(desk.session.root(), desk.file.path)) == desk.layers);
    CHECK(need(read_layers(desk.session.root(), desk.file.path, edit::group_note_kind)) == groups);
}
