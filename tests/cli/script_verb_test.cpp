// `script`: the examples run as their comments expect; sources are fixed, renamed, and share their names.
#include <fstream>

#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "program.hpp"
#include "support/source_folder.hpp"

using namespace redforge::test;

namespace {

std::string copy_examples()
{
    return "cp -r " + source_folder().string() + "/tests/soup/examples E; ";
}

}  // namespace

TEST_CASE("script: fourteen sources from the language reference run as documented", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult tests = run_shell(folder.path(), copy_examples() + "redforge script test E");
    INFO(tests.output);
    CHECK(tests.status == 0);
    CHECK(tests.output.find("32 tests: 0 failed") != std::string::npos);
    const ProcessResult check = run_shell(folder.path(), "redforge script check E");
    CHECK(check.output == "14 scripts: 0 errors, 0 warnings\n");
    CHECK(run_shell(folder.path(), "redforge script format -n E").output.empty());
}

TEST_CASE("script test: a failure shows expected and actual values, with status 1", "[cli]")
{
    const TemporaryFolder folder;
    put(folder.path() / "A.soup",
        "actor A { RTX('abcd') gold = 3 }\nnames { task 1 = RTX(1) flag 2 = Won variable 0 = gold }\n"
        "// test: one\n// given: Nothing = 1\n"
        "// test: two\n// expect: RTX('wxyz')\n// expect: no RTX(*)\n// expect: gold = 4\n// expect: Won\n");
    const ProcessResult outcome = run_shell(folder.path(), "redforge script test A.soup");
    CHECK(outcome.status == 1);
    CHECK(outcome.output == "failed A: one\n"
                            "       A.soup:4: no variable, flag or function Nothing\n"
                            "failed A: two\n"
                            "       A.soup:6: expected RTX('wxyz'); the script called RTX('abcd') -> 0\n"
                            "       A.soup:7: expected no RTX(*); the script called RTX('abcd') -> 0\n"
                            "       A.soup:8: expected gold = 4; it is 3\n"
                            "       A.soup:9: \"Won\": not a call, a value or the end of a run; write NAME(*), no "
                            "NAME(*), NAME = 1 or ended\n"
                            "       A.soup:5: the run ran past the end after 3 statements\n"
                            "2 tests: 2 failed\n");
}

TEST_CASE("script check: --fix corrects the source in place", "[cli]")
{
    const TemporaryFolder folder;
    put(folder.path() / "A.soup",
        "actor A\n{\n    if (var2 = 3)\n    {\n        SetGlobalFlag(Won)\n    }\n    var1 += 1\n}\n\nnames\n{\n"
        "    function 85 = SetGlobalFlag(1)\n    flag 3 = Won\n}\n");
    CHECK(run_shell(folder.path(), "redforge script check --fix -n A.soup 2>&1 | grep fix").output ==
          "A.soup: 3 fixes possible\n1 script: 3 errors, 0 warnings; --fix can fix 3\n");
    // Errors hidden by other errors are found after the first ones are fixed.
    CHECK(run_shell(folder.path(), "redforge script check --fix --no-backup A.soup >/dev/null 2>&1; true")
              .output.empty());
    const ProcessResult second = run_shell(folder.path(), "redforge script check --fix --no-backup A.soup");
    CHECK(second.output == "A.soup: 1 fix\n1 script: 0 errors, 0 warnings\n");
    CHECK(
        read_whole(folder.path() / "A.soup") ==
        "actor A\n{\n    if var2 = 3\n    {\n        SetGlobalFlag(flag Won)\n    }\n    var1 = var1 + 1\n    end\n}\n"
        "\nnames\n{\n    function 85 = SetGlobalFlag(1)\n    flag 3 = Won\n}\n");
}

TEST_CASE("script check: --fix --dry-run shows its plan and changes nothing", "[cli]")
{
    const TemporaryFolder folder;
    const std::string text = "scn A\nshort x\nbegin GameMode\nset x = 1\nif x = 2\nendif\nend\n";
    put(folder.path() / "A.txt", text);
    CHECK(run_shell(folder.path(), "redforge script check --fix --dry-run A.txt 2>&1 | grep fix").output ==
          "A.txt: 2 fixes possible\n1 script: 2 errors, 0 warnings; --fix can fix 2\n");
    CHECK(read_whole(folder.path() / "A.txt") == text);
}

