// Exit status of verbs that take several files: the worst status of all files.
#include <string>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

TEST_CASE("exit status: a verb with several files returns the worst status", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(
        run_shell(
            folder.path(),
            "redforge new map --sample -q -o GOOD.RGM && redforge new map -q -o EMPTY.RGM && echo x > BAD.RGM && "
            "redforge unpack GOOD.RGM -q && printf 'actor A\\n{\\n    end\\n}\\n' > A.soup && "
            "printf 'actor A\\n{\\n    end (\\n}\\n' > B.soup && echo '<edits><set path=\"objects[3].position.x\" "
            "value=\"6\"/></edits>' > e.xml && printf 'v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nusemtl colour_9\\nf 1 2 3\\n' > "
            "BOX.obj && redforge model import BOX.obj -q -o BOX.3D && printf '<rob><segment name=\"GONE\"/></rob>' | "
            "redforge pack - -q -o A.ROB && redforge archive insert A.ROB BOX.3D -q -i --no-backup")
            .status == 0);
    const auto status = [&](const std::string& command) {
        return run_shell(folder.path(), "redforge " + command).status;
    };
    // A path without a match in a file: 1.
    CHECK(status("set GOOD.RGM EMPTY.RGM objects[3].position.x=5 -i --no-backup") == 1);
    CHECK(status("set EMPTY.RGM GOOD.RGM objects[3].position.x=5 -i --no-backup") == 1);
    CHECK(status("set -r . objects[3].position.x=5 -n") == 2);  // BAD.RGM is not a map
    CHECK(status("apply e.xml GOOD.RGM EMPTY.RGM -n") == 1);
    CHECK(status("get GOOD.RGM EMPTY.RGM objects[3].position.x") == 1);
    CHECK(run_shell(folder.path(), "redforge get GOOD.RGM EMPTY.RGM objects[3].position.x")
              .output.ends_with("redforge: EMPTY.RGM: objects[3].position.x: objects has no record 3; it is empty\n"));
    CHECK(status("model export A.ROB BOX GONE -o out/") == 1);
    // A search of several files succeeds if one of them has a match.
    CHECK(status("find GOOD.RGM EMPTY.RGM model_name:*") == 0);
    // A file that cannot be read: 2.
    for (const char* const verb :
         {"info", "check", "verify", "unpack -o out", "unpack --xml -o out", "set objects[3].position.x=5 -n",
          "apply e.xml -n", "rename actor GUARD01 G -n", "script list", "script show", "script check",
          "script assemble", "script disassemble", "script grep end", "script xref end", "pvo check"}) {
        INFO(verb);
        const std::string words = verb;
        const bool is_set = words.starts_with("set ");
        CHECK(status(is_set ? "set GOOD.RGM BAD.RGM objects[3].position.x=5 -n" : words + " GOOD.RGM BAD.RGM") == 2);
        CHECK(status(is_set ? "set BAD.RGM GOOD.RGM objects[3].position.x=5 -n" : words + " BAD.RGM GOOD.RGM") == 2);
    }
    CHECK(status("get GOOD.RGM BAD.RGM objects[0].id") == 2);
    CHECK(status("pack GOOD BAD.RGM -o out") == 2);
    CHECK(status("render GOOD.RGM BAD.RGM -o out") == 2);
    CHECK(status("script format A.soup missing.soup") == 2);
    CHECK(status("script check A.soup missing.soup") == 2);
    CHECK(status("script check BAD.esp A.soup") == 2);
    CHECK(status("script check A.soup B.soup") == 1);
}
