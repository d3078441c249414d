// The value helpers of the tests: set values can be read, and an invalid path or value throws with a message.
#include <catch2/catch.hpp>

#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "rgm/map.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using Catch::Matchers::Contains;

TEST_CASE("values: can be set, appended, moved and removed by path", "[edit]")
{
    rgm::Map map = rgm::sample_map();
    set_value(map, "objects[4].position", "1,-2,3");
    CHECK(values(map, "objects[4].position") == std::vector<std::string>{"1", "-2", "3"});
    CHECK(value(map, "objects[5].position.x") == "200");
    set_value(map, "objects[4].position", "+=0.5,-198.75,0");
    CHECK(values(map, "objects[4].position") == std::vector<std::string>{"1.5", "-200.75", "3"});
    set_value(map, "objects[4].position.y", "*=3");
    CHECK(value(map, "objects[4].position.y") == "-602.25");
    set_value(map, "objects[5].position.x", "/=3");
    CHECK(value(map, "objects[5].position.x") == "67");  // still a whole number
    const auto found = [&](std::string_view path) { return edit::resolve(handle_of(map), path).value().size(); };
    CHECK(found("objects[position.y<-602]") == 1);
    CHECK(found("objects[position.y<-602.25]") == 0);
    CHECK(found("objects[position.y=-602.25]") == 1);
    append_record(map, "objects", {{"id", "8"}, {"script_name", "NEW"}});
    append_copy(map, "objects[-1]", {{"id", "9"}});
    CHECK(values(map, "objects[7:].script_name") == std::vector<std::string>{"NEW", "NEW"});
    move_record(map, "objects[-1]", 0);
    remove_records(map, "objects[1:8]");
    CHECK(values(map, "objects[*].id") == std::vector<std::string>{"9", "8"});
    CHECK(count(map, "objects") == 2);
    CHECK(value(rgm::read_map(rgm::write_map(map).value()).value(), "objects[0].id") == "9");
}

TEST_CASE("values: an invalid path or value throws an exception", "[edit]")
{
    rgm::Map map = rgm::sample_map();
    CHECK_THROWS_WITH(value(map, "objects[4].positon.x"), Contains("objects[4].positon.x"));
    CHECK_THROWS_WITH(value(map, "objects[7].id"), Contains("no record 7"));
    CHECK_THROWS_WITH(value(map, "objects[*].id"), Contains("leads to 7 things, not to one"));
    CHECK_THROWS_WITH(value(map, "objects[id=99].id"), Contains("leads to 0 things, not to one"));
    CHECK_THROWS_WITH(value(map, "objects[4]"), Contains("leads to no value"));
    CHECK_THROWS_WITH(record(map, "objects"), Contains("leads to no record"));
    CHECK_THROWS_WITH(set_value(map, "objects[id=99].id", "1"), Contains("is rejected"));
    CHECK_THROWS_WITH(set_value(map, "lights[0].radius", "wide"), Contains("is rejected"));
    CHECK_THROWS_WITH(append_record(map, "object"), Contains("is rejected"));
    CHECK_THROWS_WITH(append_record(map, "objects[4]"), Contains("leads to no list"));
    CHECK_THROWS_WITH(append_record(record(map, "actors[0]"), "extra"), Contains("one record at most"));
    CHECK_THROWS_WITH(remove_records(map, "objects[7]"), Contains("is rejected"));
    CHECK_THROWS_WITH(move_record(map, "objects[4]", 7), Contains("cannot be moved to 7"));
    CHECK(rgm::write_map(map).value() == rgm::write_map(rgm::sample_map()).value());
}

TEST_CASE("values: a signed number is a value, and only += changes relatively", "[edit]")
{
    edit::Document map(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    REQUIRE(edit::set(map, "objects[0].position.x", "50"));
    const auto plus = edit::set(map, "objects[0].position.x", "+100");
    REQUIRE(plus);
    CHECK(value(map, "objects[0].position.x") == "100");
    CHECK(plus->front().note == "+100 is a value; to add to the present one, write +=100");
    REQUIRE(edit::set(map, "objects[0].position.x", "-100"));
    CHECK(value(map, "objects[0].position.x") == "-100");
    REQUIRE(edit::set(map, "objects[0].position.x", "+=30"));
    CHECK(value(map, "objects[0].position.x") == "-70");
    const auto times = edit::set(map, "objects[0].position.x", "*2");
    REQUIRE_FALSE(times);
    CHECK(times.error().hint == "to change the present number, write *=2");
}

TEST_CASE("values: a list without a selector means all records", "[edit]")
{
    edit::Document map(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    CHECK(need(edit::resolve(map.root(), "lights.red")).size() ==
          need(edit::resolve(map.root(), "lights[*].red")).size());
    CHECK(need(edit::resolve(map.root(), "objects.count")).size() == 1);
    const auto open = edit::resolve(map.root(), "actors[0].strings[value=x");
    REQUIRE_FALSE(open);
    CHECK(open.error().message == "the [ at character 18 is not closed");
    const auto quote = edit::resolve(map.root(), "objects[script_name=\"A]");
    REQUIRE_FALSE(quote);
    CHECK(quote.error().message == "the \" at character 21 is not closed");
}

TEST_CASE("values: a query finds texts that contain a value, or in quotes the whole text", "[edit]")
{
    edit::Document map(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    REQUIRE(edit::set(map, "objects[0].script_name", "DR_SEAT1"));
    for (const std::string_view query :
         {"script_name:seat", "script_name:seat*", "*:SEAT?", "script_name:\"DR_SEAT1\""}) {
        INFO(query);
        CHECK(edit::find(map.root(), query)->size() == 1);
    }
    CHECK(edit::find(map.root(), "script_name:\"seat\"")->empty());
    CHECK(need(edit::resolve(map.root(), "objects[script_name=seat*]")).empty());
    CHECK(need(edit::resolve(map.root(), "objects[script_name=*seat*]")).size() == 1);
}