TEST_CASE("script check: prints 20 warnings of a kind and the number of the rest", "[cli]")
{
    const TemporaryFolder folder;
    std::string text = "actor A\n{\n";
    for (int i = 0; i < 25; ++i) {
        text += "    RTX(5)\n";
    }
    put(folder.path() / "A.soup", text + "    end\n}\nnames { task 1 = RTX(1) }\n");
    const auto lines = [&](const std::string& options) {
        return run_shell(folder.path(), "redforge script check A.soup " + options +
                                            " 2>&1 | sed -n 's/.*warning: .*/a warning/p; "
                                            "/more/p; /script:/p' | uniq -c | tr -s ' '")
            .output;
    };
    CHECK(lines("") == " 20 a warning\n 1 A.soup: 5 more [script-argument]; use --all to list them\n"
                       " 1 1 script: 0 errors, 25 warnings\n");
    CHECK(lines("--all") == " 25 a warning\n 1 1 script: 0 errors, 25 warnings\n");
}

TEST_CASE("script check: a mistake is an error in a source, a warning in a map", "[cli]")
{
    const TemporaryFolder folder;
    const std::string make = "redforge new map --sample -q -o S.RGM; redforge unpack -q S.RGM -o S; "
                             "printf 'actor DOOR01\n{\n  hook 0 upper 1:\n    var77 = 1\n    end\n}\n' > "
                             "S/scripts/DOOR01.soup; ";
    const ProcessResult written = run_shell(folder.path(), make + "redforge script check S --actor DOOR01");
    CHECK(written.status == 1);
    CHECK(written.output.find("S/scripts/DOOR01.soup:4:5: error: the actor has no var77; ") == 0);
    // It packs with the same warning, unless the replaced map has the same script.
    const std::string words = "S/scripts/DOOR01.soup:4:5: warning: the actor has no var77; ";
    const ProcessResult over_another = run_shell(folder.path(), "redforge pack S -o S.RGM");
    CHECK(over_another.status == 0);
    CHECK(over_another.output.find(words) == 0);
    CHECK(run_shell(folder.path(), "redforge pack S -o S.RGM").output.find("var77") == std::string::npos);
    CHECK(run_shell(folder.path(), "redforge pack S -o N.RGM").output.find(words) == 0);
    CHECK(run_shell(folder.path(), "redforge script assemble S/scripts/DOOR01.soup").output.find("var77") ==
          std::string::npos);  // a source alone does not have the number of variables
    CHECK(run_shell(folder.path(), "printf 'actor A { goto 99 }' > A.soup; redforge script assemble A.soup")
              .output.find("A.soup:1:16: warning: offset 99 is outside the script") == 0);
    CHECK(run_shell(folder.path(), "redforge set S.RGM 'actors[DOOR01].script=actor DOOR01 { var78 = 1 end }' -i "
                                   "--no-backup")
              .output.find("\nS.RGM:DOOR01:1:16: warning: the actor has no var78; ") != std::string::npos);
    CHECK(run_shell(folder.path(), "echo '<edits><set path=\"actors[DOOR01].script\" value=\"actor DOOR01 { var79 = 1 "
                                   "end }\"/></edits>' | redforge apply - S.RGM -o T.RGM")
              .output.find("S.RGM:DOOR01:1:16: warning: the actor has no var79; ") != std::string::npos);
    // With several files, each error names its own source.
    const ProcessResult assembled =
        run_shell(folder.path(), "mkdir M; cp -r S M/S; cp A.soup M; redforge script assemble M "
                                 ">/dev/null");
    CHECK(assembled.output.find("M/A.soup:1:16: warning: offset 99 is outside the script") == 0);
    CHECK(assembled.output.find("\nM/S/scripts/DOOR01.soup:4:5: warning: the actor has no var77; ") !=
          std::string::npos);
    // An edit reports the mistakes that it adds to the map.
    const auto edited = [&](const std::string& edits) {
        put(folder.path() / "E.xml", "<edits>" + edits + "</edits>");
        return run_shell(folder.path(), "cp S.RGM E.RGM; redforge apply E.xml E.RGM -i --no-backup").output;
    };
    const auto set = [](const std::string& source) {
        return "<set path=\"actors[DOOR01].script\" value=\"" + source + "\"/>";
    };
    const std::string bad = set("actor DOOR01 { var79 = 1 end }");
    const std::string kept = set("actor DOOR01 { var78 = 1 end }");
    const std::string good = set("actor DOOR01 { end }");
    CHECK(edited(bad).find("E.RGM:DOOR01:1:16: warning: the actor has no var79; ") != std::string::npos);
    const std::string one = "1 change -> E.RGM\n";
    const std::string two = "2 changes -> E.RGM\n";
    CHECK(edited(good).ends_with(one));
    CHECK(edited(bad + good).ends_with(two));
    CHECK(edited(good + kept).ends_with("E.RGM: nothing to change\n"));
    CHECK(edited(bad + "<remove path=\"actors[DOOR01]\"/>").find("var79") == std::string::npos);
    // An existing mistake of the map is only a warning.
    const ProcessResult packed =
        run_shell(folder.path(), "redforge pack -q S -o P.RGM; redforge unpack -q P.RGM -o P; "
                                 "grep var77 P/scripts/DOOR01.soup; redforge script check P P.RGM "
                                 "--actor DOOR01");
    CHECK(packed.status == 0);
    CHECK(packed.output.find("    var77 = 1  // warn: script-variable\n") == 0);
    CHECK(packed.output.find("P/scripts/DOOR01.soup:4:5: warning: the actor has no var77; ") != std::string::npos);
    CHECK(packed.output.find("P.RGM:DOOR01:4:5: warning: the actor has no var77; ") != std::string::npos);
    CHECK(packed.output.find("2 scripts: 0 errors, ") != std::string::npos);
}

