// Runs of small scripts, compared with steps computed by hand.
#include <catch2/catch.hpp>

#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "soup/run/interpreter.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

using Lines = std::vector<std::string>;

Script script(std::string_view body)
{
    const Assembly assembly = assemble("actor A {\n" + std::string(body) + "\n}", "a.soup");
    for (const Diagnostic& diagnostic : assembly.diagnostics) {
        UNSCOPED_INFO(show(diagnostic));
    }
    REQUIRE(assembly.script);
    return *assembly.script;
}

Lines trace_of(const Run& run)
{
    Lines out;
    for (const TraceLine& line : run.trace) {
        out.push_back(std::to_string(line.thread) + " " + line.text);
    }
    return out;
}

std::int32_t computed(std::string_view formula)
{
    const Run done = run(script("var0 = " + std::string(formula) + " end"), {.variables = {0, 7, -8}});
    return done.stop == Stop::ended ? done.variables.at(0) : -999;
}

}  // namespace

TEST_CASE("interpreter: a formula is evaluated from left to right")
{
    CHECK(computed("1 + 2 * 3") == 9);
    CHECK(computed("var1 - 9") == -2);
    CHECK(computed("var1 * -2") == -14);
    CHECK(computed("var2 / 2") == 2147483644);  // unsigned: 4294967288 / 2
    CHECK(computed("var2 >> 1") == -4);
    CHECK(computed("1 << 33") == 2);
    CHECK(computed("6 & 3 | 8 ^ 1") == 11);
    CHECK(computed("var1++") == 8);
    CHECK(computed("5 + var1--") == 11);
    CHECK(computed("2147483647 + 1") == -2147483647 - 1);
    CHECK(computed("1 / 0") == -999);
    CHECK(run(script("var0 = 1 / 0")).stop == Stop::divided_by_zero);
}

TEST_CASE("interpreter: the last return value repeats")
{
    const Run done = run(script("var0 = function_9() var1 = function_9() var2 = function_9() end"),
                         {.variables = {0, 0, 0}, .return_values = {{9, {3, 4}}}});
    CHECK(done.variables.at(0) == 3);
    CHECK(done.variables.at(1) == 4);
    CHECK(done.variables.at(2) == 4);
}

TEST_CASE("interpreter: an `if` with a false condition skips a block of four bytes")
{
    const Script returns = script("if <ScriptRv> = 1 { return return return return }\nvar0 = 1\nend");
    CHECK(run(returns, {.variables = {0}, .script_result = 0}).variables.at(0) == 1);
}

TEST_CASE("interpreter: conditions are evaluated from left to right without precedence")
{
    const auto holds = [](std::string_view condition) {
        return run(script("if " + std::string(condition) + " { var0 = 1 } end"), {.variables = {0, 1, 2}})
                   .variables[0] == 1;
    };
    CHECK(holds("var1 = 1"));
    CHECK_FALSE(holds("var1 != 1"));
    CHECK(holds("var1 < var2"));
    CHECK(holds("-1 < 1"));
    CHECK(holds("var2 >= 2"));
    CHECK_FALSE(holds("var2 <= 1"));
    CHECK(holds("var2 > 1"));
    CHECK_FALSE(holds("1 = 1 or 1 = 1 and 1 = 2"));  // (true or true) and false
    CHECK(holds("1 = 2 and 1 = 1 or 1 = 1"));
    CHECK(holds("1 = 1 or 1 = 2"));
    CHECK(holds("1 = 2 or 1 = 1"));
    CHECK_FALSE(holds("1 = 2 or 1 = 2"));
    CHECK(holds("1 = 1 and 2 = 2"));
    CHECK_FALSE(holds("1 = 1 and 1 = 2"));
    CHECK_FALSE(holds("1 = 2 and 1 = 1"));
    CHECK(holds("var2 <= 2"));
    CHECK_FALSE(holds("var2 < 2"));
    CHECK_FALSE(holds("var2 > 2"));
    CHECK(holds("var2 >= 1"));
    CHECK_FALSE(holds("var1 >= 2"));
}

TEST_CASE("interpreter: two threads alternate, and endint ends the interrupt thread only")
{
    const Script both = script("function_1() endint start: function_2() function_3() function_4() end");
    CHECK(trace_of(run(both)) == Lines{"0 function_2() -> 0", "1 function_1() -> 0", "0 function_3() -> 0", "1 endint",
                                       "0 function_4() -> 0", "0 end"});
    CHECK(trace_of(run(both, {.interrupt = false})) ==
          Lines{"0 function_2() -> 0", "0 function_3() -> 0", "0 function_4() -> 0", "0 end"});
}

