// The registry of checks, and its page in the docs.
#include <array>

#include <fmt/format.h>

#include "check/check.hpp"

namespace redforge::check {
namespace {

constexpr std::string_view of_maps = "map";
constexpr std::string_view of_plugins = "plugin";
constexpr std::string_view of_saves = "save";
constexpr std::string_view of_settings = "ini";
constexpr std::string_view game = "the game's folder";

constexpr std::array all{
    Check{
        "damaged", Severity::error, "A damaged file",
        "The file is cut off, or a length or compressed data in it is wrong. Redforge keeps the bytes and writes them "
        "back, but the game does not read them, or crashes. Restore the file from a backup or its source.",
        "", "", &find_damage},
    Check{"duplicate-key", Severity::warning, "Two records of a list with one id or name",
          "Records of a list are told apart by an id or a name. Scripts, edits and merges that name one of them reach "
          "the first alone.",
          "", "", &find_duplicate_keys},
    Check{"value-range", Severity::warning, "A value outside its range",
          "Parts of a colour are 0 to 255, and a value that is yes or no is 0 or 1. A file can hold others; games read "
          "them in their own ways. The fix takes the nearest value of the range.",
          "", "", &find_values_out_of_range},
    Check{"unknown-actor", Severity::error, "An object of an actor that is not in the map",
          "Every object of the game's maps is an instance of an actor of its map, which holds its script. Add the "
          "actor, or name another.",
          of_maps, "", &find_unknown_actors},
    Check{"kept-as-bytes", Severity::note, "A part that is kept as bytes",
          "It does not fit its layout, so it is carried along as it stands. Edits of other parts do not change it: "
          "what it names by number may be something else afterwards.",
          of_maps, "", &find_raw_parts},
    Check{"twins", Severity::warning, "Two objects with one model in one place",
          "The one hides the other, and their faces flicker. Remove one of them, or move it.", of_maps, "",
          &find_twins},
    Check{"no-rotation", Severity::warning, "A matrix that is not a rotation",
          "The matrix of a static object turns it; all in the game's maps are rotations. The fix takes the nearest "
          "rotation where the matrix is off by rounding alone.",
          of_maps, "", &find_invalid_rotations},
    Check{"outside-world", Severity::warning, "A record outside the world",
          "X and Z of a map go from 0 to 65,535. The game does not see what stands elsewhere.", of_maps, "",
          &find_records_outside},
    Check{"under-terrain", Severity::warning, "An object under the terrain",
          "Its whole box lies below the ground of the map's terrain.", of_maps, game, &find_buried_records},
    Check{"size-row", Severity::error, "An object with a mesh and no row of sizes, or another mesh's",
          "An object with a mesh names a record of MPSZ, which holds the box of the mesh; the game collides with that "
          "box. The fix takes the row that other objects of the mesh have.",
          of_maps, "", &find_size_rows},
    Check{"size-sum", Severity::warning, "A size that is not the sum of its parts",
          "In all rows of MPSZ of the game, the total is what lies on the positive and on the negative side.", of_maps,
          "", &find_size_sums},
    Check{"route-nowhere", Severity::error, "A route to a node that does not exist",
          "Routes name a node of their own walk map by its number, from 0. The fix removes the route.", of_maps, "",
          &find_dangling_routes},
    Check{"route-cost", Severity::warning, "A route with a cost that is not its length",
          "The cost of a route is the distance of its nodes, rounded down; the document gives another one. The fix "
          "gives it back to computing.",
          of_maps, "", &find_wrong_costs},
    Check{"first-actors", Severity::error, "One of the first 24 actors is out of its place",
          "The first 24 actors are the same in every map of the game, from MAPCOUNT to DEBUG, and the game counts on "
          "their places. The fix puts them there when all are in the map.",
          of_maps, "", &find_actor_order},
    Check{"unplaced-actor", Severity::note, "An actor without instances",
          "No object of the map is an instance of the actor, so its script does not run. The first 24 actors are in "
          "every map whether it has objects of theirs or not.",
          of_maps, "", &find_actors_without_objects},
    Check{"unused-string", Severity::note, "Strings that their script does not use",
          "An actor has strings that no statement of its script names; they are reported together, the first three by "
          "name.",
          of_maps, "", &find_unused_strings},
    Check{"animation-number", Severity::error, "An animation group with a number above 177",
          "The game checks the number when it loads the map, and stops.", of_maps, "", &find_animation_numbers},
    Check{"animation-flow", Severity::warning, "An animation group that does not end, or jumps past its end",
          "The game runs the commands of a group until one shows a frame. A circle of jumps without ShowFrame never "
          "returns. Behind the last command it reads bytes of another group. End a group with EndAnimation, or with "
          "GoToPrevious to a command before a ShowFrame.",
          of_maps, "", &find_animation_flow},
    Check{"animation-frame", Severity::warning, "An animation shows a frame that its models do not have",
          "Frames are counted over the actor's animation files, in their order, from 0.", of_maps, "",
          &find_animation_frames},
    Check{"animation-target", Severity::warning, "An animation asks for a group that the actor does not have",
          "The game then plays the actor's default group, or nothing. Group 0 is asked for when the map is loaded, so "
          "each placed actor with animations needs it.",
          of_maps, "", &find_animation_targets},
    Check{"animation-delay", Severity::warning, "An animation with a frame delay of 0 or above 255",
          "The game uses the lowest byte of the delay, in updates of 1/12 second. It counts 0 as 256 updates.", of_maps,
          "", &find_animation_delays},
    Check{"unknown-model", Severity::warning, "A model that the game does not have",
          "No model file and no segment of an archive has that name.", of_maps, game, &find_unknown_models},
    Check{"unknown-texture", Severity::warning, "A texture that the game does not have",
          "A flat shows an image of a bank TEXBSI.nnn that is not there.", of_maps, game, &find_unknown_textures},
    Check{"unknown-palette", Severity::warning, "A palette that the game does not have",
          "WORLD.INI names the palette of the map, and no such file is there.", of_maps, game, &find_unknown_palette},
    Check{"unknown-terrain", Severity::warning, "A terrain that the game does not have",
          "WORLD.INI names the terrain of the map, and no such file is there.", of_maps, game, &find_unknown_terrain},
    Check{"unknown-sound", Severity::warning, "A sound that the game does not have",
          "A script or an animation plays a sound by its number, and MAIN.SFX has fewer.", of_maps, game,
          &find_unknown_sounds},
    Check{"visibility-mismatch", Severity::warning, "A PVO that does not fit its map",
          "A PVO names static objects by number. What it does not name is never shown, and what it names wrongly is "
          "hidden in the wrong places. Saving a map that was edited here changes its PVO too; pvo build makes one "
          "anew.",
          of_maps, "", &find_visibility_mismatch},
    Check{"unknown-label", Severity::warning, "A dialogue label that ENGLISH.RTX does not have",
          "A script says a line that has neither words nor a voice. Nine labels of the game's own scripts are such.",
          of_maps, game, &find_unknown_labels},
    Check{
        "script-argument", Severity::warning, "A script gives a function something else than it takes",
        "SetGlobalFlag(Door) passes what the flag is, and flag Door its number; RTX(\"abcd\") passes the number of a "
        "string, and 'abcd' a dialogue label. The same of items and worlds that the game does not have, and of a task "
        "whose value is used. docs/soup.md says what functions take. A script of the game may have it, so it is a "
        "warning; in a source that somebody writes script check calls it an error.",
        of_maps, "", &find_in_scripts},
    Check{
        "script-variable", Severity::warning, "A script names a variable that its actor does not have",
        "Variables belong to the instances of an actor. What is stored beyond them changes another actor's memory. Add "
        "variables to the actor. A script of the game may have it, so it is a warning; in a source that somebody "
        "writes script check calls it an error.",
        of_maps, "", &find_in_scripts},
    Check{"script-object", Severity::note, "A script names an object that the map does not have",
          "No actor has that name or name space. Scripts of the game name some that are in other maps.", of_maps, "",
          &find_in_scripts},
    Check{"script-flow", Severity::warning, "A script that does not end, or jumps where it should not",
          "It has no end, so that the game runs on into the code of the next actor; it jumps outside, or into a "
          "statement; it returns where nothing has called it; or it neither waits nor ends. script check shows the "
          "lines, and calls a missing end and a jump outside errors in a source that somebody writes.",
          of_maps, "", &find_in_scripts},
    Check{"unknown-item-text", Severity::warning, "An item whose name ENGLISH.RTX does not have",
          "ITEM.INI gives an item a name and a description by their dialogue labels.", of_settings, game,
          &find_unknown_item_texts},
    Check{
        "unknown-file", Severity::warning, "A file that settings name and that is not there",
        "Keys of WORLD.INI, SYSTEM.INI and others name maps, terrains, palettes, fonts and pictures by their paths in "
        "the game's folder. Node maps (.NOO) and skies (.BSI) that the game's own settings name were never shipped.",
        of_settings, "", &find_unknown_files},
    Check{"duplicate-setting", Severity::warning, "Two lines of a section with one key",
          "The game takes the first line of a key in a section, whatever its letters' case, and ignores the others.",
          of_settings, "", &find_duplicate_settings},
    Check{"form-id-twice", Severity::error, "Two records with one FormID",
          "The game loads the last of them alone, whatever types they are of.", of_plugins, "", &find_in_plugin},
    Check{"editor-id-twice", Severity::error, "Two forms with one editor id",
          "The game and its editor find records by their editor ids, in letters of either case, and find only one of "
          "the two.",
          of_plugins, "", &find_in_plugin},
    Check{"injected-record", Severity::note, "A record in the range of a master that does not have it",
          "The first byte of the FormID names a master, and this master has no record with the number. Some plugins "
          "inject records into a master so that others find them. Else the record belongs to the plugin itself, and a "
          "later version of the master may get a record with the number.",
          of_plugins, "the masters", &find_in_plugin},
    Check{
        "no-number", Severity::error, "A position or rotation that is no number",
        "The game cannot place the record, or crashes. NaN and infinite values come from damaged files and from tools "
        "that divide by 0.",
        of_plugins, "", &find_in_plugin},
    Check{"script-kind", Severity::warning, "A script of another type than its record needs",
          "In Oblivion, a quest needs a script of type quest, and other records need one of type object: else the game "
          "does "
          "not run it as its author expects. Set the `type` of the script.",
          of_plugins, "", &find_in_plugin},
    Check{"unlisted-master", Severity::warning, "A FormID of a master that the plugin does not list",
          "The first byte of a FormID is a place in the list of masters, and the number behind them is the plugin "
          "itself. "
          "The game takes one beyond for the plugin's own; other plugins that are added as masters later change its "
          "meaning.",
          of_plugins, "", &find_in_plugin},
    Check{"missing-form", Severity::warning, "A FormID of the plugin that no record has",
          "A field, property or script names a record of the plugin itself, or of a master that is at hand, and there "
          "is none. "
          "The game takes it for none.",
          of_plugins, "", &find_in_plugin},
    Check{"form-type", Severity::warning, "A FormID of a record of another type than the field takes",
          "The game ignores such a form, or crashes. Only records that are in the plugin are looked at.", of_plugins,
          "", &find_in_plugin},
    Check{"same-as-master", Severity::note, "A record that equals its master's",
          "The plugin has a record of a master and changes nothing in it. It undoes what plugins before it change "
          "there; an editor "
          "leaves such records when one only looks at them. Remove it, unless that is meant. Records that others stand "
          "in "
          "(worldspaces, cells, topics) are passed over. The last of the masters that has the record counts.",
          of_plugins, "the masters", &find_in_plugin},
    Check{"record-outside-group", Severity::error, "A record outside the group of its type",
          "The game and its editor look for records in the top group of their type, and lose what stands elsewhere.",
          of_plugins, "", &find_in_plugin},
    Check{"record-count", Severity::note, "A header that counts other records than there are",
          "The header says how many records and groups follow it. The fix gives it back to computing.", of_plugins, "",
          &find_in_plugin},
    Check{"light-range", Severity::error, "A record outside the range of a light plugin",
          "A light plugin (by its flag, or called .esl) has the object ids 800 to FFF, and from header version 1.71 on "
          "1 to "
          "FFF. The game mixes up records outside of it with those of other plugins.",
          of_plugins, "", &find_in_plugin},
    Check{
        "missing-string", Severity::error, "A string number that no file of strings has",
        "The plugin is localised: its texts are in .STRINGS, .DLSTRINGS and .ILSTRINGS files next to it or in a folder "
        "Strings. The game shows an error text. Plugins without such files are not checked.",
        of_plugins, "the files of strings", &find_in_plugin},
    Check{"wrong-count", Severity::error, "A count that differs from the number of subrecords",
          "Counts of keywords, spells, items, conditions, leveled entries and others. The game reads as many as the "
          "count says, and may crash. The fix removes the stored count; Redforge then computes it.",
          of_plugins, "", &find_in_plugin},
    Check{"property-twice", Severity::error, "Two properties of a script, or two scripts, with one name",
          "The game reads the value of one of them, and its editor removes the other.", of_plugins, "",
          &find_in_plugin},
    Check{"properties-version", Severity::error, "Script properties of a version that Skyrim does not read",
          "Scripts of the record do not run.", of_plugins, "", &find_in_plugin},
    Check{"variable-twice", Severity::error, "Two variables of a script with one index",
          "Compiled code names variables by their index: both are one to it, and saves keep one value.", of_plugins, "",
          &find_in_plugin},
    Check{"script-names", Severity::error, "Compiled code that names what its script does not have",
          "Compiled code names references (SCRO, SCRV) by their place and variables by their index. Where one was "
          "removed, the "
          "code means another one, or the game crashes.",
          of_plugins, "", &find_in_plugin},
    Check{"deleted-reference", Severity::warning, "A reference that is marked as deleted",
          "Plugins and scripts that name it make the game crash. To take a thing out of the world, disable its "
          "reference and move "
          "it under the ground.",
          of_plugins, "", &find_in_plugin},
    Check{"change-twice", Severity::error, "Two change records of one form",
          "The game applies one of them, or crashes when it loads the save.", of_saves, "", &find_changes_twice},
    Check{"unlisted-plugin", Severity::error, "A form of a plugin that the save's load order does not have",
          "The first byte of a FormID is a place in the list of plugins. What belongs to no plugin is lost when the "
          "save is loaded.",
          of_saves, "", &find_unlisted_plugins},
};

/// The documents that a check looks at, in words.
std::string looked_at(const Check& check)
{
    if (check.root.empty()) {
        return "every document";
    }
    return check.root == of_settings ? "settings" : fmt::format("{}s", check.root);
}

}  // namespace

std::span<const Check> checks()
{
    return all;
}

std::string checks_page()
{
    std::string page = fmt::format(
        "# Checks\n\n"
        "<!-- Made by `redforge check --list`. A test compares it with the registry, "
        "libformats/check/registry.cpp. -->\n\n"
        "`redforge check FILE...` says what may be wrong with a document, and `--fix` mends what has one right "
        "answer. `--select ID` looks for some things alone, and `--ignore ID` leaves some out. For each check the "
        "first {} findings in a file are printed, then the number of the rest. `--all` prints all; `--json`, "
        "`--sarif` and `--github` always do.\n\n"
        "The exit status is 1 if there is an error or a warning, and 2 if a file cannot be read. "
        "`--fail-on error|warning|note` chooses the least severity that makes it 1. `--baseline FILE` leaves out known "
        "findings: FILE is what `check --json` printed before. A known finding matches once, by file, id and message, "
        "not by line, so run `check` in the same folder with the same names. `script check` has these options too; "
        "without `--fail-on` its exit status is 1 if there is an error.\n\n"
        "Findings in a text name its line, and findings in an unpacked folder the file in it. With `--github` and "
        "`--sarif` a file that cannot be read is a finding with the id `unreadable`.\n\n"
        "A finding that was looked at and is right is ignored with a reason by a line in a file beside the document: "
        "of `ISLAND.RGM` in `ISLAND.RGM.ignore`, of an unpacked folder `ISLAND` in `ISLAND.ignore`. A line is the id "
        "of "
        "the "
        "check, a path into the document as `get` takes it (`*` is the whole document), and the reason:\n\n"
        "```\n"
        "# comments and empty lines are allowed\n"
        "twins objects[id=4138] two halves of one bridge\n"
        "unused-string actors[script_name=KEY].strings for the next chapter\n"
        "unknown-palette * comes with the installer\n"
        "```\n\n"
        "`check`, its `--fix` and Problems in the window leave these out; `check` prints how many, and the lines that "
        "nothing is found for any more. In the window a right click on a problem, Ignore..., adds such a line. "
        "Lines `layer PATH NAME` are [layers](window.md#select-and-hide-records) of the window, and are passed "
        "over.\n\n"
        "| id | severity | what it finds | looks at |\n|---|---|---|---|\n",
        first_findings);
    for (const Check& check : checks()) {
        page += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} |\n", check.id, severity_name(check.severity), check.title,
                            looked_at(check));
    }
    for (const Check& check : checks()) {
        page += fmt::format("\n## {}\n\n{}. {}\n", check.id, check.title, check.doc);
        if (!check.needs.empty()) {
            page += fmt::format("It needs {}.\n", check.needs);
        }
    }
    return page;
}

}  // namespace redforge::check
