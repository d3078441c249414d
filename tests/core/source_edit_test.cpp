// Several fixes of a text, applied together.
#include <catch2/catch.hpp>

#include "core/text/source_edit.hpp"

using namespace redforge;

TEST_CASE("fixes: are skipped if they touch another fix or overlap themselves", "[core]")
{
    std::vector<SourceEdit> chosen;
    CHECK_FALSE(add_fix(chosen, {}));
    CHECK(add_fix(chosen, {{10, 2, "a"}, {20, 1, "b"}}));
    CHECK_FALSE(add_fix(chosen, {{12, 1, "c"}}));  // touches the end of another edit
    CHECK_FALSE(add_fix(chosen, {{30, 1, "c"}, {21, 0, "d"}}));
    CHECK_FALSE(add_fix(chosen, {{40, 3, "c"}, {42, 1, "d"}}));
    CHECK(add_fix(chosen, {{40, 3, "c"}, {43, 1, "d"}}));
    CHECK(chosen == std::vector<SourceEdit>{{10, 2, "a"}, {20, 1, "b"}, {40, 3, "c"}, {43, 1, "d"}});
}
