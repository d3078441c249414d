// Sources of Oblivion scripts and the code of the Construction Set, computed by hand.
#include <algorithm>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/letter_case.hpp"
#include "obscript/compile.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

/// Names of an invented game.
class Names final : public Environment {
public:
    std::optional<Form> form(std::string_view name, const NameUse& /*mention*/) override
    {
        static const std::map<std::string, Form> forms{
            {"door", {0x01000801, false}},    {"lever", {0x01000802, false}},   {"mq", {0x01000803, false}},
            {"gamehour", {0x00000038, true}}, {"gold001", {0x0000000F, false}}, {"fn", {0x01000804, false}}};
        const auto found = forms.find(lower(name));
        return found == forms.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<RemoteVariable> variable(std::string_view owner, std::string_view name,
                                           const NameUse& /*mention*/) override
    {
        if (equals_ignore_case(owner, "mq") && equals_ignore_case(name, "state")) {
            return RemoteVariable{7, VariableType::integer};
        }
        return {};
    }
    const Command* command(std::string_view name, const NameUse& /*mention*/) override
    {
        static const Command learnt{.opcode = 0x2A00,
                                    .name = "PluginDo",
                                    .short_name = {},
                                    .parameters = "Ti",
                                    .required = 1,
                                    .parser = CommandParser::standard};
        return equals_ignore_case(name, "plugindo") ? &learnt : nullptr;
    }
};

Compiled compiled(std::string_view source, const CompileOptions& options = {})
{
    Names names;
    return compile(source, names, options);
}

std::string all_messages(const Compiled& result)
{
    std::string text;
    for (const Message& each : result.messages) {
        text += (each.is_error ? "error: " : "warning: ") + describe(each.error) + "\n";
    }
    return text;
}

CompileOptions result_script()
{
    CompileOptions options;
    options.kind = ScriptKind::result;
    return options;
}

void check_code(const Compiled& result, std::string_view hex)
{
    Bytes expected;
    REQUIRE(parse_hex(hex, expected));
    INFO(all_messages(result));
    CHECK_FALSE(result.failed());
    std::string found;
    append_hex(found, result.code);
    std::string wanted;
    append_hex(wanted, expected);
    CHECK(found == wanted);
}

/// Checks the code of lines in a result script, which has no blocks.
void check_line(std::string_view source, std::string_view hex)
{
    INFO(source);
    check_code(compiled(source, result_script()), hex);
}

void check_error(std::string_view source, std::string_view message, const CompileOptions& options = {})
{
    INFO(source);
    const Compiled result = compiled(source, options);
    INFO(all_messages(result));
    REQUIRE(result.failed());
    const auto first = std::ranges::find_if(result.messages, &Message::is_error);
    CHECK(describe(first->error) == message);
}

void check_warning(std::string_view source, std::string_view message)
{
    INFO(source);
    const Compiled result = compiled(source, result_script());
    INFO(all_messages(result));
    CHECK_FALSE(result.failed());
    REQUIRE(result.messages.size() == 1);
    CHECK(describe(result.messages[0].error) == message);
}

}  // namespace

TEST_CASE("compile: the length of a block includes its End", "[obscript]")
{
    // ScriptName; Begin of type 0 and 0x0F bytes: Set with 11, End with 4.
    const std::string_view code = "1d000000 10000600 0000 0f000000 15000700 730100 0200 2031 11000000";
    const Compiled result =
        compiled("scn Test\r\n\r\nshort count\r\n\r\nbegin GameMode\r\n  set count to 1\r\nend\r\n");
    check_code(result, code);
    REQUIRE(result.variables.size() == 1);
    CHECK(result.variables[0].name == "count");
    CHECK(result.variables[0].index == 1);
    CHECK(result.last_variable == 1);
    CHECK(result.references.empty());
    CHECK_FALSE(result.uses_obse);
    // Sources with bare LFs compile as those with CR LF.
    check_code(compiled("scn Test\nshort count\nbegin GameMode\nset count to 1 ; once\nend"), code);
    // The second block type has an optional parameter, so its payload has the number of parameters.
    check_code(compiled("scn T\nbegin OnActivate\nend\nbegin MenuMode 1008\nend"),
               "1d000000 10000800 0200 04000000 0000 11000000 10000d00 0100 04000000 0100 6e f0030000 11000000");
}

