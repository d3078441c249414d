// The table of function parameters, and the names that a source gets from it.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "soup/assemble/assemble.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/definitions.hpp"
#include "soup/names/functions.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

constexpr std::string_view definitions =
    "[functions]\r\n"
    "function SetMyAttr parms 2\r\n"
    "function PlayAnimation parms 2\r\n"
    "function ResetRotation parms 3\r\n"
    "function PlayerStand parms 0\r\n"
    "[refs]\r\nangle\r\n"
    "[equates]\r\ntrue = 1\r\nPRICE = 500\r\n"
    "auto\r\nattr_alpha\r\nattr_beam\r\nattr_alias = 7\r\nattr_gate\r\nDoor\r\nattr_beam\r\nendauto\r\n"
    "auto\r\nanim_stand\r\nanim_walk\r\nendauto\r\n"
    "[flags]\r\nBOOL Won 0\r\nBOOL Door 0\r\nNUMBER Gold 0\r\n";

const Names& described_names()
{
    static const Names known(read_definitions(as_bytes(definitions)).value());
    return known;
}

Script packed(std::string_view body)
{
    const Assembly assembly =
        assemble("actor A\n{\n" + std::string(body) + "\n}\n", "a.soup", {.names = &described_names()});
    for (const Diagnostic& each : assembly.diagnostics) {
        UNSCOPED_INFO(show(each));
    }
    REQUIRE(assembly.script);
    return *assembly.script;
}

/// Returns the statements of a source, without the actor and the numbers of names.
std::string shown(const Script& script)
{
    std::string text(without_names_block(disassemble(script, &described_names()).text));
    text = text.substr(std::string_view("actor A\n{\n").size());
    return text.substr(0, text.rfind("}\n"));
}

}  // namespace

TEST_CASE("functions: each line of the table round-trips")
{
    std::string all;
    std::string_view text = function_lines();
    std::size_t line = 0;
    for (const FunctionInfo& info : function_infos()) {
        do {
            text.remove_prefix(line);
            line = text.find('\n') + 1;
        } while (text.starts_with('#') || text.starts_with('\n'));
        std::string written(text.substr(0, line - 1));
        std::erase(written, '?');
        const std::string read = signature_of(info) + (info.words.empty() ? "" : " : ") + std::string(info.words);
        CHECK(read == written);
    }
    CHECK(text.substr(line).empty());
    CHECK(function_infos().size() == 366);
}

TEST_CASE("functions: finds parameters by name, case-insensitive")
{
    const FunctionInfo* info = find_function_info("rotatebyaxis");
    REQUIRE(info != nullptr);
    CHECK(signature_of(*info) == "task RotateByAxis(axis, angle, time)");
    CHECK(info->parameters[0].meaning == ArgumentType::axis);
    CHECK(info->parameters[0].sure);
    CHECK_FALSE(find_function_info("Rotate")->parameters[0].sure);
    CHECK(signature_of(*find_function_info("PlayerArc")) == "function PlayerArc(angle left, angle right) -> boolean");
    CHECK(find_function_info("runAlpha60") == nullptr);
    CHECK(first_argument("RTX") == ArgumentType::dialogue);
    CHECK(first_argument("LoadWorld") == ArgumentType::map);
    CHECK(first_argument("nothing") == ArgumentType::number);
}

TEST_CASE("functions: prints [equates] names for numbers of parameters that take them")
{
    CHECK(shown(packed("SetMyAttr(1, 1)\nPlayAnimation(1, 1)\nend")) ==
          "    SetMyAttr(attr_beam, 1)\n    PlayAnimation(anim_walk, 1)\n    end\n");
    CHECK(packed("SetMyAttr(attr_gate, PRICE)").code == packed("SetMyAttr(2, 500)").code);
    CHECK(packed("var1 = attr_alias + 1").code == packed("var1 = 7 + 1").code);
    // A flag hides an attribute with its name, and the first of two attributes hides the second.
    CHECK(shown(packed("SetMyAttr(3, 1)\nSetMyAttr(4, 1)\nend")) ==
          "    SetMyAttr(3, 1)\n    SetMyAttr(4, 1)\n    end\n");
}

TEST_CASE("functions: prints true and false for two-valued parameters and flags")
{
    CHECK(shown(packed("ResetRotation(1, 0, 2)\nWon = 1\nGold = 1\nWon = 1 + 1\nif PlayerStand() = 1 and Won = 0 or "
                       "Gold = 1\n{\n}\nend")) ==
          "    ResetRotation(true, false, 2)\n    Won = true\n    Gold = 1\n    Won = 1 + 1\n"
          "    if PlayerStand() = true and Won = false or Gold = 1\n    {\n    }\n    end\n");
    CHECK(packed("Won = TRUE").code == packed("Won = 1").code);
}

