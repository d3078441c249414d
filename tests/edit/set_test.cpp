// Setting a value by its path, and the values of the record that depend on it.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "art/picture_file.hpp"
#include "config/ini.hpp"
#include "edit/map/map_of.hpp"
#include "edit/patch/edits.hpp"
#include "model/model.hpp"
#include "rgm/map.hpp"
#include "sound/sfx.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("set: a string with another text drops its stored offset")
{
    rgm::Map map = rgm::sample_map();
    REQUIRE(value(map, "actors[0].strings[0].value") == "opened");
    set_value(map, "actors[0].strings[0].offset", "77");
    set_value(map, "actors[0].strings[1].offset", "88");
    edit::Document document(*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(map));
    REQUIRE(edit::set(document, "actors[0].strings[0].value", "opened"));
    CHECK(value(document, "actors[0].strings[0].offset") == "77");
    REQUIRE(edit::set(document, "actors[0].strings[0].value", "ajar"));
    CHECK(value(document, "actors[0].strings[0].offset") == "");
    CHECK(value(document, "actors[0].strings[1].offset") == "88");

    REQUIRE(edit::set(document, "actors[0].strings[1].offset", "99"));
    CHECK(value(document, "actors[0].strings[1].offset") == "99");
}

TEST_CASE("apply: a selector does not find an offset that an earlier edit dropped")
{
    rgm::Map map = rgm::sample_map();
    append_records(map, "actors[0].strings", 38);  // 40 strings: more than a selector scans linearly
    set_value(map, "actors[0].strings[*].value", "shut");
    set_value(map, "actors[0].strings[0].offset", "77");
    set_value(map, "actors[0].strings[1].offset", "88");
    edit::Document document(*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(map));
    REQUIRE(edit::apply(document, need(XmlDocument::parse(R"(<edits>
        <set path="actors[0].strings[offset=77].value" value="ajar"/>
        <set path="actors[0].strings[offset=77].value" value="wide open" expect="0"/>
        <set path="actors[0].strings[offset=88].value" value="broken"/>
    </edits>)",
                                                          "edits.xml"))));
    CHECK(value(document, "actors[0].strings[0].value") == "ajar");
    CHECK(value(document, "actors[0].strings[1].value") == "broken");
}

TEST_CASE("set: an angle of 0 can be decreased in degrees and 2048ths")
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "objects", {{"angle.y", "0"}});
    const auto turned = [&](std::string_view by) {
        static_cast<void>(need(edit::set(map, "objects[0].angle.y", by)));
        return value(map, "objects[0].angle.y");
    };
    CHECK(turned("-=90deg") == "-512");
    CHECK(turned("-=512") == "-1024");
    CHECK(turned("-2048") == "-2048");
}

TEST_CASE("apply: consecutive copies into one list are one insertion")
{
    struct Case {
        std::string edits;
        std::string ids;  ///< expected ids of the objects; a copy has the id of its original
        std::size_t operations;
    };
    const std::vector<Case> cases{
        {R"(<duplicate path="objects[0]"/><duplicate path="objects[0]"/><duplicate path="objects[2]"/>)",
         "1 1 1 1 2 3 ", 1},
        {R"(<duplicate path="objects[-1]"/><move path="objects[-1]" to="0"/><duplicate path="objects[1]"/>)",
         "3 1 1 2 3 ", 1},
        {R"(<duplicate path="objects[id=3]"/><duplicate path="lights[0]"/><duplicate path="objects[id=2]"/>)",
         "1 2 2 3 3 ", 3},
        {R"(<move path="objects[0]" to="2"/><move path="objects[0]" to="2"/>)", "3 1 2 ", 2},
    };
    for (const Case& each : cases) {
        INFO(each.edits);
        edit::Document map(*edit::find_format("map"));
        append_records(map, "objects", 3);
        append_records(map, "lights", 1);
        for (std::size_t i = 0; i < 3; ++i) {
            set_value(map, fmt::format("objects[{}].id", i), fmt::format("{}", i + 1));
        }
        const XmlDocument text = need(XmlDocument::parse("<edits>" + each.edits + "</edits>", "edits"));
        edit::Recorder recorder(map);
        static_cast<void>(need(edit::apply(recorder, text)));
        const edit::Transaction made = need(recorder.finish({}));
        std::string ids;
        for (const rgm::Object& object : edit::map_of(map)->objects.records) {
            ids += fmt::format("{} ", object.id);
        }
        CHECK(ids == each.ids);
        CHECK(made.operations.size() == each.operations);
    }
}

TEST_CASE("set: rejects a number that follows from the position of its record")
{
    auto effects = std::make_shared<sound::Effects>();
    effects->effects.resize(2);
    effects->effects[1].number = 1;
    edit::Document document(*edit::find_format("effects"), effects);
    const Error error = require_error(edit::set(document, "effects[1].number", "7"));
    CHECK(error.field == "effects[1].number");
    CHECK(error.message == "cannot be 7");
    CHECK(error.hint == "it follows from the rest of the document, and is 1");
    CHECK(value(document, "effects[1].number") == "1");
    CHECK(need(edit::set(document, "effects[1].number", "1")).size() == 1);
}

