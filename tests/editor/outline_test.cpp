// The outline and the property rows, which follow from the description of records.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "core/file_fixture.hpp"
#include "core/files/files.hpp"
#include "editor/model/rows/outline.hpp"
#include "editor/model/rows/property_rows.hpp"
#include "editor/model/session/search.hpp"
#include "editor/session_support.hpp"
#include "rgm/map.hpp"
#include "sound/rtx.hpp"
#include "sound/wav.hpp"
#include "support/sample_file.hpp"
#include "support/values.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;

Session session_of(const rgm::Map& map)
{
    const test::TempFolder folder;
    const std::filesystem::path name = folder / "X.RGM";
    REQUIRE(write_file(name, rgm::write_map(map).value()).has_value());
    return Session::open(name).value();
}

/// Returns the row of a path, or nullopt if the node does not exist or is hidden.
std::optional<Outline::Row> row_at(const Session& session, Outline& outline, std::string_view path)
{
    const Result<NodeRef> ref = session.find(path);
    return ref ? outline.find(*ref) : std::nullopt;
}

Paths paths_of(const Session& session, const NodeRefs& refs)
{
    Paths paths;
    for (const NodeRef& ref : refs) {
        paths.push_back(session.path_of(ref));
    }
    return paths;
}

std::vector<std::string> names_below(const Session& session, Outline& outline, std::string_view path)
{
    std::vector<std::string> names;
    for (const Outline::Row row : outline.below(row_at(session, outline, path).value())) {
        names.push_back(outline.name(row));
    }
    return names;
}

const PropertyRow& row_of(const PropertyRows& rows, std::string_view name)
{
    const auto row = std::ranges::find(rows.rows, name, &PropertyRow::name);
    REQUIRE(row != rows.rows.end());
    return *row;
}

}  // namespace

TEST_CASE("outline: lists sections, then records by number and name")
{
    const Session session = session_of(rgm::sample_map());
    Outline outline(session);
    CHECK(outline.name(0) == "Redguard map");
    CHECK(names_below(session, outline, "") == std::vector<std::string>{"Actors", "Objects", "Ropes", "Static objects",
                                                                        "Lights", "Flats", "Markers", "Sizes",
                                                                        "Walk maps", "Sections kept as bytes"});
    CHECK(outline.content(*row_at(session, outline, "objects")) == "7 records");
    CHECK(outline.content(*row_at(session, outline, "ropes")) == "1 record");
    const std::vector<std::string> objects = names_below(session, outline, "objects");
    REQUIRE(objects.size() == 7);
    CHECK(objects[0] == "Object 0 [0]");
    CHECK(objects[4] == "DOOR01 [4]");
    CHECK(outline.content(*row_at(session, outline, "objects[4]")) == "Kind 3D object, Always active 1, 200 0 300");
    CHECK(names_below(session, outline, "actors[0].strings") == std::vector<std::string>{"opened [0]", "closed [1]"});
    CHECK(outline.name(*row_at(session, outline, "actors[0].name_space")) == "Name space");
    CHECK(outline.content(*row_at(session, outline, "actors[0].name_space")) == "Name door");
    CHECK(names_below(session, outline, "actors[1].groups[0].commands") ==
          std::vector<std::string>{"ShowFrame [0]", "GoToPrevious [1]", "EndAnimation [2]"});
    CHECK(session.path_of(outline.node(outline.above(*row_at(session, outline, "actors[0].strings[1]")))) ==
          "actors[0].strings");
    CHECK_FALSE(row_at(session, outline, "objects[7]").has_value());
    CHECK_FALSE(row_at(session, outline, "object").has_value());
}

TEST_CASE("outline: shows missing parts so that they can be added")
{
    const Session session = session_of(rgm::sample_map());
    Outline outline(session);
    const Outline::Row hooks = row_at(session, outline, "actors[1].hooks").value();
    CHECK(outline.content(hooks) == "0 records");
    CHECK_FALSE(outline.can_have_children(hooks));
    CHECK(outline.can_have_children(*row_at(session, outline, "actors[0].hooks")));
    CHECK_FALSE(outline.can_have_children(*row_at(session, outline, "objects[4]")));
}

