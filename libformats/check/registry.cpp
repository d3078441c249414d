// The registry of checks, and its page in the documentation.
#include <array>

#include <fmt/format.h>

#include "check/check.hpp"

namespace redforge::check {
namespace {

constexpr std::string_view of_maps = "map";
constexpr std::string_view of_plugins = "plugin";
constexpr std::string_view of_saves = "save";
constexpr std::string_view of_settings = "ini";
constexpr std::string_view of_models = "model";
constexpr std::string_view of_archives = "rob";
constexpr std::string_view game = "the game's folder";

constexpr std::array all{
    Check{
        "damaged", Severity::error, "A damaged file",
        "The file is cut off, or a length or compressed data in it is wrong. Redforge keeps the bytes and writes them "
        "back, but the game does not read them, or crashes. Restore the file from a backup or its source. In a text or "
        "an "
        "unpacked folder, the check also finds parts that cannot be packed.",
        "", "", &find_damage},
    Check{
        "duplicate-key", Severity::warning, "Two records of a list with one id or name",
        "An id or a name identifies a record of a list. Scripts, edits and merges that use a duplicate one reach only "
        "the first record.",
        "", "", &find_duplicate_keys},
    Check{
        "value-range", Severity::warning, "A value outside its range",
        "A component of a colour is 0 to 255, and a boolean is 0 or 1. A file can contain other values, and each game "
        "reads them in its own way. The fix sets the nearest value of the range.",
        "", "", &find_values_out_of_range},
    Check{"unknown-actor", Severity::error, "An object of an actor that is not in the map",
          "Every object is an instance of an actor of the same map. The actor contains the script of its objects. Add "
          "the actor, or set script_name to an actor of the map.",
          of_maps, "", &find_unknown_actors},
    Check{"kept-as-bytes", Severity::note, "A part that is kept as bytes",
          "The part does not fit its known layout, so Redforge writes it back unchanged. Edits of other parts do not "
          "update it: a record that it names by number may be another one after the edit.",
          of_maps, "", &find_raw_parts},
    Check{"twins", Severity::warning, "Two objects with one model in one place",
          "The two objects overlap, and their faces flicker. Remove or move one of them.", of_maps, "", &find_twins},
    Check{"no-rotation", Severity::warning, "A matrix that is not a rotation",
          "The matrix of a static object rotates it. All matrices in the game's maps are rotations. If the matrix "
          "differs from a rotation only by rounding, the fix sets the nearest rotation.",
          of_maps, "", &find_invalid_rotations},
    Check{"outside-world", Severity::warning, "A record outside the world",
          "X and Z of a map are 0 to 65,535. The game ignores records outside this range.", of_maps, "",
          &find_records_outside},
    Check{"under-terrain", Severity::warning, "An object under the terrain",
          "The whole box of the object is below the ground of the map's terrain.", of_maps, game, &find_buried_records},
    Check{
        "size-row", Severity::error, "An object with a mesh, but without the size row of this mesh",
        "The size_row of an object with a mesh is the number of a record of MPSZ, which contains the box of the mesh. "
        "The game uses the box for collisions. The fix sets the row that other objects of the mesh have.",
        of_maps, "", &find_size_rows},
    Check{"size-sum", Severity::warning, "A size that is not the sum of its parts",
          "In all rows of MPSZ in the game's maps, the total is the sum of the positive and the negative part. The fix "
          "sets the total to this sum.",
          of_maps, "", &find_size_sums},
    Check{"route-nowhere", Severity::error, "A route to a node that does not exist",
          "Routes name a node of their own walk map by its number, from 0. The fix removes the route.", of_maps, "",
          &find_dangling_routes},
    Check{"route-cost", Severity::warning, "A route with a cost that is not its length",
          "The cost of a route is the distance between its nodes, rounded down. The fix removes the stored cost; "
          "Redforge then computes it.",
          of_maps, "", &find_wrong_costs},
    Check{"first-actors", Severity::error, "One of the first 24 actors is missing or in another place",
          "The first 24 actors are the same in every map of the game, from MAPCOUNT to DEBUG, and the game depends on "
          "their places. If the map has all of them, the fix moves them to their places.",
          of_maps, "", &find_actor_order},
    Check{"missing-player", Severity::warning, "A world without the actor CYRUS",
          "When the game enters a world, the player becomes the map's own actor CYRUS, with his attributes, animations "
          "and sizes. `redforge new map` makes a map that has him.",
          of_maps, game, &find_missing_player},
    Check{"unplaced-actor", Severity::note, "An actor without instances",
          "No object of the map is an instance of the actor, so its script does not run. The first 24 actors, which "
          "every map needs, are not reported.",
          of_maps, "", &find_actors_without_objects},
    Check{"unused-string", Severity::note, "Strings that their script does not use",
          "No statement of the actor's script names these strings. The message counts them and quotes the first three.",
          of_maps, "", &find_unused_strings},
    Check{"animation-number", Severity::error, "An animation group with a number above 177",
          "The game checks the number when it loads the map, and stops.", of_maps, "", &find_animation_numbers},
    Check{
        "animation-flow", Severity::warning, "An animation group that does not end, or jumps past its end",
        "The game runs the commands of a group until one shows a frame. A loop without ShowFrame never ends, so the "
        "game hangs. After the last command, the game reads bytes of another group. End a group with EndAnimation, or "
        "with GoToPrevious to a command before a ShowFrame.",
        of_maps, "", &find_animation_flow},
    Check{"animation-frame", Severity::warning, "An animation shows a frame that its models do not have",
          "Frames are counted over the actor's animation files, in their order, from 0.", of_maps, "",
          &find_animation_frames},
    Check{"animation-target", Severity::warning, "An animation requests a group that the actor does not have",
          "The game then plays the actor's default group, or nothing. The game requests group 0 when it loads the map, "
          "so each placed actor with animations needs it.",
          of_maps, "", &find_animation_targets},
    Check{"animation-delay", Severity::warning, "An animation with a frame delay of 0 or above 255",
          "The game uses the lowest byte of the delay, in updates of 1/12 second. It counts 0 as 256 updates.", of_maps,
          "", &find_animation_delays},
    Check{"script-animation", Severity::warning, "A script plays an animation group that its actor does not have",
          "The game then plays the actor's default group, or nothing if the actor has no groups.", of_maps,
          "SOUP386.DEF", &find_missing_script_groups},
    Check{"script-location", Severity::warning, "A script moves an object to a location that its actor does not have",
          "Location 0 is the start of the object, 1 and more are the locations of its actor. Add a location to the "
          "actor.",
          of_maps, "SOUP386.DEF", &find_missing_locations},
    Check{"script-marker", Severity::warning, "LoadWorld to a marker that the map does not have or that is not usable",
          "The game puts the player only at a marker whose usable byte is 1.", of_maps, game, &find_unusable_markers},
    Check{"division-by-zero", Severity::error, "A script divides by 0", "The processor then stops the game.", of_maps,
          "", &find_divisions_by_zero},
    Check{
        "too-many-models", Severity::note, "A map uses more models than the game loads at a time",
        "A map names a model by a number of one byte, and [3dmanager] max_objects of SYSTEM.INI is 255. This limit is "
        "not proven for statics.",
        of_maps, "", &find_too_many_models},
    Check{"crowded-cell", Severity::note, "More objects in a cell than the game updates",
          "The game updates the objects of a cell of 512 units while the player is near, and at most "
          "max_active_objects of SYSTEM.INI (32) at a time. Spread the objects, or hide some of them.",
          of_maps, "", &find_crowded_cells},
    Check{"old-model", Severity::warning, "A model of version 2 in FXART",
          "RGFX.EXE, the program of the GOG edition, rejects models whose version is below 4. RG.EXE reads version 2 "
          "from 3DART.",
          of_models, "", &find_old_models},
    Check{"old-segment", Severity::warning, "An archive in FXART with a model of version 2",
          "RGFX.EXE, the program of the GOG edition, rejects models whose version is below 4.", of_archives, "",
          &find_old_segments},
    Check{"unknown-model", Severity::warning, "A model that the game does not have",
          "No model file and no segment of an archive has that name, or a static object has no model at all.", of_maps,
          game, &find_unknown_models},
    Check{"unknown-texture", Severity::warning, "A texture that the game does not have",
          "A flat shows an image of a texture bank (TEXBSI.nnn) that does not exist.", of_maps, game,
          &find_unknown_textures},
    Check{"unknown-palette", Severity::warning, "A palette that the game does not have",
          "WORLD.INI names a palette file for the map that does not exist.", of_maps, game, &find_unknown_palette},
    Check{"unknown-terrain", Severity::warning, "A terrain that the game does not have",
          "WORLD.INI names a terrain file for the map that does not exist.", of_maps, game, &find_unknown_terrain},
    Check{"unknown-sky", Severity::warning, "A picture of a sky or sun that the game does not have",
          "WORLD.INI names a .BSI file for the map that FXART does not have, or that cannot be read, or the .COL file "
          "with the colours of the sky is missing. RGFX.EXE, the program of the GOG edition, reads these files. A game "
          "folder without any .BSI file is not checked.",
          of_maps, game, &find_unknown_sky},
    Check{"unknown-sound", Severity::warning, "A sound that the game does not have",
          "A script or an animation plays a sound by its number. MAIN.SFX has fewer sounds.", of_maps, game,
          &find_unknown_sounds},
    Check{"visibility-mismatch", Severity::warning, "A PVO that does not match its map",
          "A PVO names static objects by number. The game never draws an object that the PVO does not name, and hides "
          "an object with a wrong number in the wrong places. When Redforge saves an edited map, it also updates the "
          "PVO. `redforge pvo build` creates a new one.",
          of_maps, "", &find_visibility_mismatch},
    Check{"unknown-label", Severity::warning, "A dialogue label that ENGLISH.RTX does not have",
          "A script plays a line that has no text and no voice. Nine labels in the game's own scripts have this "
          "problem.",
          of_maps, game, &find_unknown_labels},
    Check{"silent-label", Severity::warning, "A dialogue label without a voice",
          "If the player has speech on, the game does not show the text of a line without a voice. The line also keeps "
          "its subtitle slot: see subtitle-slots. Add a voice to the label, even a silent one.",
          of_maps, game, &find_silent_labels},
    Check{
        "subtitle-slots", Severity::warning, "A map with enough lines without a voice to use up the subtitle slots",
        "If the player has speech on, each call of RTX with a label without a voice keeps its slot. If the scripts say "
        "as many such labels as there are slots (dialog_max_dialog_lines of SYSTEM.INI, 20), and the player hears all "
        "of them, no more subtitles appear. RTXp does not count: it always uses slot 0. Fewer labels can use up the "
        "slots if the scripts repeat them; this depends on the player and is not checked. Add voices to the labels.",
        of_maps, game, &find_lost_subtitle_slots},
    Check{"script-argument", Severity::warning, "A script passes a function an argument of another kind",
          "SetGlobalFlag(Door) passes the value of the flag; SetGlobalFlag(flag Door) passes its number. RTX(\"abcd\") "
          "passes the number of a string; RTX('abcd') passes a dialogue label. The check also reports items and worlds "
          "that the game does not have, and tasks whose value is used. docs/soup.md lists the arguments of functions. "
          "This is a warning because scripts of the game have such arguments. In a source that the user writes, "
          "`redforge "
          "script check` reports an error.",
          of_maps, "", &find_in_scripts},
    Check{
        "script-variable", Severity::warning, "A script names a variable that its actor does not have",
        "Each instance of an actor has its own variables. A store to a variable that does not exist changes the memory "
        "of another actor. Add variables to the actor. This is a warning because scripts of the game have this "
        "problem. In a source that the user writes, `redforge script check` reports an error.",
        of_maps, "", &find_in_scripts},
    Check{"script-object", Severity::note, "A script names an object that the map does not have",
          "No actor has this name or name space. Some scripts of the game name actors of other maps.", of_maps, "",
          &find_in_scripts},
    Check{"script-flow", Severity::warning, "A script that does not end, or jumps to a wrong place",
          "The script has no end, so the game continues with the code of the next actor. Or it jumps out of the script "
          "or into the middle of a statement. Or it returns without a call. Or it neither waits nor ends. `redforge "
          "script check` shows the lines. In a source that the user writes, it reports a missing end and a jump out of "
          "the script as errors.",
          of_maps, "", &find_in_scripts},
    Check{"unknown-item-text", Severity::warning, "An item whose name or description ENGLISH.RTX does not have",
          "ITEM.INI names the texts of an item by their dialogue labels.", of_settings, game, &find_unknown_item_texts},
    Check{
        "unknown-file", Severity::warning, "A file that settings name and that does not exist",
        "Keys of WORLD.INI, SYSTEM.INI and other settings name maps, terrains, palettes, fonts, models and pictures by "
        "their paths in the game's folder. In the GOG edition, the game takes files of 3DART from FXART. The check "
        "skips node maps (.NOO), which were never shipped, and skies (.BSI) if FXART has none.",
        of_settings, "", &find_unknown_files},
    Check{"duplicate-setting", Severity::warning, "Two lines of a section with one key",
          "The game uses the first line of a key in a section and ignores the others. Keys are not case-sensitive.",
          of_settings, "", &find_duplicate_settings},
    Check{"unknown-setting", Severity::warning, "A key that the game does not ask for",
          "The game asks for a key in one section. It ignores a key of another section, or with a misspelt name, and "
          "takes "
          "its standard value. Keys without a similar known key are not reported.",
          of_settings, "", &find_unknown_settings},
    Check{"unknown-section", Severity::warning, "A section that the game does not ask for",
          "The game looks for a key in the section that it needs. Lines of other sections, and lines before the first "
          "section, have no effect.",
          of_settings, "", &find_unknown_sections},
    Check{
        "setting-value", Severity::warning, "A setting with a value that does not fit",
        "The value is not of the key's type, or outside the range in which the game uses it as it is. `redforge schema "
        "ini --reference` lists the known keys.",
        of_settings, "", &find_invalid_settings},
    Check{"form-id-twice", Severity::error, "Two records with one FormID",
          "The game loads only the last of them, even if their types differ.", of_plugins, "", &find_in_plugin},
    Check{"editor-id-twice", Severity::error, "Two forms with one editor ID",
          "The game and its editor find a record by its editor ID, ignoring case. They find only one of the two.",
          of_plugins, "", &find_in_plugin},
    Check{"injected-record", Severity::note, "A record in the range of a master that does not have it",
          "The first byte of the FormID names a master, and this master has no record with the number. Some plugins "
          "inject records into a master so that others find them. If that is not intended, give the record a FormID of "
          "the plugin itself: a later version of the master may use the number.",
          of_plugins, "the masters", &find_in_plugin},
    Check{
        "no-number", Severity::error, "A position or rotation that is not a number",
        "The game cannot place the record, or crashes. NaN and infinite values come from damaged files and from tools "
        "that divide by 0.",
        of_plugins, "", &find_in_plugin},
    Check{"script-kind", Severity::warning, "A script of another type than its record needs",
          "In Oblivion, a quest needs a script of type quest, and other records need one of type object. The game does "
          "not run other scripts as intended. Set the `type` of the script.",
          of_plugins, "", &find_in_plugin},
    Check{"unlisted-master", Severity::warning, "A FormID of a master that the plugin does not list",
          "The first byte of a FormID is an index into the list of masters. The index after the last master is the "
          "plugin itself. The game treats a larger index as the plugin itself, too. A master that is added later "
          "changes the meaning of the FormID.",
          of_plugins, "", &find_in_plugin},
    Check{"missing-form", Severity::warning, "A FormID that no record has",
          "A field, property or script names a record of the plugin, or of an available master, that does not exist. "
          "The game treats the value as no record.",
          of_plugins, "", &find_in_plugin},
    Check{"form-type", Severity::warning, "A FormID of a record whose type does not fit the field",
          "The game ignores such a FormID, or crashes. The check knows the records of the plugin and of its available "
          "masters.",
          of_plugins, "", &find_in_plugin},
    Check{"same-as-master", Severity::note, "A record that is identical to its master's record",
          "The plugin overrides a record of a master and changes nothing in it. The record undoes the changes of "
          "plugins that load earlier. An editor can leave such a record when the user only looks at it. Remove the "
          "record, unless it is intended. The check compares with the last master that has the record. It skips "
          "records that contain others (worldspaces, cells, topics).",
          of_plugins, "the masters", &find_in_plugin},
    Check{"record-outside-group", Severity::error, "A record outside the group of its type",
          "The game and its editor find a record only in the top group of its type. Other records are lost.",
          of_plugins, "", &find_in_plugin},
    Check{"cell-group", Severity::error, "A cell in the block of other cells",
          "An interior cell is in the block and sub-block of the last two decimal digits of its object id, and an "
          "exterior cell in those of its grid: 32 x 32 cells, and 8 x 8 cells. The game looks for the cell there. The "
          "fix moves the cell with its references.",
          of_plugins, "", &find_in_plugin},
    Check{"reference-group", Severity::error, "A reference in the group of the other kind",
          "A cell has a group of persistent and a group of temporary references. The flag `persistent` of a reference "
          "states its group. If they disagree, the game loads the reference at the wrong time, and saves "
          "can lose it. Set or clear the flag, or move the record.",
          of_plugins, "", &find_in_plugin},
    Check{"record-count", Severity::note, "A header with a wrong number of records",
          "The header has the number of records and groups in the file. The fix removes the stored number; Redforge "
          "then computes it.",
          of_plugins, "", &find_in_plugin},
    Check{"light-range", Severity::error, "A record outside the range of a light plugin",
          "A light plugin has the light flag or the extension .esl. Its object ids are 800 to FFF, and 1 to FFF from "
          "header version 1.71 on. The game confuses a record outside this range with records of other plugins.",
          of_plugins, "", &find_in_plugin},
    Check{
        "missing-string", Severity::error, "A string number that no string file has",
        "The plugin is localised: its texts are in .STRINGS, .DLSTRINGS and .ILSTRINGS files next to it or in a folder "
        "Strings. The game shows an error text. Plugins without such files are not checked.",
        of_plugins, "the string files", &find_in_plugin},
    Check{"missing-file", Severity::warning, "A model or a script that the game does not have",
          "No archive (BSA, BA2) of the Data folder has the file, and it is not in the folder itself. The game shows "
          "an error "
          "marker in place of a model, and does not run the script. Without a master of the plugin, or archives with "
          "such files, nothing is "
          "reported.",
          of_plugins, "the archives of the game", &find_in_plugin},
    Check{
        "wrong-count", Severity::error, "A count that is missing or differs from the number of subrecords",
        "Subrecords store counts of keywords, spells, items, conditions, leveled entries and others. The game reads "
        "as many as the count states, and may crash. Without a count, it reads none. The fix removes the stored count, "
        "or adds the missing subrecord; Redforge then computes it.",
        of_plugins, "", &find_in_plugin},
    Check{"repeated-subrecord", Severity::error, "A second subrecord of a type that a record has once",
          "The game uses one of them, and editors remove the other or reject the record. Remove one. Types that a "
          "definition allows several times, or does not mention, are not reported.",
          of_plugins, "", &find_in_plugin},
    Check{"subrecord-order", Severity::warning, "A subrecord after one that belongs after it",
          "The game and its editor expect the subrecords of a record in a fixed order, and skip or misread others. The "
          "first one of each record is reported. Types whose order is not known are not reported.",
          of_plugins, "", &find_in_plugin},
    Check{"subrecord-layout", Severity::warning, "A subrecord with an unexpected size or content",
          "The bytes do not fit the layout of the subrecord, so they are kept as bytes. The game reads other values "
          "than intended, or reads past the end. Edits, checks and renumbering do not see FormIDs in them.",
          of_plugins, "", &find_in_plugin},
    Check{"property-twice", Severity::error, "Two properties of a script, or two scripts, with one name",
          "The game reads the value of one of them, and its editor removes the other.", of_plugins, "",
          &find_in_plugin},
    Check{"properties-version", Severity::error, "Script properties of a version that Skyrim does not read",
          "Scripts of the record do not run.", of_plugins, "", &find_in_plugin},
    Check{"variable-twice", Severity::error, "Two variables of a script with one index",
          "Compiled code names variables by their index. The two variables share one value in the game and in saves.",
          of_plugins, "", &find_in_plugin},
    Check{
        "script-names", Severity::error, "Compiled code that names a missing reference or variable",
        "Compiled code names references (SCRO, SCRV) by their position and variables by their index. After a removal, "
        "the code means another one, or the game crashes.",
        of_plugins, "", &find_in_plugin},
    Check{
        "deleted-reference", Severity::warning, "A reference that is marked as deleted",
        "Plugins and scripts that name the reference make the game crash. To remove an object from the world, disable "
        "its reference and move it under the ground.",
        of_plugins, "", &find_in_plugin},
    Check{"change-twice", Severity::error, "Two change records of one form",
          "The game applies one of them, or crashes when it loads the save.", of_saves, "", &find_changes_twice},
    Check{"unlisted-plugin", Severity::error, "A form of a plugin that the save's load order does not have",
          "The first byte of a FormID is an index into the list of plugins. The game drops data of an unknown plugin "
          "when it loads the save.",
          of_saves, "", &find_unlisted_plugins},
};

/// Names the kind of documents that a check applies to: "every document", "maps".
std::string applies_to(const Check& check)
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
