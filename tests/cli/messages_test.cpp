// Output to a terminal or pipe: foreign names and values are escaped and shortened, and output is reproducible.
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "program.hpp"

using namespace redforge::test;

TEST_CASE("verify: repeated runs print the same text and valid JSON", "[cli]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(),
                      "mkdir m && redforge new plugin --sample -q -o m/P.esp && redforge new map --sample -q "
                      "-o m/M.RGM && i=0; while [ $i -lt 1000 ]; do ln m/P.esp m/P$i.esp; ln m/M.RGM "
                      "m/M$i.RGM; i=$((i+1)); done")
                .status == 0);
    const ProcessResult first = run_shell(folder.path(), "redforge verify -v m");
    CHECK(first.status == 0);
    CHECK(first.output == run_shell(folder.path(), "redforge verify -v m").output);
    const std::string json = run_shell(folder.path(), "redforge verify --json m 2>/dev/null").output;
    CHECK(json == run_shell(folder.path(), "redforge verify --json m 2>/dev/null").output);
    const nlohmann::json whole = nlohmann::json::parse(json);
    CHECK(whole["files"].size() == 2002);
    CHECK(whole["totals"]["records"].contains("properties"));
    CHECK(whole["totals"]["records"].size() == 3);
}

TEST_CASE("messages: control characters in file names are escaped", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult outcome = run_shell(folder.path(), "N=$(printf 'a\\033[31m\\nb'); redforge info \"$N\"; "
                                                           "echo x > \"$N\"; redforge verify \"$N\"; redforge \"$N\"");
    CHECK(outcome.output.find('\x1b') == std::string::npos);
    CHECK(outcome.output.find("a\\x1B[31m\\x0Ab: cannot open") != std::string::npos);
}

TEST_CASE("messages: edits and file cannot both be standard input", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult outcome = run_shell(folder.path(), "echo '<edits/>' | redforge apply - -");
    CHECK(outcome.status == 2);
    CHECK(outcome.output ==
          "redforge: apply: EDITS and FILE are both standard input; use standard input for one of them\n");
}

TEST_CASE("messages: shorten a long value, and show its length", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult outcome =
        run_shell(folder.path(),
                  "redforge new map --sample -q -o S.RGM && V=$(head -c 100000 /dev/zero | tr '\\0' x) && "
                  "redforge set S.RGM \"lights[0].red=$V\" -n");
    CHECK(outcome.status == 2);
    CHECK(outcome.output.size() < 400);
    CHECK(outcome.output.find(std::string(80, 'x') + "\"... (100,000 characters)") != std::string::npos);
}

TEST_CASE("messages: a closed pipe ends the program quietly", "[cli]")
{
    const TemporaryFolder folder;
    // The status is that of a program ended by SIGPIPE, also if the parent ignores the signal.
    CHECK(run_shell(folder.path(), "redforge new map --sample -q -o S.RGM; { until [ -e closed ]; do sleep 0.02; done; "
                                   "redforge unpack S.RGM -o - ; echo $? >&2; } | { exec <&-; touch closed; }")
              .output == "141\n");
    CHECK(run_shell(folder.path(), "trap '' PIPE; rm closed; { until [ -e closed ]; do sleep 0.02; done; redforge "
                                   "unpack S.RGM -o - ; echo $? >&2; } | "
                                   "{ exec <&-; touch closed; }")
              .output == "141\n");
}

TEST_CASE("apply: many edits by key change the right records", "[cli]")
{
    const TemporaryFolder folder;
    constexpr int count = 10000;
    const auto write = [&](const std::string& name, const auto& edit) {
        std::ofstream file(folder.path() / name);
        file << "<edits>";
        for (int i = 0; i < count; ++i) {
            file << edit(std::to_string(100000 + i));
        }
        file << "</edits>";
    };
    write("add.xml", [](const std::string& id) { return "<add path=\"objects\"><object id=\"" + id + "\"/></add>"; });
    write("move.xml", [](const std::string& id) { return "<move path=\"objects[id=" + id + "]\" to=\"0\"/>"; });
    write("remove.xml", [](const std::string& id) { return "<remove path=\"objects[id=" + id + "]\"/>"; });
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -q -o S.RGM && redforge apply add.xml S.RGM -o A.RGM")
                .status == 0);
    CHECK(run_shell(folder.path(),
                    "redforge apply move.xml A.RGM -o B.RGM -q && redforge apply remove.xml B.RGM -o C.RGM -q")
              .output.empty());
    CHECK(run_shell(folder.path(), "redforge get B.RGM 'objects[0].id' && redforge get B.RGM 'objects[9999].id'")
              .output == "109999\n100000\n");
    CHECK(run_shell(folder.path(), "redforge diff S.RGM C.RGM").output.empty());
}

