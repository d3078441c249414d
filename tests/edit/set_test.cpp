// Setting a value through its path, and what follows from it in the same record.
#include <catch2/catch.hpp>

#include "edit/edits.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"

using namespace redforge;

TEST_CASE("set: a string that gets another text gives up its given offset, one that keeps it does not")
{
    rgm::Map map = rgm::sample_map();
    REQUIRE(map.actors.records[0].strings[0].value.bytes == "opened");
    map.actors.records[0].strings[0].offset = 77;
    map.actors.records[0].strings[1].offset = 88;
    edit::Document document(*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(map));
    const auto offset = [&](const std::string& number) {
        return edit::match_text(edit::resolve(document.root(), "actors[0].strings[" + number + "].offset")->front());
    };
    REQUIRE(edit::set(document, "actors[0].strings[0].value", "opened"));
    CHECK(offset("0") == "77");
    REQUIRE(edit::set(document, "actors[0].strings[0].value", "ajar"));
    CHECK(offset("0").empty());
    CHECK(offset("1") == "88");

    REQUIRE(edit::set(document, "actors[0].strings[1].offset", "99"));
    CHECK(offset("1") == "99");
}

TEST_CASE("apply: a selector does not find a given offset that an edit before it has made stale")
{
    rgm::Map map = rgm::sample_map();
    map.actors.records[0].strings.assign(40, {"shut", {}});  // more than a selector looks through one by one
    map.actors.records[0].strings[0].offset = 77;
    map.actors.records[0].strings[1].offset = 88;
    edit::Document document(*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(map));
    REQUIRE(edit::apply(document, *XmlDocument::parse(R"(<edits>
        <set path="actors[0].strings[offset=77].value" value="ajar"/>
        <set path="actors[0].strings[offset=77].value" value="wide open" expect="0"/>
        <set path="actors[0].strings[offset=88].value" value="broken"/>
    </edits>)",
                                                      "edits.xml")));
    CHECK(edit::match_text(edit::resolve(document.root(), "actors[0].strings[0].value")->front()) == "ajar");
    CHECK(edit::match_text(edit::resolve(document.root(), "actors[0].strings[1].value")->front()) == "broken");
}
