// Compiled code with names instead of numbers, and back.
#include <catch2/catch.hpp>

#include "obscript/code_text.hpp"
#include "obscript/named_code.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

const std::string head = "; i1 = count\n; v2 = item\n; f3 = Health\n; i4 = i5\n; r1 = 00000014 player\n; r2 = f2\n"
                         "; r3 = 01000AAA Keeper\n; r4 = 01000BBB Rain global\n; keeper.stage = integer 21\n";

void check_names(std::string_view numbers, std::string_view names)
{
    CHECK(with_names(head, numbers) == names);
    CHECK(with_numbers(head + std::string(names)).text == head + std::string(numbers));
}

}  // namespace

TEST_CASE("named code: prints variables and references by name", "[obscript]")
{
    check_names("set i1 to i1 + g4", "set count to count + Rain");
    check_names("Let(v2 := r1.GetEquipped(r3))", "Let(item := player.GetEquipped(Keeper))");
    check_names("if r3.i21 > f2 jump=3", "if Keeper.stage > f:item jump=3");
    check_names("r2.Activate(r1, 1)", "item.Activate(player, 1)");
    check_names("r1.AddItem(r2, i1)", "player.AddItem(r:item, count)");
    check_names("Let(r3.s21 := \"i1 \" + i1)", "Let(Keeper.s:stage := \"i1 \" + count)");
    // A reference to a variable has the variable's name, in any order of definition.
    CHECK(with_names("; r2 = f2\n; v2 = item\n", "r2.Activate(r2, 1)") == "item.Activate(r:item, 1)");
    check_names("op1234{69 31} ; i1", "op1234{69 31} ; i1");
    // Keywords of statements, and names that look like numbers.
    check_names("ModActorValue(Health, f3)", "ModActorValue(Health, f3)");
    check_names("set i4 to i5", "set i4 to i5");
    check_names("set i9 to r9.i1", "set i9 to r9.i1");
}

TEST_CASE("named code: a letter with a number up to 99999 is an index, else a name", "[obscript]")
{
    CHECK(with_names("; i65535 = last\n", "set i65535 to 1") == "set last to 1");
    CHECK(with_names("; i9 = last\n", "set i9 to 1") == "set last to 1");
    CHECK(with_names("; i100000 = last\n", "set i100000 to 1") == "set i100000 to 1");
    CHECK(with_names("; i01 = last\n", "set i01 to 1") == "set i01 to 1");
    CHECK(with_names("; i0 = last\n", "set i0 to 1") == "set i0 to 1");
    CHECK(with_names("; i1x = last\n", "set i1x to 1") == "set i1x to 1");
    CHECK(with_names("; b1 = last\n", "set b1 to 1") == "set b1 to 1");
}

TEST_CASE("named code: keywords of statements are not names", "[obscript]")
{
    // Numbers that depend on others, axes, opcodes, commands, keywords, blocks, and parameters.
    for (const std::string name :
         {"jump",     "LENGTH",       "Behind",   "X",    "y",    "z",     "op12AB", "AddItem", "GetAV",     "set",
          "GameMode", "OnPackageEnd", "Strength", "Idle", "Male", "Steal", "Door",   "f2",      "two words", ""}) {
        INFO(name);
        CHECK(with_names("; i1 = " + name + "\n", "set i1 to 1") == "set i1 to 1");
        CHECK(with_names("; r1 = 00000014 " + name + "\n", "set i1 to r1") == "set i1 to r1");
        CHECK(with_names("; keeper." + name + " = integer 2\n; r1 = 00000014 keeper\n", "set r1.i2 to 1") ==
              "set keeper.i2 to 1");
    }
    CHECK(with_names("; i1 = op12AB1\n; f2 = w\n", "set i1 to f2") == "set op12AB1 to w");
}

TEST_CASE("named code: ignores comments that do not define a name", "[obscript]")
{
    CHECK(with_names("; a note\n; i1=count\n; = i2\n;i3 = x\n; i4 = ok\r\n; keeper.stage = whole 21\n"
                     "; keeper.state = integer\n; keeper.place = integer x\n; r1 = 00000014 keeper\n",
                     "set i4 to i3 + i2 + i1 + r1.i21") == "set ok to i3 + i2 + i1 + keeper.i21");
    // The head ends with the first line that is not a comment.
    CHECK(with_names("; i1 = one\nScriptName\n; i2 = two\n", "set i1 to i2") == "set one to i2");
}

