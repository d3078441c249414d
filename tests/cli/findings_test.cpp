// Findings for CI: positions in files, annotations, SARIF, the fail level and baselines.
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "program.hpp"

using namespace redforge::test;

namespace {

/// Makes a map with findings, as a game file and unpacked into S.
bool make_map(const TemporaryFolder& folder)
{
    return run_shell(
               folder.path(),
               "redforge new map --sample -o S.RGM -q && redforge set S.RGM lights[0].red=300 -i -q --no-backup && "
               "redforge unpack S.RGM -q")
               .status == 0;
}

nlohmann::json results_of(const TemporaryFolder& folder, const std::string& command)
{
    const std::string text = run_shell(folder.path(), command + " -q 2>/dev/null").output;
    const nlohmann::json sarif = nlohmann::json::parse(text, nullptr, false);
    return sarif.is_object() ? sarif["runs"][0]["results"] : nlohmann::json(text);
}

}  // namespace

TEST_CASE("findings: a source that does not parse is an annotation and a SARIF result", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    REQUIRE(run_shell(folder.path(), "sed -i 's/^    end/    end (/' S/scripts/GUARD01.soup").status == 0);
    for (const char* const verb : {"check", "verify"}) {
        const ProcessResult github =
            run_shell(folder.path(), std::string("redforge ") + verb + " S --github -q 2>/dev/null");
        CHECK(github.output == "::error file=S/scripts/GUARD01.soup,line=8,col=9,title=unreadable::( where a statement "
                               "should be\n");
        CHECK(github.status == 2);
        const nlohmann::json results = results_of(folder, std::string("redforge ") + verb + " S --sarif");
        REQUIRE(results.size() == 1);
        CHECK(results[0]["ruleId"] == "unreadable");
        CHECK(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "S/scripts/GUARD01.soup");
        CHECK(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 8);
    }
    const ProcessResult script = run_shell(folder.path(), "redforge script check S --github -q --fail-on error");
    CHECK(script.output ==
          "::warning file=S/scripts/DOOR01.soup,line=5,col=9,title=unused-string::string 0 is not used\n"
          "::warning file=S/scripts/DOOR01.soup,line=6,col=9,title=unused-string::string 1 is not used\n"
          "::error file=S/scripts/GUARD01.soup,line=8,col=9,title=script-error::( where a statement should be\n");
    CHECK(script.status == 1);
    const nlohmann::json results = results_of(folder, "redforge script check S --sarif");
    REQUIRE(results.size() == 3);
    CHECK(results[2]["ruleId"] == "script-error");
}

TEST_CASE("findings: script check names file and line of each error in a folder of sources", "[cli][script]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    REQUIRE(run_shell(folder.path(),
                      "mkdir -p G/deep && cp S.RGM G && mv S G/deep && printf 'actor B\\n{\\n    end "
                      "(\\n}\\n' > G/deep/B.soup && printf 'actor C\\n{\\n    end )\\n}\\n' > G/C.soup && "
                      "sed -i 's/^    end/    end (/' G/deep/S/scripts/GUARD01.soup")
                .status == 0);
    const ProcessResult github = run_shell(folder.path(), "redforge script check G --github -q | grep ::error");
    CHECK(github.output == "::error file=G/C.soup,line=3,col=9,title=script-error::) where a statement should be\n"
                           "::error file=G/deep/B.soup,line=3,col=9,title=script-error::( where a statement should be\n"
                           "::error file=G/deep/S/scripts/GUARD01.soup,line=8,col=9,title=script-error::( where a "
                           "statement should be\n");
    const nlohmann::json results = results_of(folder, "redforge script check G --sarif --fail-on error");
    std::vector<std::string> errors;
    for (const nlohmann::json& result : results) {
        const nlohmann::json& place = result["locations"][0]["physicalLocation"];
        if (result["level"] == "error") {
            errors.push_back(place["artifactLocation"]["uri"].get<std::string>() + ":" +
                             std::to_string(place["region"]["startLine"].get<int>()));
        }
    }
    CHECK(errors == std::vector<std::string>{"G/C.soup:3", "G/deep/B.soup:3", "G/deep/S/scripts/GUARD01.soup:8"});
    // The map next to the sources is checked too.
    CHECK(run_shell(folder.path(), "redforge script check G --github -q | grep -c file=G/S.RGM").output == "4\n");
}

