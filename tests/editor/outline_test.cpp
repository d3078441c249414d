// The outline and the property sheet: rows and lines made from the description alone.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include "core/files.hpp"
#include "editor/model/outline.hpp"
#include "editor/model/sheet.hpp"
#include "rgm/map.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

Session session_of(const rgm::Map& map)
{
    std::string name = (std::filesystem::temp_directory_path() / "redforge-outline-XXXXXX").string();
    const int file = mkstemp(name.data());
    REQUIRE(file >= 0);
    ::close(file);
    REQUIRE(write_file(name, rgm::write_map(map).value(), {.overwrite = Overwrite::allow}).has_value());
    Session session = Session::open(name).value();
    std::filesystem::remove(name);
    return session;
}

std::vector<std::string> names_below(Outline& outline, std::string_view path)
{
    std::vector<std::string> names;
    for (const Outline::Row row : outline.below(outline.find(path).value())) {
        names.push_back(outline.name(row));
    }
    return names;
}

const SheetRow& row_of(const Sheet& sheet, std::string_view name)
{
    const auto row = std::ranges::find(sheet.rows, name, &SheetRow::name);
    REQUIRE(row != sheet.rows.end());
    return *row;
}

}  // namespace

TEST_CASE("editor: the outline lists sections, then records by number and name")
{
    const Session session = session_of(rgm::sample_map());
    Outline outline(session);
    CHECK(outline.name(0) == "Redguard map");
    CHECK(names_below(outline, "") == std::vector<std::string>{"Actors", "Objects", "Ropes", "Static objects", "Lights",
                                                               "Flats", "Markers", "Sizes", "Walk maps",
                                                               "Sections kept as bytes"});
    CHECK(outline.content(*outline.find("objects")) == "7 records");
    CHECK(outline.content(*outline.find("ropes")) == "1 record");
    const std::vector<std::string> objects = names_below(outline, "objects");
    REQUIRE(objects.size() == 7);
    CHECK(objects[0] == "0 Object id 0");
    CHECK(objects[4] == "4 DOOR01");
    CHECK(outline.content(*outline.find("objects[4]")) == "Object id 5, Kind 1, Active 1, Position X 200");
    CHECK(names_below(outline, "actors[0].strings") == std::vector<std::string>{"0 opened", "1 closed"});
    CHECK(outline.name(*outline.find("actors[0].name_space")) == "Name space");
    CHECK(outline.content(*outline.find("actors[0].name_space")) == "Name door");
    CHECK(names_below(outline, "actors[1].groups[0].commands") ==
          std::vector<std::string>{"0 ShowFrame", "1 GoToPrevious", "2 EndAnimation"});
    CHECK(outline.path(outline.above(*outline.find("actors[0].strings[1]"))) == "actors[0].strings");
    CHECK_FALSE(outline.find("objects[7]").has_value());
    CHECK_FALSE(outline.find("object").has_value());
}

TEST_CASE("editor: what is not there can be seen, so that it can be added")
{
    const Session session = session_of(rgm::sample_map());
    Outline outline(session);
    const Outline::Row hooks = outline.find("actors[1].hooks").value();
    CHECK(outline.content(hooks) == "0 records");
    CHECK_FALSE(outline.may_hold_rows(hooks));
    CHECK(outline.may_hold_rows(*outline.find("actors[0].hooks")));
    CHECK_FALSE(outline.may_hold_rows(*outline.find("objects[4]")));
}

TEST_CASE("editor: a filter leaves what it finds, the places above it and all below it")
{
    const Session session = session_of(rgm::sample_map());
    Outline outline = Outline::filtered(session, "script_name:door*").value();
    CHECK(outline.found() == Paths{"actors[0]", "objects[4]", "objects[5]"});
    CHECK(names_below(outline, "") == std::vector<std::string>{"Actors", "Objects"});
    CHECK(names_below(outline, "objects") == std::vector<std::string>{"4 DOOR01", "5 DOOR01"});
    CHECK(names_below(outline, "actors") == std::vector<std::string>{"0 DOOR01"});
    CHECK(names_below(outline, "actors[0].strings") == std::vector<std::string>{"0 opened", "1 closed"});
    CHECK_FALSE(outline.find("objects[6]").has_value());

    CHECK(Outline::filtered(session, "actors[1].strings[-1]").value().found() == Paths{"actors[1].strings[1]"});
    CHECK(Outline::filtered(session, "radius:12345").value().found().empty());
    CHECK(Outline::filtered(session, "obects[0]").error().hint == "did you mean objects?");
}