TEST_CASE("functions: a source can declare constants, and names of variables and numbers")
{
    const Script script = packed("SetMyAttr(1, 1)\nend");
    const std::string source = disassemble(script, &described_names()).text;
    CHECK(source.find("    constant 1 = attr_beam\n") != std::string::npos);
    const Names other(read_definitions(as_bytes("[functions]\r\n[flags]\r\nBOOL attr_beam 0\r\n")).value());
    CHECK(assemble(source, "a.soup").script == script);
    CHECK(assemble(source, "a.soup", {.names = &other}).script == script);

    const std::string own = "actor A { gold = gold + price if gold = fee { Won = false } gold.angle++ end }\n"
                            "names { variable 2 = gold constant 500 = price constant 'abcd' = fee }";
    const std::string plain = "actor A { var2 = var2 + 500 if var2 = 'abcd' { Won = 0 } var2.angle++ end }";
    CHECK(assemble(own, "a.soup", {.names = &described_names()}).script.value() ==
          assemble(plain, "a.soup", {.names = &described_names()}).script.value());
    const auto error_text = [](std::string_view block) {
        return describe(first_error(assemble("actor A { end }\nnames { " + std::string(block) + " }", "a.soup")));
    };
    CHECK(error_text("variable 2 = gold flag 3 = gold") == "a.soup:2:36: gold or its number 3 is declared twice");
    CHECK(error_text("constant 2 = gold constant 3 = gold") == "a.soup:2:40: gold is declared twice");
    CHECK(error_text("variable 256 = gold") == "a.soup:2:18: 256 is out of range; the number of the name is 0 to 255");
}

TEST_CASE("functions: keywords can still be names of flags and functions")
{
    const std::string source = "actor A { loop = 1 true = 2 if true = 1 { } while(3) end }\n"
                               "names { flag 3 = loop flag 4 = true function 9 = while(1) }";
    CHECK(assemble(source, "a.soup").script.value() ==
          assemble("actor A { flag_3 = 1 flag_4 = 2 if flag_4 = 1 { } function_9(3) end }", "a.soup").script.value());
}

TEST_CASE("functions: a source lists the numbers of all names that it uses")
{
    const auto names_of = [](std::string_view body) {
        const std::string text = disassemble(packed(body), &described_names()).text;
        const std::size_t begin = text.find("\nnames\n{\n");
        return begin == std::string::npos ? std::string() : text.substr(begin + 9);
    };
    CHECK(names_of("var1 = 2\nend").empty());
    CHECK(names_of("Me.angle = 3\nWon = 1\nPlayAnimation(1, 0)\nSetMyAttr(0, 1)\nend") ==
          "    function 1 = SetMyAttr(2)\n    function 2 = PlayAnimation(2)\n    flag 0 = Won\n    property 0 = angle\n"
          "    constant 0 = attr_alpha\n    constant 1 = anim_walk\n}\n");
    CHECK(names_of("Me.angle++\nend") == "    property 0 = angle\n}\n");
}

TEST_CASE("functions: prints a position inside a statement as a label plus an offset")
{
    Script script = packed("var1 = 2\ngoto #a\n#a: end");
    const std::string text = disassemble(script, &described_names()).text;
    const Listing listing = decode(script.code);
    REQUIRE(listing.statements.size() == 3);
    script.code[listing.statements[1].offset + 1] = std::byte{3};  // into the first statement
    const std::string inside = disassemble(script, &described_names()).text;
    CHECK(inside.find("  #0000:\n") != std::string::npos);
    CHECK(inside.find("    goto #0000+3\n") != std::string::npos);
    const Assembly again = assemble(inside, "a.soup", {.names = &described_names()});
    REQUIRE(again.script);
    CHECK(again.script->code == script.code);
}

TEST_CASE("functions: lists unused strings; plain numbers do not count as a use")
{
    Script script = packed("var1 = 4\nvar2 = 260\nend");
    script.strings = {"first"};
    CHECK(shown(script) == "    strings\n    {\n        \"first\"\n    }\n    var1 = 4\n    var2 = 260\n    end\n");
    Script used = packed("PlayAnimation(\"one\", 4)\n\"two\".angle = 1\nPlayAnimation(\"one\", \"three\")\nend");
    CHECK(used.strings == std::vector<std::string>{"one", "two", "three"});
    CHECK(shown(used).find("strings") == std::string::npos);  // the strings are in the order of their use
    std::swap(used.strings[0], used.strings[1]);
    CHECK(shown(used).find("strings") == std::string::npos);
}

TEST_CASE("functions: four returns after `if <ScriptRv>` print as a block")
{
    const std::string body =
        "    if <ScriptRv> = 1\n    {\n        return\n        return\n        return\n        return\n"
        "    }\n    var0 = 1\n    end\n";
    CHECK(shown(packed(body)) == body);
}