TEST_CASE("compile: OBSE variables, blocks, functions and commands require OBSE", "[obscript]")
{
    const auto needs_obse = [](std::string_view source) {
        INFO(source);
        const Compiled result = compiled(source);
        INFO(all_messages(result));
        CHECK_FALSE(result.failed());
        return result.uses_obse;
    };
    CHECK_FALSE(needs_obse("scn T\nref it\nfloat x\nbegin OnActivate player\nset x to 1\nend"));
    CHECK(needs_obse("scn T\nbegin _GameMode\nend"));
    CHECK(needs_obse("scn T\nbegin _OnActivate\nend"));
    CHECK(needs_obse("scn T\nbegin function {}\nend"));
    CHECK(needs_obse("scn T\nstring_var text"));
    CHECK(needs_obse("scn T\narray_var list"));
    CHECK(needs_obse("scn T\nfloat x\nbegin GameMode\nlet x := 1\nend"));
    CHECK(needs_obse("scn T\nbegin GameMode\nplayer.PluginDo player\nend"));
}

TEST_CASE("compile: splits a source into lines as the game does", "[obscript]")
{
    // A comment begins inside quotes, too. Characters before the first letter are dropped.
    check_line("+return ; \"x\"\r\n--return", "1e000000 1e000000");
    // With a CR anywhere, a bare LF is white space: this is one line.
    check_line("return\nreturn\r\n", "1e000000");
    check_line("return ; one\nreturn\r\n", "1e000000 1e000000");  // but an LF ends a comment
    check_line("  \t\r\n;\r\n\r\nReTuRn\0return", "1e000000");
}

TEST_CASE("compile: a jump stores the number of statements to skip", "[obscript]")
{
    // if: 3 statements up to the elseif (return, the ref declaration, set; not the short one); elseif: 1; else: 3.
    check_line("if 1\nreturn\nref r\nshort s\nset s to 2\nelseif 0\nreturn\nelse\nif 1\nreturn\nendif\nendif",
               "16000600 0300 0200 2031 1e000000 15000700 730200 0200 2032 18000600 0100 0200 2030 1e000000 "
               "17000200 0300 16000600 0100 0200 2031 1e000000 19000000 19000000");
}

TEST_CASE("compile: converts expressions to postfix", "[obscript]")
{
    const auto check_expression = [](std::string_view source, std::string_view expression) {
        const std::string size =
            fmt::format("{:02x}00", std::ranges::count_if(expression, [](char c) { return c != ' '; }) / 2);
        const std::string payload =
            fmt::format("{:02x}00", std::ranges::count_if(expression, [](char c) { return c != ' '; }) / 2 + 4);
        check_line(fmt::format("short a\nfloat b\nref d\nif {}\nendif", source),
                   fmt::format("1600 {} 0000 {} {} 19000000", payload, size, expression));
    };
    check_expression("a", "20730100");
    check_expression("b == .5", "20660200 202e35 203d3d");  // numbers keep their typed form
    check_expression("1 + 2*3 - 4", "2031 2032 2033 202a 202b 2034 202d");
    check_expression("(1 + 2) * 3", "2031 2032 202b 2033 202a");
    check_expression("1 || a && 0", "2031 20730100 207c7c 2030 202626");  // && and || have equal precedence
    check_expression("a == -1 && b>=2", "20730100 2031 207e 203d3d 20660200 2032 203e3d 202626");
    check_expression("(a) - 1", "20730100 2031 202d");
    check_expression("d == player", "20660300 205a0200 203d3d");
    check_expression("d.GetAV Health < 5", "2072010058 0e10 0400 0100 0800 2035 203c");
    check_expression("GetSecondsPassed", "2058 0c10 0000");
    check_expression("GetDistance lever > gamehour", "2058 0110 0500 0100 720200 20470300 203e");
    check_expression("MenuMode && mq.state", "2058 2410 0200 0000 2072020073 0700 202626");
    check_expression("a 1 == 1", "20730100 2031 2031 203d3d");  // the compiler does not check the number of values
}

