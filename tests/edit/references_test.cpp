// Names in a map and the fields that refer to them.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/operation/references.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using redforge::test::need;

namespace {

edit::Document sample_map()
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

TEST_CASE("references: a map lists each of its actors' names once", "[edit]")
{
    edit::Document map = sample_map();
    CHECK(edit::choices(map.root(), Target::actor) == std::vector<std::string>{"DOOR01", "GUARD01"});
    CHECK(edit::choices(map.root(), Target::model).empty());
    edit::Document twice = map;
    rgm::Actors& actors = edit::get_if<rgm::Map>(twice)->actors;
    actors.records.push_back(actors.records[1]);  // still listed once; unnamed records are not listed
    actors.records.emplace_back();
    CHECK(edit::choices(twice.root(), Target::actor) == std::vector<std::string>{"DOOR01", "GUARD01"});
    CHECK(edit::choices(map.root(), Target::none).empty());
}

TEST_CASE("references: finds references case-insensitively, also for a single target", "[edit]")
{
    edit::Document map = sample_map();
    const std::vector<std::string> doors{"objects[4].script_name", "objects[5].script_name"};
    CHECK(paths(edit::find_references(map.root(), std::nullopt, "DOOR01")) == doors);
    CHECK(paths(edit::find_references(map.root(), Target::actor, "door01")) == doors);
    CHECK(edit::find_references(map.root(), Target::model, "DOOR01").empty());
    CHECK(edit::find_references(map.root(), std::nullopt, "NOBODY").empty());
}

TEST_CASE("references: finds items and dialogue lines in scripts and ITEM.INI", "[edit]")
{
    soup::Names names(need(soup::read_definitions(
        as_bytes("[functions]\r\nfunction HandItem parms 1\r\ntask RTX parms 1\r\nfunction Other parms 1\r\n"
                 "[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))));
    names.items[9] = "Gold key";
    LoadContext context;
    context.services.set(&names);

    edit::Document map = sample_map();
    rgm::Map& whole = *edit::get_if<rgm::Map>(map);
    const auto set_script = [&](std::size_t actor, const std::string& statements) {
        const soup::Assembly assembly = soup::assemble("actor X { " + statements + " end }", "", {.names = &names});
        REQUIRE(assembly.script);
        rgm::set_script(whole.actors.records[actor], *assembly.script);
    };
    set_script(0, "HandItem(9) Other(8)");
    set_script(1, "RTX('?key') Other(9)");
    CHECK(paths(edit::find_references(map.root(), std::nullopt, "gold KEY", context)) ==
          std::vector<std::string>{"actors[0]"});
    CHECK(paths(edit::find_references(map.root(), std::nullopt, "?key", context)) ==
          std::vector<std::string>{"actors[1]"});
    CHECK(edit::find_references(map.root(), Target::actor, "Gold key", context).empty());
    CHECK(edit::find_references(map.root(), std::nullopt, "Gold key").empty());  // the game's names are unknown

    const ByteView text =
        as_bytes("[items]\r\nname[8]=?key\r\nname[9]=?gld\r\ndescription[9]=?key\r\ntype[9]=?key\r\n");
    const edit::Document items = need(edit::read_binary(Bytes(text.begin(), text.end())));
    CHECK(paths(edit::find_references(items.root(), std::nullopt, "?key", context)) ==
          std::vector<std::string>{"sections[0].lines[0].value", "sections[0].lines[2].value"});
    CHECK(paths(edit::find_references(items.root(), std::nullopt, "Gold key", context)) ==
          std::vector<std::string>{"sections[0].lines[1].value"});
}

TEST_CASE("references: finds worlds in scripts that change to them", "[edit]")
{
    soup::Names names(need(soup::read_definitions(as_bytes("[functions]\r\nfunction HandItem parms 1\r\n"
                                                           "task LoadWorld parms 1\r\nfunction Other parms 1\r\n"))));
    names.items[1] = "Gold key";
    names.maps = {{1, "ISLAND"}, {2, "CAVE"}};
    LoadContext context;
    context.services.set(&names);
    edit::Document map = sample_map();
    rgm::Map& whole = *edit::get_if<rgm::Map>(map);
    const auto users_of = [&](std::string_view name, const std::string& first, const std::string& second) {
        for (const auto& [actor, statements] :
             std::vector<std::pair<std::size_t, std::string>>{{0, first}, {1, second}}) {
            const soup::Assembly assembly = soup::assemble("actor X { " + statements + " end }", "", {.names = &names});
            REQUIRE(assembly.script);
            rgm::set_script(whole.actors.records[actor], *assembly.script);
        }
        return paths(edit::find_references(map.root(), std::nullopt, name, context));
    };
    using Paths = std::vector<std::string>;
    CHECK(users_of("island", "LoadWorld(1)", "LoadWorld(2)") == Paths{"actors[0]"});
    CHECK(users_of("CAVE", "LoadWorld(1)", "LoadWorld(2)") == Paths{"actors[1]"});
    CHECK(users_of("ISLAND", "HandItem(1)", "Other(1)").empty());
    CHECK(users_of("Gold key", "LoadWorld(1)", "HandItem(1)") == Paths{"actors[1]"});
    CHECK(users_of("island", "LoadWorld(1) LoadWorld(2)", "LoadWorld(2) LoadWorld(1)") ==
          Paths{"actors[0]", "actors[1]"});
    CHECK(users_of("nowhere", "LoadWorld(1)", "Other(2)").empty());
}

TEST_CASE("references: in ITEM.INI, only names and descriptions of [items] refer", "[edit]")
{
    soup::Names names;
    names.items = {{8, "Rusty key"}, {18, "Lamp"}};
    LoadContext context;
    context.services.set(&names);
    const ByteView text = as_bytes("[other]\nname[8]=?key\n[ITEMS]\nNAME[8]=?key\n; name[8]=?key\nname[18]=?lmp\n"
                                   "Description[18]=?key\nkind[8]=?key\nnames[8]=?key\n");
    const edit::Document items = need(edit::read_binary(Bytes(text.begin(), text.end())));
    using Paths = std::vector<std::string>;
    CHECK(paths(edit::find_references(items.root(), std::nullopt, "?key", context)) ==
          Paths{"sections[1].lines[0].value", "sections[1].lines[3].value"});
    CHECK(paths(edit::find_references(items.root(), std::nullopt, "?key")) ==
          Paths{"sections[1].lines[0].value", "sections[1].lines[3].value"});
    CHECK(paths(edit::find_references(items.root(), std::nullopt, "rusty KEY", context)) ==
          Paths{"sections[1].lines[0].value"});
    CHECK(paths(edit::find_references(items.root(), std::nullopt, "lamp", context)) ==
          Paths{"sections[1].lines[2].value"});
    CHECK(edit::find_references(items.root(), std::nullopt, "lamp").empty());
}

TEST_CASE("references: counts uses and finds definitions case-insensitively", "[edit]")
{
    edit::Document map = sample_map();
    using Counts = std::map<std::string, std::size_t, std::less<>>;
    CHECK(edit::reference_counts(map.root(), Target::actor) == Counts{{"DOOR01", 2}, {"GUARD01", 1}});
    edit::get_if<rgm::Map>(map)->objects.records[4].script_name = "door01";
    CHECK(edit::reference_counts(map.root(), Target::actor) == Counts{{"DOOR01", 2}, {"GUARD01", 1}});
    CHECK(edit::reference_counts(map.root(), Target::none).empty());
    CHECK(paths(edit::find_definitions(map.root(), Target::actor, "guard01")) ==
          std::vector<std::string>{"actors[1].script_name"});
    CHECK(edit::find_definitions(map.root(), Target::actor, "guard").empty());
    CHECK(edit::find_definitions(map.root(), Target::none, "GUARD01").empty());
}
