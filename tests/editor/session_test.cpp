// An open document: steps, their names, undo and redo, saving.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "core/files/files.hpp"
#include "editor/session_support.hpp"
#include "rgm/map.hpp"
#include "support/models.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

using test::at;
using test::SampleFile;
using test::value;

Paths paths_of(const Session& session, const NodeRefs& refs)
{
    Paths paths;
    for (const NodeRef& ref : refs) {
        paths.push_back(session.path_of(ref));
    }
    return paths;
}

std::size_t objects(const Session& session)
{
    return session.find(at(session, "objects")).value().members.size();
}

}  // namespace

TEST_CASE("session: a step has a name; without changes there is no step")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const NodeRefs lamp = at(session, Paths{"lights[0]"});
    CHECK_FALSE(session.modified());
    CHECK_FALSE(session.can_undo());
    CHECK(session.undo_name().empty());

    REQUIRE(session.set(lamp, "radius", "600").has_value());  // the current value
    CHECK_FALSE(session.can_undo());

    REQUIRE(session.set(lamp, "position.x", "301").has_value());
    CHECK(session.undo_name() == "Move Light 2195179707 [0]");
    CHECK(session.modified());
    session.undo();
    CHECK(value(session.document(), "lights[0].position.x") == "300");
    CHECK_FALSE(session.modified());
    CHECK(session.redo_name() == "Move Light 2195179707 [0]");
    session.redo();
    CHECK(value(session.document(), "lights[0].position.x") == "301");

    SECTION("a new step drops undone steps")
    {
        session.undo();
        REQUIRE(session.set(lamp, "radius", "5").has_value());
        CHECK_FALSE(session.can_redo());
    }
}

TEST_CASE("session: a value is set in all records as one step, or in none")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.set(at(session, Paths{"objects[4]", "objects[6]"}), "intensity", "77").has_value());
    CHECK(session.undo_name() == "Set Intensity of 2 objects");
    CHECK(value(session.document(), "objects[4].intensity") == "77");
    CHECK(value(session.document(), "objects[6].intensity") == "77");
    session.undo();
    CHECK(value(session.document(), "objects[4].intensity") == "0");
    CHECK(value(session.document(), "objects[6].intensity") == "0");

    // The second record lacks the field, so the first is unchanged.
    const Status error = session.set(at(session, Paths{"objects[4]", "lights[0]"}), "world_id", "9");
    REQUIRE_FALSE(error.has_value());
    CHECK(error.error().code == ErrorCode::unknown_name);
    CHECK(value(session.document(), "objects[4].world_id") == "0");

    // A marker's Z has a larger range than an object's: the marker is set first, and then reverted.
    const Status too_far = session.set(at(session, Paths{"markers[0]", "objects[4]"}), "position.z", "8388608");
    REQUIRE_FALSE(too_far.has_value());
    CHECK(too_far.error().field == "objects[4].position.z");
    CHECK(value(session.document(), "markers[0].position.z") == "400");

    const Status too_big = session.set(at(session, Paths{"objects[4]"}), "texture.texture_id", "512");
    REQUIRE_FALSE(too_big.has_value());
    CHECK(describe(too_big.error()) ==
          "objects[4].texture.texture_id: value \"512\"; expected a whole number from 0 to 511");
    CHECK_FALSE(session.modified());
}