TEST_CASE("script check: a source folder is checked, and one without scripts is an error", "[cli][script]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(),
                      "redforge new map --sample -q -o S.RGM && redforge unpack S.RGM -q && mv S/scripts loose "
                      "&& mkdir none")
                .status == 0);
    const ProcessResult checked = run_shell(folder.path(), "redforge script check loose");
    CHECK(checked.status == 0);
    CHECK(checked.output.ends_with("\n2 scripts: 0 errors, 4 warnings\n"));
    CHECK(run_shell(folder.path(), "redforge script check none").status == 2);
    for (const std::string action : {"assemble", "disassemble"}) {
        const auto json = nlohmann::json::parse(
            run_shell(folder.path(), "redforge script " + action + " S.RGM --json 2>/dev/null").output);
        CHECK(json["texts"].size() == 2);
    }
    CHECK(nlohmann::json::parse(
              run_shell(folder.path(), "redforge script format loose --json 2>/dev/null").output)["texts"]
              .size() == 2);
}

TEST_CASE("progress: work of over a second on many files shows progress on a terminal", "[cli]")
{
    const TemporaryFolder folder;
    // The second of three files is a pipe without a writer for more than a second.
    const ProcessResult outcome = run_shell(folder.path(), R"sh(
        command -v script > /dev/null || { echo 'no program "script" here'; exit 7; }
        redforge new map --sample -q -o A.RGM; cp A.RGM B.RGM
        redforge unpack A.RGM -q -o A.xml; cp A.xml B.xml
        printf 'v 0 0 0\nv 256 0 0\nv 0 256 0\nusemtl colour_9\nf 1 3 2\n' > c.obj
        redforge model import c.obj -q -o A.3D; cp A.3D B.3D
        echo '<edits><set path="lights[0].radius" value="6"/></edits>' > e.xml
        mkdir unpacked packed models
        try() {
            name=$1 content=$2
            mkfifo "$name"
            timeout 60 sh -c "exec 3> $name; sleep 1.3; cat $content >&3" &  # it waits for the reader first
            TERM=xterm timeout 60 script -qec "redforge $3" /dev/null > "$name.out" < /dev/null &
        }
        try info A.RGM 'info A.RGM info B.RGM'
        try verify A.RGM 'verify -j 1 A.RGM verify B.RGM'
        try check A.RGM 'check A.RGM check B.RGM'
        try find A.RGM 'find A.RGM find B.RGM lights[0].radius'
        try get A.RGM 'get A.RGM get B.RGM lights[0].radius'
        try set A.RGM 'set A.RGM set B.RGM lights[0].radius=5 -n'
        try apply A.RGM 'apply e.xml A.RGM apply B.RGM -n'
        try rename A.RGM 'rename actor GUARD01 G A.RGM rename B.RGM -n'
        try unpack A.RGM 'unpack A.RGM unpack B.RGM -o unpacked/'
        try pack A.xml 'pack A.xml pack B.xml -o packed/'
        try export A.3D 'model export A.3D export B.3D -o models/'
        try list A.RGM 'script list A.RGM list B.RGM'
        try scripts A.RGM 'script check A.RGM scripts B.RGM'
        try grep A.RGM 'script grep Wait A.RGM grep B.RGM'
        wait
        ls ./*.out | wc -l
        for each in *.out; do grep -aq ' of 3 files' "$each" || { echo "$each"; cat "$each"; }; done)sh");
    if (outcome.status == 7) {
        WARN(outcome.output);
        return;
    }
    CHECK(outcome.output == "14\n");
}

TEST_CASE("messages: each names the error and a fix", "[cli]")
{
    struct Row {
        std::string command;
        std::string output;
    };
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -q -o M.RGM && mkdir maps && cp M.RGM maps").status ==
            0);
    const std::vector<Row> rows{
        {"model CRATE.3D -o x.glb", "model: ACTION is missing before CRATE.3D; redforge model export|import CRATE.3D"},
        {"rename M.RGM A B",
         "rename: KIND is missing before M.RGM; redforge rename actor|label|string|variable A B M.RGM"},
        {"archive A.ROB", "archive: ACTION is missing before A.ROB; redforge archive "
                          "list|extract|insert|replace|remove|build|pack A.ROB"},
        {"set M.RGM objects=5 -n",
         "M.RGM: objects: this is a list of 7 records, not a value; name a record and a field: "
         "objects[0].id, or objects[*].id for all"},
        {"schema mp", "no document \"mp\"; did you mean map?"},
        {"--verson", "no option --verson; did you mean --version?"},
        {"-i", "-i before the verb; options follow it: redforge VERB [options] FILE..."},
        {"man script shw", "man: script has no action \"shw\"; there are: list show check assemble compile decompile "
                           "disassemble format functions grep xref import run share test"},
        {"man info show", "man: info has no action \"show\"; redforge man info"},
        {"info maps",
         "maps: a folder without a document in it; an unpacked map is a folder with map.xml; name one file, "
         "or use -r for all files"},
        {"check -q maps",
         "maps: a folder without a document in it; an unpacked map is a folder with map.xml; name one file, "
         "or use -r for all files"},
        {"find maps 'objects[0]'",
         "maps: a folder without a document in it; an unpacked map is a folder with map.xml; name one file, "
         "or use -r for all files"},
    };
    for (const Row& row : rows) {
        const ProcessResult outcome = run_shell(folder.path(), "redforge " + row.command);
        CHECK(outcome.output == "redforge: " + row.output + "\n");
        CHECK(outcome.status == 2);
    }
    CHECK(run_shell(folder.path(), "redforge schema foo")
              .output.starts_with("redforge: no document \"foo\"; there are: map, "));
}

TEST_CASE("help: explains paths and edits, and man takes an action", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult paths = run_shell(folder.path(), "redforge help paths");
    CHECK(paths.status == 0);
    CHECK(paths.output.starts_with("Name:\n  redforge-paths - paths of values and records\n\nExamples:\n"
                                   "  objects[12].position.x\n      one number\n"));
    CHECK(paths.output.ends_with(
        "\n\nSee also:\n  redforge-get(1), redforge-find(1), redforge-set(1), redforge-edits(5)\n"));
    CHECK(paths.output.find('\\') == std::string::npos);
    CHECK(run_shell(folder.path(), "redforge --help paths").output == paths.output);
    const std::string edits = run_shell(folder.path(), "redforge help edits").output;
    CHECK(edits.find("\n  <edits>\n    <set path=\"objects[4].position.x\" value=\"123\"/>\n") != std::string::npos);
    CHECK(edits.find("\nEdits:\n  set\n      Sets every field that the path selects.") != std::string::npos);
    CHECK(run_shell(folder.path(), "redforge man script show").output ==
          run_shell(folder.path(), "redforge man script").output);
}

TEST_CASE("set: a count of a definition can be set to the size of its list", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult outcome = run_shell(folder.path(), R"sh(
        printf '%s\n' 'record GLOB "Global"' '  EDID editor_id "Editor ID" zstring' '  DATA net "Net"' '    u8 n' \
            '    list things thing count n' '      u8 a' > c.def
        printf '%s' '<plugin header_size="later"><group type="top" label="GLOB"><record type="GLOB" editor_id="Net" ' \
            'form_id="00000801"><net><thing a="7"/><thing a="8"/></net></record></group></plugin>' > p.xml
        redforge pack p.xml --definitions c.def -o P.esp -q
        redforge set P.esp 'records[Net].net.n=2' --definitions c.def -o Q.esp -q && cmp P.esp Q.esp && echo same
        redforge set P.esp 'records[Net].net.n=3' --definitions c.def -o R.esp)sh");
    CHECK(outcome.output ==
          "same\nredforge: P.esp: records[Net].subrecords[0].things: 2 records; n is 3; it is computed: "
          "leave it out\n");
}
