// Script texts of the public mod manager: omissions, other spellings, and messages for other texts.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/manager/import.hpp"
#include "soup/names/definitions.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

constexpr std::string_view importable = "[functions]\r\n"
                                        "task RTX parms 1\r\n"
                                        "function HaveItem parms 1\r\n"
                                        "function TestGlobalFlag parms 1\r\n"
                                        "[refs]\r\n"
                                        "angle\r\n"
                                        "[flags]\r\n"
                                        "BOOL Won_Game 0\r\n"
                                        "BOOL DoorOpen 0\r\n";

std::string only(std::string_view text)
{
    const auto imported = import_scripts(text, "map.txt");
    REQUIRE(imported);
    REQUIRE(imported->scripts.size() == 1);
    return format(imported->scripts[0].source, "map.txt").text.value();
}

std::string error_text(std::string_view text)
{
    const auto imported = import_scripts(text, "map.txt");
    return imported ? "" : describe(imported.error());
}

}  // namespace

TEST_CASE("import: converts text of the mod manager to source that assembles")
{
    const auto imported = import_scripts("Maps\\ISLAND.RGM\n"
                                         "ID: 1\n"
                                         "\n"
                                         "var2 = 7\n"
                                         "\n"
                                         "DOOR (Execution starts at #1C)\n"
                                         "{\n"
                                         "  if TestGlobalFlag(1) = 1 and HaveItem(<rusty key>) = 0\n"
                                         "  {\n"
                                         "    RTX(\"lckd\") // Dlg lckd = It is locked.\n"
                                         "  }\n"
                                         "\n"
                                         "  #1C:\n"
                                         "  var2 = var3 / 2 * 3\n"
                                         "  Me.angle++\n"
                                         "  Goto #1C\n"
                                         "}\n",
                                         "map.txt");
    REQUIRE(imported);
    CHECK(imported->left_out == 3);
    REQUIRE(imported->scripts.size() == 1);
    CHECK(imported->scripts[0].actor == "DOOR");
    CHECK(format(imported->scripts[0].source, "x").text.value() == R"(actor "DOOR"
{
    if TestGlobalFlag(flag 1) = 1 and HaveItem(<rusty key>) = 0
    {
        RTX('lckd')  // Dlg lckd = It is locked.
    }
  start:
  #1C:
    var2 = var3 * 2 / 3
    Me.angle++
    goto #1C
}
)");
    Names names(read_definitions(as_bytes(importable)).value());
    names.items[8] = "rusty key";
    const Assembly assembly = assemble(imported->scripts[0].source, "x",
                                       {.names = &names, .previous = nullptr, .checks = soup::Checks::none});
    REQUIRE(assembly.script);
    CHECK(assembly.script->start == 0x2E);
}

TEST_CASE("import: a block without statements has no braces in the text")
{
    CHECK(only("A\n{\n  if DoorOpen = 1\n  End\n}\n") ==
          "actor \"A\"\n{\n    if DoorOpen = 1\n    {\n    }\n    end\n}\n");
}

TEST_CASE("import: the final brace closes all blocks that end with the script")
{
    CHECK(only("A\n{\n  if DoorOpen = 1\n  {\n    if DoorOpen = 2\n    {\n      End\n}\n") ==
          "actor \"A\"\n{\n    if DoorOpen = 1\n    {\n        if DoorOpen = 2\n        {\n            end\n"
          "        }\n    }\n}\n");
}

TEST_CASE("import: blocks of unindented text end at their braces")
{
    CHECK(only("A\n{\nif DoorOpen = 1\n{\nEnd\n}\nEndint\n}\n") ==
          "actor \"A\"\n{\n    if DoorOpen = 1\n    {\n        end\n    }\n    endint\n}\n");
}

TEST_CASE("import: reports an unclosed script, or text without one, with its line")
{
    CHECK(error_text("A\n{\n  End\n") ==
          "map.txt:2:1: a script that is never closed; a line with nothing but } ends it");
    CHECK(error_text("hello\n") ==
          "map.txt:1:1: no script in it; a script is a line with the actor's name, {, statements "
          "and }");
}

TEST_CASE("import: a jump without a label targets the first statement")
{
    CHECK(only("A\n{\n  Endint\n  Goto\n}\n") == "actor \"A\"\n{\n  #00:\n    endint\n    goto #00\n}\n");
    CHECK(only("A\n{\n\n  #00:\n  Gosub #00\n  Goto // again\n}\n") ==
          "actor \"A\"\n{\n  #00:\n    gosub #00\n    goto #00\n}\n");
}

