// Find and replace: excluded rows are unchanged.
#include <catch2/catch.hpp>

#include "editor/model/session/replacing.hpp"
#include "editor/model/text/sum_text.hpp"
#include "editor/session_support.hpp"

using namespace redforge;
using namespace redforge::editor;

TEST_CASE("replacing: excludes fields and single lines of scripts", "[editor]")
{
    ReplacePlan found;
    const NodeRef first{{{0, 0}}, {}};
    const NodeRef second{{{0, 1}}, {}};
    found.values = {{first, "name", "B"}, {second, "script", "B\nx\nB\n"}};
    found.scripts = {{ScriptPlace{.record = second, .field = "script"}, "B\nx\nB\n"}};
    found.rows = {{"first", "name", "A", "B"}, {"Script", "Line 1", "A", "B"}, {"Script", "Line 3", "A", "B"}};
    found.sources = {{0, 0}, {1, 1}, {1, 3}};
    exclude_rows(found, {0, 2});
    REQUIRE(found.values.size() == 1);
    CHECK(found.values[0].text == "B\nx\nA\n");
    REQUIRE(found.scripts.size() == 1);
    CHECK(found.scripts[0].second == "B\nx\nA\n");
    REQUIRE(found.rows.size() == 1);
    CHECK(found.rows[0].field == "Line 1");
}

TEST_CASE("sums: numbers with operators and parentheses have a value", "[editor]")
{
    CHECK(sum_of("1024/4") == 256.0);
    CHECK(sum_of("2 + 3 * 4") == 14.0);
    CHECK(sum_of("(2+3)*-4") == -20.0);
    CHECK(sum_of("10-4-3") == 3.0);
    for (const char* const other : {"", "12", "-12", "1/0", "1+", "(1", "1)", "a+1", "1 2", "0x10+1"}) {
        INFO(other);
        CHECK_FALSE(sum_of(other).has_value());
    }
}
