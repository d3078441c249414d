// The canonical layout: output of disassemble() is unchanged, other sources get this layout and pack to the same bytes.
#include <catch2/catch.hpp>

#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "support/random_script.hpp"

using namespace redforge;
using namespace redforge::soup;

TEST_CASE("format: prints one statement per line; keeps comments and single empty lines")
{
    const std::string_view source =
        "// before\nACTOR  DOOR{ // the door\nIF var1==2 AND me.Angle[ high = 1 ]<3 { // test\n"
        "Player . Open( 'abcd' ,-1 )  Goto #a\n\n\n\n// last\n} #a : start: hook 0\n upper 3:\n"
        "if Var1 = 1 else goto #a + 2  <TaskPause( #a )  > @Light()\n"
        "var1 = 2 -1 << 3 ++[pad = 4] bytes \"FF\"\n// end\n} // done\nnames { task 5=Open ( 2 ) }\n// after";
    const std::string_view expected = "// before\n"
                                      "actor DOOR\n"
                                      "{  // the door\n"
                                      "    if var1 = 2 and Me.Angle[high=1] < 3\n"
                                      "    {  // test\n"
                                      "        Player.Open('abcd', -1)\n"
                                      "        goto #a\n"
                                      "\n"
                                      "        // last\n"
                                      "    }\n"
                                      "  #a:\n"
                                      "  start:\n"
                                      "  hook 0 upper 3:\n"
                                      "    if var1 = 1 else goto #a+2\n"
                                      "    <TaskPause(#a)>\n"
                                      "    @Light()\n"
                                      "    var1 = 2 - 1 << 3++[pad=4]\n"
                                      "    bytes \"FF\"\n"
                                      "    // end\n"
                                      "}  // done\n"
                                      "names\n"
                                      "{\n"
                                      "    task 5 = Open(2)\n"
                                      "}\n"
                                      "// after\n";
    const Formatted formatted = format(source, "a.soup");
    REQUIRE(formatted.text);
    CHECK(*formatted.text == expected);
    CHECK(format(expected, "a.soup").text == expected);
}

TEST_CASE("format: nested blocks that end together print as blocks without a label")
{
    const std::string_view source = "actor A\n"
                                    "{\n"
                                    "    if var1 = 1\n"
                                    "    {\n"
                                    "        if var1 = 2\n"
                                    "        {\n"
                                    "            end\n"
                                    "        }\n"
                                    "    }\n"
                                    "}\n";
    const Assembly made = assemble(source, "a.soup");
    REQUIRE(made.script);
    CHECK(disassemble(*made.script).text == source);
}

TEST_CASE("format: does not change hexadecimal lines and text that is not a script")
{
    const Formatted formatted = format("actor A {\nvar1 = \n}", "a.soup");
    CHECK_FALSE(formatted.text);
    CHECK(show(formatted.diagnostics.at(0)) == "a.soup:3:1: error: } where a value should be\n}\n^");
    CHECK(format("; c\n01 02\n", "a.soup").text == "; c\n01 02\n");
}

TEST_CASE("format: disassembled source is already formatted; line breaks are optional")
{
    std::mt19937 random(20263);
    const Names names(test::random_definitions(random));
    for (unsigned i = 0; i < 400; ++i) {
        const Script script = test::random_program(random, random() % 30, i % 2 == 0);
        const std::string text = disassemble(script, &names).text;
        const Formatted formatted = format(text, "a.soup");
        REQUIRE(formatted.text);
        REQUIRE(*formatted.text == text);
        std::string joined = text;
        std::ranges::replace(joined, '\n', ' ');
        const Assembly again = assemble(joined, "a.soup", {.previous = &script});
        REQUIRE(again.script);
        REQUIRE(*again.script == script);
        REQUIRE(format(joined, "a.soup").text);
        const Assembly twice = assemble(*format(joined, "a.soup").text, "a.soup", {.previous = &script});
        REQUIRE(twice.script);
        REQUIRE(*twice.script == script);
    }
}