TEST_CASE("import: recognises the mod manager's names of items")
{
    Names names;
    names.items = {{7, "sword"}, {8, "sword"}, {9, "GUARD SWORD"}, {10, "bread"}, {11, "bread"}};
    names.maps = {{1, "ISLAND"}, {4, "ISLAND"}};
    const auto source = [&](std::string_view statement, const Names* given) {
        const auto imported = import_scripts(fmt::format("A\n{{\n  {}\n}}\n", statement), "map.txt", given);
        REQUIRE(imported);
        const std::string& text = imported->scripts.at(0).source;
        const std::size_t begin = text.find("{\n") + 2;
        return text.substr(begin, text.rfind("\n}") - begin);
    };
    CHECK(source("HandItem(<KEEP OUT>)", nullptr) == "HandItem(<71: KEEP OUT>)");
    CHECK(source("HandItem(<'ELVEN ARTIFACTS VIII' (COPY)>)", nullptr) ==
          "HandItem(<35: 'ELVEN ARTIFACTS VIII' (COPY)>)");
    CHECK(source("HandItem(<sword>)", &names) == "HandItem(<8: sword>)");  // 7 is printed as GUARD SWORD
    CHECK(source("HandItem(<GUARD SWORD>)", &names) == "HandItem(<GUARD SWORD>)");
    CHECK(source("HandItem(<bread>)", &names) == "HandItem(<bread>)");
    CHECK(source("HandItem(<SWORD *>)", &names) == "HandItem(<SWORD *>)");
    CHECK(source("HandItem(<SWORD /2>) * 3", &names) == "HandItem(<SWORD /2>) / 3");
    CHECK(source("LoadWorld(<ISLAND>, 2)", &names) == "LoadWorld(<1: ISLAND>, 2)");
    // An item instead of a map, and a map instead of an item.
    CHECK(source("LoadWorld(<KEEP OUT>, 2)", &names) == "LoadWorld(<71: KEEP OUT>, 2)");
    CHECK(source("LoadWorld(<sword>, 2)", &names) == "LoadWorld(<8: sword>, 2)");
    CHECK(source("HandItem(<ISLAND>)", &names) == "HandItem(<1: ISLAND>)");
    CHECK(source("HandItem(<NOWHERE>)", &names) == "HandItem(<NOWHERE>)");
    CHECK(source("if ActiveItem() = <KEEP OUT> and var2 < 3", nullptr) ==
          "if ActiveItem() = <71: KEEP OUT> and var2 < 3\n{\n}");
}

TEST_CASE("import: accepts texts, labels and objects without escapes")
{
    CHECK(only("A\n{\n  Tell(\"a \"good\" word\", 3)\n}\n") ==
          "actor \"A\"\n{\n    Tell(\"a \\x22good\\x22 word\", 3)\n}\n");
    CHECK(only("A\n{\n  Tell(\"a\"b\\x41\")\n  RTX(\"a\"b\\\")\n}\n") ==
          "actor \"A\"\n{\n    Tell(\"a\\x22b\\x5Cx41\")\n    RTX('a\"b\\')\n}\n");
    CHECK(only("A\n{\n  7up.@Open()\n  task.angle = end-1.angle--\n  door.Open()\n}\n") ==
          "actor \"A\"\n{\n    \"7up\".@Open()\n    \"task\".angle = \"end-1\".angle--\n    door.Open()\n}\n");
}

TEST_CASE("import: a position without a label is its offset")
{
    CHECK(only("A (Execution starts at #03)\n{\n  Goto #1F\n  <TaskPause(#02)>\n}\n") ==
          "actor \"A\"\n{\n  start at 0x03\n    goto 0x1F\n    <TaskPause(0x02)>\n}\n");
}

TEST_CASE("import: a label keeps its name before any statement")
{
    const auto imported = import_scripts("A\n{\n  #1C:\n  Goto #1C * 2\n}\n", "map.txt");
    REQUIRE(imported);
    CHECK(imported->scripts.at(0).source.find("Goto #1C / 2") != std::string::npos);
    CHECK(only("A\n{\n  #1C:\n  <TaskPause(#1C)>\n}\n").find("<TaskPause(#1C)>") != std::string::npos);
}

TEST_CASE("import: an object in a variable is printed as the variable's value")
{
    const auto imported = import_scripts("A\n{\n  7.angle++\n}\n", "map.txt");
    REQUIRE(imported);
    const Assembly assembly = assemble(imported->scripts[0].source, "x");
    REQUIRE_FALSE(assembly.script);
    CHECK(assembly.diagnostics[0].error.message == "7 is not an object");
    CHECK(assembly.diagnostics[0].error.hint ==
          "an object is Me, Player, Camera, a name, or a variable such as var2; the public mod manager prints a "
          "variable's value here");
}
