// What comments in a source give to its runs.
#include <catch2/catch.hpp>

#include "soup/assemble.hpp"
#include "soup/run_source.hpp"

using namespace redforge;
using namespace redforge::soup;

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