TEST_CASE("interpreter: gosub returns to the next statement; return without gosub fails")
{
    CHECK(trace_of(run(script("gosub #sub function_1() end #sub: function_2() return"))) ==
          Lines{"0 gosub #000E", "0 function_2() -> 0", "0 return #0005", "0 function_1() -> 0", "0 end"});
    CHECK(run(script("return")).stop == Stop::bad_return);
    CHECK(run(script("gosub #sub return #sub: return")).stop == Stop::bad_return);
    CHECK(trace_of(run(script("gosub #a end #a: gosub #b return #b: return"))) ==
          Lines{"0 gosub #000A", "0 gosub #0010", "0 return #000F", "0 return #0005", "0 end"});
    const Run deep = run(script("#a: gosub #a"));
    CHECK(deep.stop == Stop::deep_calls);
    CHECK(deep.statements == 257);  // 256 can be nested, and the next one is an error
}

TEST_CASE("interpreter: calls return the table's values in order")
{
    const Run done = run(script("#a: var0 = function_5(Player.function_6(1), \"text\") if var0 < 3 { goto #a } end"),
                         {.return_values = {{5, {1, 2, 3}}, {6, {9}}}});
    REQUIRE(done.calls.size() == 6);
    CHECK(done.calls[0] == Call{0, "Player", CallKind::function, 6, {1}, 9});
    CHECK(done.calls[1] == Call{0, "Me", CallKind::function, 5, {9, 0}, 1});
    CHECK(done.calls[5].return_value == 3);
    CHECK(done.stop == Stop::ended);
}

TEST_CASE("interpreter: sets flags, properties, the anchor and the return value")
{
    const Run done = run(script("flag_3 = flag_4 + 1 Player.property_2 = flag_3 Player.property_2++ DOOR.property_1-- "
                                "<Anchor> = 6 if <ScriptRv> = 2 { goto #a } flag_5 = 1 #a: end"),
                         {.flags = {{4, 10}}, .script_result = 2});
    CHECK(done.flags == std::map<std::uint32_t, std::int32_t>{{3, 11}, {4, 10}});
    CHECK(done.properties == decltype(done.properties){{{"DOOR", 1}, -1}, {{"Player", 2}, 12}});
    CHECK(done.anchor == 6);
    CHECK(run(script("if <ScriptRv> = 2 { goto #a } flag_5 = 1 #a: end")).flags ==
          std::map<std::uint32_t, std::int32_t>{{5, 1}});
}

TEST_CASE("interpreter: stops after 1024 statements, at invalid bytes and at a hook")
{
    const Run loop = run(script("#a: goto #a"));
    CHECK(loop.stop == Stop::too_many);
    CHECK(loop.statements == 1024);
    CHECK(run(script("bytes \"FF\"")).stop == Stop::bad_statement);
    CHECK(run(script("goto 0x999")).stop == Stop::bad_statement);
    CHECK(trace_of(run(script("function_1() hook 0: function_2()"), {.hook = 0})) ==
          Lines{"0 function_2() -> 0", "0 no end here: the game continues with the code of the next actor"});
    CHECK(run(script("function_1()")).stop == Stop::ran_off);
    CHECK(run(script("function_1() end")).stop == Stop::ended);
}

TEST_CASE("interpreter: prints both sides of a condition with names of variables")
{
    const Script branch = script("if var1 = 2 and Player.property_3 > function_4(1) or flag_5 != -1 { end } end");
    RunOptions options{.variables = {0, 7}, .return_values = {{4, {3}}}};
    CHECK(trace_of(run(branch, options)) ==
          Lines{"0 function_4(1) -> 3",
                "0 if var1 (7) = 2 and Player.property_3 (0) > function_4() (3) or flag_5 (0) != "
                "-1: yes",
                "0 end"});
    options.variable_names = {{1, "gold"}};
    options.offset_name = [](std::uint32_t place) { return "place " + std::to_string(place); };
    CHECK(trace_of(run(script("if var1 = 2 { end } goto #a #a: end"), options)) ==
          Lines{"0 if gold (7) = 2: no, to place 20", "0 goto place 25", "0 end"});
}

TEST_CASE("interpreter: flag and attribute functions work unless given a return value")
{
    const Names names(
        read_definitions(as_bytes("[functions]\r\nfunction SetGlobalFlag parms 1\r\n"
                                  "function TestGlobalFlag parms 1\r\nfunction ResetGlobalFlag parms 1\r\n"
                                  "function SetMyAttr parms 2\r\nfunction GetMyAttr parms 1\r\n"
                                  "[flags]\r\nBOOL Won 0\r\nBOOL Door 0\r\n"))
            .value());
    const Assembly assembly = assemble("actor A { SetGlobalFlag(flag Door) var0 = TestGlobalFlag(flag Door) "
                                       "ResetGlobalFlag(flag Door) var1 = TestGlobalFlag(flag Door) SetMyAttr(3, 90) "
                                       "var2 = GetMyAttr(3) end }",
                                       "a.soup", {.names = &names});
    RunOptions options{.names = &names, .variables = {5, 5, 5}};
    const Run done = run(*assembly.script, options);
    CHECK(done.variables == std::vector<std::int32_t>{1, 0, 90});
    CHECK(done.trace[0].text == "SetGlobalFlag(flag Door) -> 0");
    options.return_values[2] = {8};
    CHECK(run(*assembly.script, options).variables == std::vector<std::int32_t>{8, 8, 90});
}
