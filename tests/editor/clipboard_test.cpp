// Copy and paste, selecting similar records, and the list of steps.
#include <catch2/catch.hpp>

#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/scene/select.hpp"
#include "editor/session_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;
using test::SampleFile;

struct SampleSession {
    SampleFile file;
    Session session = Session::open(file.path).value();

    [[nodiscard]] std::string value(std::string_view path) const { return test::value(session.document(), path); }
    Paths paths(const NodeRefs& refs) const
    {
        Paths paths;
        for (const NodeRef& ref : refs) {
            paths.push_back(session.path_of(ref));
        }
        return paths;
    }
};

}  // namespace

TEST_CASE("clipboard: copied records are readable XML")
{
    const SampleSession desk;
    const std::string text = desk.session.copied(at(desk.session, Paths{"markers[1]", "objects[6]"}));
    CHECK(text.substr(0, text.find("<needed>")) ==
          "<records>\n"
          "<object id=\"7\" object_type=\"object\" is_active=\"1\" script_name=\"GUARD01\" position.x=\"320\" "
          "position.z=\"400\" texture.texture_id=\"301\" texture.image_id=\"4\" size_row=\"-1\"/>\n"
          "<marker position.x=\"400\" position.z=\"400\"/>\n");
    CHECK(text.find("<needed>\n<actor script_name=\"GUARD01\"") != std::string::npos);
    CHECK(desk.session.copied(at(desk.session, Paths{"markers[1]"})) ==
          "<records>\n<marker position.x=\"400\" position.z=\"400\"/>\n</records>\n");
    CHECK_FALSE(desk.session.copy_error(at(desk.session, Paths{"lights[0]", "actors[0]", "actors[0].strings[0]"})));
    CHECK(desk.session.copy_error(at(desk.session, Paths{"objects"})));
    CHECK(desk.session.copy_error({}));
}

TEST_CASE("clipboard: pastes next to the original or at the pointer as one step")
{
    SampleSession desk;
    const std::string text = desk.session.copied(at(desk.session, Paths{"objects[6]", "lights[0]"}));
    const Result<Session::Pasted> pasted = desk.session.paste(text, std::nullopt, 16);
    REQUIRE(pasted);
    CHECK(desk.paths(pasted->records) == Paths{"objects[7]", "lights[1]"});
    CHECK(desk.value("objects[7].id") == "8");
    CHECK(desk.value("objects[7].position.x") == "336");
    CHECK(desk.value("lights[1].id") == "2195179708");
    CHECK(desk.value("lights[1].radius") == "600");
    CHECK(pasted->missing.empty());
    CHECK(desk.session.undo_name() == "Paste 2 records");
    REQUIRE(desk.session.undo());
    CHECK_FALSE(desk.session.modified());

    // The centre of the records is (310, -30, 400).
    REQUIRE(desk.session.paste(text, glm::dvec3(1310, -30, 400), 16));
    CHECK(desk.value("objects[7].position.x") == "1320");
    CHECK(desk.value("lights[1].position.x") == "1300");
}

TEST_CASE("clipboard: cut records return unchanged, and bring their actor to another map")
{
    SampleSession desk;
    const NodeRefs guard = at(desk.session, Paths{"objects[6]"});
    const std::string text = desk.session.copied(guard);
    REQUIRE(desk.session.remove(guard));
    REQUIRE(desk.session.paste(text, std::nullopt, 16));
    CHECK(desk.value("objects[6].id") == "7");
    CHECK(desk.value("objects[6].position.x") == "320");
    REQUIRE(desk.session.save());
    CHECK(read_file(desk.file.path).value() == desk.file.bytes);

    SampleSession other;
    REQUIRE(other.session.remove(at(other.session, Paths{"actors[1]"})));
    const std::string without = text.substr(0, text.find("<needed>")) + "</records>";
    CHECK(other.session.paste(without, std::nullopt, 16).value().missing == std::vector<std::string>{"GUARD01"});
    const Session::Pasted pasted = other.session.paste(text, std::nullopt, 16).value();
    CHECK(pasted.missing.empty());
    CHECK(pasted.brought == std::vector<std::string>{"GUARD01"});
    CHECK(other.value("actors[1].script_name") == "GUARD01");
    CHECK(other.value("actors[1].strings[1].value") == "halt");
    CHECK(other.session.paste(text, std::nullopt, 16).value().brought.empty());
    REQUIRE(other.session.undo());
    REQUIRE(other.session.undo());
    CHECK_FALSE(other.session.find("actors[1]"));
}