TEST_CASE("editor: a place that is not there says so")
{
    const Session session = session_of(rgm::sample_map());
    CHECK(session.locate("objects[7]").error().hint == "they are numbered 0 to 6");
    CHECK(session.locate("light").error().hint == "did you mean lights?");
    CHECK_FALSE(session.locate("objects[x]").has_value());
    CHECK_FALSE(session.locate("objects[4").has_value());
    CHECK_FALSE(session.locate("objects[99999999999999999999]").has_value());
    CHECK_FALSE(session.locate("]").has_value());
    CHECK_FALSE(session.locate("[0]").has_value());
    CHECK_FALSE(session.locate("..").has_value());
    CHECK_FALSE(session.locate("objects[4].position").has_value());
}

TEST_CASE("editor: the sheet has label, unit, range and meaning from the description")
{
    const Session session = session_of(rgm::sample_map());
    const Sheet sheet = make_sheet(session, Paths{"objects[4]"});
    CHECK(sheet.title == "4 DOOR01");
    const SheetRow& y = row_of(sheet, "position.y");
    CHECK(y.group == "Position");
    CHECK(y.label == "Y");
    CHECK(y.unit == "map units");
    CHECK(y.text == "0");
    CHECK(y.help == "Grows downwards. In map units. -8388608 to 8388607.");
    CHECK(row_of(sheet, "angle.y").group == "Rotation");
    CHECK(row_of(sheet, "texture.texture_id").help == "0 to 511.");
    CHECK(row_of(sheet, "script_name").help == "At most 9 characters.");
    // Reserved ones stand behind all the others, and are named by their field where there is no label.
    CHECK(row_of(sheet, "reserved").label == "Reserved");
    CHECK(row_of(sheet, "reserved").role == Role::reserved);
    CHECK(sheet.rows.front().name == "id");
    CHECK(sheet.rows.back().role == Role::reserved);

    const Sheet command = make_sheet(session, Paths{"actors[0].groups[0].commands[0]"});
    CHECK(row_of(command, "op").choices.size() == 16);
    CHECK(row_of(command, "op").choices.front() == "ShowFrame");
}

TEST_CASE("editor: derived values are computed and not typed, unless the file has its own")
{
    rgm::Map map = rgm::sample_map();
    map.actors.records[0].header.frame_count = 77;
    const Session session = session_of(map);
    const Sheet sheet = make_sheet(session, Paths{"actors[0]"});
    CHECK(row_of(sheet, "rasb_length").read_only);
    CHECK(row_of(sheet, "rasb_length").text.empty());
    CHECK(row_of(sheet, "frame_count").text == "77");
    CHECK_FALSE(row_of(sheet, "frame_count").read_only);
    // Bytes without a layout are shown with their size.
    CHECK(row_of(sheet, "script").text == "050000000012");
    CHECK(row_of(sheet, "script").unit == "6 bytes");
}

TEST_CASE("editor: of several records, the sheet shows what they share and leaves blank where they differ")
{
    const Session session = session_of(rgm::sample_map());
    const Sheet same = make_sheet(session, Paths{"objects[4]", "objects[5]"});
    CHECK(same.title == "2 records");
    CHECK(row_of(same, "script_name").text == "DOOR01");
    CHECK_FALSE(row_of(same, "script_name").differs);
    CHECK(row_of(same, "position.z").differs);
    CHECK(row_of(same, "position.z").text.empty());

    // Of different kinds: only the fields that both have.
    const Sheet mixed = make_sheet(session, Paths{"objects[4]", "lights[0]"});
    CHECK(std::ranges::find(mixed.rows, "script_name", &SheetRow::name) == mixed.rows.end());
    CHECK(row_of(mixed, "position.x").differs);
    CHECK(make_sheet(session, Paths{"actors[0].strings"}).title == "Strings");
    CHECK(make_sheet(session, Paths{"objects[99]"}).rows.empty());
    CHECK(make_sheet(session, Paths{}).rows.empty());
}

TEST_CASE("editor: bytes too long to edit are shown by their beginning")
{
    const Session session = session_of(rgm::sample_map());
    const Sheet sheet = make_sheet(session, Paths{""});
    CHECK(row_of(sheet, "flat").unit == "1111 bytes");
    CHECK(row_of(sheet, "flat").read_only);
    CHECK(row_of(sheet, "flat").text == std::string(128, '0') + "...");
}