TEST_CASE("session: undo reverts adding, copying, moving and removing")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();

    SECTION("adds after a record, at the end of a section, and in a single-record list")
    {
        CHECK(session.path_of(session.add(at(session, "objects[4]")).value()) == "objects[5]");
        CHECK(value(session.document(), "objects[5].script_name").empty());
        CHECK(value(session.document(), "objects[6].script_name") == "DOOR01");
        CHECK(session.path_of(session.add(at(session, "objects")).value()) == "objects[8]");
        CHECK(session.path_of(session.add(at(session, "actors[1].hooks")).value()) == "actors[1].hooks[0]");
        REQUIRE(session.remove(at(session, Paths{"actors[1].extra"})).has_value());
        CHECK(session.find(at(session, "actors[1].extra")).value().kind == NodeInfo::Kind::list);
        CHECK(session.path_of(session.add(at(session, "actors[1].extra")).value()) == "actors[1].extra");
        CHECK(session.add(at(session, "actors[1].extra")).error().code == ErrorCode::exists);
        CHECK(session.add(at(session, "")).error().code == ErrorCode::usage);
    }
    SECTION("copies follow the last original, in order")
    {
        CHECK(paths_of(session, session.duplicate(at(session, Paths{"objects[6]", "objects[4]"})).value()) ==
              Paths{"objects[7]", "objects[8]"});
        CHECK(value(session.document(), "objects[7].script_name") == "DOOR01");
        CHECK(value(session.document(), "objects[8].script_name") == "GUARD01");
        CHECK(objects(session) == 9);
    }
    SECTION("two records move down together, up to the end")
    {
        CHECK(paths_of(session, session.move(at(session, Paths{"objects[4]", "objects[5]"}), 1).value()) ==
              Paths{"objects[5]", "objects[6]"});
        CHECK(value(session.document(), "objects[4].script_name") == "GUARD01");
        CHECK(value(session.document(), "objects[5].id") == "5");
        CHECK(value(session.document(), "objects[6].id") == "6");
        CHECK(session.move(at(session, Paths{"objects[5]", "objects[6]"}), 1).error().message ==
              "it is already the last");
    }
    SECTION("removes records of several lists, also a record and its content")
    {
        REQUIRE(session
                    .remove(at(session, Paths{"actors[0]", "actors[0].strings[1]", "actors[1].strings[0]", "objects[4]",
                                              "objects[6]", "objects[4]"}))
                    .has_value());
        CHECK(objects(session) == 5);
        CHECK(value(session.document(), "objects[4].id") == "6");
        CHECK(value(session.document(), "actors[0].script_name") == "GUARD01");
        CHECK(value(session.document(), "actors[0].strings[0].value") == "halt");
        CHECK(session.undo_name() == "Remove 4 records");  // the string of actors[0] is removed with its actor
    }
    while (session.can_undo()) {
        session.undo();
    }
    CHECK_FALSE(session.modified());
    CHECK(session.document().write().value() == file.bytes);
}

TEST_CASE("session: only records of lists can be removed and moved")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    CHECK(session.remove(at(session, Paths{"objects"})).error().message == "objects is not a record of a list");
    CHECK(session.remove(at(session, Paths{""})).error().message == "the document is not a record of a list");
    CHECK(session.move(at(session, Paths{"objects[4]", "lights[0]"}), 1).error().message == "it is already the last");
    CHECK(session.duplicate(at(session, Paths{"actors[0].extra"})).error().message ==
          "there can be only one such record");
    CHECK_FALSE(session.modified());
}

TEST_CASE("session: records of several lists are copied and moved as one step")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const NodeRefs copies =
        session.duplicate(at(session, Paths{"objects[4]", "lights[0]", "objects[6]", "statics[0]"})).value();
    CHECK(session.undo_name() == "Duplicate 4 records");
    CHECK(paths_of(session, copies) == Paths{"objects[7]", "objects[8]", "statics[2]", "lights[1]"});
    CHECK(value(session.document(), "objects[7].script_name") == "DOOR01");
    CHECK(value(session.document(), "objects[8].script_name") == "GUARD01");
    CHECK(value(session.document(), "lights[1].position.x") == "556");
    CHECK(value(session.document(), "objects[7].id") != value(session.document(), "objects[4].id"));
    REQUIRE(session.undo().has_value());
    CHECK_FALSE(session.can_undo());
    CHECK(session.document().write().value() == file.bytes);

    const NodeRefs moved = session.move(at(session, Paths{"objects[4]", "statics[1]"}), -1).value();
    CHECK(paths_of(session, moved) == Paths{"objects[3]", "statics[0]"});
    CHECK(value(session.document(), "statics[0].id") == "524289");
    CHECK(session.undo_name() == "Move 2 records up");
    REQUIRE(session.undo().has_value());
    CHECK(session.document().write().value() == file.bytes);

    SECTION("a record and a nested record of a neighbour: paths are updated")
    {
        const NodeRefs both = session.duplicate(at(session, Paths{"actors[0].strings[0]", "actors[0]"})).value();
        for (const NodeRef& ref : both) {
            CHECK(session.find(ref).has_value());
        }
        CHECK(both.size() == 2);
    }
}

