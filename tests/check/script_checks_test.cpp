// Checks of map scripts: their findings are the warnings of the sources, grouped by actor.
#include <catch2/catch.hpp>

#include "check/check.hpp"
#include "edit/document/document.hpp"
#include "rgm/actor.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Lines = std::vector<std::string>;

const soup::Names& names()
{
    static const soup::Names known(
        soup::read_definitions(as_bytes("[functions]\r\ntask RTX parms 1\r\nfunction SetGlobalFlag parms 1\r\n"
                                        "task Wait parms 1\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))
            .value());
    return known;
}

/// Returns a map with one actor KEY, which has two variables and a script.
edit::Document map_with(const std::string& statements)
{
    edit::Document map(*edit::find_format("map"));
    const RecordHandle made = append_record(map, "actors", {{"script_name", "KEY"}});
    append_record(map, "actors[0].variables", {{"value", "1"}});
    append_record(map, "actors[0].variables", {{"value", "2"}});
    const soup::Assembly assembly = soup::assemble("actor KEY { " + statements + " }", "KEY.soup", {.names = &names()});
    REQUIRE(assembly.script);
    rgm::Map& whole = *edit::get_if<rgm::Map>(map);
    rgm::set_script(whole.actors.records[0], *assembly.script);
    static_cast<void>(made);
    return map;
}

Lines found_in_script(const std::string& statements, const std::string& id)
{
    const edit::Document map = map_with(statements);
    check::CheckContext around;
    around.services.set(&names());
    Lines lines;
    for (const check::Finding& finding : check::run(map, around, {{id}, {}})) {
        lines.push_back(finding.path(map.root()) + ": " + finding.message);
    }
    return lines;
}

}  // namespace

TEST_CASE("check: script-argument finds arguments of the wrong kind")
{
    CHECK(found_in_script("SetGlobalFlag(Won) RTX(\"abcd\") end", "script-argument") ==
          Lines{"actors[0].script: line 3: SetGlobalFlag is given the value of the flag, not its number; line 4: RTX "
                "takes a dialogue label, and is given the number of a string"});
    CHECK(found_in_script("SetGlobalFlag(flag Won) RTX('abcd') end", "script-argument").empty());
}

TEST_CASE("check: script-variable finds variables that the actor does not have")
{
    CHECK(found_in_script("var0 = 1 var2 = 1 var2 = 2 end", "script-variable") ==
          Lines{"actors[0].script: line 4: the actor has no var2"});
    CHECK(found_in_script("var0 = 1 var1 = 2 end", "script-variable").empty());
}

TEST_CASE("check: script-object finds objects that the map does not have")
{
    CHECK(found_in_script("DOOR.angle = 1 key.angle = 2 end", "script-object") ==
          Lines{"actors[0].script: line 3: no object of the map is called DOOR"});
}

TEST_CASE("check: script-flow finds missing ends and a return without a gosub")
{
    CHECK(found_in_script("Wait(1)", "script-flow") ==
          Lines{"actors[0].script: line 3: the script has no end here: the game "
                "continues with the code of the next actor"});
    CHECK(found_in_script("var0 = 1 return", "script-flow") ==
          Lines{"actors[0].script: line 4: return without a gosub"});
    CHECK(found_in_script("loop { Wait(1) }", "script-flow").empty());
}
