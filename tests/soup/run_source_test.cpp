// Runs of a source as described by its comments.
#include <catch2/catch.hpp>

#include "soup/assemble/assemble.hpp"
#include "soup/run/run_source.hpp"

using namespace redforge;
using namespace redforge::soup;

TEST_CASE("run: accepts variables by name or number, flags and return values", "[soup]")
{
    const std::string text = "actor A\n{\n    end\n}\nnames\n{\n    variable 2 = speed\n}\n";
    const RunSource source = run_source(text, "", nullptr);
    RunOptions options;
    REQUIRE(set_state(options, source, "var3", {7}));
    CHECK(options.variables == std::vector<std::int32_t>{0, 0, 0, 7});
    REQUIRE(set_state(options, source, "speed", {5, 6}));
    CHECK(options.variables == std::vector<std::int32_t>{0, 0, 5, 7});
    REQUIRE(set_state(options, source, "var255", {1}));
    CHECK(options.variables.size() == 256);
    REQUIRE(set_state(options, source, "flag_9", {4}));
    CHECK(options.flags.at(9) == 4);
    REQUIRE(set_state(options, source, "function_12", {1, 2}));
    CHECK(options.return_values.at(12) == std::vector<std::int32_t>{1, 2});
    for (const std::string_view wrong : {"var256", "Speed", "var", "flag_", "gold"}) {
        INFO(wrong);
        CHECK_FALSE(set_state(options, source, wrong, {1}));
    }
    CHECK(set_state(options, source, "gold", {1}).error().message == "no variable, flag or function gold");
}

TEST_CASE("run: the values of a setting are decimal, hexadecimal or names", "[soup]")
{
    const auto numbers = [](std::string_view settings) {
        const auto found = parse_numbers(settings);
        return found ? *found : std::vector<std::int32_t>{-999};
    };
    using Numbers = std::vector<std::int32_t>;
    CHECK(numbers("1, -2 ,0x10") == Numbers{1, -2, 16});
    CHECK(numbers("true,false") == Numbers{1, 0});
    CHECK(numbers("4294967295") == Numbers{-1});
    CHECK(numbers("-2147483648") == Numbers{INT32_MIN});
    CHECK(numbers("1,") == Numbers{1});
    for (const std::string_view wrong : {"", "1,,2", "x", "1x", "4294967296", "-2147483649"}) {
        INFO(wrong);
        CHECK(numbers(wrong) == Numbers{-999});
    }
}