TEST_CASE("outline: a filter keeps matches, their parents and their children")
{
    const Session session = session_of(rgm::sample_map());
    Outline outline = Outline::filtered(session, "script_name:door*").value();
    CHECK(paths_of(session, outline.found()) == Paths{"actors[0]", "objects[4]", "objects[5]"});
    CHECK(names_below(session, outline, "") == std::vector<std::string>{"Actors", "Objects"});
    CHECK(names_below(session, outline, "objects") == std::vector<std::string>{"DOOR01 [4]", "DOOR01 [5]"});
    CHECK(names_below(session, outline, "actors") == std::vector<std::string>{"DOOR01 [0]"});
    CHECK(names_below(session, outline, "actors[0].strings") == std::vector<std::string>{"opened [0]", "closed [1]"});
    CHECK_FALSE(row_at(session, outline, "objects[6]").has_value());

    CHECK(paths_of(session, Outline::filtered(session, "actors[1].strings[-1]").value().found()) ==
          Paths{"actors[1].strings[1]"});
    CHECK(Outline::filtered(session, "radius:12345").value().found().empty());
    CHECK(Outline::filtered(session, "obects[0]").error().hint == "did you mean objects?");
    // A word is searched in all texts. The name of a section is a path.
    CHECK(paths_of(session, Outline::filtered(session, "Guard").value().found()) ==
          Paths{"actors[1]", "actors[1].name_space", "objects[6]"});
    CHECK(Outline::filtered(session, "ard").value().found().size() == 3);
    CHECK(Outline::filtered(session, "ard*").value().found().size() == 3);
    Outline nothing = Outline::filtered(session, "chair").value();
    CHECK(nothing.found().empty());
    CHECK(nothing.below(0).empty());
    CHECK(nothing.name(0) == "No match for \"chair\"");
    CHECK(nothing.content(0).empty());
    CHECK(paths_of(session, Outline::filtered(session, "lights").value().found()) == Paths{"lights"});
}

TEST_CASE("outline: a filter with wildcards matches anywhere in a text")
{
    const Session session = session_of(rgm::sample_map());
    const auto found = [&](std::string_view query) {
        std::string paths;
        const NodeRefs refs = search(session.root(), query).value();
        for (const NodeRef& ref : refs) {
            paths += session.path_of(ref) + ' ';
        }
        return paths;
    };
    const std::string guard = found("GUARD01");
    REQUIRE(guard.find("actors[1] ") == 0);
    CHECK(found("uard01*") == guard);
    CHECK(found("*uard01") == guard);
    CHECK(found("?ard01") == guard);
    CHECK(found("gu*d01") == guard);
    CHECK(found("uard2*").empty());
    // A record with two matching values, here at (200, 0, 200), is found once.
    const std::string placed = found("*:200");
    const std::size_t first = placed.find("walk_maps[0] ");
    REQUIRE(first != std::string::npos);
    CHECK(placed.find("walk_maps[0] ", first + 1) == std::string::npos);
}

TEST_CASE("outline: an unknown path is reported")
{
    const Session session = session_of(rgm::sample_map());
    CHECK(session.find("objects[7]").error().hint == "they are numbered 0 to 6");
    CHECK(session.find("light").error().hint == "did you mean lights?");
    CHECK(session.find("light.first").error().hint == "did you mean lights?");
    CHECK(session.find("nothing.light").error().message == "there is no section or list \"nothing\"");
    CHECK(session.find("objects[7].first").error().hint == "they are numbered 0 to 6");
    CHECK(session.find("lights.more").error().message == "there is no section or list \"more\"");
    CHECK_FALSE(session.find("objects[x]").has_value());
    CHECK_FALSE(session.find("objects[4").has_value());
    CHECK_FALSE(session.find("objects[99999999999999999999]").has_value());
    CHECK_FALSE(session.find("]").has_value());
    CHECK_FALSE(session.find("[0]").has_value());
    CHECK_FALSE(session.find("..").has_value());
    CHECK_FALSE(session.find("objects[4].position").has_value());
}