TEST_CASE("compile: encodes parameters by their type", "[obscript]")
{
    check_line("player.AddItem Gold001, 5", "1c000100 0210 0a00 0200 720200 6e05000000");
    check_line("player.AddItem Gold001 -5", "1c000100 0210 0a00 0200 720200 6efbffffff");
    check_line("float f\nplayer.AddItem Gold001 f", "1c000100 0210 0800 0200 720200 660100");
    check_line("player.AddItem Gold001 mq.state", "1c000100 0210 0b00 0200 720200 720300730700");
    check_line("player.AddItem Gold001 gamehour", "1c000100 0210 0800 0200 720200 470300");
    check_line("door.SetPos z 1.5", "1c000100 0710 0c00 0200 5a 7a000000000000f83f");
    check_line("player.ModAV heavyarmor 1", "1c000100 1010 0900 0200 1200 6e01000000");
    check_line("door.PlayGroup Forward 1", "1c000100 1310 0900 0200 0300 6e01000000");
    check_line("\"lever\".Enable", "1c000100 2110 0000");
    check_line("SetStage mq 10", "3910 0a00 0200 720100 6e0a000000");
    check_line("PluginDo door 1", "002a 0a00 0200 720100 6e01000000");
}

TEST_CASE("compile: parameters accept words and numbers within limits", "[obscript]")
{
    check_line("door.SetPos X 1.5", "1c000100 0710 0c00 0200 58 7a000000000000f83f");
    check_line("door.SetPos y 1.5", "1c000100 0710 0c00 0200 59 7a000000000000f83f");
    check_error("door.SetPos w 1.5", "line 1:13: parameter 1 of SetPos is \"w\", not an axis; X, Y or Z",
                result_script());
    check_error("door.SetPos xx 1.5", "line 1:13: parameter 1 of SetPos is \"xx\", not an axis; X, Y or Z",
                result_script());
    const auto crime = [](std::string_view word, std::string_view number) {
        check_code(compiled(fmt::format("scn T\nbegin OnAlarm {}\nend", word)),
                   fmt::format("1d000000 10000a00 0d00 04000000 0100 {} 11000000", number));
    };
    crime("Steal", "0000");
    crime("murder", "0400");
    crime("0", "0000");
    crime("5", "0500");
    CHECK(compiled("scn T\nbegin OnAlarm 6\nend").failed());
    CHECK(compiled("scn T\nbegin OnAlarm 10\nend").failed());
    CHECK(compiled("player.ModAV 5 1", result_script()).failed());  // parameters must be words
}

TEST_CASE("compile: encodes OBSE numbers in as few bytes as possible", "[obscript]")
{
    const auto check_number = [](std::string_view number, std::string_view code) {
        const auto size = std::ranges::count_if(code, [](char c) { return c != ' '; }) / 2;
        check_line(fmt::format("float f\nlet f := {}", number),
                   fmt::format("6517 {:02x}00 01 {:02x}00 5600 0000 0100 {} 00", size + 10, size + 9, code));
    };
    check_number("0", "4200");
    check_number("255", "42ff");
    check_number("256", "490001");
    check_number("65535", "49ffff");
    check_number("65536", "4c00000100");
    check_number("4294967295", "4cffffffff");
    check_number(".5", "5a000000000000e03f");
    check_number("0xF", "420f");
    check_number("0x1", "4201");
    check_number("0XfF", "42ff");
    check_number("1e3", "49e803");
    check_warning("float f\nlet f := 1x",
                  "line 2:10: 1x is not a variable, command or form; it is compiled as text; write it in quotes");
}

TEST_CASE("compile: encodes variables, buttons and time of messages", "[obscript]")
{
    check_line("MessageBox \"Hi\"", "0010 0a00 0100 0200 4869 0000 0000");
    check_line("short n\nMessageBox \"%.0f 5%%\" n \"Yes\" \"No\"",
               "0010 2000 0100 0800 252e306620352525 0100 730100 0200 0100 0300 596573 0100 0200 4e6f");
    check_line("Message \"Hi\"", "5910 0c00 0100 0200 4869 0000 00000000");
    check_line("Message \"Hi\" 10", "5910 0c00 0100 0200 4869 0000 0a000000");
}

TEST_CASE("compile: numbers references in two passes", "[obscript]")
{
    const Compiled result = compiled("scn T\nref r\nshort unused\nref never\nbegin GameMode\nset r to door\n"
                                     "lever.Enable\nr.Disable\nset mq.state to GameHour\nDOOR.Activate player\nend");
    INFO(all_messages(result));
    REQUIRE_FALSE(result.failed());
    // First the references on which lines are called, in order: lever, r, DOOR; then never, mq, GameHour, player.
    const std::vector<ReferenceEntry> expected{{false, 0x01000802, {}}, {true, 1, {}},
                                               {false, 0x01000801, {}}, {true, 3, {}},
                                               {false, 0x01000803, {}}, {false, 0x38, {}},
                                               {false, 0x14, {}}};
    CHECK(result.references == expected);
    check_code(result, "1d000000 10000600 0000 3e000000 15000900 660100 0400 205a0300 "
                       "1c000100 2110 0000 1c000200 2210 0000 15000c00 720500 730700 0400 20470600 "
                       "1c000300 0d10 0500 0100 720700 11000000");
}