TEST_CASE("run: a source can request at most 100,000 steps", "[soup]")
{
    const std::string text = "actor A\n{\n    end\n}\n";
    const RunSource source = run_source(text, "", nullptr);
    const Script script = *assemble(text, "").script;
    RunOptions options;
    REQUIRE(apply_settings(options, source, script, "steps = 100000"));
    CHECK(options.max_statements == 100'000);
    for (const auto& [setting, message] : {std::pair("steps = 100001", "steps = 100001: expected 0 to 100000"),
                                           std::pair("steps = 2147483647", "steps = 2147483647: expected 0 to 100000"),
                                           std::pair("steps = -1", "steps = -1: expected 0 to 100000")}) {
        const Status status = apply_settings(options, source, script, setting);
        REQUIRE_FALSE(status);
        CHECK(status.error().code == ErrorCode::out_of_range);
        CHECK(status.error().message == message);
    }
    CHECK(options.max_statements == 100'000);
    CHECK(apply_settings(options, source, script, "gold").error().message == "\"gold\" has no value; write NAME = 1");
}

TEST_CASE("run: starts with the map's variables, then the script's own variables", "[soup]")
{
    const std::string text = "actor A\n{\n    var2 = 1\n  #out:\n    end\n}\nnames\n{\n    variable 2 = speed\n}\n";
    const RunSource source = run_source(text, "", nullptr);
    Script script = *assemble(text, "").script;
    script.variables = 3;
    const RunOptions few = first_options(script, {5}, source, nullptr);
    CHECK(few.variables == std::vector<std::int32_t>{5, 0, 0});
    CHECK(few.names == source.names.get());
    CHECK(few.variable_names == std::map<std::uint32_t, std::string>{{2, "speed"}});
    CHECK(first_options(script, {1, 2, 3, 4}, source, nullptr).variables == std::vector<std::int32_t>{1, 2, 3, 4});
    const Names game;
    CHECK(first_options(script, {}, source, &game).names == &game);

    REQUIRE(source.labels.size() == 1);
    const std::uint32_t out = source.labels.begin()->first;
    CHECK(few.offset_name(out) == "#out");
    CHECK(few.offset_name(0) == "line 3");
    CHECK(few.offset_name(0x42) == "#0042");
    CHECK(source.line_of(out) == 5);
    CHECK(source.line_of(0x42) == 0);
}

TEST_CASE("run: resolves a name as number, then source name, then game name", "[soup]")
{
    const RunSource source = run_source(
        "actor A\n{\n    end\n}\nnames\n{\n    flag 3 = opened\n    variable 7 = speed\n    function 9 = Has(1)\n}\n",
        "", nullptr);
    RunOptions options;
    REQUIRE(set_state(options, source, "Has", {1}));
    CHECK(options.return_values.at(9) == std::vector<std::int32_t>{1});
    REQUIRE(set_state(options, source, "opened", {2}));
    CHECK(options.flags.at(3) == 2);
    Names game;
    game.declare_function(12, {"Ask", CallKind::function, 1, true});
    game.declare_flag(5, "Won");
    options.names = &game;
    REQUIRE(set_state(options, source, "Ask", {3}));
    CHECK(options.return_values.at(12) == std::vector<std::int32_t>{3});
    REQUIRE(set_state(options, source, "Has", {4}));
    CHECK(options.return_values.at(9) == std::vector<std::int32_t>{4});
    CHECK(flag_in(source, &game, "Won") == 5U);
    CHECK(flag_in(source, &game, "opened") == 3U);
    CHECK(flag_in(source, nullptr, "flag_12") == 12U);
    CHECK(flag_in(source, nullptr, "opened") == 3U);
    CHECK(flag_in(source, nullptr, "closed") == std::nullopt);
    CHECK(variable_in(source, "var3") == 3U);
    CHECK(variable_in(source, "speed") == 7U);
    CHECK(variable_in(source, "opened") == std::nullopt);
}

TEST_CASE("run: one line can have several settings and a hook", "[soup]")
{
    const std::string text = "actor A\n{\n    end\n  hook 0 upper 1:\n    return\n}\n";
    const RunSource source = run_source(text, "", nullptr);
    const Script script = *assemble(text, "").script;
    REQUIRE(script.hooks.size() == 1);
    RunOptions options;
    REQUIRE(
        apply_settings(options, source, script, "HOOK = 0 ; scriptrv = 4;steps=0; flag_2 = true;function_5 = 1, 0;"));
    CHECK(options.hook == 0);
    CHECK(options.script_result == 4);
    CHECK(options.max_statements == 0);
    CHECK(options.flags.at(2) == 1);
    CHECK(options.return_values.at(5) == std::vector<std::int32_t>{1, 0});
    for (const char* const hook : {"hook = 1", "hook = -1"}) {
        const Status status = apply_settings(options, source, script, hook);
        REQUIRE_FALSE(status);
        CHECK(status.error().code == ErrorCode::out_of_range);
        CHECK(status.error().message == "the script has 1 hook");
    }
    Script two = script;
    two.hooks.push_back(two.hooks.front());
    CHECK(apply_settings(options, source, two, "hook = 2").error().message == "the script has 2 hooks");
    CHECK(apply_settings(options, source, script, "steps = x").error().message ==
          "\"x\" is not a number; write NAME = 1");
    REQUIRE(apply_settings(options, source, script, ""));
}

TEST_CASE("run: cases start with the settings before the first case", "[soup]")
{
    const std::string_view text =
        "// given: var0 = 1\n//expect:end\nactor A\n{\n    end\n}\n//\n"
        "// TEST: first\n// given: var1 = 2\n// expect : no\n// expect: opnd\n// tester: x\n// test:second\n";
    const std::vector<TestCase> cases = cases_in(text);
    REQUIRE(cases.size() == 2);
    CHECK(cases[0].name == "first");
    CHECK(cases[0].line == 8);
    REQUIRE(cases[0].given.size() == 2);
    CHECK(cases[0].given[0].text == "var0 = 1");
    CHECK(cases[0].given[1].text == "var1 = 2");
    CHECK(cases[0].given[1].line == 9);
    REQUIRE(cases[0].expected.size() == 2);
    CHECK(cases[0].expected[0].text == "end");
    CHECK(cases[0].expected[1].text == "opnd");
    CHECK(cases[0].expected[1].line == 11);
    CHECK(cases[1].name == "second");
    CHECK(cases[1].line == 13);
    CHECK(cases[1].given.size() == 1);
    CHECK(cases[1].expected.size() == 1);
    REQUIRE(shared_settings(text).size() == 1);
    CHECK(shared_settings(text)[0].line == 1);

    const std::vector<TestCase> only = cases_in("// given: var0 = 1\n\n// expect: end\n// expect: opnd\n");
    REQUIRE(only.size() == 1);
    CHECK(only[0].name.empty());
    CHECK(only[0].line == 3);
    CHECK(cases_in("// given: var0 = 1\n").empty());
}
