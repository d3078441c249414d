// The committed fixtures equal the output of the current code.
#include <catch2/catch.hpp>

#include "program.hpp"
#include "support/source_folder.hpp"

using namespace redforge::test;

TEST_CASE("fixtures: generating them again changes nothing", "[cli]")
{
    const std::filesystem::path fixtures = source_folder() / "fixtures";
    const TemporaryFolder folder;
    const ProcessResult made =
        run_shell(folder.path(), "redforge new map -o new.RGM && redforge new map --sample -o sample.RGM && "
                                 "redforge unpack sample.RGM -o sample.xml");
    REQUIRE(made.status == 0);
    for (const char* name : {"new.RGM", "sample.RGM", "sample.xml"}) {
        INFO(name);
        CHECK(read_whole(folder.path() / name) == read_whole(fixtures / name));
    }
}
