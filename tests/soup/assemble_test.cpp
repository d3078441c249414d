// Bytes of each construct of the language, and the exact text of errors and warnings.
#include <catch2/catch.hpp>

#include "core/bytes/hex.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/definitions.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

const Names& names()
{
    static const Names known = [] {
        Names made(read_definitions(as_bytes("[functions]\r\n"
                                             "task RTX parms 1\r\n"
                                             "function HaveItem parms 1\r\n"
                                             "multitask Light parms 2\r\n"
                                             "function TestGlobalFlag parms 1\r\n"
                                             "function ActiveItem parms 0\r\n"
                                             "task LoadWorld parms 3\r\n"
                                             "[refs]\r\nangle\r\nspeed\r\n"
                                             "[flags]\r\nBOOL Won 0\r\nNUMBER Gold 0\r\n"))
                       .value());
        made.items = {{8, "Rusty key"}, {9, "Gold key"}, {10, "Gold key"}};
        made.maps = {{1, "ISLAND"}};
        return made;
    }();
    return known;
}

std::string hex(ByteView bytes)
{
    std::string out;
    append_hex(out, bytes);
    return out;
}

std::string wrap(std::string_view body)
{
    return "actor A\n{\n" + std::string(body) + "\n}\n";
}

/// Returns the bytes of a body in hexadecimal, or the first error.
std::string pack(std::string_view body)
{
    const Assembly assembly = assemble(wrap(body), "a.soup", {.names = &names()});
    return assembly.script ? hex(assembly.script->code) : describe(first_error(assembly));
}