TEST_CASE("script check: an invalid command table is reported once", "[cli]")
{
    const TemporaryFolder folder;
    put(folder.path() / "obse-commands.txt", "GetFoo 2BCE\n");
    const std::string make = "redforge new plugin --sample -q -o A.esp; cp A.esp B.esp; ";
    for (const std::string command : {"verify --scripts A.esp B.esp", "verify --scripts -j 1 .", "diff A.esp B.esp"}) {
        const std::string found = run_shell(folder.path(), make + "redforge " + command).output;
        CAPTURE(command, found);
        const std::size_t first = found.find("obse-commands.txt:1: \"GetFoo 2BCE\" is not a command; ");
        CHECK(first != std::string::npos);
        CHECK(found.find("is not a command", first + 40) == std::string::npos);
    }
    const ProcessResult alone = run_shell(folder.path(), "redforge verify A.esp --commands obse-commands.txt");
    CHECK(alone.status == 2);
    CHECK(alone.output.find("verify: --commands without --scripts") != std::string::npos);
}

TEST_CASE("script: renames variables and labels without changing the meaning", "[cli]")
{
    const TemporaryFolder folder;
    put(folder.path() / "A.soup", "actor A\n{\n  #a:\n    var2 = var2 + 1  // var2\n    if var2 < price\n    {\n       "
                                  " goto #a\n    }\n    end\n}\n\n"
                                  "names\n{\n    constant 9 = price\n}\n");
    CHECK(run_shell(folder.path(), "redforge rename variable var2 gold A.soup -i --no-backup && "
                                   "redforge rename label '#a' '#again' A.soup -i --no-backup")
              .output == "1 change -> A.soup\n1 change -> A.soup\n");
    const std::string renamed =
        "actor A\n{\n  #again:\n    gold = gold + 1  // var2\n    if gold < price\n    {\n        goto #again\n    }\n"
        "    end\n}\n\nnames\n{\n    variable 2 = gold\n    constant 9 = price\n}\n";
    CHECK(read_whole(folder.path() / "A.soup") == renamed);
    const ProcessResult taken = run_shell(folder.path(), "redforge rename variable gold price A.soup -i");
    CHECK(taken.status == 2);
    CHECK(taken.output.find("the new name is already used, or is not valid") != std::string::npos);
    CHECK(read_whole(folder.path() / "A.soup") == renamed);
    CHECK(run_shell(folder.path(), "redforge script xref gold A.soup").output ==
          "A.soup:A:4: sets: gold = gold + 1  // var2\nA.soup:A:4: tests: gold = gold + 1  // var2\n"
          "A.soup:A:5: tests: if gold < price\n");
}