TEST_CASE("grid: label, unit, range and help come from the description")
{
    const Session session = session_of(rgm::sample_map());
    const PropertyRows rows = make_rows(session, at(session, Paths{"objects[4]"}));
    CHECK(rows.title == "DOOR01 [4]");
    const PropertyRow& y = row_of(rows, "position.y");
    CHECK(y.group == "Position");
    CHECK(y.label == "Y");
    CHECK(y.unit == "map units");
    CHECK(y.text == "0");
    CHECK(y.help == "Grows downwards. In map units. -8388608 to 8388607, in steps of 1/256.");
    CHECK(row_of(rows, "angle.y").group == "Rotation");
    CHECK(row_of(rows, "texture.texture_id").help == "0 to 511.");
    CHECK(row_of(rows, "script_name").help == "At most 9 characters.");
    // Reserved fields follow all others, and use the field name if there is no label.
    const PropertyRows flat = make_rows(session, at(session, Paths{"flats[0]"}));
    CHECK(row_of(flat, "reserved").label == "Reserved");
    CHECK(row_of(flat, "reserved").role == Role::reserved);
    CHECK(flat.rows.front().name == "id");
    CHECK(flat.rows.back().role == Role::reserved);

    const PropertyRows command = make_rows(session, at(session, Paths{"actors[0].groups[0].commands[0]"}));
    CHECK(row_of(command, "op").choices.size() == 16);
    CHECK(row_of(command, "op").choices.front().text == "ShowFrame");
}

TEST_CASE("grid: derived values are read-only unless the file overrides them")
{
    rgm::Map map = rgm::sample_map();
    test::set_value(map, "actors[0].frame_count", "77");
    const Session session = session_of(map);
    const PropertyRows rows = make_rows(session, at(session, Paths{"actors[0]"}));
    CHECK(row_of(rows, "rasb_length").read_only);
    CHECK(row_of(rows, "rasb_length").text.empty());
    CHECK(row_of(rows, "frame_count").text == "77");
    CHECK_FALSE(row_of(rows, "frame_count").read_only);
    // Bytes without a layout are shown with their size.
    CHECK(row_of(rows, "script").text == "050000000012");
    CHECK(row_of(rows, "script").unit == "6 bytes");
}

TEST_CASE("grid: several records show common values and blanks")
{
    const Session session = session_of(rgm::sample_map());
    const PropertyRows same = make_rows(session, at(session, Paths{"objects[4]", "objects[5]"}));
    CHECK(same.title == "2 records");
    CHECK(row_of(same, "script_name").text == "DOOR01");
    CHECK_FALSE(row_of(same, "script_name").differs);
    CHECK(row_of(same, "position.z").differs);
    CHECK(row_of(same, "position.z").text.empty());

    // Records of different kinds show only their common fields.
    const PropertyRows mixed = make_rows(session, at(session, Paths{"objects[4]", "lights[0]"}));
    CHECK(std::ranges::find(mixed.rows, "script_name", &PropertyRow::name) == mixed.rows.end());
    CHECK(row_of(mixed, "position.x").differs);
    CHECK(make_rows(session, at(session, Paths{"actors[0].strings"})).title == "Strings");
    NodeRef gone = session.find("objects[4]").value();
    gone.node.back().index = 99;
    CHECK(make_rows(session, {gone}).rows.empty());
    CHECK(make_rows(session, {}).rows.empty());
}

TEST_CASE("grid: long bytes are shown by their beginning")
{
    const Session session = session_of(rgm::sample_map());
    const PropertyRows rows = make_rows(session, at(session, Paths{""}));
    CHECK(row_of(rows, "flat").unit == "1111 bytes");
    CHECK(row_of(rows, "flat").read_only);
    std::string beginning(128, '0');
    beginning.append(3, '.');
    CHECK(row_of(rows, "flat").text == beginning);
}

namespace {

/// An outline that follows a session, and its reported changes.
struct Followed {
    Session session;
    Outline outline;
    Outline::OutlineChange row_changes{};

    explicit Followed(const std::string& query = {}, Grouping grouping = Grouping::kind)
        : session(session_of(rgm::sample_map())),
          outline(query.empty() ? Outline(session, grouping) : Outline::filtered(session, query, grouping).value())
    {
        session.listen([this](const edit::Changes& changes) { row_changes = outline.follow(changes); });
    }
    Followed(const Followed&) = delete;
    Followed& operator=(const Followed&) = delete;