TEST_CASE("session: undo reaches past a save, and the saved state is unmodified")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.set(at(session, Paths{"lights[0]"}), "radius", "601").has_value());
    const Written written = session.save().value();
    REQUIRE(written.backup.has_value());
    CHECK(read_file(*written.backup).value() == file.bytes);
    CHECK_FALSE(session.modified());

    session.undo();
    CHECK(session.modified());
    REQUIRE(session.save().has_value());
    CHECK(read_file(file.path).value() == file.bytes);
    session.redo();
    CHECK(session.modified());
    CHECK(value(session.document(), "lights[0].radius") == "601");
}

TEST_CASE("session: saves in the opened form, or the form of the new name")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    CHECK(storage_for("MAP.Xml") == edit::Storage::text);
    CHECK(storage_for("MAP.RGM") == edit::Storage::binary);

    const std::filesystem::path folder = file.folder / "unpacked";
    REQUIRE(session.save_as(folder, edit::Storage::folder).has_value());
    CHECK(session.storage() == edit::Storage::folder);
    Session unpacked = Session::open(folder / "map.xml").value();  // the XML file represents the whole folder
    CHECK(unpacked.storage() == edit::Storage::folder);
    REQUIRE(unpacked.set(at(unpacked, Paths{"lights[0]"}), "radius", "601").has_value());
    REQUIRE(unpacked.save().has_value());
    CHECK(value(Session::open(folder).value().document(), "lights[0].radius") == "601");

    REQUIRE(session.save_as(file.folder / "x.xml", storage_for("x.xml")).has_value());
    CHECK(session.path() == file.folder / "x.xml");
    CHECK(read_text_file(session.path()).value().starts_with("<?xml"));
}

TEST_CASE("session: a failed save keeps the file, the path and the modified state")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.set(at(session, Paths{"lights[0]"}), "radius", "601").has_value());
    const Result<Written> error = session.save_as(file.folder / "nowhere" / "X.RGM", edit::Storage::binary);
    REQUIRE_FALSE(error.has_value());
    CHECK(error.error().file.find("nowhere") != std::string::npos);
    CHECK(session.path() == file.path);
    CHECK(session.modified());
    CHECK(read_file(file.path).value() == file.bytes);
}

TEST_CASE("session: saving does not overwrite an external change")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.set(at(session, Paths{"lights[0]"}), "radius", "601").has_value());
    const Bytes theirs(5, std::byte{7});
    REQUIRE(write_file(file.path, theirs, {.overwrite = Overwrite::allow}));
    const Result<Written> error = session.save();
    REQUIRE_FALSE(error.has_value());
    CHECK(error.error().code == ErrorCode::changed);
    CHECK(error.error().message == "was changed by another program after it was read here");
    CHECK(read_file(file.path).value() == theirs);
    CHECK(session.modified());
    // Write the original bytes, then save twice.
    REQUIRE(write_file(file.path, file.bytes, {.overwrite = Overwrite::allow}));
    CHECK(session.save().has_value());
    REQUIRE(session.set(at(session, Paths{"lights[0]"}), "radius", "602").has_value());
    CHECK(session.save().has_value());
}

TEST_CASE("session: moving a vertex updates dependents, and one undo reverts both")
{
    // A triangle in one cluster: (0, 0), (768, 0) and (0, 1024) or the like, so all its corners are corners of its box.
    const SampleFile file;
    const Bytes bytes = model::test::triangle_v5();
    REQUIRE(write_file(file.path, bytes, {.overwrite = Overwrite::allow}));
    Session session = Session::open(file.path).value();
    REQUIRE(value(session.document(), "clusters[0].radius") == "640");
    REQUIRE(session.set(at(session, Paths{"vertices[0]"}), "z", "2048"));
    CHECK(value(session.document(), "clusters[0].z") == "1024");
    CHECK(value(session.document(), "clusters[0].radius") == "1207");  // sqrt(384^2 + 512^2 + 1024^2) = 1207.55
    session.undo();
    CHECK(value(session.document(), "clusters[0].radius") == "640");
}