TEST_CASE("prefab: the anchor is placed at the position, and the actors are added")
{
    SampleSession desk;
    const NodeRefs guard = at(desk.session, Paths{"objects[6]", "lights[0]"});
    const std::string text = desk.session.copied(guard, glm::dvec3(300, -10, 390));
    CHECK(text.starts_with("<records anchor.x=\"300\" anchor.y=\"-10\" anchor.z=\"390\">"));
    SampleSession other;
    REQUIRE(other.session.remove(at(other.session, Paths{"actors[1]"})));
    const Session::Pasted placed = other.session.paste(text, glm::dvec3(1300, 90, 390), 0, "GATE").value();
    CHECK(other.session.undo_name() == "Place prefab GATE");
    CHECK(other.value("objects[7].position.x") == "1320");  // 320, moved by 1000
    CHECK(other.value("objects[7].position.y") == "100");
    CHECK(other.value("objects[7].position.z") == "400");
    CHECK(placed.brought == std::vector<std::string>{"GUARD01"});
    CHECK(placed.kept.empty());
    // A map that has another actor of this name keeps it, and the result names it.
    SampleSession third;
    REQUIRE(third.session.set(at(third.session, Paths{"actors[1]"}), "instances", "9"));
    const Session::Pasted again = third.session.paste(text, std::nullopt, 0, "GATE").value();
    CHECK(again.brought.empty());
    CHECK(again.kept == std::vector<std::string>{"GUARD01"});
    CHECK(third.session.paste("hello", std::nullopt, 0, "GATE").error().message == "prefab GATE contains no records");
    const auto error_of = [&](const std::string& attributes) {
        return third.session.paste("<records " + attributes + "/>", std::nullopt, 0, "GATE").error().message;
    };
    CHECK(error_of("anchor.x=\"1\" anchor.y=\"2m\" anchor.z=\"3\"") == "anchor.y=\"2m\" is not a number");
    CHECK(error_of("anchor.x=\"1\"") == "the anchor does not have three numbers");
}

TEST_CASE("clipboard: text without suitable records changes nothing")
{
    SampleSession desk;
    const auto message = [&](const std::string& text) {
        return desk.session.paste(text, std::nullopt, 16).error().message;
    };
    CHECK(message("hello") == "the clipboard contains no records");
    CHECK(message("") == "the clipboard contains no records");
    CHECK(message("<records></records>") == "the clipboard contains no records");
    CHECK(message("<records><light/><vertex/></records>") == "<vertex> cannot be pasted here");
    CHECK(message("<records><light colour=\"1\"/></records>").find("colour") != std::string::npos);
    CHECK_FALSE(desk.session.modified());
    CHECK_FALSE(desk.session.can_undo());
}

TEST_CASE("selection: all, inverse, and similar records")
{
    const SampleSession desk;
    const RecordHandle root = desk.session.root();
    CHECK(scene_nodes(root).size() == 14);
    CHECK(unselected_records(root, at(desk.session, Paths{"objects[4]", "lights[0]"})).size() == 12);
    const auto same = [&](const std::string& path, SelectSimilar what) {
        return desk.paths(similar_records(root, at(desk.session, Paths{path}), what));
    };
    CHECK(same("objects[4]", SelectSimilar::kind) == Paths{"objects[4]", "objects[5]", "objects[6]"});
    CHECK(same("markers[1]", SelectSimilar::kind) == Paths{"markers[0]", "markers[1]"});
    CHECK(same("statics[1]", SelectSimilar::model) == Paths{"statics[0]", "statics[1]"});
    CHECK(same("lights[0]", SelectSimilar::model).empty());
    CHECK(same("objects[5]", SelectSimilar::script) == Paths{"objects[4]", "objects[5]"});
    CHECK(same("actors[0]", SelectSimilar::script) == Paths{"objects[4]", "objects[5]"});
    CHECK(same("actors[0].strings[1]", SelectSimilar::script) == Paths{"objects[4]", "objects[5]"});
    CHECK(desk.paths(actors_of(root, at(desk.session, Paths{"objects[6]"}))) == Paths{"actors[1]"});
    CHECK(same("", SelectSimilar::kind).empty());
}

TEST_CASE("history: steps have names and can be revisited")
{
    SampleSession desk;
    const NodeRefs door = at(desk.session, Paths{"objects[4]"});
    for (const char* const x : {"1", "2", "3"}) {
        REQUIRE(desk.session.set(door, "position.x", x));
    }
    CHECK(desk.session.steps() == std::vector<std::string>{"Move DOOR01", "Move DOOR01", "Move DOOR01"});
    REQUIRE(desk.session.go_to_step(1));
    CHECK(desk.value("objects[4].position.x") == "1");
    CHECK(desk.session.steps_done() == 1);
    REQUIRE(desk.session.go_to_step(0));
    CHECK(desk.value("objects[4].position.x") == "200");
    CHECK_FALSE(desk.session.modified());
    REQUIRE(desk.session.go_to_step(99));
    CHECK(desk.value("objects[4].position.x") == "3");
}

TEST_CASE("session: adds a record at a position")
{
    SampleSession desk;
    const NodeRef added = desk.session.add(at(desk.session, "lights"), glm::dvec3(10, -20, 30)).value();
    CHECK(position_of(desk.session.root(), added) == glm::dvec3(10, -20, 30));
    CHECK(desk.session.steps().size() == 1);
}
