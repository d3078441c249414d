// `script`: the scripts of maps as source, without unpacking.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/files/game.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/script/script_actions.hpp"

namespace redforge::cli {
namespace {

struct ScriptAction {
    std::string_view name;
    std::string_view before;  ///< a word that precedes the files
    Exit (*run)(const ScriptRequest& request);
};

constexpr std::array<ScriptAction, 14> actions{{
    {"list", "", &script_list},
    {"show", "", &script_show},
    {"check", "", &script_check},
    {"assemble", "", &script_assemble},
    {"compile", "", &script_compile},
    {"decompile", "", &script_decompile},
    {"disassemble", "", &script_disassemble},
    {"format", "", &script_format},
    {"grep", "PATTERN", &script_grep},
    {"xref", "NAME", &script_xref},
    {"import", "", &script_import},
    {"run", "", &script_run},
    {"share", "", &script_share},
    {"test", "", &script_test},
}};

}  // namespace

static Exit run_script(const Arguments& arguments)
{
    const std::string name = arguments.first("ACTION");
    if (name == "functions") {
        return script_functions(arguments);
    }
    const auto action = std::ranges::find(actions, name, &ScriptAction::name);
    if (action == actions.end()) {
        return print_usage_error(
            fmt::format("script: no action \"{}\"", name),
            "there is: list, show, check, assemble, compile, decompile, disassemble, format, functions, grep, "
            "xref, import, run, share, test");
    }
    const auto words = arguments.all("FILE");
    const std::size_t before = action->before.empty() ? 0 : 1;
    if (words.size() <= before) {
        return print_usage_error(fmt::format("script {}: no file", name),
                                 fmt::format("use redforge script {} {}{}FILE...", name, action->before,
                                             action->before.empty() ? "" : " "));
    }
    const Result<LoadContext> context = names_context(arguments, words[before]);
    if (!context) {
        return print_error(context.error());
    }
    return action->run({arguments, words, *context});
}

Verb script_verb()
{
    return {
        .name = "script",
        .summary = "show, check and search scripts",
        .description = "FILE is a map, an unpacked map, a folder of maps, or a .soup source; for Oblivion, a plugin or "
                       "a .txt source that "
                       "begins with scn. Names of functions and flags come from SOUP386.DEF in the game's folder that "
                       "contains FILE, in "
                       "--game, or in --soup-def; without it, their numbers are shown.",
        .actions =
            {{"list", "Prints the name and size of each script.", "actor game soup-def json"},
             {"show", "Prints scripts as source; with --json, statement by statement.",
              "actor game soup-def encoding definitions plain json"},
             {"check", "Compiles sources and scripts, and reports errors and warnings by line.",
              "actor game soup-def data commands encoding definitions fix all no-backup dry-run json sarif junit "
              "github "
              "fail-on baseline"},
             {"assemble", "Prints the bytes of a .soup source in hexadecimal.",
              "actor game soup-def output no-backup force json"},
             {"compile", "Prints the compiled code of a .txt source in hexadecimal.", "commands json"},
             {"decompile", "Prints source for the compiled code of a plugin.",
              "actor data commands encoding definitions output force json"},
             {"disassemble", "Prints source for the bytes of a script, given in hexadecimal.",
              "actor game soup-def plain output no-backup force json"},
             {"format", "Indents sources by their blocks. Prints them, or with -i replaces them.",
              "in-place no-backup dry-run json"},
             {"functions", "Lists the parameters of the game's functions, or describes one function.",
              "game soup-def json"},
             {"grep",
              "Prints the lines of all scripts that match a pattern, in upper or lower case. * and ? are wildcards.",
              "actor game soup-def json"},
             {"xref",
              "Prints the statements that set or test a flag or property, call a function, name an object, or play a "
              "sound "
              "(sound_12).",
              "actor game soup-def json"},
             {"import", "Converts a script text of the public mod manager to source.",
              "actor game soup-def output no-backup force json"},
             {"run", "Simulates a script. Functions return the values of --answer, or 0.",
              "actor game soup-def answer flag var hook result max-steps json"},
             {"share", "Moves the names of all sources of a folder into one file, which the sources include.",
              "no-backup dry-run"},
             {"test", "Runs scripts as comments in their sources describe, and compares: // expect: RTX('abcd').",
              "actor game soup-def json"}},
        .examples = {{"redforge script list ISLAND.RGM", "every actor with a script"},
                     {"redforge script show ISLAND.RGM --actor 'DOOR*'", "the source of some"},
                     {"redforge script check ISLAND", "the sources of an unpacked map"},
                     {"redforge script check --fix DOOR1.soup", "fix mistakes that have a single fix"},
                     {"redforge script functions RotateByAxis", "parameters and description of a function"},
                     {"redforge script decompile Mod.esp --actor 'Door*'", "sources for code that has none"},
                     {"redforge script grep 'LoadWorld*' MAPS", "calls, in all maps"},
                     {"redforge script xref DoorOpen MAPS --game .", "the statements that set and test a flag"},
                     {"redforge script run ISLAND.RGM DOOR1 --answer 'HaveItem=1' --flag 'DoorOpen=0'",
                      "a simulation"}},
        .positionals =
            {{.name = "ACTION"},
             {"FILE",
              "maps and sources; grep: a pattern before them; xref: a name before them; run: the actor after them; "
              "functions: a name",
              0,
              0,
              {},
              true}},
        .options = option_list(
            Option{"--actor", "", "ACTOR", "only scripts of this actor; * and ? are wildcards"},
            Option{"--answer", "", "LIST", "run: return values of functions, one per call: 'HaveItem=1;Random=3,4'"},
            Option{"--flag", "", "LIST", "run: flags at the start, 'DoorOpen=1'"},
            Option{"--var", "", "LIST", "run: variables at the start, 'var0=5'"},
            Option{"--hook", "", "N", "run: begin at this hook"},
            Option{"--result", "", "N", "run: value of <ScriptRv>"},
            Option{"--max-steps", "", "N", "run: stop after this many statements (default 1024)"},
            Option{"--plain", "", "",
                   "show, disassemble: use only statements and gotos, without else, while, loop, break and continue"},
            Option{"--fix", "", "", "check: fix mistakes that have a single fix, in the sources"},
            Option{"--all", "", "", "check: print all, not only the first of each kind in a map, folder or source"},
            options::reports, options::thresholds, options::names_of_game, options::commands, options::text_of_plugin,
            options::output, options::in_place, options::no_backup, options::force, options::dry_run, options::json),
        .needs = {{"no-backup", "fix", "check"}, {"dry-run", "fix", "check"}, {"no-backup", "in-place", "format"}},
        .exclusive = {"json sarif junit github"},
        .run = run_script,
    };
}

}  // namespace redforge::cli
