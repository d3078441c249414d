// Options that several verbs have.
#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "cli/line/verb.hpp"

namespace redforge::cli {

namespace options {

inline constexpr Option recursive{"--recursive", "-r", "", "search folders for files of known formats, below too"};
inline constexpr Option jobs{"--jobs", "-j", "N", "number of files to process in parallel (default: number of cores)"};
inline constexpr Option json{"--json", "", "", "print the result as JSON"};
inline constexpr Option dry_run{"--dry-run", "-n", "", "print the changes without writing them"};
inline constexpr Option in_place{"--in-place", "-i", "", "edit FILE in place; keeps the old content as a backup"};
inline constexpr Option no_backup{"--no-backup", "", "", "do not back up the replaced file"};
inline constexpr Option drop_comments{"--drop-comments", "", "", "write even if comments in the text form are lost"};
inline constexpr Option output{"--output", "-o", "OUT", "output file; replaces a file of the same kind"};
inline constexpr Option game{"--game", "", "FOLDER",
                             "the game's folder: names of functions, flags, items and dialogue"};
inline constexpr Option soup_def{"--soup-def", "", "FILE", "SOUP386.DEF with the names of functions and flags"};
inline constexpr Option data{"--data", "", "FOLDER", "the folder of a plugin's masters: names of their records"};
inline constexpr Option definitions{"--definitions", "", "FILE",
                                    "layouts of a plugin's records, instead of the built-in ones"};
inline constexpr Option commands{
    "--commands", "", "FILE",
    "a table of commands of plugins of OBSE (default: the nearest obse-commands.txt in five "
    "folders from FILE upwards)"};
inline constexpr Option encoding{"--encoding", "", "PAGE",
                                 "the code page of a plugin's texts: 1252, 1251, 1250, 932, 936, 949, UTF-8"};
inline constexpr Option force{"--force", "", "", "replace OUT even if it is another kind of file"};
inline constexpr Option force_edit{
    "--force", "", "",
    "replace OUT even if it is another kind of file; write a plugin or save that the game cannot read"};

/// For verbs that write a new file.
inline constexpr std::array writing{output, in_place, no_backup, drop_comments, force, dry_run};
/// For verbs that edit records.
inline constexpr std::array editing{output, in_place, no_backup, drop_comments, force_edit, dry_run};
/// Sources of the names that a text form shows.
inline constexpr std::array names_of_game{game, soup_def, data};
inline constexpr std::array text_of_plugin{encoding, definitions};
inline constexpr std::array searched_files{recursive, jobs};
/// Options for the output of verbs that read many files.
inline constexpr std::array lists{
    Option{"--names", "-l", "", "print only the names of files"},
    Option{"--count", "-c", "", "print only the number of matches of each file"},
    Option{"--null", "-0", "", "with -l: print a NUL after each name, for xargs -0"},
};
/// Reports of findings for other programs.
inline constexpr std::array reports{
    Option{"--sarif", "", "", "print the result as SARIF 2.1.0"},
    Option{"--junit", "", "", "print the result as a JUnit report"},
    Option{"--github", "", "", "print annotations for a GitHub workflow"},
};
/// Which findings set the exit status.
inline constexpr std::array thresholds{
    Option{"--fail-on", "", "SEVERITY", "lowest severity that sets exit status 1: error, warning or note"},
    Option{"--baseline", "", "FILE", "output of an earlier --json; its findings do not count"},
};

}  // namespace options

/// Returns a list of options. Each part is an option or one of the groups above.
template <class... Parts>
[[nodiscard]] std::vector<Option> option_list(const Parts&... parts)
{
    std::vector<Option> all;
    const auto add = [&](const auto& part) {
        if constexpr (std::is_same_v<std::decay_t<decltype(part)>, Option>) {
            all.push_back(part);
        } else {
            all.insert(all.end(), part.begin(), part.end());
        }
    };
    (add(parts), ...);
    return all;
}

/// Returns the positional FILE of verbs that process many files.
[[nodiscard]] inline Positional many_files()
{
    return {.name = "FILE",
            .help = "game files, their XML, or unpacked folders; - is standard input",
            .min = 1,
            .max = 0};
}

}  // namespace redforge::cli
