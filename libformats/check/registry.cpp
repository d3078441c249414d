// The registry of checks, and its page in the documentation.
#include <fmt/format.h>

#include "check/check.hpp"

namespace redforge::check {

// Each NAME_checks.cpp lists its checks.
std::span<const Check> damage_checks();
std::span<const Check> document_checks();
std::span<const Check> map_checks();
std::span<const Check> actor_checks();
std::span<const Check> animation_checks();
std::span<const Check> script_checks();
std::span<const Check> call_checks();
std::span<const Check> limit_checks();
std::span<const Check> game_checks();
std::span<const Check> file_checks();
std::span<const Check> setting_checks();
std::span<const Check> model_checks();
std::span<const Check> plugin_checks();
std::span<const Check> save_checks();

namespace {

/// Names the kind of documents that a check applies to: "every document", "maps".
std::string applies_to(const Check& check)
{
    if (check.root.empty()) {
        return "every document";
    }
    return check.root == "ini" ? "settings" : fmt::format("{}s", check.root);
}

}  // namespace

std::span<const Check> checks()
{
    static const std::vector<Check> all = [] {
        std::vector<Check> rows;
        for (const std::span<const Check> each :
             {damage_checks(), document_checks(), map_checks(), actor_checks(), animation_checks(), script_checks(),
              call_checks(), limit_checks(), game_checks(), file_checks(), setting_checks(), model_checks(),
              plugin_checks(), save_checks()}) {
            rows.insert(rows.end(), each.begin(), each.end());
        }
        return rows;
    }();
    return all;
}

std::string checks_page()
{
    std::string page = fmt::format(
        "# Checks\n\n"
        "<!-- Made by `redforge check --list`. A test compares it with the registry, "
        "libformats/check/registry.cpp. -->\n\n"
        "`redforge check FILE...` reports possible problems of a document. `--fix` fixes the findings that have a "
        "single fix. `--select ID` runs only the given checks, and `--ignore ID` skips checks. By default, `check` "
        "prints the first {} findings of each check in a file, then the number of the others. `--all` prints all. "
        "`--json`, `--sarif` and `--github` always print all.\n\n"
        "The exit status is 1 if there is an error or a warning, and 2 if a file cannot be read. "
        "`--fail-on error|warning|note` sets the lowest severity that makes it 1. `--baseline FILE` skips known "
        "findings: FILE is an earlier output of `check --json`. A known finding matches once, by file, record, id and "
        "message, "
        "not by line, so run `check` in the same folder with the same names. `script check` has these options too. "
        "Without `--fail-on`, its exit status is 1 if there is an error.\n\n"
        "A finding in a text has the line, and a finding in an unpacked folder has the file in the folder. With "
        "`--github` and `--sarif`, a file that cannot be read is a finding with the id `unreadable`.\n\n"
        "To accept a finding, add a line to the ignore list next to the document. The list of `ISLAND.RGM` is "
        "`ISLAND.RGM.ignore`; the list of an unpacked folder `ISLAND` is `ISLAND.ignore`. A line is the id of the "
        "check, a path into the document as for `get` (`*` is the whole document), and the reason:\n\n"
        "```\n"
        "# comments and empty lines are allowed\n"
        "twins objects[id=4138] two halves of one bridge\n"
        "unused-string actors[script_name=KEY].strings for the next chapter\n"
        "unknown-palette * comes with the installer\n"
        "```\n\n"
        "`check`, `check --fix` and the Problems pane of the editor skip these findings. `check` prints their number, "
        "and the lines that no longer match a finding. In the editor, right-click a problem and choose Ignore... to "
        "add "
        "a line. `check` skips lines `layer PATH NAME` and `group PATH NAME`: they are "
        "[layers and groups](window.md#select-and-hide-records) of the editor.\n\n"
        "| id | severity | finds | applies to |\n|---|---|---|---|\n",
        max_listed_findings);
    for (const Check& check : checks()) {
        page += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} |\n", check.id, severity_name(check.severity), check.title,
                            applies_to(check));
    }
    for (const Check& check : checks()) {
        page += fmt::format("\n## {}\n\n{}. {}\n", check.id, check.title, check.doc);
        if (!check.needs.empty()) {
            page += fmt::format("This check needs {}.\n", check.needs);
        }
    }
    return page;
}

}  // namespace redforge::check