TEST_CASE("compile: variables keep their indices of the previous version", "[obscript]")
{
    CompileOptions options;
    options.old_variables = {{4, "Old", VariableType::integer}, {2, "gone", VariableType::real}};
    options.last_variable = 9;
    const Compiled result = compiled("scn T\nfloat fresh\nshort old\nfloat other", options);
    REQUIRE(result.variables.size() == 3);
    CHECK(result.variables[0].index == 10);
    CHECK(result.variables[1].index == 4);
    CHECK(result.variables[2].index == 11);
    CHECK(result.last_variable == 11);
}

TEST_CASE("compile: encodes OBSE expressions", "[obscript]")
{
    check_line("short a\nlet a := 5 + 300", "6517 1000 01 0f00 5601 0000 0100 4205 492c01 0e 00");
    check_line("float f\nlet f := -1.5", "6517 1400 01 1300 5600 0000 0100 5a000000000000f83f 14 00");
    check_line("array_var t\nstring_var s\nlet t[\"k\"] := $s",
               "6517 1600 01 1500 5603 0000 0100 5301006b 18 5602 0000 0200 1b 00");
    check_line("array_var t\nlet t->key := 1", "6517 1300 01 1200 5603 0000 0100 5303006b6579 23 4201 00");
    // A game expression follows the OBSE expression. It is empty here.
    check_line("short a\nif eval a == 0x10\nendif",
               "1600 1600 0000 1200 20 58 6917 0c00 01 0b00 5601 0000 0100 4210 04 19000000");
    check_line("short a\nwhile a < 3\nlet a += 1\nloop",
               "6b17 1000 28000000 01 0b00 5601 0000 0100 4203 07 6517 0c00 01 0b00 5601 0000 0100 4201 1c 6c17 0000");
    // An unknown word is text. `player` without a dot is the base record.
    check_line("ref r\nlet r := player", "6517 0d00 01 0c00 5604 0000 0100 520200 00");
    CHECK(compiled("ref r\nlet r := player", result_script()).references[1].value == 7);
    check_line("call fn 1 \"%q\"", "8318 1100 01 0500 520100 02 0400 4201 0600 53010022");
    check_line("call $fn 1 \"%q\"", "8318 1100 01 0500 520100 02 0400 4201 0600 53010022");  // OBSE ignores a $
    check_line("ref r\nlet r := call fn 2 3",
               "6517 2000 01 1f00 5604 0000 0100 58 0000 8318 1100 01 0500 520200 02 0400 4202 0400 4203 00");
}

TEST_CASE("compile: encodes OBSE functions, and the blocks that OBSE compiles", "[obscript]")
{
    check_code(compiled("scn T\nshort n\narray_var t\nbegin Function {n, t}\nend"),
               "1d000000 10001100 0700 04000000 01 02 0100 01 0200 03 01 0200 11000000");
    // OBSE adds statements after Begin and before End, and compiles each parameter as an expression.
    check_code(compiled("scn T\nbegin _GameMode\nplayer.AddItem Gold001 1+1\nend"),
               "1d000000 10000600 0000 23000000 a519 0000 "
               "1c000100 0210 0f00 ffff 02 0500 520200 0700 4201 4201 0e a619 0000 11000000");
}