TEST_CASE("session: a copied actor gets a free name of the same pattern")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();  // actors DOOR01 and GUARD01
    REQUIRE(session.duplicate(at(session, Paths{"actors[0]"})));
    CHECK(value(session.document(), "actors[0].script_name") == "DOOR01");
    CHECK(value(session.document(), "actors[1].script_name") == "GUARD01");
    CHECK(value(session.document(), "actors[2].script_name") == "DOOR02");
    session.undo().value();

    REQUIRE(session.set(at(session, Paths{"actors[0]"}), "script_name", "LONGNAMES"));
    REQUIRE(session.set(at(session, Paths{"actors[1]"}), "script_name", "longname2"));
    REQUIRE(session.duplicate(at(session, Paths{"actors[0]"})));
    CHECK(value(session.document(), "actors[2].script_name") == "LONGNAME3");  // the maximum is nine letters

    REQUIRE(session.set(at(session, Paths{"actors[0]"}), "script_name", "A99"));
    REQUIRE(session.paste(session.copied(at(session, Paths{"actors[0]"})), {}, 256));
    CHECK(value(session.document(), "actors[3].script_name") == "A100");
}

TEST_CASE("session: a copy has an unused id and a position next to the original")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    // Objects 4, 5 and 6 have the ids 5, 6 and 7; the highest is 7.
    const NodeRefs copies = session.duplicate(at(session, Paths{"objects[4]", "objects[5]"})).value();
    CHECK(paths_of(session, copies) == Paths{"objects[6]", "objects[7]"});
    CHECK(value(session.document(), "objects[6].id") == "8");
    CHECK(value(session.document(), "objects[7].id") == "9");
    CHECK(value(session.document(), "objects[6].position.x") == "456");
    CHECK(value(session.document(), "objects[6].position.z") == "300");
    CHECK(value(session.document(), "objects[6].script_name") == "DOOR01");
    CHECK(value(session.document(), "objects[4].position.x") == "200");
    session.undo().value();
    CHECK(session.document().write().value() == file.bytes);

    // At the limit of the range, the copy is moved the other way. A marker has no id, and a string no position.
    REQUIRE(session.set(at(session, Paths{"lights[0]"}), "position.x", "2147483640").has_value());
    REQUIRE(session.duplicate(at(session, Paths{"lights[0]"})).has_value());
    CHECK(value(session.document(), "lights[1].position.x") == "2147483384");
    REQUIRE(session.duplicate(at(session, Paths{"markers[0]"})).has_value());
    REQUIRE(session.duplicate(at(session, Paths{"actors[0].strings[0]"})).has_value());
    CHECK(value(session.document(), "actors[0].strings[1].value") == "opened");
}

TEST_CASE("session: the selection follows its records and drops removed ones")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.select(at(session, Paths{"objects[4]", "objects[6]", "actors[1].strings[0]", "lights"})));
    REQUIRE(session.remove(at(session, Paths{"objects[1]", "objects[4]", "actors[0]"})).has_value());
    CHECK(paths_of(session, session.selection()) == Paths{"objects[4]", "actors[0].strings[0]", "lights"});
    CHECK(value(session.document(), "objects[4].script_name") == "GUARD01");
    REQUIRE(session.set(at(session, Paths{"objects[4]"}), "position.x", "7"));
    session.undo().value();
    session.undo().value();  // the restored record is selected
    CHECK(paths_of(session, session.selection()) == Paths{"actors[0]", "objects[1]", "objects[4]"});
}

TEST_CASE("session: a typed value is set in the record that it was typed for")
{
    const SampleFile file;
    // All pairs of record kinds: a field that one lacks, or that has another meaning.
    const Paths kinds{"",          "actors[0]", "actors[0].strings[0]", "objects[4]", "statics[0]",  "ropes[0]",
                      "lights[0]", "flats[0]",  "markers[0]",           "sizes[0]",   "walk_maps[0]"};
    struct Typed {
        std::string record, field, text;
    };
    const std::vector<Typed> values{{"objects[4]", "position.x", "111"}, {"actors[0]", "texture_id", "3"},
                                    {"lights[0]", "intensity", "77"},    {"statics[0]", "id", "55"},
                                    {"ropes[0]", "length", "9"},         {"flats[0]", "texture.image_id", "5"},
                                    {"markers[0]", "position.z", "-5"},  {"actors[0].strings[0]", "value", "shut"}};
    using Next = std::function<Status(Session&, const NodeRef&)>;
    const std::vector<Next> nexts{
        [](Session& session, const NodeRef& other) { return session.select({other}); },
        [](Session& session, const NodeRef&) { return session.select({}); },
        [](Session& session, const NodeRef&) { return session.commit(); },
        [](Session& session, const NodeRef&) {
            return session.save(OutsideChange::overwrite).map([](const Written&) {});
        },
        [](Session& session, const NodeRef&) {
            return session.make("Nothing", [](edit::Recorder&) -> Status { return {}; }).map([](const edit::Changes&) {
            });
        },
        [](Session& session, const NodeRef&) {
            return session.duplicate({session.find("markers[0]").value()}).map([](const NodeRefs&) {});
        },
    };
    for (const Typed& typed : values) {
        for (const std::string& other : kinds) {
            for (std::size_t next = 0; next < nexts.size(); ++next) {
                INFO(typed.record << ' ' << typed.field << " then " << next << " with " << other);
                Session session = Session::open(file.path).value();
                const NodeRef owner = at(session, typed.record);
                REQUIRE(session.select({owner}));
                session.type({{owner}, typed.field, typed.text});
                CHECK_FALSE(session.modified());
                REQUIRE(nexts[next](session, at(session, other)));
                CHECK_FALSE(session.pending());
                CHECK(session.find(owner)->record.find_field(typed.field).text() == typed.text);
                // Nothing else changed: after an undo, the file is the old one.
                session.undo().value();
                if (next == 5) {  // the copy is a separate step
                    session.undo().value();
                }
                CHECK(session.document().write().value() == file.bytes);
                REQUIRE(write_file(file.path, file.bytes, {.overwrite = Overwrite::allow}));
            }
        }
    }
}