TEST_CASE("findings: in an unpacked folder, they name the file and the line", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    const std::string line = run_shell(folder.path(), "grep -n '<light ' S/map.xml | head -1 | cut -d: -f1").output;
    const std::string place = "S/map.xml:" + line.substr(0, line.find('\n')) + ":";
    const ProcessResult values = run_shell(folder.path(), "redforge check S -q --select value-range");
    INFO(values.output);
    CHECK(values.output.starts_with(place));
    CHECK(values.output.ends_with(": lights[0].red: warning: 300 is outside 0 to 255 [value-range]\n"));
    // Strings are in the source of the script.
    const ProcessResult strings = run_shell(folder.path(), "redforge check S -q --select unused-string | head -1");
    CHECK(strings.output.starts_with("S/scripts/DOOR01.soup: actors[0].strings: note: "));
    // Lines of a script are those of the user's source, not of the disassembled script.
    REQUIRE(run_shell(folder.path(), "printf '// one\\n// two\\nactor DOOR01\\n{\\n    var9 = 1\\n    end\\n}\\n' > "
                                     "S/scripts/DOOR01.soup")
                .status == 0);
    const ProcessResult script = run_shell(folder.path(), "redforge check S -q --select script-variable");
    INFO(script.output);
    CHECK(script.output.starts_with("S/scripts/DOOR01.soup:5: actors[0].script: warning: line 5: "));
    // A single XML file.
    REQUIRE(run_shell(folder.path(), "redforge unpack S.RGM -q -o s.xml").status == 0);
    CHECK(run_shell(folder.path(), "redforge check s.xml -q --github --select value-range")
              .output.starts_with("::warning file=s.xml,line="));
    // A game file has no lines.
    CHECK(run_shell(folder.path(), "redforge check S.RGM -q --github --select value-range").output ==
          "::warning file=S.RGM,title=value-range::lights[0].red: 300 is outside 0 to 255\n");
}

TEST_CASE("findings: --fail-on chooses the severity of exit status 1", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    const auto status = [&](const std::string& words) { return run_shell(folder.path(), "redforge " + words).status; };
    CHECK(status("check S.RGM --select value-range") == 1);  // a warning
    CHECK(status("check S.RGM --select value-range --fail-on error") == 0);
    CHECK(status("check S.RGM --select unused-string") == 0);  // notes
    CHECK(status("check S.RGM --select unused-string --fail-on note") == 1);
    CHECK(status("script check S.RGM") == 0);
    CHECK(status("script check S.RGM --fail-on warning") == 1);
    CHECK(run_shell(folder.path(), "redforge check S.RGM --fail-on bad").output ==
          "redforge: --fail-on bad; error, warning or note\n");
}

TEST_CASE("findings: does not count the findings of a baseline", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    const auto run = [&](const std::string& words) { return run_shell(folder.path(), words); };
    REQUIRE(run("redforge check S --select value-range --json -q > known.json").status == 1);
    const std::string check = "redforge check S --select value-range --baseline known.json";
    CHECK(run(check).output == "nothing found; 1 known\n");
    CHECK(run(check).status == 0);
    // A known finding may move in the file. A second finding with the same message is new.
    REQUIRE(run("sed -i '2i<!-- moved -->' S/map.xml && redforge set S lights[0].green=300 -i -q --no-backup").status ==
            0);
    const ProcessResult more = run(check + " -q --github | wc -l");
    CHECK(more.output == "1\n");
    CHECK(run(check).status == 1);
    CHECK(run(check + " --json -q | jq -c '[(.findings | length), (.known | length)]'").output == "[1,1]\n");
    // A new baseline has the known and the new findings.
    REQUIRE(run(check + " --json -q > next.json").status == 1);
    CHECK(run("redforge check S --select value-range --baseline next.json").output == "nothing found; 2 known\n");
    REQUIRE(run("redforge set S lights[0].red=3 lights[0].green=3 -i -q --no-backup").status == 0);
    CHECK(run(check).output ==
          "nothing found\nknown.json: 1 known finding did not occur; create the file again with check --json\n");
    // The same finding of another record is new.
    REQUIRE(run("redforge new map --sample -o T.RGM -q; redforge set T.RGM 'objects[id=5].script_name=NOPE' -i -q "
                "--no-backup; redforge check T.RGM --select unknown-actor --json -q > t.json")
                .status == 1);
    REQUIRE(run("redforge set T.RGM 'objects[id=5].script_name=DOOR01' 'objects[id=6].script_name=NOPE' -i -q "
                "--no-backup")
                .status == 0);
    CHECK(run("redforge check T.RGM --select unknown-actor --baseline t.json -q").status == 1);
    CHECK(run("grep -v '\"record\"' t.json > old.json; redforge check T.RGM --select unknown-actor --baseline "
              "old.json -q")
              .status == 0);
    CHECK(run("echo '{}' > bad.json; redforge check S --baseline bad.json").output ==
          "redforge: bad.json: is not a baseline; a baseline is what check --json printed\n");
    // Baselines of script check.
    REQUIRE(run("redforge script check S --json -q > scripts.json").status == 0);
    const ProcessResult scripts = run("redforge script check S --baseline scripts.json --fail-on warning");
    CHECK(scripts.output == "2 scripts: 0 errors, 0 warnings; 4 known\n");
    CHECK(scripts.status == 0);
}

