// Compiled code with names in the place of numbers, and back.
#include <catch2/catch.hpp>

#include "obscript/code_text.hpp"
#include "obscript/named_code.hpp"

using namespace redforge;
using namespace redforge::obscript;

namespace {

const std::string head = "; i1 = count\n; v2 = item\n; f3 = Health\n; i4 = i5\n; r1 = 00000014 player\n; r2 = f2\n"
                         "; r3 = 01000AAA Keeper\n; r4 = 01000BBB Rain global\n; keeper.stage = integer 21\n";

void same(std::string_view numbers, std::string_view names)
{
    CHECK(with_names(head, numbers) == names);
    CHECK(with_numbers(head + std::string(names)).text == head + std::string(numbers));
}

}  // namespace

TEST_CASE("variables, references and variables of other scripts are called by their names", "[obscript]")
{
    same("set i1 to i1 + g4", "set count to count + Rain");
    same("Let(v2 := r1.GetEquipped(r3))", "Let(item := player.GetEquipped(Keeper))");
    same("if r3.i21 > f2 jump=3", "if Keeper.stage > f:item jump=3");
    same("r2.Activate(r1, 1)", "item.Activate(player, 1)");
    same("r1.AddItem(r2, i1)", "player.AddItem(r:item, count)");
    same("Let(r3.s21 := \"i1 \" + i1)", "Let(Keeper.s:stage := \"i1 \" + count)");
    // A reference to a variable has its name, whichever stands first.
    CHECK(with_names("; r2 = f2\n; v2 = item\n", "r2.Activate(r2, 1)") == "item.Activate(r:item, 1)");
    same("op1234{69 31} ; i1", "op1234{69 31} ; i1");
    // Words of the statements themselves, and names that look like numbers.
    same("ModActorValue(Health, f3)", "ModActorValue(Health, f3)");
    same("set i4 to i5", "set i4 to i5");
    same("set i9 to r9.i1", "set i9 to r9.i1");
}

TEST_CASE("an error of a text with names tells its place there", "[obscript]")
{
    const std::string text = head + "set count to count +\n";
    const Error error = from_named_statements(text, CodePage::cp1252).error();
    CHECK(error.line == 10);
    CHECK(error.column == 21);
}

TEST_CASE("the letter of a variable is the one that its code mostly has", "[obscript]")
{
    CHECK(variable_letters_of("Let(v2 := v2) set f2 to i1 r3.i7 \"f9\"") ==
          std::map<unsigned, char>{{1, 'i'}, {2, 'v'}});
}