TEST_CASE("session: a rejected value stays in its field, and nothing else happens")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const NodeRef door = at(session, "objects[4]");
    const NodeRef lamp = at(session, "lights[0]");
    REQUIRE(session.set({lamp}, "radius", "601"));
    REQUIRE(session.select({door}));
    session.type({{door}, "position.x", "8388608"});
    const std::string reason = "objects[4].position.x: value \"8388608\"; expected a number from -8388608 to "
                               "8388607.99609375 in steps of 1/256";
    CHECK(describe(session.select({lamp}).error()) == reason);
    CHECK(describe(session.undo().error()) == reason);
    CHECK(describe(session.remove({lamp}).error()) == reason);
    CHECK(describe(session.save().error()) == reason);
    CHECK(session.selection() == NodeRefs{door});
    REQUIRE(session.pending());
    CHECK(session.pending()->text == "8388608");
    CHECK(value(session.document(), "lights[0].radius") == "601");
    CHECK(read_file(file.path).value() == file.bytes);
    session.drop_pending();
    CHECK(session.select({lamp}));
    session.undo().value();
    CHECK(value(session.document(), "lights[0].radius") == "600");
}

TEST_CASE("session: a typed value follows a record that moves")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.remove(at(session, Paths{"objects[0]"})));
    const NodeRef guard = at(session, "objects[5]");
    session.type({{guard}, "intensity", "70"});
    session.undo().value();  // sets the typed value first, then undoes it
    CHECK(session.redo_name() == "Set Intensity of GUARD01");
    CHECK(objects(session) == 6);
    session.undo().value();
    CHECK(objects(session) == 7);
    CHECK(value(session.document(), "objects[6].intensity") == "0");
}

TEST_CASE("session: a typed value is dropped if a preview removes its record")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const edit::NodePath lamp = at(session, "lights[0]").node;
    const NodeRef guard = at(session, "objects[6]");
    REQUIRE(session.preview("Set", [&](edit::Recorder& recorder) {
        return recorder.set(lamp, *edit::record_at(recorder.root(), lamp).table().find_field("radius"), "1");
    }));
    session.type({{guard}, "intensity", "70"});
    REQUIRE(session.preview("Remove", [&](edit::Recorder& recorder) {
        const edit::NodePath objects{guard.node.front()};
        const RecordHandle section = edit::record_at(recorder.root(), objects);
        recorder.erase(objects, *section.table().find_child(""), {6});
        return Status{};
    }));
    CHECK_FALSE(session.pending());
    session.drop_preview();
    CHECK(value(session.document(), "objects[6].intensity") == "0");
    CHECK_FALSE(session.modified());
}

TEST_CASE("session: a typed value ends a series of joined steps")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const edit::NodePath lamp = at(session, "lights[0]").node;
    const auto press = [&](const char* radius) {
        REQUIRE(session.make_in_series("keys", "Grow", [&](edit::Recorder& recorder) {
            return recorder.set(lamp, *edit::record_at(recorder.root(), lamp).table().find_field("radius"), radius);
        }));
    };
    press("1");
    press("2");
    session.type({at(session, Paths{"objects[6]"}), "intensity", "70"});
    press("3");
    CHECK(session.steps() == std::vector<std::string>{"Grow", "Set Intensity of GUARD01", "Grow"});
    session.undo().value();
    CHECK(value(session.document(), "lights[0].radius") == "2");
}