TEST_CASE("set: the log has the values that depend on the one that was set")
{
    auto model = std::make_shared<model::Model>(need(model::read_model(model::test::triangle_v2())));
    model->header.radius = 4;
    model->faces[0].normal = std::array<int, 3>{1, 2, 3};
    edit::Document document(*edit::find_format("model"), model);
    const edit::EditLog log = need(edit::set(document, "vertices[1].x", "512"));
    std::vector<std::string> lines;
    for (const edit::EditLine& line : log) {
        lines.push_back(fmt::format("{} {} {} -> {}{}", line.verb, line.path, line.before, line.after,
                                    line.is_consequence ? " follows" : ""));
    }
    CHECK(lines == std::vector<std::string>{"set vertices[1].x 768 -> 512", "set header.radius 4 ->  follows",
                                            "set faces[0].normal 1 2 3 ->  follows",
                                            "set faces[0].u_gradient 10 -11 12 -> 50331648 29360128 0 follows",
                                            "set faces[0].v_gradient -13 14 -15 -> 67108864 33554432 0 follows"});
}

TEST_CASE("encode_edited: names the field of a value that the file cannot store")
{
    edit::Document ini(*edit::find_format("ini"));
    const edit::EditLog log = need(edit::set(ini, "equals", ":"));
    const Error error = require_error(edit::encode_edited(ini, log, "-"));
    CHECK(error.field == "equals");
    CHECK(error.message == "the file would not have the value that was set");
}

TEST_CASE("encode_edited: rejects a derived value that the file does not store")
{
    auto pictures = std::make_shared<art::PictureFile>();
    pictures->colours.resize(256);
    art::PictureFrame& frame = pictures->frames.emplace_back();
    frame.width = 2;
    frame.height = 1;
    frame.pixels = Bytes(2);
    edit::Document document(*edit::find_format("pictures"), pictures);
    const Error error = require_error(
        edit::encode_edited(document, need(edit::set(document, "frames[0].unpacked_size", "7")), "A.GXA"));
    CHECK(error.field == "frames[0].unpacked_size");  // only packed frames have a size
    CHECK(error.message == "the file would not have the value that was set");
}

TEST_CASE("encode_edited: rejects bytes that would not be recognised, with the field")
{
    edit::Document ini(*edit::find_format("ini"), std::make_shared<config::Ini>(need(
                                                      config::read_ini(as_bytes(std::string_view("[a]\nx = 1\n"))))));
    const edit::EditLog log = need(edit::set(ini, "sections[0].rest", "3"));
    CHECK(need(edit::encode_edited(ini, log, "SYSTEM.INI")).joined().size() == 11);
    const Error error = require_error(edit::encode_edited(ini, log, "system.txt"));
    CHECK(error.field == "sections[0].rest");
    CHECK(error.message == "the file would not be recognised as Redguard settings");
    CHECK(error.hint == "give the file a name with .INI");
}

TEST_CASE("apply: <add> takes values as set does: textures, several parts, degrees")
{
    edit::Document document(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    const auto added = [&](const std::string& list, const std::string& record) {
        return edit::apply(document,
                           need(XmlDocument::parse("<edits><add path=\"" + list + "\">" + record + "</add></edits>",
                                                   "e.xml")));
    };
    REQUIRE(added("flats", R"(<flat id="7" position="1,2,3" texture="302:1"/>)"));
    CHECK(value(document, "flats[-1].texture.texture_id") == "302");
    CHECK(value(document, "flats[-1].texture.image_id") == "1");
    CHECK(value(document, "flats[-1].position.x") == "1");
    CHECK(value(document, "flats[-1].position.z") == "3");
    REQUIRE(added("flats", R"(<flat id="8" texture="D02044"/>)"));
    CHECK(value(document, "flats[-1].texture.texture_id") == "302");
    CHECK(value(document, "flats[-1].texture.image_id") == "44");
    REQUIRE(added("objects", R"(<object id="9" angle.y="90deg" is_active="no"/>)"));
    CHECK(value(document, "objects[-1].angle.y") == "512");
    CHECK(value(document, "objects[-1].is_active") == "0");
    REQUIRE(added("actors", R"(<actor script_name="NEW01"><string value="a"/></actor>)"));
    CHECK(value(document, "actors[-1].strings[0].value") == "a");

    const auto few = added("flats", R"(<flat position="1,2"/>)");
    REQUIRE_FALSE(few);
    CHECK(few.error().message == "position=\"1,2\" has 2 values for 3 fields");
    CHECK(few.error().hint == "give 3 with commas between them, for position.x, position.y, position.z");
    const auto unknown = added("flats", R"(<flat texturee="302:1"/>)");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().message == "<flat> has no attribute \"texturee\"");
}

TEST_CASE("set: the error explains that a list or record is not a value")
{
    edit::Document document(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    const auto error = [&](std::string_view path) {
        const auto set = edit::set(document, path, "5");
        REQUIRE_FALSE(set);
        return set.error().message + "; " + set.error().hint;
    };
    CHECK(error("actors[0].strings") == "this is a list of 2 records, not a value; name a record and a field: "
                                        "actors[0].strings[0].value, or actors[0].strings[*].value for all");
    CHECK(error("lights[0]").starts_with("this is a record, not a value; name one of its fields: "));
    REQUIRE(edit::remove(document, "lights[*]"));
    CHECK(error("lights") ==
          "this is a list of 0 records, not a value; apply adds records: <add>; see redforge help edits");
}