TEST_CASE("compile: errors have position, found text and fix", "[obscript]")
{
    check_error("begin GameMode\nend",
                "line 1:1: a script begins with its name; write scn and a name in the first line");
    check_error("scn T\nbegin GamMode\nend", "line 2:7: no block type \"GamMode\"; did you mean GameMode?");
    check_error("scn T\nbegin GameMode\nset x to 1\nend",
                "line 3:5: no variable is called x; declare it, such as with: short NAME");
    check_error("short a\nset a 5", "line 2:7: set without to; write set VARIABLE to VALUE", result_script());
    check_error("short a\nif a = 5\nendif", "line 2:6: = compares nothing; write == to compare", result_script());
    check_error("player.AddItm gold001 1", "line 1:1: no command is called AddItm; did you mean AddItem?",
                result_script());
    check_error("strng_var a", "line 1:1: no command is called strng_var; did you mean string_var?", result_script());
    check_error("player.AddItem gold001", "line 1:1: AddItem lacks parameter 2, whole number; write it after the name",
                result_script());
    check_error("player.AddItem gold001 1.5",
                "line 1:24: parameter 2 of AddItem is \"1.5\", not a whole number; write it without a point",
                result_script());
    check_error("player.AddItem gold001 1 2", "line 1:26: \"2\" after the parameters of AddItem; it takes at most 2",
                result_script());
    check_error("player.ModAV Helth 1",
                "line 1:14: parameter 1 of ModActorValue is \"Helth\", no actor value; did you mean Health?",
                result_script());
    check_error(
        "player.AddItem gold00 1",
        "line 1:16: no variable, command or form is called gold00; a form of another plugin is written as its FormID, "
        "such as 0000000F",
        result_script());
    check_error(
        "player.AddItem 0000000F -foo",
        "line 1:25: parameter 2 of AddItem is \"-foo\", neither a number nor a variable; declare it, such as with: "
        "short NAME",
        result_script());
    const auto brackets = [](std::size_t count) {
        return "short a\nlet a := " + std::string(count, '(') + "1" + std::string(count, ')');
    };
    CHECK_FALSE(compiled(brackets(199), result_script()).failed());
    check_error(brackets(200), "line 2:210: 200 nested brackets", result_script());
    check_error(
        "tcl",
        "line 1:1: no command is called tcl; commands of plugins of OBSE are known from compiled code that has them, "
        "and from a table, obse-commands.txt next to the plugin or the source",
        result_script());
    check_error("ToggleCollision", "line 1:1: ToggleCollision is a command of the console; scripts cannot call it",
                result_script());
    check_error("if 1\nreturn", "line 1:1: an if without endif; write endif", result_script());
    check_error("endif", "line 1:1: there is no open if here; write an if before it", result_script());
    check_error("scn T\nbegin GameMode\n", "line 2:1: a block that does not end; write End after its last statement");
    check_error("MessageBox \"%.0f\"", "line 1:13: 1 variables in a text, but 0 after it; write %% for the sign itself",
                result_script());
    check_error("let 5", "line 1:4: let without an assignment; write let VARIABLE := VALUE", result_script());
}

TEST_CASE("compile: an if ends with its block, also in an unknown block type", "[obscript]")
{
    const std::string begin = "scn T\nshort done\n";
    const std::string open_if = "if done\nset done to 0\nend\n";
    const std::string other = "begin OnLoad\nendif\nend\n";
    const std::string open = "an if without endif; write endif before the block's End\n";
    const std::string none = "there is no open if here; write an if before it\n";
    CHECK(all_messages(compiled(begin + "begin GameMode\n" + open_if + other)) ==
          "error: line 4:1: " + open + "error: line 8:1: " + none);
    CHECK(all_messages(compiled(begin + "begin GamMode\n" + open_if + other)) ==
          "error: line 3:7: no block type \"GamMode\"; did you mean GameMode?\nerror: line 4:1: " + open +
              "error: line 8:1: " + none);
}

TEST_CASE("compile: errors for limits of the game's compiler give the numbers", "[obscript]")
{
    check_error("; " + std::string(600, 'x') + "\nreturn " + std::string(505, 'x'),
                "line 2:1: a line of 512 characters; at most 511 are possible; use variables for parts of it",
                result_script());
    CHECK_FALSE(compiled("return " + std::string(504, 'x'), result_script()).failed());
    std::string ifs;
    for (int i = 0; i < 11; ++i) {
        ifs += "if 1\n";
    }
    for (int i = 0; i < 11; ++i) {
        ifs += "endif\n";
    }
    check_error(ifs, "line 11:1: 11 nested ifs; at most 10 are possible; join conditions with &&", result_script());
    CHECK_FALSE(compiled(ifs.substr(5, ifs.size() - 11), result_script()).failed());
    std::string much;
    for (int i = 0; i < 4097; ++i) {
        much += "return\n";
    }
    check_error(much, "line 1:1: the compiled script has 16388 bytes; at most 16384 are possible; split the script",
                result_script());
    CHECK_FALSE(compiled(much.substr(7), result_script()).failed());
}