TEST_CASE("session: a copy of the highest id gets the lowest unused id")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.set(at(session, Paths{"objects[6]"}), "id", "4294967295"));
    REQUIRE(session.duplicate(at(session, Paths{"objects[6]"})));
    CHECK(value(session.document(), "objects[7].id") == "1");  // the first four objects have id 0
}

TEST_CASE("session: an added light is white and has a radius")
{
    const test::SampleFile file;
    Session session = Session::open(file.path).value();
    const Result<NodeRef> added = session.add(at(session, "lights"));
    REQUIRE(added);
    const std::string path = session.path_of(*added);
    CHECK(test::value(session.document(), path + ".radius") == "512");
    CHECK(test::value(session.document(), path + ".intensity") == "128");
    CHECK(test::value(session.document(), path + ".red") == "255");
    CHECK(test::value(session.document(), path + ".channel_map") == "0 1 2 3 4 5 6 7");
    REQUIRE(session.undo());
    CHECK_FALSE(session.modified());
}

TEST_CASE("session: a node is a document, section, list or record")
{
    const SampleFile file;
    const Session session = Session::open(file.path).value();
    using Kind = editor::NodeInfo::Kind;
    const auto find = [&session](std::string_view path) { return session.find(at(session, path)).value(); };
    const auto document = session.find(NodeRef{}).value();
    CHECK(document.kind == Kind::document);
    CHECK(document.record);
    CHECK_FALSE(document.parent);
    const auto objects = find("objects");
    CHECK(objects.kind == Kind::section);
    CHECK(objects.title == "Objects");
    CHECK(objects.members.size() == 7);
    const auto object = find("objects[4]");
    CHECK(object.kind == Kind::record);
    CHECK(object.index == 4);
    CHECK(object.parent.size() == 7);
    CHECK(object.is_one_of_many());
    CHECK_FALSE(object.members);
    const auto strings = find("actors[0].strings");
    CHECK(strings.kind == Kind::list);
    CHECK(strings.title == "Strings");
    CHECK(strings.members.size() == 2);
    CHECK_FALSE(strings.record);
    CHECK_FALSE(strings.parent);
    CHECK_FALSE(strings.is_record());
    const auto string = find("actors[0].strings[1]");
    CHECK(string.kind == Kind::record);
    CHECK(string.index == 1);
    CHECK(string.parent.size() == 2);
    CHECK_FALSE(session.find(NodeRef{at(session, "actors[0]").node, 99}));
}

TEST_CASE("session: reports unknown paths, fields and positions")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const auto error_text = [](const auto& result) {
        return result ? std::string("done")
                      : result.error().field + ": " + result.error().message + "; " + result.error().hint;
    };
    const std::string not_a_place = ": not a path in the document; a path is like objects[3] or actors[0].strings";
    CHECK(error_text(session.find("objects[7]")) == "objects[7]: there is no record 7; they are numbered 0 to 6");
    CHECK(error_text(session.find("raw_sections[0]")) == "raw_sections[0]: there is no record 0; there are none");
    CHECK(error_text(session.find("objects[x]")) == "objects[x]" + not_a_place);
    CHECK(error_text(session.find("objects[]")) == "objects[]" + not_a_place);
    CHECK(error_text(session.find("objects[6]")) == "done");
    const NodeRef object = at(session, "objects[4]");
    CHECK(error_text(session.set({object}, "postion.x", "1")) ==
          "objects[4]: there is no field \"postion.x\"; did you mean position.x?");
    CHECK(error_text(session.set({at(session, "objects")}, "position.x", "1")) ==
          "objects: there is no field \"position.x\"; ");
    CHECK(error_text(session.set({at(session, "actors[0].strings")}, "value", "1")) ==
          "actors[0].strings: there is no field \"value\"; choose a record");
    CHECK(error_text(session.add(NodeRef{})) ==
          ": nothing can be added here; choose a section, a list or a record in one");
    CHECK(error_text(session.add(at(session, "actors[0].extra"))) ==
          "actors[0].extra: a second extra; there can be only one");
    CHECK_FALSE(session.modified());
}
