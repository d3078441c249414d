// Names in a map and the fields that refer to them.
#include <catch2/catch.hpp>

#include "edit/document.hpp"
#include "edit/references.hpp"

using namespace redforge;

namespace {

edit::Document sample()
{
    const Format& format = *edit::find_format("map");
    return {format, format.make_new(true)};
}

std::vector<std::string> paths(const std::vector<edit::Match>& matches)
{
    std::vector<std::string> all;
    for (const edit::Match& match : matches) {
        all.push_back(match.path);
    }
    return all;
}

}  // namespace

TEST_CASE("A map offers its actors' names, each once", "[edit]")
{
    edit::Document map = sample();
    CHECK(edit::choices(map.root(), Target::actor) == std::vector<std::string>{"DOOR01", "GUARD01"});
    CHECK(edit::choices(map.root(), Target::model).empty());
    CHECK(edit::choices(map.root(), Target::none).empty());
}

TEST_CASE("References to a name are found in any case of letters, and of one target where it is given", "[edit]")
{
    edit::Document map = sample();
    const std::vector<std::string> doors{"objects[4].script_name", "objects[5].script_name"};
    CHECK(paths(edit::find_references(map.root(), std::nullopt, "DOOR01")) == doors);
    CHECK(paths(edit::find_references(map.root(), Target::actor, "door01")) == doors);
    CHECK(edit::find_references(map.root(), Target::model, "DOOR01").empty());
    CHECK(edit::find_references(map.root(), std::nullopt, "NOBODY").empty());
}
