// Output to a terminal or pipe: foreign names and values are escaped and shortened, and output is reproducible.
#include <fstream>

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
    CHECK(outcome.output == "redforge: apply: both EDITS and FILE are standard input; only one of them can be\n");
}

TEST_CASE("messages: a long value is cut and its length is shown", "[cli]")
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
    // The status of a program that SIGPIPE ended, as the shell has it, also where the parent had ignored the signal.
    CHECK(run_shell(folder.path(), "redforge new map --sample -q -o S.RGM; { until [ -e closed ]; do sleep 0.02; done; "
                                   "redforge unpack S.RGM -o - ; echo $? >&2; } | { exec <&-; touch closed; }")
              .output == "141\n");
    CHECK(run_shell(folder.path(), "trap '' PIPE; rm closed; { until [ -e closed ]; do sleep 0.02; done; redforge "
                                   "unpack S.RGM -o - ; echo $? >&2; } | "
                                   "{ exec <&-; touch closed; }")
              .output == "141\n");
}

TEST_CASE("apply: many edits by key reach the right records", "[cli]")
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
