// The table of verbs.
#include <algorithm>
#include <array>

#include <fmt/ranges.h>

#include "console.hpp"
#include "edit/document.hpp"
#include "pages.hpp"
#include "verb.hpp"

namespace redforge::cli {

// The verbs are in verb_NAME.cpp. They are declared here, so that a new verb does not recompile the others.
Exit run_info(const Arguments& arguments);
Exit run_unpack(const Arguments& arguments);
Exit run_pack(const Arguments& arguments);
Exit run_verify(const Arguments& arguments);
Exit run_check(const Arguments& arguments);
Exit run_get(const Arguments& arguments);
Exit run_set(const Arguments& arguments);
Exit run_find(const Arguments& arguments);
Exit run_apply(const Arguments& arguments);
Exit run_diff(const Arguments& arguments);
Exit run_merge(const Arguments& arguments);
Exit run_rename(const Arguments& arguments);
Exit run_masters(const Arguments& arguments);
Exit run_forms(const Arguments& arguments);
Exit run_copy(const Arguments& arguments);
Exit run_conflicts(const Arguments& arguments);
Exit run_backups(const Arguments& arguments);
Exit run_git_setup(const Arguments& arguments);
Exit run_textconv(const Arguments& arguments);
Exit run_new(const Arguments& arguments);
Exit run_model(const Arguments& arguments);
Exit run_archive(const Arguments& arguments);
Exit run_image(const Arguments& arguments);
Exit run_mod(const Arguments& arguments);
Exit run_pvo(const Arguments& arguments);
Exit run_render(const Arguments& arguments);
Exit run_script(const Arguments& arguments);
Exit run_schema(const Arguments& arguments);
Exit run_completion(const Arguments& arguments);
Exit run_lsp(const Arguments& arguments);
Exit run_man(const Arguments& arguments);

namespace {

constexpr Option recursive{"--recursive", "-r", "", "search folders for files of known formats, below too"};
constexpr Option jobs{"--jobs", "-j", "N", "number of files to process in parallel (default: number of cores)"};
constexpr Option json{"--json", "", "", "print the result as JSON"};
constexpr Option dry_run{"--dry-run", "-n", "", "print the changes without writing them"};
constexpr Option in_place{"--in-place", "-i", "", "edit FILE in place; keeps the old content as a backup"};
constexpr Option no_backup{"--no-backup", "", "", "do not back up the replaced file"};
constexpr Option drop_comments{"--drop-comments", "", "", "write even if comments in the text form are lost"};
constexpr Option output{"--output", "-o", "OUT", "output file; replaces a file of the same kind"};
constexpr Option game{"--game", "", "FOLDER", "the game's folder: names of functions, flags, items and dialogue"};
constexpr Option soup_def{"--soup-def", "", "FILE", "SOUP386.DEF with the names of functions and flags"};
constexpr Option data{"--data", "", "FOLDER", "the folder of a plugin's masters: names of their records"};
constexpr Option definitions{"--definitions", "", "FILE",
                             "layouts of a plugin's records, instead of those that are built in"};
constexpr Option commands{"--commands", "", "FILE",
                          "a table of commands of plugins of OBSE (default: the nearest obse-commands.txt in five "
                          "folders from FILE upwards)"};
constexpr Option encoding{"--encoding", "", "PAGE",
                          "the code page of a plugin's texts: 1252, 1251, 1250, 932, 936, 949, UTF-8"};
constexpr Option force{"--force", "", "", "replace OUT even if it is another kind of file"};
constexpr Option force_edit{
    "--force", "", "",
    "replace OUT even if it is another kind of file; write a plugin or save that the game cannot read"};

constexpr Option sarif{"--sarif", "", "", "print the result as SARIF 2.1.0"};
constexpr Option junit{"--junit", "", "", "print the result as a JUnit report"};
constexpr Option github{"--github", "", "", "print annotations for a GitHub workflow"};
constexpr Option fail_on{"--fail-on", "", "SEVERITY",
                         "lowest severity that sets exit status 1: error, warning or note"};
constexpr Option baseline{"--baseline", "", "FILE", "output of an earlier --json; its findings do not count"};
constexpr Option names{"--names", "-l", "", "print only the names of files"};
constexpr Option count{"--count", "-c", "", "print only the number of matches of each file"};
constexpr Option null{"--null", "-0", "", "with -l: print a NUL after each name, for xargs -0"};

/// Returns the arguments of `schema`, separated by spaces: the root elements of all formats, and edits.
const std::string& schema_names()
{
    static const std::string words = [] {
        std::vector<std::string_view> roots;
        std::ranges::transform(edit::formats(), std::back_inserter(roots), &Format::root);
        roots.emplace_back("edits");
        return fmt::to_string(fmt::join(roots, " "));
    }();
    return words;
}

/// Returns the arguments of `new`: the root elements of the formats that can be created.
std::string new_names(std::string_view separator)
{
    std::vector<std::string_view> roots;
    for (const Format& format : edit::formats()) {
        if (format.make_new != nullptr) {
            roots.push_back(format.root());
        }
    }
    return fmt::to_string(fmt::join(roots, separator));
}

const Positional many_files{"FILE", "games' files, their XML, or unpacked folders; - is standard input", 1, 0, {}};

}  // namespace

std::span<const Verb> verbs()
{
    static const std::string new_words = new_names(" ") + " record";
    static const std::string new_help = "what to make: " + new_names(" or ") + " or record";
    static auto table = std::to_array<Verb>({
        {"info",
         "show what a file is and what it contains",
         "Shows the format, the sections with their offsets, sizes and record counts, and every part that was kept as "
         "raw bytes because it does not fit its layout, with the reason.",
         {{"redforge info ISLAND.RGM", "what is in a map"},
          {"redforge info --json ISLAND.RGM", "the same for a program to read"}},
         {many_files},
         {encoding, definitions, recursive, json},
         &run_info},
        {"unpack",
         "convert a game file to text",
         "Writes a folder with an XML file and the scripts next to it, or one XML file if OUT ends in .xml. "
         "Without -o, the folder is next to FILE and has its name without the extension. Packing returns the "
         "same bytes again. In a folder that was unpacked before, only files that change are written, with a backup "
         "as set makes it; other files in it stay. Several files go into the folder OUT, each under its own name; "
         "files with one "
         "name keep their extensions (ISLAND.RGM, ISLAND.WLD).",
         {{"redforge unpack ISLAND.RGM", "makes the folder ISLAND"},
          {"redforge unpack ISLAND.RGM -o island.xml", "makes one file"},
          {"redforge unpack Mod.esp --only SCPT,QUST", "scripts and quests of a plugin, without the rest of it"},
          {"redforge unpack Save.ess --only NPC_", "the people of a save, a file each"},
          {"redforge unpack -r MAPS -o text", "all maps of a folder, each into a folder of its own below text"}},
         {many_files},
         {output,
          force,
          drop_comments,
          no_backup,
          game,
          soup_def,
          data,
          encoding,
          definitions,
          recursive,
          jobs,
          {"--xml", "", "", "one XML file for each input, not a folder"},
          {"--schema", "", "",
           "write the schema next to the text and refer to it, for completion and checks in XML editors"},
          {"--only", "", "TYPES",
           "records of these types (SCPT, NPC_, ...), VMAD for those with properties; pack --base takes them"},
          json},
         &run_unpack},
        {"pack",
         "convert text to a game file",
         "Reads an unpacked folder or an XML file, computes offsets, lengths and counts, writes the game's file, and "
         "checks that it says what the text says. Several go into the folder OUT, each under its own name and with the "
         "extension of its format.",
         {{"redforge pack ISLAND -o ISLAND.RGM", "from a folder"},
          {"redforge pack island.xml -o -", "to standard output"},
          {"redforge pack -r text -o MAPS", "all that were unpacked below a folder"},
          {"redforge pack Mod --base Mod.esp -o New.esp", "the records of a folder over a plugin"}},
         {{"IN", "unpacked folders or XML files; - is standard input", 1, 0, {}}},
         {output,
          game,
          soup_def,
          data,
          commands,
          encoding,
          definitions,
          force,
          no_backup,
          recursive,
          jobs,
          {"--base", "", "FILE", "overlay the records of IN on this plugin or save"},
          json},
         &run_pack},
        {"verify",
         "check that files survive a round trip",
         "Reads each file, writes it, and compares; unpacks it, packs that, and compares. A line each; folders are "
         "searched for files of known formats, and those that only their name makes one of the game's are unreadable. "
         "The exit status is 0 only if every file gave its bytes back both ways. When parts were kept as bytes, a line "
         "at "
         "the end counts them, with the records of plugins and saves; with --verbose it is always there.",
         {{"redforge verify maps/", "all files in a folder, on all cores"},
          {"redforge verify --json *.RGM", "the same for a program to read"},
          {"redforge verify --full Skyrim.esm", "the text of every record of a large plugin, not of a sample"},
          {"redforge verify --scripts Mod.esp", "compile each script, and say where its code differs"}},
         {{"FILE", "files and folders", 1, 0, {}}},
         {jobs,
          definitions,
          json,
          {"--quiet", "-q", "", "print only files that are not ok"},
          {"--all", "", "", "also print files of unknown formats"},
          {"--full", "", "", "check every record of a plugin larger than 8 MB, instead of a sample"},
          {"--scripts", "", "", "also compile the scripts of Oblivion plugins and compare the result with their code"},
          sarif,
          junit,
          github,
          commands},
         &run_verify},
        {"check",
         "report problems",
         "Reports possible mistakes: ids that are used twice, names of actors, models and textures that do not exist, "
         "values out of range, routes to missing nodes and others; docs/checks.md lists all checks. Each finding is "
         "one "
         "line with the id of its check. If the file is in a game's folder, or with --game, check also looks up "
         "models, "
         "textures and dialogue there. --fix fixes the findings that have a single right answer. Findings that "
         "FILE.ignore lists with a reason are left out (docs/checks.md). The exit status is 1 if there is an error or "
         "a "
         "warning; --fail-on chooses another severity.",
         {{"redforge check ISLAND.RGM", "one map"},
          {"redforge check -r MAPS --ignore unused-string,unplaced-actor", "all maps of a folder, without some notes"},
          {"redforge check ISLAND.RGM --select value-range --fix --in-place", "fix one kind of mistake"},
          {"redforge check -r . --github", "annotations in a GitHub workflow"},
          {"redforge check -r . --json > known.json", "a baseline"},
          {"redforge check -r . --baseline known.json --fail-on error", "new errors alone make exit status 1"}},
         {{"FILE", "games' files, their XML, or unpacked folders; - is standard input", 0, 0, {}}},
         {{"--fix", "", "", "fix findings that have a single fix; write to OUT or in place"},
          {"--select", "", "IDS", "run only these checks: ids with commas between them"},
          {"--ignore", "", "IDS", "do not run these checks"},
          {"--all", "", "", "print all findings, not only the first of each check in a file"},
          {"--list", "", "", "print all checks, as docs/checks.md has them"},
          sarif,
          junit,
          github,
          fail_on,
          baseline,
          output,
          in_place,
          no_backup,
          drop_comments,
          force,
          dry_run,
          game,
          soup_def,
          data,
          encoding,
          definitions,
          recursive,
          json},
         &run_check},
        {"get",
         "print values",
         "Prints what a path leads to: a value alone, or PATH=VALUE lines when there are several. Records are shown "
         "as XML.",
         {{"redforge get ISLAND.RGM objects[12].position.x", "one number"},
          {"redforge get ISLAND.RGM 'objects[script_name=DOOR*].position'", "the positions of all doors"},
          {"redforge get ISLAND.RGM actors[0].strings", "all strings of the first actor"}},
         {many_files, {"PATH", "field paths, e.g. objects[0].position.x; see redforge-paths(7)", 1, 0, {}}},
         {game, soup_def, data, encoding, definitions, recursive, jobs, names, count, null, json},
         &run_get},
        {"set",
         "change values",
         "Sets fields, in a game's file as in its text. Either all of them are set or none. An empty value gives a "
         "derived field "
         "back to being computed. When FILE is changed by another program meanwhile, its change and ours are both "
         "kept. --in-place keeps the old content in $XDG_STATE_HOME/redforge/backups (~/.local/state without that "
         "variable), the newest 10 of a file or as many as $REDFORGE_BACKUPS says, and the newest of each of the last "
         "seven days, of a folder the files that were replaced; -o FILE with FILE itself is the same. Comments of an "
         "XML file or an unpacked folder stay where "
         "they are. --json prints the changes, so it does not go with -o -.",
         {{"redforge set ISLAND.RGM objects[12].position.x=5000 --in-place", "move an object"},
          {"redforge set map.xml 'lights[*].radius=900' -o brighter.xml", "all lights at once"},
          {"redforge set ISLAND.RGM 'objects[2].position+=0,0,100' objects[2].angle.y=90deg -i", "move and turn one"}},
         {many_files, {"PATH=VALUE", "what to set; see redforge-paths(7)", 1, 0, {}}},
         {output, in_place, no_backup, drop_comments, force_edit, dry_run, game, soup_def, data, commands, encoding,
          definitions, recursive, json},
         &run_set},
        {"find",
         "search a document",
         "Finds what a path with selectors leads to, or FIELD:VALUE anywhere; *:VALUE looks in all fields. script:TEXT "
         "finds actors whose script has a statement with TEXT in it; script grep prints the statements. * and ? stand "
         "for any characters. In several files each line begins with the file's name. The exit status is 1 when "
         "nothing was found.",
         {{"redforge find ISLAND.RGM 'objects[script_name=DOOR*]'", "records by a field"},
          {"redforge find ISLAND.RGM 'model_name:CRATE*'", "a field anywhere"},
          {"redforge find -r MAPS '*:DOOR15'", "a value in any field of any file"},
          {"redforge find ISLAND.RGM 'script:RTX(*'", "actors whose script has such a statement"},
          {"redforge find ISLAND.RGM --refs GUARD01", "the objects of an actor"}},
         {many_files, {"QUERY", "a path with selectors, or FIELD:VALUE; see redforge-paths(7)", 1, 1, {}, true}},
         {{"--refs", "", "",
           "QUERY is a name: find the fields that refer to an actor, model or other thing of that name"},
          game,
          soup_def,
          data,
          encoding,
          definitions,
          recursive,
          jobs,
          names,
          count,
          null,
          json},
         &run_find},
        {"apply",
         "apply a list of edits",
         "EDITS.xml is <edits> with <set>, <add>, <remove>, <move> and <duplicate>, or a patch that diff --xml "
         "printed. "
         "A patch finds each record by what it is, wherever it stands in FILE, and checks the old values. Each edit "
         "that "
         "does not fit is printed; then nothing is written, and the exit status is 1. Either all edits are made or "
         "none. Backups, comments and changes by other programs are handled as by set.",
         {{"redforge apply edits.xml ISLAND.RGM -o NEW.RGM", "to another file"},
          {"redforge apply patch.xml -r MAPS --check", "the maps that a patch fits"},
          {"redforge apply patch.xml ISLAND.RGM --3way -i", "a patch for a map that has changed as well"},
          {"redforge apply patch.xml ISLAND.RGM --reverse -i", "reverse a patch"},
          {"redforge apply patches GAME -o OUT", "a folder of patches: the changed files, all or none"},
          {"redforge apply edits.xml ISLAND --in-place", "to an unpacked folder"}},
         {{"EDITS", "the list of edits, or a folder of patches; - is standard input; see redforge-edits(5)", 1, 1, {}},
          many_files},
         {output,
          in_place,
          no_backup,
          drop_comments,
          force_edit,
          dry_run,
          {"--check", "", "", "print which edits fit, and write nothing"},
          {"--reverse", "", "", "reverse a patch"},
          {"--3way", "", "", "of a patch: merge as merge does, where FILE has changed as well"},
          {"--ours", "", "", "with --3way: in a conflict, keep what FILE says"},
          {"--theirs", "", "", "with --3way: in a conflict, take what the patch says"},
          {"--union", "", "", "with --3way: in a conflict, keep records of both"},
          game,
          soup_def,
          data,
          commands,
          encoding,
          definitions,
          recursive,
          json},
         &run_apply},
        {"rename",
         "rename an actor, label, string or variable and all references to it",
         "actor renames an actor of a map, gives the objects that have it the new name, and renames it in the strings "
         "by "
         "which scripts call its objects. label renames a dialogue label (four characters) in scripts, in an RTX and "
         "in ITEM.INI, string a string of actors, variable a variable of a script of a plugin, in its list and its "
         "source. In the sources of a map's scripts variable gives var3 a name, or a name another, and label renames a "
         "label of the source where it begins with #. FILE can also be a source of a script (.soup) or a list of "
         "edits. "
         "The exit status is 1 when nothing has the name.",
         {{"redforge rename actor LEVER SWITCH ISLAND.RGM -i", "in a map"},
          {"redforge rename actor LEVER SWITCH -r MAPS -n", "what it would touch in all maps"},
          {"redforge rename label lckd shut -r MAPS ENGLISH.RTX ITEM.INI -i", "a label, in all that names it"},
          {"redforge rename variable var2 gold SHOP.soup -i", "in the source of a script"},
          {"redforge rename label '#0042' '#open' SHOP.soup -i", "a label of it"}},
         {{"KIND", "actor, label, string or variable", 1, 1, "actor label string variable"},
          {"OLD", "the name", 1, 1, {}},
          {"NEW", "its new name", 1, 1, {}},
          many_files},
         {output, in_place, no_backup, drop_comments, force_edit, dry_run, game, soup_def, data, encoding, definitions,
          recursive, json},
         &run_rename},
        {"masters",
         "list and change the masters of a plugin, or the load order of a save",
         "Without ACTION, or with list, prints the list with the number of references to the forms of each plugin. add "
         "puts "
         "plugins at the end, remove takes them out, rename gives a plugin another name, sort puts the list in the "
         "order of "
         "--load-order, or of the plugins in --data. All FormIDs of FILE follow, in one step. A plugin that records "
         "refer to "
         "cannot be removed; the message names the records.",
         {{"redforge masters Mod.esp", "the list"},
          {"redforge masters Mod.esp add Update.esm -i", "one more master"},
          {"redforge masters Mod.esp sort --load-order plugins.txt -i", "in load order"},
          {"redforge masters Mod.esp --prune -i", "without masters that are not used"},
          {"redforge masters Save.ess rename Old.esp New.esp -o New.ess", "a plugin that has a new name"}},
         {{"FILE", "a plugin or save, its XML or unpacked folder", 1, 1, {}},
          {"ACTION", "list, add, remove, sort or rename", 0, 1, "list add remove sort rename"},
          {"NAME", "add, remove: plugins; rename: the old and the new name", 0, 0, {}, true}},
         {output,
          in_place,
          no_backup,
          drop_comments,
          force_edit,
          dry_run,
          {"--prune", "", "", "remove the plugins that nothing refers to"},
          {"--data", "", "FOLDER", "sort: the folder of the plugins (default: that of FILE)"},
          {"--load-order", "", "FILE", "sort: plugins.txt, loadorder.txt, or a profile folder of Mod Organizer"},
          encoding,
          definitions,
          json},
         &run_masters},
        {"forms",
         "list free FormIDs of a plugin, and change the FormIDs of its records",
         "next prints the next free FormIDs. compact gives the records of the plugin that are outside 800 to FFF "
         "numbers in this range, which light plugins need, and prints a table old -> new. renumber gives the named "
         "records free FormIDs, or all records of the plugin consecutive numbers. All references follow, also in the "
         "plugins and saves of --in. If several records have one FormID, name one of them by its editor id; the "
         "references stay with the others. inject gives a record a FormID of a master. Files of the game whose names "
         "have FormIDs (voices, faces) are not renamed.",
         {{"redforge forms Mod.esp next 5", "five free FormIDs"},
          {"redforge forms Mod.esp compact -i", "for a light plugin"},
          {"redforge forms Mod.esp compact --in Patch.esp --in Save.ess -i", "and in files that name its forms"},
          {"redforge forms Mod renumber MySword -i", "a free FormID for one record"},
          {"redforge forms Mod.esp inject MySword Skyrim.esm:0ABCDE -i", "a FormID of a master: an injected record"}},
         {{"FILE", "a plugin, its XML or unpacked folder", 1, 1, {}},
          {"ACTION", "next (default), compact, renumber or inject", 0, 1, "next compact renumber inject"},
          {"WORD",
           "next: how many; renumber: records, by editor id or FormID; inject: a record and its new form",
           0,
           0,
           {},
           true}},
         {output,
          in_place,
          no_backup,
          drop_comments,
          force_edit,
          dry_run,
          {"--from", "", "HEX", "renumber: the first number (default 800, or the next free number of named records)"},
          {"--in", "", "FILE", "compact, renumber: another file that names the forms; can be repeated", true},
          data,
          encoding,
          definitions,
          json},
         &run_forms},
        {"copy",
         "copy a record from one plugin to another",
         "Copies a record of a top group or an interior cell, as an override of the same form, or with --new as a "
         "record "
         "of TO. Masters that the record needs are added to TO, and its FormIDs follow. Texts of a localised plugin "
         "are "
         "copied as text. With --deep, also copies the responses of a topic, the cells of a worldspace and the "
         "references "
         "of cells; with --new, each of them gets a free FormID.",
         {{"redforge copy IronSword Skyrim.esm Mod.esp -i", "an override"},
          {"redforge copy IronSword Skyrim.esm Mod.esp --new MySword -i", "a new record like it"}},
         {{"FORM", "an editor id, or a FormID as eight digits", 1, 1, {}, true},
          {"FROM", "the plugin that has the record", 1, 1, {}},
          {"TO", "the plugin that it is copied to", 1, 1, {}}},
         {output,
          in_place,
          no_backup,
          drop_comments,
          force_edit,
          dry_run,
          {"--as-override", "", "", "as an override (default)"},
          {"--new", "", "EDITORID", "as a new record with this editor id and the next free FormID"},
          {"--deep", "", "", "with the records inside: responses, cells, references"},
          data,
          encoding,
          definitions,
          json},
         &run_copy},
        {"backups",
         "list and restore the backups of a file",
         "list prints the backups that --in-place and the editor have made of FILE, the newest first. restore puts "
         "backup NUMBER back, by default the newest that differs from FILE. The present content gets a backup of its "
         "own, "
         "so that restore can be undone.",
         {{"redforge backups list ISLAND.RGM", "what there is"},
          {"redforge backups restore ISLAND.RGM", "undo the last change"},
          {"redforge backups restore ISLAND.RGM 3", "the third newest"}},
         {{"ACTION", "list or restore", 1, 1, "list restore"},
          {"FILE", "a file or an unpacked folder", 1, 1, {}},
          {"NUMBER", "of the backup in the list, 1 is the newest", 0, 1, {}}},
         {no_backup, dry_run, json},
         &run_backups},
        {"diff",
         "show what changed between two files or folders",
         "Compares two files of one format, each a game's file, its XML, or an unpacked folder. Prints a line for each "
         "change: + for a record that only B has, - for one that only A has, the rest with the values of A and B. "
         "Records are numbered as in B, those that are gone as in A. Forms of plugins are compared by the names of "
         "their "
         "plugins, whatever the order of the masters. The exit status is 0 when both say the same, 1 "
         "when they differ, 2 on trouble. Scripts are compared by statements, with three lines around each change. Of "
         "two "
         "folders the files of one name are compared, and those that only one has are listed.",
         {{"redforge diff OLD.RGM NEW.RGM", "what changed, by record and field"},
          {"redforge diff OLD.RGM map.xml --xml > patch.xml", "a patch for apply"},
          {"redforge diff GAME CHANGED --xml -o patches", "a patch for each file that differs"},
          {"redforge diff MAPS.old MAPS --stat", "two folders, a line for each file that differs"},
          {"redforge diff --against-master Mod.esp --data Data", "what the overrides of a plugin change"}},
         {{"A", "the earlier file or folder; - is standard input", 1, 1, {}},
          {"B", "the later one; none with --against-master", 0, 1, {}}},
         {{"--output", "-o", "OUT", "with --xml: where to write the patch; of two folders, the folder of the patches"},
          force,
          json,
          {"--against-master", "", "", "compare the overrides of the plugin A with the records of its masters"},
          {"--xml", "", "",
           "print a patch for apply: the edits that turn A into B, and make the same change in copies"},
          {"--stat", "", "", "print the number of added, removed and changed records"},
          {"--all", "", "",
           "of plugins, print the next free number, counts and stamps of version control too, which editors keep for "
           "themselves"},
          names,
          count,
          null,
          game,
          soup_def,
          data,
          definitions},
         &run_diff},
        {"conflicts",
         "list records that several plugins change differently",
         "Compares the records that several plugins of a load order have, field by field. Prints each field in which "
         "the last "
         "plugin lacks a change of an earlier override, with the value of each plugin; the last one wins. FormIDs "
         "begin with the "
         "position of their plugin in the load order. The exit status is 1 if there are conflicts.",
         {{"redforge conflicts Skyrim.esm A.esp B.esp", "plugins in load order"},
          {"redforge conflicts --load-order plugins.txt --data Data", "the active plugins of a game"},
          {"redforge conflicts Skyrim.esm A.esp --all", "and overrides without a conflict"}},
         {{"FILE", "plugins in load order", 0, 0, {}}},
         {{"--load-order", "", "FILE",
           "plugins.txt, loadorder.txt, or a profile folder of Mod Organizer; needs --data"},
          {"--data", "", "FOLDER", "the folder of the plugins"},
          {"--all", "", "", "print overridden fields without a conflict too"},
          encoding,
          definitions,
          json},
         &run_conflicts},
        {"merge",
         "merge two versions of a file",
         "Joins what OURS and THEIRS changed of BASE: different fields of one record, different records, additions of "
         "both. Where both changed the same in different ways it prints each conflict by record and field, writes "
         "nothing, and ends with 1. Records are numbered as in OURS, records removed in OURS as in BASE.",
         {{"redforge merge BASE.RGM MINE.RGM YOURS.RGM -o ISLAND.RGM", "both changes in one file"},
          {"redforge merge BASE.RGM MINE.RGM YOURS.RGM -o ISLAND.RGM --theirs", "in a conflict, what YOURS says"}},
         {{"BASE", "the common ancestor", 1, 1, {}},
          {"OURS", "one changed version", 1, 1, {}},
          {"THEIRS", "the other changed version", 1, 1, {}}},
         {output,
          {"--ours", "", "", "in a conflict, take what OURS says"},
          {"--theirs", "", "", "in a conflict, take what THEIRS says"},
          {"--union", "", "", "in a conflict, keep records of both; where only one value can be, that of OURS"},
          {"--name", "", "NAME", "name of the file in messages"},
          game,
          soup_def,
          data,
          encoding,
          definitions,
          no_backup,
          drop_comments,
          force,
          json},
         &run_merge},
        {"git-setup",
         "set up git to show and merge game files",
         "Writes lines into .gitattributes of FOLDER and settings into the repository's configuration, so that git "
         "diff shows game files as text and git merge joins them with redforge merge. Prints what it wrote. Other "
         "people "
         "who clone the repository have .gitattributes and run git-setup once for the settings.",
         {{"redforge git-setup", "in this folder's repository"}, {"redforge git-setup --undo", "undo it"}},
         {{"FOLDER", "a folder of a git repository; without it this one", 0, 1, {}}},
         {{"--undo", "", "", "remove the lines and settings of git-setup"}},
         &run_git_setup},
        {"textconv",
         "print a file as text for git diff",
         "Prints the XML text of a file, as unpack -o - does. For a file that cannot be read it prints one line with "
         "its "
         "kind, size and hash. The exit status is always 0, because git diff and git log end at the first file whose "
         "textconv fails. git-setup sets it up.",
         {{"redforge textconv ISLAND.RGM", "print the text that git compares"}},
         {{"FILE", "any file; git gives a temporary one", 1, 1, {}}},
         {},
         &run_textconv},
        {"new",
         "create a file",
         "Makes a map that the game can enter, with the first actors of its maps and a marker, or an empty file of "
         "another "
         "kind. With --like, the actors are those of another map; with --sample, the file has example content. An "
         "existing file is replaced only with --force. `new record TYPE EDITORID FILE` adds a "
         "record to a "
         "plugin, with the next free FormID, and prints this FormID; a missing group is made.",
         {{"redforge new map -o HOUSE.RGM", "a minimal map"},
          {"redforge new map --like ISLAND.RGM -o HOUSE.RGM", "one with the actors of ISLAND"},
          {"redforge new map --sample -o SAMPLE.RGM", "one with actors, objects and lights"},
          {"redforge new record WEAP MySword Mod.esp -i", "a record in a plugin"}},
         {{"KIND", new_help, 1, 1, new_words}, {"WORD", "record: its type, editor id and plugin", 0, 3, {}, true}},
         {output,
          in_place,
          no_backup,
          drop_comments,
          force,
          dry_run,
          {"--like", "", "MAP", "copy the first actors from this map"},
          {"--sample", "", "", "with example content"},
          data,
          encoding,
          definitions,
          json},
         &run_new},
        {"model",
         "exchange models with other programs",
         "export makes a .glb or .obj of a .3D or .3DC file: polygons, normals, texture coordinates and materials, "
         "with pictures from a game's folder, and in a .glb all frames as morph targets; or a .glb of a whole map: "
         "each model once, a node for every object, flat, rope, light and marker, and the terrain; or of an archive: a "
         "node for each segment, in rows; or of a .WLD: the terrain as a mesh. import makes a .3D "
         "or .3DC file of a .glb or .obj, with normals, clusters and texture codes; polygons "
         "of an exported model are known again by numbers that stand in three more UV maps, and keep their order, "
         "vertices, smoothing and shade. A model that nobody changed comes back byte for byte, from Blender with the "
         "export options that it begins with. Triangles without numbers are joined to polygons where "
         "nothing is lost. Materials say the texture by their names: D02044 is image 44 of bank 302, colour_42 a "
         "colour.",
         {{"redforge model export CRATE.3D -o crate.glb --game REDGUARD", "with textures"},
          {"redforge model export CRATE.3D -o crate.obj", "for programs without glTF"},
          {"redforge model export ISLAND.ROB CRATE -o crate.glb", "out of an archive"},
          {"redforge model export ISLAND.ROB 'CR*' -o models/", "several, each under its own name"},
          {"redforge model export ISLAND.ROB -o island.glb", "the whole archive, each segment a node"},
          {"redforge model export MAPS/ISLAND.WLD -o terrain.glb", "a terrain"},
          {"redforge model export MAPS/ISLAND.RGM -o island.glb", "a map with everything in it"},
          {"redforge model export 3DART/*.3D -o models/", "many, each under its own name"},
          {"redforge model import crate.glb -o CRATE.3D", "back"}},
         {{"ACTION", "export or import", 1, 1, "export import"},
          {"FILE",
           "a .3D or .3DC file, an archive and names of segments, a map, a terrain, or its XML; a .glb or .obj file; "
           "several go into the folder OUT",
           1,
           0,
           {},
           true}},
         {output,
          force,
          recursive,
          {"--obj", "", "", "export of several files: .obj, not .glb"},
          {"--game", "", "FOLDER",
           "the folder with the texture banks, or the one that has it as FXART; of a map, the one that holds "
           "WORLD.INI; a file in a game's folder finds it by itself"},
          {"--palette", "", "COL",
           "the palette; export: without it the first one in FOLDER, of a map the one in WORLD.INI; import: to match "
           "materials' colours to"},
          {"--version", "", "VERSION",
           "import: 4.0 or 5.0; default: that of the exported model, else 4.0 with frames, 5.0 without"},
          {"--keep-triangles", "", "", "import: keep triangles; otherwise triangles of one polygon are merged"},
          json},
         &run_model},
        {"archive",
         "extract and insert models of an archive",
         "list shows the segments of a .ROB archive as its headers tell them: name, type, faces, frames, and the box "
         "in whole units (size = positive + negative). extract makes a .3D file of each model; for an external segment "
         "its .3DC is printed. Of a whole archive it also makes archive.xml, the archive's text with "
         "an empty <model/> for each model in a file: order, header bytes and what no model tells stand there, so that "
         "build makes the same archive of the folder again, byte for byte. Without archive.xml build makes a new "
         "archive of all .3D files by name. A segment whose name is not 1 to 8 of A-Z 0-9 _, or not the only one of "
         "its name, is called at-003 by its place. A folder is written as a whole: it may hold nothing but such files "
         "before. insert adds segments named as their files, behind the last or before number N; a .3DC becomes an "
         "external segment. replace gives segments other models and keeps name, place and flags. Faces, frames and "
         "box are computed from the model. NAME may have * and ? in it. Either everything is done or nothing.",
         {{"redforge archive list ISLAND.ROB 'CRATE*'", "what is in an archive"},
          {"redforge archive extract ISLAND.ROB -o island", "every model, and the listing"},
          {"redforge archive extract ISLAND.ROB CRATE -o CRATE.3D", "one model"},
          {"redforge archive insert ISLAND.ROB CRATE2.3D --in-place", "a new segment CRATE2"},
          {"redforge archive replace ISLAND.ROB CRATE=new.3D -o NEW.ROB", "another model"},
          {"redforge archive remove ISLAND.ROB CRATE2 --in-place", "out of the archive"},
          {"redforge archive build island -o ISLAND.ROB", "the whole archive from its folder"}},
         {{"ACTION", "list, extract, insert, replace, remove or build", 1, 1,
           "list extract insert replace remove build"},
          {"FILE",
           "the archive or its XML (build: a folder), then names of segments or files of models; replace: NAME=MODEL "
           "or a MODEL named as its segment",
           1,
           0,
           {},
           true}},
         {output,
          in_place,
          no_backup,
          drop_comments,
          force,
          {"--at", "", "N", "insert: before the segment of this number"},
          dry_run,
          json},
         &run_archive},
        {"image",
         "exchange pictures with painting programs",
         "export makes indexed PNGs that keep the indices exactly: of a texture bank (TEXBSI.nnn) every image and "
         "frame as 302-044.png and 302-044-f01.png, or one; of a terrain (WLD) its planes heights, textures, plane_2 "
         "and "
         "plane_4; of a palette (COL) 16 x 16 swatches. An image with colours of its own is shown in them, others in "
         "those of --palette or of the game's folder, or in greys; index 0 is transparent. An image whose name says no "
         "number is called at-003.png by its place. A folder is written as a whole: it may hold nothing but such files "
         "before. "
         "import takes them back, one or a folder of them, all or none. A PNG with the colours of the image keeps its "
         "indices; others are matched to the palette, and the number of colours that were not in it is printed. A "
         "picture may "
         "have another size, 1 to 32767 pixels a side; all frames of an image have one size. remove takes images out "
         "of a bank. Of a save, export and import take the screenshot. The frames of a GXA are PNGs or one GIF, where "
         "each stands at its offset; import of a GIF takes as many pictures as there are frames. One image of a bank "
         "can be exported as a GIF of all its frames, and imported from one.",
         {{"redforge image export TEXBSI.302 -o bank302 --game REDGUARD", "every image and frame"},
          {"redforge image export TEXBSI.302 44 -o sign.png --palette ISLAND.COL", "one image"},
          {"redforge image import bank302 TEXBSI.302 --in-place", "all of them back"},
          {"redforge image import new.png TEXBSI.302 45 --add --palette ISLAND.COL -i", "a new image"},
          {"redforge image export ISLAND.WLD heights -o heights.png", "a height map"},
          {"redforge image import swatches.png ISLAND.COL -o NEW.COL", "the colours of a PNG as a palette"},
          {"redforge image export Save.ess -o shot.png", "the screenshot of a save"},
          {"redforge image export PICKBLOB.GXA -o blob.gif --delay 8", "the frames of a GXA as an animation"}},
         {{"ACTION", "export, import or remove", 1, 1, "export import remove"},
          {"FILE",
           "export: a bank, terrain, palette, GXA, font or save, and an image (44, D02044), plane or frame; import: "
           "before them a PNG, a folder of PNGs, or a GIF; remove: a bank and images",
           1,
           0,
           {}}},
         {output,
          in_place,
          no_backup,
          drop_comments,
          force,
          {"--palette", "", "COL", "the palette of images without colours of their own"},
          {"--game", "", "FOLDER",
           "take the first palette in FOLDER or its FXART; a file in a game's folder finds it by itself"},
          {"--frame", "", "N", "one frame of an image, from 0; import: the next number adds a frame"},
          {"--indices", "", "", "import: keep the indices of a PNG and ignore its colours"},
          {"--add", "", "", "import: add pictures without an image of that name as new images"},
          {"--delay", "", "N", "export of a GIF: hundredths of a second that each frame is shown (default 10)"},
          dry_run,
          json},
         &run_image},
        {"mod",
         "make, share and install mods",
         "A mod is a folder: mod.xml describes it, patches has a patch for each file of the game that it changes, and "
         "files has new files. new makes an empty mod, or one of all changes of a copy of the game. check reads a mod, "
         "and with --game applies it. build writes the changed files of the game into a folder. pack makes a package, "
         "which is a zip with SHA-256 sums: the same bytes on every machine. Several mods are merged by record, field "
         "and statement in the order in which they are named; if two set one value, the later one wins, and the "
         "conflict is printed. The exit status is 1 if an edit does not fit the game. install puts mods into a game, "
         "each file computed from the "
         "original and all mods in their order, in one step: after a kill the next command completes it. Originals are "
         "kept in .redforge-originals of the game, or in the folder of --store. remove takes mods out; after the last "
         "one the game has its original bytes. enable, disable and order change which mods apply and how. A file that "
         "was changed by hand is reported, and then nothing is written. list prints the mods in their order, conflicts "
         "the values that two mods set differently, and resolve makes a mod with a row for each. status lists the "
         "files "
         "that were changed by hand, and new --from-changes makes a mod of these changes. import makes a mod of a "
         "folder "
         "of the public mod manager or of Mod Organizer 2, and export the other way. verify proves that the "
         "originals are kept and that the mods give the files again.",
         {{"redforge mod new rusty-key.mod", "an empty mod"},
          {"redforge mod new rusty-key.mod --from CHANGED --original GAME", "a mod of all changes of a game"},
          {"redforge mod check rusty-key.mod --game GAME", "find errors"},
          {"redforge mod build rusty-key.mod --game GAME -o OUT", "the changed files of the game"},
          {"redforge mod pack rusty-key.mod -o rusty-key.rfmod", "a package to share"},
          {"redforge mod install rusty-key.rfmod --game GAME", "into the game"},
          {"redforge mod remove rusty-key --game GAME", "remove it from the game"}},
         {{"ACTION",
           "new, check, build, pack, install, remove, enable, disable, order, import, export, list, conflicts, "
           "resolve, status or "
           "verify",
           1, 1,
           "new check build pack install remove enable disable order import export list conflicts resolve status "
           "verify"},
          {"MOD", "folders or packages; remove, enable, disable, order: names of installed mods", 0, 0, {}, true}},
         {output,
          force,
          {"--game", "", "FOLDER", "the folder of the game"},
          {"--from", "", "FOLDER", "new: the changed copy of the game"},
          {"--from-changes", "", "", "new: a mod of the changes that were made by hand to files of mods"},
          {"--original", "", "FOLDER", "new: the game without changes"},
          {"--store", "", "FOLDER", "install: where the originals are kept"},
          {"--format", "", "FORMAT", "export: rgmm, the form of the public mod manager"},
          {"--html", "", "", "conflicts: print a page with a table"},
          {"--layout", "", "LAYOUT", "build: mo2 for a mod folder of Mod Organizer 2"},
          jobs,
          json},
         &run_mod},
        {"pvo",
         "check or build the visibility (PVO) of a map",
         "A PVO next to a map lists, by their numbers, the statics that are visible from each place. If the statics of "
         "a "
         "map change and its PVO does not, statics vanish in the game. set, apply and pack update the PVO when they "
         "replace a map. check reports a PVO that does not match its map, or that matches an older version of the map "
         "in "
         "git. follow gives a PVO the numbers of the map's statics, for example after a merge that kept one side. "
         "build "
         "computes a new PVO: it looks around from each point of a grid, and terrain and statics hide the objects "
         "behind "
         "them. It can miss an object behind a narrow gap; use a smaller --step. It takes the root cell and the "
         "objects that scripts make visible from "
         "the "
         "old PVO.",
         {{"redforge pvo check MAPS/ISLAND.RGM", "check that the PVO matches the map"},
          {"redforge pvo build MAPS/PALACE.RGM --in-place", "a new one; the old one is backed up"}},
         {{"ACTION", "check, build or follow", 1, 1, "check build follow"}, {"MAP", "maps; build takes one", 1, 0, {}}},
         {output,
          in_place,
          force,
          {"--game", "", "FOLDER", "the game's folder, the one that holds WORLD.INI"},
          {"--distance", "", "N", "map units that the game draws along x and z (default 5120)"},
          {"--step", "", "N", "distance between camera positions, in map units (default 256)"},
          jobs,
          json},
         &run_pvo},
        {"render",
         "draw a model, a map or a text",
         "Draws into a PNG, without a window, or the plan of a map with ids and names into an SVG. With a font, draws "
         "--text or all its characters at the font's own size. A map needs the game's folder for its models; a file in "
         "MAPS, FXART or 3DART of one finds it by itself. FILE can also be the name of a model, looked up in the "
         "folder given by --game.",
         {{"redforge render MAPS/ISLAND.RGM --view top -o island.png", "a map from above"},
          {"redforge render ROCK01 --game . --size 512x512 -o rock.png", "a model by name"},
          {"redforge render MAPS/ISLAND.RGM --from 30000,-500,40000 --to 34000,-300,40000 -o street.png",
           "from a place to a place, in map units"},
          {"redforge render ISLAND.RGM -o plan.svg", "the plan of a map"},
          {"redforge render FONTS/REDGUARD.FNT --text 'Keep out' -o sign.png", "a text in a font of the game"}},
         {{"FILE",
           "a model, a map, a font, or with --game a model's name; several go into the folder OUT as PNGs",
           1,
           0,
           {}}},
         {output,
          force,
          recursive,
          {"--game", "", "FOLDER", "the game's folder, the one that holds WORLD.INI"},
          {"--view", "", "VIEW", "top, front, side, iso (default) or camera (in perspective)"},
          {"--frame", "", "N", "frame of a model; in a map, of animated textures (default 0)"},
          {"--size", "", "WxH", "pixels (default 1024x768)"},
          {"--from", "", "X,Y,Z", "camera position, in map units; negative Y is up"},
          {"--to", "", "X,Y,Z", "camera target, in map units (default: the centre)"},
          {"--text", "", "WORDS",
           "the text to draw with a font (default: all its characters); with --as-game, a subtitle"},
          {"--symbols", "", "", "draw symbols for lights, sounds, markers and objects without a model"},
          {"--fog", "", "", "draw the game's fog, which hides distant objects"},
          {"--as-game", "", "", "640x480 pixels with fog, and --text as a subtitle in the game's font"},
          json},
         &run_render},
        {"script",
         "show, check and search the scripts of maps",
         "list names the scripts with their sizes; show prints them as source, with --json statement by statement. "
         "check assembles sources and reports errors and warnings by line; of a plugin of Oblivion, or a .txt that "
         "begins "
         "with scn, it compiles them. compile prints what such a .txt becomes, in hex; decompile makes a source of the "
         "compiled code of a plugin. assemble prints the bytes in "
         "hex, disassemble makes source of such bytes. format lays sources out, of Oblivion by their blocks, in place "
         "with -i. grep finds lines of "
         "all "
         "scripts, whatever the case of letters; * and ? stand for any characters. xref lists the statements that set "
         "or test a flag or property, call a function, name an object, or play a sound (sound_12). import turns a "
         "script text of the public mod "
         "manager into source. functions lists what the functions of the game take, or says all that is known of one. "
         "run simulates a script: functions return what --answer says, or 0. share puts the names of all sources of a "
         "folder into one file, which they "
         "include. test "
         "runs scripts as comments in their sources say, and compares: // expect: RTX('abcd'). FILE is a "
         "map, an unpacked map, a folder of maps or a .soup file. Names come from SOUP386.DEF of the game's folder "
         "that FILE lies in, of --game, or of --soup-def; without it there are numbers.",
         {{"redforge script list ISLAND.RGM", "every actor with a script"},
          {"redforge script show ISLAND.RGM --actor 'DOOR*'", "the source of some"},
          {"redforge script check ISLAND", "the sources of an unpacked map"},
          {"redforge script check --fix DOOR1.soup", "make the changes that have one right answer"},
          {"redforge script functions RotateByAxis", "parameters and description of a function"},
          {"redforge script decompile Mod.esp --actor 'Door*'", "sources for code that has none"},
          {"redforge script grep 'LoadWorld*' MAPS", "calls, in all maps"},
          {"redforge script xref DoorOpen MAPS --game .", "the statements that set and test a flag"},
          {"redforge script run ISLAND.RGM DOOR1 --answer 'HaveItem=1' --flag 'DoorOpen=0'", "a simulation"}},
         {{"ACTION",
           "list, show, check, assemble, compile, decompile, disassemble, format, functions, grep, xref, import, run, "
           "share "
           "or test",
           1, 1,
           "list show check assemble compile decompile disassemble format functions grep xref import run share test"},
          {"FILE",
           "maps and sources; grep: before them a pattern; xref: a name; run: then the actor; functions: a name",
           0,
           0,
           {},
           true}},
         {{"--actor", "", "NAME", "only scripts of this actor; * and ? stand for any characters"},
          game,
          soup_def,
          data,
          commands,
          encoding,
          definitions,
          {"--answer", "", "LIST", "run: return values of functions, one per call: 'HaveItem=1;Random=3,4'"},
          {"--flag", "", "LIST", "run: flags at the start, 'DoorOpen=1'"},
          {"--var", "", "LIST", "run: variables at the start, 'var0=5'"},
          {"--hook", "", "N", "run: begin at this hook"},
          {"--result", "", "N", "run: value of <ScriptRv>"},
          {"--plain", "", "",
           "show, disassemble: statements and gotos alone, without else, while, loop, break and continue"},
          {"--fix", "", "", "check: fix mistakes that have a single fix, in the sources"},
          {"--all", "", "", "check: print all, not only the first of each kind in a map, folder or source"},
          sarif,
          junit,
          github,
          fail_on,
          baseline,
          {"--max-steps", "", "N", "run: stop after this many statements (default 1024)"},
          output,
          in_place,
          no_backup,
          force,
          dry_run,
          json},
         &run_script},
        {"schema",
         "print the schema of a document",
         "Prints the XML Schema of the text form, or with --reference a page that lists every field. Without a name "
         "it lists the names. --python prints the records of all documents as classes, for the Python package.",
         {{"redforge schema map > map.xsd", "for xmllint --schema map.xsd"},
          {"redforge schema map --reference", "every field with its meaning"}},
         {{"NAME", "a root element, e.g. map", 0, 1, schema_names()}},
         {{"--reference", "", "", "the reference page, in Markdown"},
          {"--python", "", "", "classes of Python with docstrings (.pyi), for editors and type checkers"},
          output,
          force},
         &run_schema},
        {"completion",
         "print a completion script",
         "Prints a script that completes verbs, options, files and field paths in a shell. The script asks for paths "
         "by `redforge completion paths FILE WORD`.",
         {{"redforge completion bash > ~/.local/share/bash-completion/completions/redforge", "for bash"},
          {"redforge completion zsh > ~/.zfunc/_redforge", "for zsh, where fpath has ~/.zfunc"},
          {"redforge completion fish > ~/.config/fish/completions/redforge.fish", "for fish"}},
         {{"SHELL", "bash, zsh or fish; or paths", 1, 1, "bash zsh fish"},
          {"WORD", "paths: a file and the beginning of a path in it", 0, 2, {}}},
         {},
         &run_completion},
        {"lsp",
         "run the language server",
         "Speaks the Language Server Protocol on standard input and output, for scripts of Redguard (.soup) and "
         "Oblivion "
         "(.txt that begins with scn), unpacked documents and lists of edits. Editors start it: docs/editors.md says "
         "how.",
         {{"redforge lsp", "as an editor's settings have it"}},
         {},
         {},
         &run_lsp},
        {"man",
         "print a man page",
         "Prints the man page of a verb, or of the program, as roff text; or writes all of them into a folder.",
         {{"redforge man verify | man -l -", "read one"},
          {"redforge man paths | man -l -", "how values and records are named"}},
         {{"VERB", "a verb, paths or edits; none for the program's own page", 0, 1, {}},
          {"ACTION", "an action of the verb: the page of the verb has it", 0, 1, {}, true}},
         {{"--all", "", "FOLDER", "write all pages there"}},
         &run_man},
    });
    // The arguments of `man` are the verbs, and the pages that belong to no verb.
    static const std::string man_names = [] {
        std::vector<std::string_view> names;
        std::ranges::transform(table, std::back_inserter(names), &Verb::name);
        std::ranges::transform(pages(), std::back_inserter(names), &Page::name);
        return fmt::to_string(fmt::join(names, " "));
    }();
    [[maybe_unused]] static const bool named = [] {
        std::ranges::find(table, "man", &Verb::name)->positionals.front().choices = man_names;
        return true;
    }();
    return table;
}

const Verb* find_verb(std::string_view name)
{
    /// Names of the verbs in other programs.
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 25> elsewhere{
        {{"assemble", "script assemble"},
         {"build", "pack or archive build"},
         {"cat", "get"},
         {"convert", "unpack, pack, model export or image export"},
         {"create", "new"},
         {"decompile", "script decompile or script disassemble"},
         {"disassemble", "script disassemble"},
         {"dump", "unpack"},
         {"edit", "set"},
         {"export", "model export or image export"},
         {"extract", "archive extract"},
         {"format", "script format"},
         {"grep", "find or script grep"},
         {"import", "model import or image import"},
         {"insert", "archive insert"},
         {"list", "archive list"},
         {"ls", "info or archive list"},
         {"patch", "apply"},
         {"run", "script run"},
         {"search", "find"},
         {"show", "get or info"},
         {"test", "verify"},
         {"validate", "verify"},
         {"view", "render"},
         {"xref", "script xref"}}};
    const auto table = verbs();
    const auto verb = std::ranges::find(table, name, &Verb::name);
    if (verb != table.end()) {
        return &*verb;
    }
    const auto other = std::ranges::find(elsewhere, name, &std::pair<std::string_view, std::string_view>::first);
    std::vector<std::string_view> names;
    std::ranges::transform(table, std::back_inserter(names), &Verb::name);
    const std::string_view guess = other == elsewhere.end() ? redforge::nearest(name, names) : other->second;
    print_usage_error(fmt::format("no verb \"{}\"", name),
                      guess.empty() ? "see redforge --help" : fmt::format("did you mean {}?", guess));
    return nullptr;
}

}  // namespace redforge::cli