TEST_CASE("findings: --junit has a test case for each finding and each clean file", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -o GOOD.RGM -q && echo no > BAD.RGM").status == 0);
    const ProcessResult check =
        run_shell(folder.path(), "redforge check BAD.RGM GOOD.RGM S.RGM --select value-range --junit -q 2>/dev/null");
    CHECK(check.status == 2);
    CHECK(check.output.find("<testsuite name=\"redforge check\" tests=\"3\" failures=\"1\" errors=\"1\">") !=
          std::string::npos);
    CHECK(check.output.find("<testcase classname=\"redforge check\" name=\"GOOD.RGM\"/>") != std::string::npos);
    CHECK(check.output.find("name=\"S.RGM: lights[0].red [value-range]\">\n      <failure type=\"value-range\"") !=
          std::string::npos);
    const ProcessResult verify = run_shell(folder.path(), "redforge verify GOOD.RGM --junit -q");
    CHECK(verify.output == R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="0" errors="0">
  <testsuite name="redforge verify" tests="1" failures="0" errors="0">
    <testcase classname="redforge verify" name="GOOD.RGM"/>
  </testsuite>
</testsuites>
)");
}

TEST_CASE("check: names all files of a folder that cannot be read", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    REQUIRE(run_shell(folder.path(), "sed -i 's/^    end/    end (/' S/scripts/GUARD01.soup S/scripts/DOOR01.soup")
                .status == 0);
    const ProcessResult both = run_shell(folder.path(), "redforge check S --github -q 2>/dev/null");
    CHECK(both.output ==
          "::error file=S/scripts/DOOR01.soup,line=8,col=9,title=unreadable::( where a statement should be\n"
          "::error file=S/scripts/GUARD01.soup,line=8,col=9,title=unreadable::( where a statement should be\n");
    CHECK(both.status == 2);

    const ProcessResult plugin = run_shell(folder.path(), R"sh(
        redforge new plugin --sample -o P.esp -q; redforge unpack P.esp -q
        echo '<record' > P/SCPT/Greeting.xml; cp P/SCPT/Greeting.xml P/SCPT/Other.xml
        redforge check P 2>&1 | sed 's/: .*//')sh");
    CHECK(plugin.output == "redforge\nredforge\n2 errors, 0 warnings, 0 notes\n");
}

TEST_CASE("check: searching a folder reports damaged files and skips foreign ones", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(),
                      "mkdir m; redforge new map --sample -o m/A.RGM -q; echo TE > m/B.esp; : > m/C.RGM; "
                      "echo text > m/D.txt; printf 'PK\\003\\004' > m/E.zip")
                .status == 0);
    const ProcessResult outcome = run_shell(folder.path(), "redforge check -r m -q --select value-range");
    CHECK(outcome.status == 2);
    CHECK(outcome.output ==
          "redforge: m/B.esp: named as Elder Scrolls plugin (.esp), but has only 3 bytes: 54 45 0A; it was cut off or "
          "emptied; take another copy, or a backup (redforge backups list FILE)\n"
          "redforge: m/C.RGM: named as Redguard map (.RGM), but is empty; it was cut off or emptied; take another "
          "copy, or "
          "a backup (redforge backups list FILE)\n");
}

TEST_CASE("check: searching a folder reports a record file with another root element", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "redforge new plugin -o P.esp -q; redforge new record WEAP Sword P.esp -i -q; "
                                     "redforge unpack P.esp -o m/P -q; echo '<html/>' > m/page.xml; "
                                     "echo '<html/>' > m/P/WEAP/Sword.xml")
                .status == 0);
    const ProcessResult outcome = run_shell(folder.path(), "redforge check -r m -q");
    CHECK(outcome.status == 2);
    CHECK(outcome.output == "redforge: m/P/WEAP/Sword.xml:1:2: root element <html>; expected <record>\n");
}

TEST_CASE("check: --fix reports the remaining findings and counts them", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    const ProcessResult fixed = run_shell(folder.path(), "redforge check S.RGM --fix -i --no-backup");
    CHECK(fixed.status == 0);
    CHECK(fixed.output.starts_with("1 change -> S.RGM\nS.RGM: actors[0].strings: note: "));
    CHECK(fixed.output.ends_with("\n0 errors, 0 warnings, 2 notes\n"));
    // A plugin that was cut off within its last group.
    REQUIRE(run_shell(folder.path(), "redforge new plugin --sample -o P.esp -q && head -c -9 P.esp > CUT.esp").status ==
            0);
    const ProcessResult cut = run_shell(folder.path(), "redforge check CUT.esp --fix -i --select damaged");
    CHECK(cut.status == 1);
    CHECK(cut.output.find("error: ") != std::string::npos);
    CHECK(cut.output.ends_with("1 error, 0 warnings, 0 notes\n"));
    // Standard output contains only the document.
    const ProcessResult piped =
        run_shell(folder.path(), "redforge check CUT.esp --fix -o - 2>/dev/null | cmp - CUT.esp && echo same");
    CHECK(piped.output == "same\n");
}

TEST_CASE("check: --fix skips foreign files in a searched folder", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(make_map(folder));
    const ProcessResult outcome =
        run_shell(folder.path(),
                  "mkdir m; mv S.RGM m; echo text > m/D.txt; redforge check -r m --fix -i --no-backup -q "
                  "--select value-range; redforge get m/S.RGM lights[0].red");
    CHECK(outcome.output == "255\n");
}
