// What comments in a source give to its runs.
#include <catch2/catch.hpp>

#include "soup/assemble.hpp"
#include "soup/run_source.hpp"

using namespace redforge;
using namespace redforge::soup;

TEST_CASE("a run is given variables by name or number, flags and answers of functions", "[soup]")
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
    CHECK(options.answers.at(12) == std::vector<std::int32_t>{1, 2});
    for (const std::string_view wrong : {"var256", "Speed", "var", "flag_", "gold"}) {
        INFO(wrong);
        CHECK_FALSE(set_state(options, source, wrong, {1}));
    }
    CHECK(set_state(options, source, "gold", {1}).error().message == "no variable, flag or function gold");
}

TEST_CASE("numbers of a setting are whole, hexadecimal or words, between commas", "[soup]")
{
    const auto numbers = [](std::string_view settings) {
        const auto found = numbers_in(settings);
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

TEST_CASE("a source asks for at most 100,000 steps", "[soup]")
{
    const std::string text = "actor A\n{\n    end\n}\n";
    const RunSource source = run_source(text, "", nullptr);
    const Script script = *assemble(text, "").script;
    RunOptions options;
    REQUIRE(give(options, source, script, "steps = 100000"));
    CHECK(options.most_statements == 100'000);
    for (const auto& [setting, message] : {std::pair("steps = 100001", "steps = 100001: expected 0 to 100000"),
                                           std::pair("steps = 2147483647", "steps = 2147483647: expected 0 to 100000"),
                                           std::pair("steps = -1", "steps = -1: expected 0 to 100000")}) {
        const Status status = give(options, source, script, setting);
        REQUIRE_FALSE(status);
        CHECK(status.error().code == ErrorCode::out_of_range);
        CHECK(status.error().message == message);
    }
    CHECK(options.most_statements == 100'000);
    CHECK(give(options, source, script, "gold").error().message == "\"gold\" has no value; write NAME = 1");
}