    std::vector<std::string> below(std::string_view path) { return names_below(session, outline, path); }
    NodeRefs refs(const Paths& paths) { return at(session, paths); }
    Outline::Row row(std::string_view path) { return row_at(session, outline, path).value(); }
    /// Returns a line for each group of a section: "DOOR01: DOOR01 [4], DOOR01 [5]".
    std::vector<std::string> groups(std::string_view path)
    {
        std::vector<std::string> lines;
        for (const Outline::Row group : std::vector(outline.below(row(path)))) {
            lines.push_back(outline.name(group) + ":");
            for (const Outline::Row member : std::vector(outline.below(group))) {
                lines.back() += " " + outline.name(member);
            }
        }
        return lines;
    }
};
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("outline: a changed value is reported for its row only")
{
    Followed here;
    const Outline::Row door = here.row("objects[4]");
    REQUIRE(here.session.set(here.refs({"objects[4]"}), "script_name", "GATE07"));
    CHECK(here.row_changes.changed == std::vector<Outline::Row>{door});
    CHECK(here.row_changes.added.empty());
    CHECK(here.row_changes.removed.empty());
    CHECK(here.outline.name(door) == "GATE07 [4]");
    here.session.undo().value();
    CHECK(here.row_changes.changed == std::vector<Outline::Row>{door});
    CHECK(here.outline.name(door) == "DOOR01 [4]");
    // Changes of hidden rows are not reported.
    REQUIRE(here.session.set(here.refs({"actors[0].strings[0]"}), "value", "ajar"));
    CHECK(here.row_changes.changed.empty());
}

TEST_CASE("outline: a row that moves twice in a step is reported once")
{
    Followed here;
    const Outline::Row door = here.row("objects[4]");
    const edit::NodePath section = here.session.find("objects").value().node;
    const ChildEntry& list = *here.session.find(here.session.find("objects[4]").value())->parent.child;
    REQUIRE(here.session.make("Move", [&](edit::Recorder& recorder) {
        recorder.move(section, list, 4, 3);
        recorder.move(section, list, 3, 2);
        edit::DetachedRecords records(list);
        static_cast<void>(records.append(0));
        recorder.insert(section, list, {0}, std::move(records));
        recorder.erase(section, list, {0});
        return Status{};
    }));
    REQUIRE(here.row_changes.removed.size() == 1);
    CHECK(here.row_changes.removed[0].row == door);
    REQUIRE(here.row_changes.added.size() == 1);
    CHECK(here.row_changes.added[0].row == door);
    CHECK(here.row("objects[2]") == door);
}

TEST_CASE("outline: a row changed and removed in one step is reported as removed")
{
    Followed here;
    const Outline::Row objects = here.row("objects");
    const Outline::Row door = here.row("objects[4]");
    const NodeRef ref = here.session.find("objects[4]").value();
    const edit::NodePath section = here.session.find("objects").value().node;
    const ChildEntry& list = *here.session.find(ref)->parent.child;
    REQUIRE(here.session.make("Set and remove", [&](edit::Recorder& recorder) {
        const RecordHandle record = edit::record_at(recorder.root(), ref.node);
        const Status set = recorder.set(ref.node, *record.table().find_field("script_name"), "GATE07");
        recorder.erase(section, list, {4});
        return set;
    }));
    REQUIRE(here.row_changes.removed.size() == 1);
    CHECK(here.row_changes.removed[0].row == door);
    CHECK(here.row_changes.changed == std::vector<Outline::Row>{objects});
}

TEST_CASE("outline: follows a step that edits a record and then removes it")
{
    Followed here;
    const Outline::Row door = here.row("actors[0]");
    const Outline::Row guard = here.row("actors[1]");
    static_cast<void>(here.row("actors[0].strings[0]"));
    const Outline::Row closed = here.row("actors[1].strings[0]");
    const auto erase = [&](edit::Recorder& recorder, const char* path) {
        const NodeInfo info = here.session.find(here.session.find(path).value()).value();
        edit::NodePath parent = info.ref.node;
        parent.pop_back();
        recorder.erase(parent, *info.parent.child, {info.index});
    };
    REQUIRE(here.session.make("Remove", [&](edit::Recorder& recorder) {
        erase(recorder, "actors[1].strings[0]");  // the last actor: no actor has its number afterwards
        erase(recorder, "actors[0].strings[0]");
        erase(recorder, "actors[0]");
        return Status{};
    }));
    CHECK(here.row("actors[0]") == guard);
    CHECK_FALSE(row_at(here.session, here.outline, "actors[1]"));
    CHECK(std::ranges::count(here.row_changes.removed, door, &Outline::OutlineChange::Place::row) == 1);
    CHECK(std::ranges::count(here.row_changes.removed, closed, &Outline::OutlineChange::Place::row) == 1);
    here.session.undo();
    CHECK(here.row("actors[1]") == guard);
    using Names = std::vector<std::string>;
    CHECK(names_below(here.session, here.outline, "actors[1].strings") == Names{"closed [0]", "halt [1]"});
    CHECK(names_below(here.session, here.outline, "actors[0].strings") == Names{"opened [0]", "closed [1]"});
}

TEST_CASE("outline: removing a plugin group after its content removes its rows")
{
    const test::TempFolder folder;
    REQUIRE(write_file(folder / "Mod.esp", test::sample_file("plugin")).has_value());
    Session session = Session::open(folder / "Mod.esp").value();
    Outline outline(session);
    const Outline::Row script = row_at(session, outline, "scripts[Greeting]").value();
    const Outline::Row group = outline.above(outline.above(script));
    const Result<edit::Changes> changes = session.make("Remove", [&](edit::Recorder& recorder) {
        for (const char* const path : {"scripts[Greeting]", "entries[0]"}) {
            const NodeInfo info = session.find(session.find(path).value()).value();
            edit::NodePath parent = info.ref.node;
            parent.pop_back();
            recorder.erase(parent, *info.parent.child, {info.index});
        }
        return Status{};
    });
    const Outline::OutlineChange row_changes = outline.follow(changes.value());
    REQUIRE(row_changes.removed.size() == 1);
    CHECK(session.path_of(outline.node(outline.above(row_changes.removed[0].row))) == "");
    CHECK(row_changes.removed[0].row == group);
}

TEST_CASE("outline: rows follow added, removed and moved records")
{
    Followed here;
    const Outline::Row objects = here.row("objects");
    const Outline::Row guard = here.row("objects[6]");
    const Outline::Row first = here.row("objects[0]");
    REQUIRE(here.session.duplicate(here.refs({"objects[4]"})));
    CHECK(here.row_changes.added.size() == 1);
    CHECK(here.below("objects") == std::vector<std::string>{"Object 0 [0]", "Object 0 [1]", "Object 0 [2]",
                                                            "Object 0 [3]", "DOOR01 [4]", "DOOR01 [5]", "DOOR01 [6]",
                                                            "GUARD01 [7]"});
    CHECK(here.row("objects[7]") == guard);
    CHECK(here.outline.content(objects) == "8 records");
    REQUIRE(here.session.move(here.refs({"objects[7]"}), -1));
    CHECK(here.row("objects[6]") == guard);
    CHECK(here.row_changes.removed.size() == 1);
    CHECK(here.row_changes.added.size() == 1);
    REQUIRE(here.session.remove(here.refs({"objects[1]", "objects[2]"})));
    CHECK(here.row_changes.removed.size() == 2);
    CHECK(here.row("objects[4]") == guard);
    CHECK(here.row("objects[0]") == first);
    while (here.session.can_undo()) {
        here.session.undo().value();
    }
    CHECK(here.row("objects[6]") == guard);
    CHECK(here.below("objects").size() == 7);
    CHECK(here.below("objects")[4] == "DOOR01 [4]");
}

TEST_CASE("outline: a list gets or loses its child rows with its first or last record")
{
    Followed here;
    const Outline::Row hooks = here.row("actors[1].hooks");
    REQUIRE(here.session.add(here.refs({"actors[1].hooks"}).front()));
    CHECK(here.outline.can_have_children(hooks));
    REQUIRE(here.row_changes.added.size() == 1);
    CHECK(here.row_changes.added[0].row == hooks);
    CHECK(here.below("actors[1].hooks").size() == 1);
    here.session.undo().value();
    CHECK_FALSE(here.outline.can_have_children(hooks));
    CHECK(here.below("actors[1].hooks").empty());

    // The record of a single-record list replaces the list.
    const Outline::Row extra = here.row("actors[1].extra");
    const std::size_t rows = here.below("actors[1]").size();
    REQUIRE(here.session.remove(here.refs({"actors[1].extra"})));
    CHECK(here.row("actors[1].extra") == extra);
    CHECK(here.outline.content(extra) == "none");
    CHECK(here.below("actors[1]").size() == rows);
    here.session.undo().value();
    CHECK(here.row("actors[1].extra") == extra);
    CHECK(here.outline.content(extra) != "none");
}

TEST_CASE("outline: with a filter, matching rows stay and added records are shown")
{
    Followed here("script_name:door*");
    CHECK(here.below("objects") == std::vector<std::string>{"DOOR01 [4]", "DOOR01 [5]"});
    REQUIRE(here.session.remove(here.refs({"objects[0]"})));
    CHECK(here.below("objects") == std::vector<std::string>{"DOOR01 [3]", "DOOR01 [4]"});
    CHECK(paths_of(here.session, here.outline.found()) == Paths{"actors[0]", "objects[3]", "objects[4]"});
    REQUIRE(here.session.duplicate(here.refs({"objects[3]"})));
    CHECK(here.below("objects") == std::vector<std::string>{"DOOR01 [3]", "DOOR01 [4]", "DOOR01 [5]"});
}

TEST_CASE("properties: a sound shows its duration", "[editor]")
{
    const auto samples = std::make_shared<const Bytes>(22050);
    sound::Dialogue dialogue;
    dialogue.entries.resize(1);
    dialogue.entries[0].label = "?key";
    dialogue.entries[0].voice = sound::make_wav({22050, 1, 8}, samples, *samples);
    const test::TempFolder folder;
    const std::filesystem::path name = folder / "ENGLISH.RTX";
    REQUIRE(write_file(name, sound::write_dialogue(dialogue).value()).has_value());
    const Session session = Session::open(name).value();
    const std::vector<PropertyRow> rows = make_rows(session, {session.find("entries[0]").value()}).rows;
    const auto voice = std::ranges::find(rows, "voice", &PropertyRow::name);
    REQUIRE(voice != rows.end());
    CHECK(voice->text == "1.0 s, 22050 Hz, 8 bits, mono");
    CHECK(voice->unit == "22094 bytes");
}

TEST_CASE("outline: grouping by actor puts an actor's objects together")
{
    Followed here({}, Grouping::actor);
    CHECK(here.groups("objects") == Lines{"DOOR01: DOOR01 [4] DOOR01 [5]", "GUARD01: GUARD01 [6]",
                                          "No actor: Object 0 [0] Object 0 [1] Object 0 [2] Object 0 [3]"});
    CHECK(here.below("actors") == Lines{"DOOR01 [0]", "GUARD01 [1]", "Blocks", "String pool"});
    CHECK(here.below("statics") == Lines{"WALL01 [0]", "WALL01 [1]"});
    const Outline::Row doors = here.outline.below(here.row("objects")).front();
    CHECK(here.outline.content(doors) == "2 records");
    CHECK(here.outline.nodes(doors) == here.refs({"objects[4]", "objects[5]"}));
    CHECK(here.outline.nodes(here.row("objects")) == here.refs({"objects"}));
    CHECK(here.outline.above(here.row("objects[5]")) == doors);
}

TEST_CASE("outline: grouping by model uses upper case, and textures for flats")
{
    Followed here({}, Grouping::model);
    REQUIRE(here.session.set(here.refs({"objects[5]"}), "model_name", "gate"));
    REQUIRE(here.session.set(here.refs({"ropes[0]"}), "static_model", ""));
    CHECK(here.groups("objects") == Lines{"GATE: DOOR01 [5]", "Model of the actor: Object 0 [0] Object 0 [1] Object 0 "
                                                              "[2] Object 0 [3] DOOR01 [4] GUARD01 [6]"});
    CHECK(here.groups("statics") == Lines{"WALL01: WALL01 [0] WALL01 [1]"});
    // A rope without a model at its end is grouped by the model of its links.
    CHECK(here.groups("ropes") == Lines{"ROPELINK: ROPELINK [0]"});
    CHECK(here.groups("flats").front().starts_with("Texture 108:"));
    CHECK(here.below("lights") == Lines{"Light 2195179707 [0]"});
}

TEST_CASE("outline: groups are sorted by natural order")
{
    CHECK(comes_before("ROCK9", "ROCK10"));
    CHECK_FALSE(comes_before("ROCK10", "ROCK9"));
    CHECK(comes_before("ROCK19", "ROCK21"));
    CHECK(comes_before("ROCK", "ROCK1"));
    CHECK(comes_before("ROCK07", "ROCK8"));
    CHECK(comes_before("ROCK1A", "ROCK1B"));
    CHECK(comes_before("A2B10", "A2B11"));
    CHECK(comes_before("ROCK07", "ROCK7"));
    CHECK_FALSE(comes_before("ROCK7", "ROCK07"));
    CHECK_FALSE(comes_before("ROCK7", "ROCK7"));
    CHECK(comes_before("DOOR10", "ROCK9"));
}

TEST_CASE("outline: a filter shows only groups with matches")
{
    Followed here("script_name:door*", Grouping::actor);
    CHECK(here.groups("objects") == Lines{"DOOR01: DOOR01 [4] DOOR01 [5]"});
    CHECK_FALSE(row_at(here.session, here.outline, "objects[6]").has_value());
}

TEST_CASE("outline: records change their group, and groups appear and disappear")
{
    Followed here({}, Grouping::actor);
    const Outline::Row object = here.row("objects[4]");
    const Outline::Row doors = here.outline.above(object);
    // A new group is inserted in name order.
    REQUIRE(here.session.set(here.refs({"objects[4]"}), "script_name", "EAGLE"));
    CHECK(here.groups("objects") == Lines{"DOOR01: DOOR01 [5]", "EAGLE: EAGLE [4]", "GUARD01: GUARD01 [6]",
                                          "No actor: Object 0 [0] Object 0 [1] Object 0 [2] Object 0 [3]"});
    CHECK(here.row("objects[4]") == object);
    REQUIRE(here.row_changes.removed.size() == 1);
    CHECK(here.row_changes.removed[0].above == doors);
    CHECK(here.row_changes.removed[0].row == object);
    // Both groups show new counts.
    CHECK(std::ranges::count(here.row_changes.changed, doors) == 1);
    CHECK(std::ranges::count(here.row_changes.changed, here.outline.above(object)) == 1);
    // A group disappears with its last record.
    REQUIRE(here.session.set(here.refs({"objects[6]"}), "script_name", "EAGLE"));
    CHECK(here.groups("objects")[1] == "EAGLE: EAGLE [4] EAGLE [6]");
    CHECK(here.groups("objects").size() == 3);
    REQUIRE(here.session.remove(here.refs({"objects[4]"})));
    CHECK(here.groups("objects")[0] == "DOOR01: DOOR01 [4]");
    CHECK(here.groups("objects")[1] == "EAGLE: EAGLE [5]");
    // A moved record appears at its number.
    REQUIRE(here.session.move(here.refs({"objects[1]"}), -1));
    CHECK(here.groups("objects")[2] == "No actor: Object 0 [0] Object 0 [1] Object 0 [2] Object 0 [3]");
    REQUIRE(here.row_changes.removed.size() == 1);
    CHECK(here.row_changes.removed[0].row == here.row("objects[0]"));
    for (int steps = 4; steps > 0; --steps) {
        here.session.undo().value();
    }
    CHECK(here.groups("objects") == Lines{"DOOR01: DOOR01 [4] DOOR01 [5]", "GUARD01: GUARD01 [6]",
                                          "No actor: Object 0 [0] Object 0 [1] Object 0 [2] Object 0 [3]"});
}
