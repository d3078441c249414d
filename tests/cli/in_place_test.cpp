// Edits that are written in place: each one is written, whatever its values look like.
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

TEST_CASE("apply: a patch that changes only bytes is written in place", "[cli][apply]")
{
    if (!has_shell()) {
        return;
    }
    const std::string wav = "524946462600000057415645666D74201000000001000100112B0000112B0000010008006461746102000000";
    const auto zeros = [](std::size_t bytes) { return std::string(2 * bytes, '0'); };
    const std::string planes = "</heights><plane_2>" + zeros(16384) + "</plane_2><textures>" + zeros(16384) +
                               "</textures><plane_4>" + zeros(16384) + "</plane_4></section>";
    // Texts that are equal before and after the last changed byte.
    const std::vector<std::pair<std::string, std::string>> files{
        {"<texture_bank><image name=\"D02044\" width=\"4\" height=\"2\"><pixels>00010203040506",
         "</pixels></image></texture_bank>"},
        {"<terrain><section><heights>" + zeros(16383), planes + "<section/><section/><section/></terrain>"},
        {"<dialogue><entry label=\"#bon\" row=\"0\" text=\"yes\"><voice>" + wav + "01", "</voice></entry></dialogue>"},
        {"<effects description=\"Effects\"><effect number=\"0\"><wav>" + wav + "01", "</wav></effect></effects>"},
    };
    for (const auto& [before, after] : files) {
        INFO(before.substr(0, 20));
        const TemporaryFolder folder;
        std::ofstream(folder.path() / "OLD.xml") << before << "05" << after;
        std::ofstream(folder.path() / "NEW.xml") << before << "07" << after;
        REQUIRE(run_shell(folder.path(), "redforge pack OLD.xml -q -o OLD && redforge pack NEW.xml -q -o NEW").status ==
                0);
        REQUIRE(run_shell(folder.path(), "redforge diff OLD NEW --xml > patch.xml").status == 1);
        const ProcessResult applied = run_shell(folder.path(), "redforge apply patch.xml OLD -i --no-backup");
        CHECK(applied.output == "1 change -> OLD\n");
        CHECK(applied.status == 0);
        CHECK(run_shell(folder.path(), "cmp OLD NEW").status == 0);
        // A patch without a change leaves a text that redforge would lay out differently as it is.
        CHECK(run_shell(folder.path(), "redforge unpack OLD -q -o T.xml && printf '<!-- mine -->' >> T.xml && "
                                       "cp T.xml C.xml && redforge diff T.xml NEW --xml > none.xml; "
                                       "redforge apply none.xml T.xml -i --no-backup && cmp T.xml C.xml")
                  .output == "T.xml: nothing to change\n");
    }
}
