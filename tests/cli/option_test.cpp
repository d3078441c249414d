// Options that a verb or one of its actions does not use are errors.
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

namespace {

struct ActionRow {
    std::string action;
    std::string options;  // used options
};

const std::map<std::string, std::vector<ActionRow>> actions{
    {"archive",
     {{"list", "json"},
      {"extract", "output force"},
      {"insert", "output in-place no-backup drop-comments force dry-run json at"},
      {"replace", "output in-place no-backup drop-comments force dry-run json"},
      {"remove", "output in-place no-backup drop-comments force dry-run json"},
      {"build", "output force"}}},
    {"backups", {{"list", "json"}, {"restore", "no-backup dry-run json"}}},
    {"image",
     {{"export", "output force palette game frame delay"},
      {"import", "output in-place no-backup drop-comments force palette game frame indices add dry-run json"},
      {"remove", "output in-place no-backup drop-comments force dry-run json"}}},
    {"mod",
     {{"new", "from original game from-changes"},
      {"check", "game"},
      {"build", "game output force layout"},
      {"pack", "output force"},
      {"install", "game store jobs json"},
      {"remove", "game jobs json"},
      {"enable", "game jobs json"},
      {"disable", "game jobs json"},
      {"order", "game jobs json"},
      {"list", "game json"},
      {"conflicts", "game json html"},
      {"status", "game json"},
      {"verify", "game jobs json"}}},
    {"model",
     {{"export", "output force recursive obj game palette json"},
      {"import", "output force recursive palette version keep-triangles json"}}},
    {"pvo", {{"check", "json"}, {"build", "output in-place force game distance step jobs json"}}},
    {"script",
     {{"list", "actor game soup-def json"},
      {"show", "actor game soup-def encoding definitions plain json"},
      {"check", "actor game soup-def data commands encoding definitions fix all no-backup "
                "dry-run json sarif junit github fail-on baseline"},
      {"assemble", "actor game soup-def output no-backup force json"},
      {"compile", "commands json"},
      {"decompile", "actor data commands encoding definitions output force json"},
      {"disassemble", "actor game soup-def plain output no-backup force json"},
      {"format", "in-place no-backup dry-run json"},
      {"functions", "game soup-def json"},
      {"grep", "actor game soup-def json"},
      {"xref", "actor game soup-def json"},
      {"import", "actor game soup-def output no-backup force json"},
      {"run", "actor game soup-def answer flag var hook result max-steps json"},
      {"share", "no-backup dry-run"},
      {"test", "actor game soup-def json"}}},
};

struct HelpOption {
    std::string name;
    bool takes_value{};
};

/// Returns the options in the help of a verb.
std::vector<HelpOption> options_in_help(const std::string& help)
{
    std::vector<HelpOption> options;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line) && line.find("Options of every verb") == std::string::npos;) {
        const std::size_t dashes = line.starts_with("  -") ? line.find("--") : std::string::npos;
        if (dashes == std::string::npos) {
            continue;
        }
        const std::size_t end = std::min(line.find_first_of(" ,", dashes), line.size());
        const char next = end + 1 < line.size() ? line[end + 1] : ' ';
        options.push_back({line.substr(dashes + 2, end - dashes - 2), next >= 'A' && next <= 'Z'});
    }
    return options;
}

}  // namespace

TEST_CASE("options: an action rejects each option that it does not use", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    for (const auto& [verb, rows] : actions) {
        const std::vector<HelpOption> options =
            options_in_help(run_shell(folder.path(), "redforge help " + verb).output);
        REQUIRE(options.size() > 2);
        for (const ActionRow& row : rows) {
            std::string commands = "true";
            std::string expected;
            for (const HelpOption& option : options) {
                if ((" " + row.options + " ").find(" " + option.name + " ") == std::string::npos) {
                    commands += "; redforge " + verb + " " + row.action + " x --" + option.name +
                                (option.takes_value ? " 1" : "") + " 2>&1 | sed 's/;.*//'";
                    expected += "redforge: " + verb + " " + row.action + " takes no --" + option.name + "\n";
                }
            }
            const std::string output = run_shell(folder.path(), commands).output;
            // --json reports the error as JSON, too.
            std::string lines;
            std::istringstream all(output);
            for (std::string line; std::getline(all, line);) {
                lines += line.starts_with("redforge: ") ? line + "\n" : "";
            }
            CHECK(lines == expected);
        }
    }
}

TEST_CASE("options: rejects missing dependencies and conflicting options", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -q -o S.RGM && touch A.soup").status == 0);
    struct Row {
        std::string command;
        std::string error;
    };
    const std::vector<Row> rows{
        {"check S.RGM -o T.RGM", "check: --output without --fix; add --fix, or omit --output"},
        {"check S.RGM -i", "check: --in-place without --fix; add --fix, or omit --in-place"},
        {"check S.RGM -n", "check: --dry-run without --fix; add --fix, or omit --dry-run"},
        {"check S.RGM --no-backup", "check: --no-backup without --fix; add --fix, or omit --no-backup"},
        {"check S.RGM --sarif --github", "check: both --sarif and --github; use one of them"},
        {"check S.RGM --fix -i --github", "check: both --github and --fix; use one of them"},
        {"check S.RGM --fix -i --all", "check: both --all and --fix; use one of them"},
        {"check --list S.RGM", "check: --list accepts no other arguments; it prints all checks and reads no file"},
        {"script check A.soup -n", "script check: --dry-run without --fix; add --fix, or omit --dry-run"},
        {"script format A.soup --no-backup",
         "script format: --no-backup without --in-place; add --in-place, or omit --no-backup"},
        {"script run S.RGM GUARD01 --actor DOOR01",
         "script run: accepts one file and one actor; redforge script run FILE [ACTOR]"},
        {"find S.RGM '*:DOOR01' -0", "find: --null without --names; add --names, or omit --null"},
        {"get S.RGM objects[0].id -l -c", "get: both --names and --count; use one of them"},
        {"diff S.RGM S.RGM --stat -c", "diff: both --count and --stat; use one of them"},
        {"pvo build S.RGM -o T.PVO -i", "pvo build: both --output and --in-place; use one of them"},
        {"pvo build S.RGM -j x", "--jobs x; a number from 1; default: the number of cores"},
        {"backups list S.RGM 2", "backups list: accepts no NUMBER; it lists all backups; omit the number"},
        {"unpack S.RGM -o - --schema", "unpack: --schema cannot be used with standard output; the schema is written "
                                       "next to the output file; use -o FILE"},
        {"man get --all pages", "man: both VERB and --all; --all writes the pages of all verbs"},
        {"mod new a.mod --original S.RGM", "mod new: --original without --from; add --from, or omit --original"},
    };
    for (const Row& row : rows) {
        INFO(row.command);
        const ProcessResult result = run_shell(folder.path(), "redforge " + row.command);
        CHECK(result.output == "redforge: " + row.error + "\n");
        CHECK(result.status == 2);
    }
}
