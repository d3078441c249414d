// Setting a value through its path, and what follows from it in the same record.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "edit/edits.hpp"
#include "edit/map_of.hpp"
#include "rgm/map.hpp"
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
    append_records(map, "actors[0].strings", 38);  // 40: more than a selector looks through one by one
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
        std::string ids;  ///< of the objects afterwards; a copy has that of its original
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
        const edit::Transaction made = recorder.finish({});
        std::string ids;
        for (const rgm::Object& object : edit::map_of(map)->objects.records) {
            ids += fmt::format("{} ", object.id);
        }
        CHECK(ids == each.ids);
        CHECK(made.operations.size() == each.operations);
    }
}