TEST_CASE("compile: warns about errors that the Construction Set accepts", "[obscript]")
{
    check_warning("if 1\nendif foo", "line 2:7: \"foo\" is ignored; put ; before a comment");
    check_warning("if 1\nelse if 2\nendif", "line 2:1: the condition after else is ignored; write elseif, in one word");
    check_warning("player.AddItem gold001 3000000000", "line 1:24: the number 3000000000 is out of range: it becomes "
                                                       "-1294967296; whole numbers go from -2147483648 to "
                                                       "2147483647");
    const Compiled block = compiled("scn T\nbegin GameMode now\nend\nbegin OnLoad ; later\nend");
    REQUIRE(block.messages.size() == 1);
    CHECK(describe(block.messages[0].error) == "line 2:16: \"now\" is ignored; put ; before a comment");
    check_warning("short a\nif (a\nendif", "line 2:3: a parenthesis that is not closed");
    check_warning("short a b", "line 1:8: \" b\" is ignored; declare one variable in each line");
}

TEST_CASE("compile: warns about unused variables and lines without effect", "[obscript]")
{
    const auto warnings = [](std::string_view source, const CompileOptions& options = {}) {
        std::vector<std::string> found;
        for (const Message& each : compiled(source, options).messages) {
            found.push_back(describe(each.error));
        }
        return found;
    };
    const std::string_view source =
        "scn T\nshort a\nshort b\nref c\nbegin GameMode\nif b\nc.Enable\nendif\nset b to b\nend";
    CHECK(warnings(source) ==
          std::vector<std::string>{"line 2:7: the variable a is never used in this script",
                                   "line 4:5: the variable c is read, but never set in this script"});
    CompileOptions quest;
    quest.kind = ScriptKind::quest;
    CHECK(warnings(source, quest).empty());  // other scripts use the variables of quests
    CHECK(warnings("scn T\nbegin GameMode\nif 1\nreturn\nendif\nreturn\nplayer.Disable\nplayer.Enable\nend") ==
          std::vector<std::string>{"line 7:1: unreachable line: there is a return before it"});
    CHECK(
        warnings("scn T\nshort enable\nbegin GameMode\nset enable to 1\nend") ==
        std::vector<std::string>{"line 2:7: the variable enable hides the command of that name; give it another name"});
}

TEST_CASE("compile: suggests a variable or a form that the script mentions", "[obscript]")
{
    const auto messages_of = [](std::string_view source) { return all_messages(compiled(source)); };
    CHECK(messages_of("scn T\nref counter\nbegin gamemode\ncountr.disable\nend").find("did you mean counter?") !=
          std::string::npos);
    CHECK(messages_of("scn T\nbegin gamemode\ndoor.activate lever\nlver.disable\nend").find("did you mean lever?") !=
          std::string::npos);
    CHECK(messages_of("scn T\nbegin gamemode\nlver.disable\nend").find("lever") == std::string::npos);
}

TEST_CASE("compile: fixes a misspelling only if one match is nearest", "[obscript]")
{
    using Edits = std::vector<SourceEdit>;
    const auto first = [](std::string_view source) { return compiled(source).messages.at(0); };
    const Message command = first("scn T\nbegin GameMode\ngetisceel\nend");
    CHECK(describe(command.error) == "line 3:1: no command is called getisceel; did you mean GetInCell?");
    CHECK(command.fix == Edits{{21, 9, "GetInCell"}});
    // Three names are equally near, so there is no fix.
    const Message several = first("scn T\nbegin GameMode\nret\nend");
    CHECK(describe(several.error) == "line 3:1: no command is called ret; did you mean ref or set or Let?");
    CHECK(several.fix.empty());
    // An equal name of a variable and a form counts as one name.
    const Message form = first("scn T\nref counter\nbegin GameMode\nset counter to Door\ncountr.disable\nend");
    CHECK(form.fix == Edits{{53, 6, "counter"}});
    // The underscore before a block's name is kept.
    const Message block = first("scn T\nbegin _GamMode\nend");
    CHECK(block.fix == Edits{{13, 7, "GameMode"}});
}

TEST_CASE("compile: stops after 50 errors", "[obscript]")
{
    const auto errors_in = [](std::size_t lines) {
        std::string source = "scn A\nBegin GameMode\n";
        for (std::size_t i = 0; i < lines; ++i) {
            source += fmt::format("nothing{}\n", i);
        }
        std::size_t errors = 0;
        for (const Message& each : compiled(source + "End\n").messages) {
            errors += each.is_error ? 1 : 0;
        }
        return errors;
    };
    CHECK(errors_in(50) == 50);
    CHECK(errors_in(51) == 52);  // 51 errors, and one for the unclosed block
    CHECK(errors_in(60) == 52);
}