TEST_CASE("named code: replaces no names in texts, bytes and comments", "[obscript]")
{
    check_names("Let(s5 := \"i1\") ; i1", "Let(s5 := \"i1\") ; i1");
    check_names("Let(s5 := \"i1", "Let(s5 := \"i1");
    check_names("op1234{f3", "op1234{f3");
    check_names("; i1 r1\nset i1 to 1", "; i1 r1\nset count to 1");
    check_names("set i1 to i1 ;", "set count to count ;");
    check_names("set i1 to f3", "set count to f3");  // an actor value
    check_names("if r1.i1 == 1", "if player.i1 == 1");
    check_names("if r1. i1 == 1", "if player. count == 1");
    check_names("Begin #1\nLet([i1 @2])", "Begin #1\nLet([count @2])");
}

TEST_CASE("named code: positions map between the numbered and the named text", "[obscript]")
{
    const NumberedText numbered = with_numbers("; i1 = count\nset count to count + 1");
    REQUIRE(numbered.text == "; i1 = count\nset i1 to i1 + 1");
    CHECK(numbered.position_of(0) == 0);
    CHECK(numbered.position_of(13) == 13);  // set
    CHECK(numbered.position_of(17) == 17);  // i1, which is count
    CHECK(numbered.position_of(18) == 17);
    CHECK(numbered.position_of(19) == 22);  // the space after it
    CHECK(numbered.position_of(23) == 26);
    CHECK(numbered.position_of(25) == 31);
    CHECK(numbered.position_of(28) == 34);
}

TEST_CASE("named code: operators bind by precedence, then from left to right", "[obscript]")
{
    const auto code = [](const std::string& statement) {
        const Result<Bytes> bytes = from_named_statements(statement, CodePage::cp1252);
        INFO(statement << (bytes ? "" : ": " + describe(bytes.error())));
        REQUIRE(bytes);
        return *bytes;
    };
    const std::vector<std::vector<std::string>> levels{{"||", "&&"},
                                                       {"==", "!=", "<", ">", "<=", ">="},
                                                       {"+", "-"},
                                                       {"*", "/"}};
    for (std::size_t weak = 0; weak < levels.size(); ++weak) {
        for (std::size_t strong = weak; strong < levels.size(); ++strong) {
            for (const std::string& a : levels[weak]) {
                for (const std::string& b : levels[strong]) {
                    const std::string head_of = "set i1 to ";
                    const bool alike = weak == strong;
                    CHECK(code(head_of + "7 " + a + " 5 " + b + " 2") ==
                          code(head_of + (alike ? "(7 " + a + " 5) " + b + " 2" : "7 " + a + " (5 " + b + " 2)")));
                    CHECK(code(head_of + "7 " + b + " 5 " + a + " 2") == code(head_of + "(7 " + b + " 5) " + a + " 2"));
                }
            }
        }
    }
}

TEST_CASE("named code: errors have positions in the named text", "[obscript]")
{
    const std::string text = head + "set count to count +\n";
    const Error error = from_named_statements(text, CodePage::cp1252).error();
    CHECK(error.line == 10);
    CHECK(error.column == 21);
    const auto place = [](std::string_view statements) {
        const Error found = from_named_statements(statements, CodePage::cp1252).error();
        return std::pair(found.line, found.column);
    };
    CHECK(place("set i1 1") == std::pair(1U, 7U));
    CHECK(place("; i1 = count\nset count 1") == std::pair(2U, 10U));
    CHECK(place("; i1 = count\nset count to 1\nreturn count\n") == std::pair(3U, 8U));
}

TEST_CASE("named code: a variable gets the type letter of most of its uses", "[obscript]")
{
    CHECK(variable_letters_of("Let(v2 := v2) set f2 to i1 r3.i7 \"f9\"") ==
          std::map<unsigned, char>{{1, 'i'}, {2, 'v'}});
}
