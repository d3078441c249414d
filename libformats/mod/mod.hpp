// A mod: a description, a patch for each changed file of the game, and new files.
//
// On disk a mod is a folder, or the same files in a zip (package.hpp):
//     mod.xml                        the description (config/mod_manifest.hpp)
//     names.xml                      symbolic names of numbers that the mod adds (names.hpp), optional
//     patches/MAPS/ISLAND.RGM.xml    what `diff --xml` writes: keyed edits with old values
//     patches/voices/abcd.wav        new voices, scripts and pictures, which patches name
//     files/FXART/CRATE.3D           a new file of the game
// Other files next to mod.xml, such as a README, are kept and never installed. Thumbs.db, desktop.ini and .DS_Store are
// ignored, and so are files like .gitkeep in patches/ and files/.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/mod_manifest.hpp"
#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "core/xml/xml_reader.hpp"

namespace redforge::mod {

inline constexpr std::string_view manifest_file = "mod.xml";
inline constexpr std::string_view names_file = "names.xml";
inline constexpr std::string_view patches_folder = "patches/";
inline constexpr std::string_view files_folder = "files/";

/// Returns the relative path of a game file in upper case with forward slashes, because paths of mods ignore case.
[[nodiscard]] std::string path_key(std::string_view path);

/// Returns true for a file that operating systems create in any folder: Thumbs.db, desktop.ini, .DS_Store.
[[nodiscard]] bool is_system_file(std::string_view name);

/// Orders paths, ignoring case.
struct PathLess {
    bool operator()(const std::string& a, const std::string& b) const { return path_key(a) < path_key(b); }
};

struct Mod {
    config::ModManifest manifest;
    std::map<std::string, std::string, PathLess> patches;  ///< XML text by the path of the game file: "MAPS/ISLAND.RGM"
    std::map<std::string, SharedBytes, PathLess> files;    ///< content by the path of the game file
    std::map<std::string, SharedBytes>
        side_files;     ///< new scripts, voices and pictures that patches name: "MAPS/scripts/GUARD.soup"
    std::string names;  ///< names.xml; empty if there is none
    std::map<std::string, SharedBytes> others;  ///< other files by their path in the mod
    std::vector<std::string> ignored;           ///< paths of files of the operating system and of git
    std::string manifest_text;                  ///< text of mod.xml, with its comments

    /// Returns the paths of all game files that the mod changes or adds.
    [[nodiscard]] std::vector<std::string> paths() const;
    [[nodiscard]] std::string name() const { return manifest.name.bytes; }
};

/// All files of a mod by their path in it.
using Contents = std::map<std::string, SharedBytes>;

/// Creates a mod from its files. `shown`: name of the mod in messages. Errors: malformed (no mod.xml, an invalid patch,
/// a file that is both patched and added); errors of mod.xml.
[[nodiscard]] Result<Mod> make_mod(Contents contents, const std::string& shown);
/// Returns the files of a mod, as make_mod() takes them.
[[nodiscard]] Contents contents_of(const Mod& mod);

/// Reads a mod from its folder or its .rfmod. Errors: io, those of make_mod() and read_package().
[[nodiscard]] Result<Mod> load_mod(const std::filesystem::path& path);
/// Reads the files of a folder and its subfolders. Errors: io, also for a link or a device in the folder.
[[nodiscard]] Result<Contents> read_folder(const std::filesystem::path& folder);

/// Adds the names of the files that a patch refers to (scripts, voices and pictures) to `names`. `folder`: the folder
/// of the patch, as in Mod::side_files.
void add_named_files(const pugi::xml_node& patch, const std::string& folder, std::set<std::string>& names);

/// Writes a mod into a new or empty folder. Errors: those of write_folder().
[[nodiscard]] Result<Written> write_mod(const Mod& mod, const std::filesystem::path& folder);

/// A problem of a mod, as a sentence: an invalid name or version, or no licence. A mod with an error cannot be
/// installed.
struct ModProblem {
    bool is_error{};
    std::string text;
};
[[nodiscard]] std::vector<ModProblem> problems_of(const Mod& mod);

}  // namespace redforge::mod