TEST_CASE("script: sources of an unpacked map share names and pack to the same bytes", "[cli]")
{
    const TemporaryFolder folder;
    const std::string make =
        "printf '%s\\r\\n' '[functions]' 'task RTX parms 1' '[refs]' angle '[flags]' 'BOOL Won 0' > SOUP386.DEF; "
        "redforge new map --sample -q -o S.RGM; redforge unpack -q S.RGM -o S; "
        "printf 'actor DOOR01\\n{\\n  hook 0 upper 1:\\n    RTX(1)  // first\\n    Won = 1\\n    end\\n}\\n' > "
        "S/scripts/DOOR01.soup; "
        "printf 'actor GUARD01\\n{\\n    RTX(2)\\n    end\\n}\\n' > S/scripts/GUARD01.soup; "
        "redforge pack -q S -o P.RGM; redforge unpack -q P.RGM -o U; ";
    REQUIRE(run_shell(folder.path(), make).status == 0);
    CHECK(run_shell(folder.path(), "redforge script share --no-backup U").output ==
          "U/scripts: 2 sources share their names: 21 lines instead of 23\n");
    CHECK(read_whole(folder.path() / "U/scripts/names.inc") == "names\n{\n    task 1 = RTX(1)\n    flag 0 = Won\n}\n");
    CHECK(read_whole(folder.path() / "U/scripts/GUARD01.soup") ==
          "actor GUARD01\n{\n    RTX(2)\n    end\n}\n\ninclude \"names.inc\"\n");
    // Without a SOUP386.DEF, the names come from the file.
    CHECK(run_shell(folder.path(), "mkdir away; mv U away; rm SOUP386.DEF; redforge pack -q away/U -o Q.RGM; cmp P.RGM "
                                   "Q.RGM && redforge verify -q away/U && redforge script check -q away/U")
              .status == 0);
    CHECK(run_shell(folder.path(),
                    "redforge set away/U 'objects[0].position.x=7' -i --no-backup; "
                    "tail -1 away/U/scripts/DOOR01.soup; redforge script share -n away/U; "
                    "redforge verify -q away/U && redforge unpack -q P.RGM -o away/U && ls away/U/scripts")
              .output == "1 change -> away/U\ninclude \"names.inc\"\naway/U/scripts: nothing to change\n"
                         "DOOR01.soup\nGUARD01.soup\nnames.inc\n");
    // Renames also in a source that includes its names. Rejects a names.inc with other content.
    CHECK(run_shell(folder.path(), "mkdir V; printf 'actor A\\n{\\n    var3 = 1\\n    Won = 1\\n    "
                                   "end\\n}\\n\\ninclude \"names.inc\"\\n' > V/A.soup; "
                                   "printf 'names\\n{\\n    flag 0 = Won\\n}\\n' > V/names.inc; "
                                   "redforge rename variable var3 gold V/A.soup -i --no-backup; grep -c gold V/A.soup; "
                                   "printf 'names { flag 0 = Won }\\n' > V/names.inc; redforge script share -n V 2>&1")
              .output ==
          "1 change -> V/A.soup\n2\nredforge: V/names.inc: not one block of names; expected the lines names, {, "
          "one for each name, and }\n");
}

TEST_CASE("script check: --actor chooses scripts of a plugin and sources of Oblivion", "[cli]")
{
    const TemporaryFolder folder;
    put(folder.path() / "add.xml",
        "<edits><add path=\"entries[label=SCPT]\"><record type=\"SCPT\" editor_id=\"Ord\" form_id=\"01000802\">"
        "<script_body/></record></add><set path=\"scripts[Ord].source\"><![CDATA[scn Ord\n]]></set></edits>");
    REQUIRE(run_shell(folder.path(), "redforge new plugin --sample -o P.esp -q && redforge apply add.xml P.esp -i -q "
                                     "--no-backup")
                .status == 0);
    const auto summary = [&](const std::string& words) {
        return run_shell(folder.path(), "redforge script check " + words).output;
    };
    CHECK(summary("P.esp") == "2 scripts: 0 errors, 0 warnings\n");
    CHECK(summary("P.esp --actor Ord") == "1 script: 0 errors, 0 warnings\n");
    CHECK(summary("P.esp --actor 'GREET*'") == "1 script: 0 errors, 0 warnings\n");
    const ProcessResult none = run_shell(folder.path(), "redforge script check P.esp --actor Door");
    CHECK(none.status == 2);
    CHECK(none.output.starts_with(
        "redforge: P.esp: no script of that name; run it without --actor to see all scripts\n"));
    put(folder.path() / "Door.txt", "; a door\nscn Door\n");
    CHECK(summary("Door.txt --actor door") == "1 script: 0 errors, 0 warnings\n");
    CHECK(run_shell(folder.path(), "redforge script check Door.txt --actor Gate").status == 2);
}