std::vector<std::string> messages_for(std::string_view body, const Script* previous = nullptr)
{
    std::vector<std::string> out;
    for (const Diagnostic& diagnostic :
         assemble(wrap(body), "a.soup", {.names = &names(), .previous = previous}).diagnostics) {
        out.push_back((diagnostic.severity == Severity::warning ? "warning: " : "") + describe(diagnostic.error));
    }
    return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("assemble: calls have their standard opcode, or the one in the source")
{
    CHECK(pack("RTX('abcd')") == "0001000107"
                                 "61626364");
    CHECK(pack("HaveItem(8)") == "0202000107"
                                 "08000000");
    CHECK(pack("@Light(1, -1)") == "010300020701000000"
                                   "07ffffffff");
    CHECK(pack("function RTX()") == "02010000");
    CHECK(pack("task HaveItem()") == "00020000");
    CHECK(pack("function_77(\"x\")") == "024d00011500000000");
    CHECK(pack("NullFunction()") == "020000");
    CHECK(pack("Player.RTX()") == "19010000010000");
    CHECK(pack("Player.HaveItem()") == "1a010002020000");
    CHECK(pack("Player.@RTX()") == "19010001010000");
    CHECK(pack("function Player.RTX[op=0x19]()") == "19010002010000");
    CHECK(pack("var1 = Me.HaveItem()") == "0a011a000002000000");
    CHECK(pack("var1 = Me.HaveItem[op=0x19]()") == "0a0119000002000000");
}

TEST_CASE("assemble: a call has at most 255 arguments and 255 padding bytes")
{
    const auto call = [](std::size_t count) {
        std::string arguments;
        for (std::size_t i = 0; i < count; ++i) {
            arguments += i == 0 ? "1" : ", 1";
        }
        return assemble("actor A\n{\n    function_9(" + arguments + ")\n}\n", "a.soup");
    };
    REQUIRE(call(255).script);
    CHECK(std::to_integer<int>(call(255).script->code.at(3)) == 255);
    REQUIRE_FALSE(call(256).script);
    CHECK(call(256).diagnostics.at(0).error.message == "more than 255 arguments");
    CHECK(call(256).diagnostics.at(0).error.code == ErrorCode::out_of_range);
    CHECK(assemble("actor A\n{\n    var1 = var2--[pad=255]\n}\n", "a.soup").script);
    const Assembly wide = assemble("actor A\n{\n    var1 = var2--[pad=256]\n}\n", "a.soup");
    REQUIRE_FALSE(wide.script);
    CHECK(wide.diagnostics.at(0).error.message == "a pad of one byte is 0 to 255");
}

TEST_CASE("assemble: arguments and objects include their padding bytes")
{
    CHECK(pack("RTX(var3)") == "000100010a03000000");
    CHECK(pack("RTX(var3[pad=0x030201])") == "000100010a03010203");
    CHECK(pack("RTX(Gold)") == "0001000106010000"
                               "00");
    CHECK(pack("RTX(Gold[pad=258])") == "00010001060100"
                                        "0201");
    CHECK(pack("RTX(flag Gold)") == "0001000116"
                                    "01000000");
    CHECK(pack("TestGlobalFlag(flag 300)") == "0204000116"
                                              "2c010000");
    CHECK(pack("Camera[pad=7].angle++") == "0f02070000");
    CHECK(pack("var2.speed--") == "100a020100");
    CHECK(pack("object[9, 3].property_200[high=1]++") == "0f0903c801");
    CHECK(pack("DOOR1.angle++ \"door 1\".angle++ DOOR1.angle++") == "0f04000000"
                                                                    "0f04010000"
                                                                    "0f04000000");
    CHECK(pack("string[99].angle++") == "0f04630000");
    CHECK(pack("RTX(string[99])") == "0001000115"
                                     "63000000");
}

TEST_CASE("assemble: an object is a word, a variable, a name or a string number")
{
    const auto object = [](std::string_view written) { return pack(std::string(written) + ".angle++"); };
    const auto listed = [](std::string_view written) {
        return pack("strings { \"A\" \"DOOR\" \"a door\" }\n" + std::string(written) + ".angle++");
    };
    CHECK(object("Me") == "0f00000000");
    CHECK(object("Player") == "0f01000000");
    CHECK(object("Camera") == "0f02000000");
    CHECK(object("Me[pad=255]") == "0f00ff0000");
    CHECK(object("Me[pad=256]") == "a.soup:3:4: a pad of one byte is 0 to 255");
    CHECK(object("Me[1]") == "a.soup:3:4: 1 where pad should be; other marks are not allowed here");
    CHECK(object("var255") == "0f0aff0000");
    CHECK(object("var256") == "a.soup:3:1: past var255");
    CHECK(object("string[255]") == "0f04ff0000");
    CHECK(object("string[256]") ==
          "a.soup:3:8: 256 is out of range; the number of a string that names an object is 0 to 255");
    CHECK(object("string[1") == "a.soup:3:9: . where ] after the number should be");
    CHECK(object("string") == "0f04000000");
    CHECK(object("object[255, 255]") == "0fffff0000");
    CHECK(object("object[256, 0]") == "a.soup:3:8: 256 is out of range; the kind of the object is 0 to 255");
    CHECK(object("object[0, 256]") == "a.soup:3:11: 256 is out of range; the second byte is 0 to 255");
    CHECK(object("object[1 2]") == "a.soup:3:10: 2 where , after the kind should be");
    CHECK(object("object[1, 2") == "a.soup:3:12: . where ] after the second byte should be");
    CHECK(object("object") == "0f04000000");
    CHECK(listed("A[0]") == "0f04000000");
    CHECK(listed("DOOR") == "0f04010000");
    CHECK(listed("\"a door\"[2]") == "0f04020000");
    CHECK(listed("A[1]") == "a.soup:4:3: string 1 is not A; leave the number out, or correct the list of strings");
    CHECK(object("DOOR[0]") ==
          "a.soup:3:6: string 0 is not DOOR; leave the number out, or correct the list of strings");
    CHECK(object("DOOR[index=0]") ==
          "a.soup:3:6: index where the string's number should be; other marks are not allowed here");
    CHECK(object("DOOR[pad=0]") ==
          "a.soup:3:6: pad where the string's number should be; other marks are not allowed here");
    CHECK(object("7") ==
          "a.soup:3:1: 7 is not an object; an object is Me, Player, Camera, a name, or a variable such as "
          "var2; the public mod manager prints a variable's value here");
    CHECK(object("\"") == "a.soup:3:1: this text has no closing \"; it must end on its line; a \" inside it is \\x22");
}

TEST_CASE("assemble: encodes formulas and conditions")
{
    CHECK(pack("var1 = 1 + 2 * -3") == "0a01"
                                       "0701000000"
                                       "01"
                                       "0702000000"
                                       "03"
                                       "07fdffffff"
                                       "00");
    CHECK(pack("Gold = Gold / 2 >> 1") == "060100"
                                          "060100"
                                          "04"
                                          "0702000000"
                                          "06"
                                          "0701000000"
                                          "00");
    CHECK(pack("var1 = var2++") == "0a01"
                                   "0a02"
                                   "0a00");
    CHECK(pack("var1 = var2--[pad=9]") == "0a01"
                                          "0a02"
                                          "0b09");
    CHECK(pack("Me.angle = 5") == "1400000000"
                                  "0705000000"
                                  "00");
    CHECK(pack("if var1 = 2 and Gold[operator=4] >= Won or Me.angle < Me.speed\n{\n    return\n}") == "03"
                                                                                                      "0a0100"
                                                                                                      "00"
                                                                                                      "0702000000"
                                                                                                      "01"
                                                                                                      "06010004"
                                                                                                      "05"
                                                                                                      "06000000"
                                                                                                      "02"
                                                                                                      "1400000000"
                                                                                                      "00"
                                                                                                      "02"
                                                                                                      "1400000100"
                                                                                                      "00"
                                                                                                      "27000000"
                                                                                                      "12");
    CHECK(pack("if var1++[pad=3] != 2 else goto 0x99") == "03"
                                                          "0a010a03"
                                                          "01"
                                                          "0702000000"
                                                          "00"
                                                          "99000000");
    CHECK(pack("if ActiveItem() = <Rusty key> { }") == "0302050000"
                                                       "00"
                                                       "0708000000"
                                                       "00"
                                                       "10000000");
}

TEST_CASE("assemble: encodes jumps, positions inside statements, and short statements")
{
    CHECK(pack("#a: goto #a gosub #b #b: end") == "0400000000"
                                                  "110a000000"
                                                  "0500000000");
    CHECK(pack("end #a #a: endint return") == "0505000000"
                                              "13"
                                              "12");
    CHECK(pack("goto #a+3 #a: goto 0x1234") == "0408000000"
                                               "0434120000");
    CHECK(pack("<Anchor> = 7 <TaskPause(#a)> #a: if <ScriptRv> = 2 { goto #a }") == "1707"
                                                                                    "1b07000000"
                                                                                    "1e02"
                                                                                    "0407000000");
    CHECK(pack("bytes \"FF 08\"") == "ff08");
}

TEST_CASE("assemble: accepts names of items and maps if they are unique")
{
    CHECK(pack("HaveItem(<8: whatever>)") == pack("HaveItem(8)"));
    CHECK(pack("HaveItem(<rusty key>)") == pack("HaveItem(8)"));
    CHECK(pack("LoadWorld(<ISLAND>, 2, 0)") == pack("LoadWorld(1, 2, 0)"));
    CHECK(pack("HaveItem(<Gold key>)") ==
          "a.soup:3:10: 9 and 10 are both called Gold key; give the number: <10: Gold key>");
    CHECK(pack("HaveItem(<Rusty kei>)") == "a.soup:3:10: no item is called Rusty kei; did you mean <Rusty key>?");
}

TEST_CASE("assemble: numbers strings in order, after the listed ones")
{
    const Assembly assembly =
        assemble(wrap("strings { \"a\" \"b\" \"a\" }\nRTX(\"a\") RTX(\"a\"[2]) RTX(\"new\") b.angle++"), "a.soup",
                 {.names = &names()});
    REQUIRE(assembly.script);
    CHECK(assembly.script->strings == Lines{"a", "b", "a", "new"});
    CHECK(hex(assembly.script->code) == "000100011500000000"
                                        "000100011502000000"
                                        "000100011503000000"
                                        "0f04010000");
    CHECK(pack("RTX(\"\xC3\xBC\\x22\\x00\")") == "000100011500000000");
}

TEST_CASE("assemble: sets hooks and the start")
{
    const Assembly assembly =
        assemble(wrap("hook 2 at 0x1234 upper 9\nreturn\nhook 1 upper 3:\nstart:\nreturn\nhook 0:"), "a.soup");
    REQUIRE(assembly.script);
    CHECK(assembly.script->start == 1);
    CHECK(assembly.script->hooks == std::vector<Hook>{{2, 0}, {1, 3}, {0x1234, 9}});
    const Assembly without = assemble(wrap("start\nreturn"), "a.soup");
    CHECK_FALSE(without.script);
    REQUIRE(without.diagnostics.size() == 1);
    CHECK(describe(without.diagnostics[0].error) == "a.soup:4:1: return where : after start should be");
}

TEST_CASE("assemble: hexadecimal text replaces the code of the previous script only")
{
    Script previous;
    previous.name = "DOOR";
    previous.strings = {"a"};
    previous.start = 3;
    previous.hooks = {{1, 2}};
    const Assembly assembly = assemble("; a comment\n01 02\r\n\n0a0B\n", "a.soup", {.previous = &previous});
    REQUIRE(assembly.script);
    CHECK(hex(assembly.script->code) == "01020a0b");
    CHECK(assembly.script->strings == Lines{"a"});
    CHECK(assembly.script->hooks == previous.hooks);
    CHECK(assembly.script->start == 3);
    CHECK(describe(first_error(assemble("01 02\nxx\n", "a.soup"))) ==
          "a.soup:2:1: not pairs of hexadecimal digits; the lines above are bytes; a script in words begins with: "
          "actor NAME {");
}

TEST_CASE("assemble: a number in the source's names overrides SOUP386.DEF")
{
    const std::string source = "actor A { RTX() Other(1) F = 1 Me.p++ end }\n"
                               "names { function 9 = RTX(0) task 8 = Other(1) flag 7 = F property 6 = p }";
    const Assembly assembly = assemble(source, "a.soup", {.names = &names()});
    REQUIRE(assembly.script);
    CHECK(hex(assembly.script->code) == "02090000"
                                        "00080001"
                                        "0701000000"
                                        "060700"
                                        "0701000000"
                                        "00"
                                        "0f00000600"
                                        "0500000000");
    CHECK(describe(assembly.diagnostics.at(0).error) ==
          "a.soup:1:17: SOUP386.DEF has no function Other; pack uses the number in the block of names");
    CHECK(describe(assembly.diagnostics.at(1).error) ==
          "a.soup:2:22: RTX is function 9 here and 1 in SOUP386.DEF; pack uses the number in this source");
}

TEST_CASE("assemble: errors have position, found text and fix; reports several")
{
    CHECK(
        messages_for("RXT('abcd')\nvar1 = = 2\ngoto #nowhere\nif var1 = 1 {\nGlod = 1\n}\nRTX('abc')\n#a: #a:") ==
        Lines{"a.soup:3:1: no function RXT is known; did you mean RTX?", "a.soup:4:8: = where a value should be",
              "a.soup:5:6: no label #nowhere in this script; write it before the target statement, with a colon "
              "after it",
              "a.soup:7:1: no variable or flag is called Glod; did you mean Gold?",
              "a.soup:9:5: 3 characters between ' and '; a dialogue label has four; other texts are between \" and \"",
              "a.soup:10:5: label #a is declared twice; line 10 has it"});
    CHECK(messages_for("#open: goto #opne") ==
          Lines{"a.soup:3:13: no label #opne in this script; did you mean #open?"});
    CHECK(messages_for("hook 1: return") ==
          Lines{"a.soup:3:1: hook 1 without a hook 0; the game numbers hooks from 0 without "
                "gaps; if its statement was removed, give the hook another position"});
    CHECK(messages_for("hook 0 at #a+5\n#a: endint") ==
          Lines{"a.soup:3:11: #a+5 is not inside the statement at #a, which has "
                "1 byte; the statement has changed; give the intended position its own label"});
    CHECK(pack("hook 0 at #a+4 #a: goto #a") == "0400000000");
    CHECK(messages_for("hook 0 at #a+5\n#a: goto #a") ==
          Lines{"a.soup:3:11: #a+5 is not inside the statement at #a, which has "
                "5 bytes; the statement has changed; give the intended position its own label"});
    CHECK(messages_for("if <ScriptRv> = 1 { <Anchor> = 1 goto #a } #a: end") == Lines{});
    CHECK(
        messages_for("if <ScriptRv> = 1 { goto #a return } #a: return") ==
        Lines{"a.soup:3:36: the block of <ScriptRv> has a statement after its fourth byte; it ends with the statement "
              "that reaches its fourth byte; put one goto there"});
    CHECK(messages_for("if <ScriptRv> = 1 { return } return") ==
          Lines{"a.soup:3:19: the block of <ScriptRv> is shorter than 4 "
                "bytes; the game reads the following bytes as part of it; write one "
                "goto there"});
    CHECK(messages_for("RTX(\"no end)\nreturn") ==
          Lines{"a.soup:3:5: this text has no closing \"; it must end on its line; a \" inside it is \\x22"});
    CHECK(messages_for("return;\nendint;") ==
          Lines{"a.soup:3:7: ';' is not part of the language; a comment begins with //; "
                "statements need nothing at their end",
                "a.soup:4:7: ';' is not part of the language; a comment begins with //; "
                "statements need nothing at their end"});
    CHECK(messages_for("var1++") ==
          Lines{"a.soup:3:1: var1 cannot be incremented or decremented with ++ or --; var1 = var1 + 1"});
    CHECK(messages_for("for") ==
          Lines{"a.soup:3:1: for cannot begin a statement; var1 = 0 while var1 < 10 { ... var1 = var1 + 1 }"});
    CHECK(messages_for("if var1 = 1 {") ==
          Lines{"a.soup:2:1: this block has no closing }; it opens the actor; the } of line 4 "
                "ends the block of if in line 3"});
    CHECK(messages_for("var300 = 1") == Lines{"a.soup:3:1: var300 is above var255, the maximum"});
    CHECK(messages_for("RTX(4294967296)") ==
          Lines{"a.soup:3:5: 4294967296 is out of range; a number of 32 bits is -2147483648 to 4294967295"});
}

TEST_CASE("assemble: a function declared without its number of arguments is known")
{
    const Assembly assembly = assemble("actor A { Ask() end }\nnames { function 9 = Ask() }", "a.soup", {});
    REQUIRE(assembly.diagnostics.size() == 1);
    CHECK(describe(assembly.diagnostics[0].error) ==
          "a.soup:2:26: ) where the number of arguments should be; without any it is Ask(0)");
    CHECK(apply_fixes("actor A { Ask() end }\nnames { function 9 = Ask() }", assembly.diagnostics).text ==
          "actor A { Ask() end }\nnames { function 9 = Ask(0) }");
}

TEST_CASE("assemble: reports an unclosed bracket at its opening")
{
    CHECK(messages_for("RTX('abcd',\nreturn\nif var1 = 1 { return }") ==
          Lines{"a.soup:3:4: these arguments have no closing )"});
    CHECK(messages_for("RTX('abcd'\n#a: goto #a") == Lines{"a.soup:3:4: these arguments have no closing )"});
    CHECK(messages_for("RTX(\n    'abcd')\nend") == Lines{});
    CHECK(messages_for("RTX(\n'abcd' 2)") == Lines{"a.soup:4:8: 2 where , or ) after the argument should be"});
    CHECK(messages_for("strings\n{\n\"a\"\nreturn") == Lines{"a.soup:4:1: these strings have no closing }"});
    // The } of an outer block is indented less than the block that it would close.
    CHECK(messages_for("    if var1 = 1\n    {\n        return\n") ==
          Lines{"a.soup:4:5: this block has no closing }; it is the block of if in line 3"});
    CHECK(messages_for("if var1 = 1 {\n    if var2 = 2 {\n        return\n}\n") ==
          Lines{"a.soup:4:17: this block has no closing }; it is the block of if in line 4"});
    CHECK(messages_for("    if var1 = 1 {\n        end\n    }\n    end") == Lines{});
    CHECK(messages_for("while var1 = 1\n{\nif var1 = 2 { }\nelse\n{\n") ==
          Lines{"a.soup:4:1: this block has no closing }; it is the block of while in line 3"});
    CHECK(messages_for("end\n}\n{") != Lines{});
    // The names after the actor are not parsed as statements of the block.
    CHECK(messages_for("loop {\nreturn\n}\nnames\n{\n    flag 12 = DoorOpen\n") ==
          Lines{"a.soup:2:1: this block has no closing }; it opens the actor; the } of line 5 ends the block of "
                "loop in "
                "line 3"});
    CHECK(describe(first_error(assemble("actor A\n{\n}\nnames\n{\n    task 41 = RTX(1)\n", "a.soup", {}))) ==
          "a.soup:5:1: these names have no closing }");
}

TEST_CASE("assemble: an error shows its line with a mark below")
{
    const Assembly assembly = assemble(wrap("\tActiveItem(\"\xC3\xBC\", nope)"), "a.soup", {.names = &names()});
    REQUIRE(assembly.diagnostics.size() == 1);
    CHECK(show(assembly.diagnostics[0]) == "a.soup:3:18: error: no variable, flag or constant is called nope; name one "
                                           "in the block of names: variable 2 = "
                                           "nope; a flag has a number too: flag_12\n"
                                           "\tActiveItem(\"\xC3\xBC\", nope)\n"
                                           "\t                ^~~~");
}

TEST_CASE("assemble: warns about arguments, labels, strings, variables and dead code")
{
    Script previous;
    previous.variables = 2;
    previous.hooks = {{0, 0}};
    CHECK(messages_for(
              "strings { \"a\" }\nRTX('abcd', 2)\n#a:\nvar1 = var2\nfunction_99()\ngoto #b\nreturn\nreturn\n#b: end",
              &previous) ==
          Lines{"warning: a.soup:1:1: the actor had 1 hooks and has 0 now; the game calls hooks by their numbers",
                "warning: a.soup:3:11: string 0 is not used", "warning: a.soup:4:1: RTX takes 1 argument, 2 given",
                "warning: a.soup:5:1: no statement jumps to label #a",
                "a.soup:6:8: the actor has no var2; the actor has var0 to var1; values stored past "
                "them overwrite another actor's memory",
                "warning: a.soup:7:1: SOUP386.DEF has no function 99; its last is 6",
                "warning: a.soup:9:1: this statement is never reached; it follows goto, end or return, and has no "
                "label that is used"});
}

TEST_CASE("assemble: ignores white space and comments")
{
    const std::string packed = pack("if var1 = 2 and var2<3 {RTX('abcd')goto #a}#a:var1=-1-1 var2 = 3<<2 end");
    CHECK(packed.size() == 2 * 72);
    CHECK(pack("if var1\n=2 // two\nand var2 <3\n\n{\n RTX ( 'abcd' )\n  goto\n #a }\n#a :\nvar1 = -1 -1\nvar2=3 << "
               "2\nend") == packed);
}

TEST_CASE("assemble: rejects `task` together with @ in a call")
{
    const Assembly assembly = assemble("actor A { task DOOR.@function_1() }", "a.soup");
    REQUIRE_FALSE(assembly.script);
    CHECK(assembly.diagnostics[0].error.message == "@ where a function's name should be");
    CHECK(assembly.diagnostics[0].error.hint == "@ already sets the call type");
}
