// The actions of `mod`, which are in several sources.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/line/verb.hpp"
#include "core/files/files.hpp"
#include "core/progress.hpp"
#include "mod/compose.hpp"

namespace redforge::cli {

/// The command line of an action.
struct ModRequest {
    const Arguments& arguments;
    std::vector<std::string> words;  ///< mods: folders, packages or names
};

/// Shows progress on a terminal and stops at Ctrl+C.
[[nodiscard]] redforge::Progress progress_of_verb();

/// Prints the files that a comparison of two folders skipped, as the verbs that search folders do.
void print_skipped(std::vector<std::filesystem::path> skipped);

/// The files of a game with mods, and the errors of files that cannot be built.
struct BuiltMods {
    std::vector<mod::ComposedFile> files;  ///< paths as in the game's folder
    std::vector<mod::ModConflict> conflicts;
    std::vector<Error> errors;  ///< errors of files that cannot be built
};

/// Computes all files that mods change of a game without mods. Errors: those of check_order(); io.
[[nodiscard]] Result<BuiltMods> build_mods(const std::vector<const mod::Mod*>& mods, const std::string& game);
/// Writes files into a new or empty folder, or with --force into any folder, whose other files stay. Errors: those of
/// write_folder().
[[nodiscard]] Result<Written> write_made_files(const Arguments& arguments, const std::string& out,
                                               const std::vector<FolderFile>& files);
/// Writes the files with write_made_files(), or prints the errors and writes nothing.
Exit write_built_mods(const BuiltMods& built, const Arguments& arguments, const std::string& out);
/// Adds the meta.ini of Mod Organizer 2, whose mods are folders with the files of a game.
void add_mo2_files(BuiltMods& built, const std::vector<mod::Mod>& mods);
/// Applies a folder of patches, or a mod, to a game: the verb `apply` with a folder.
Exit apply_patches(const Arguments& arguments, const std::string& folder);
/// Returns the name of a mod in a folder of this name: "rusty-key" for "MODS/Rusty-Key.mod".
[[nodiscard]] std::string name_of_folder(const std::filesystem::path& folder);
/// Writes a mod into a new folder, or prints the error. Returns true if it was written.
bool write_new_mod(const mod::Mod& mod, const std::string& folder);
Exit import_mod(const ModRequest& request);
Exit export_mod(const ModRequest& request);
/// Prints the errors. Returns true if there are none.
bool print_build_errors(const BuiltMods& built);

/// Returns an error if a path of the command line is in a game in which a command that changes the mods was
/// interrupted. Actions of `mod` that complete the change are allowed.
[[nodiscard]] Status check_interrupted_mods(const Verb& verb, const Arguments& arguments);

/// Run the actions on the mods of a game. They are in mod_install.cpp.
Exit install_mods(const ModRequest& request);
Exit remove_mods(const ModRequest& request);
Exit enable_mods(const ModRequest& request);
Exit disable_mods(const ModRequest& request);
Exit order_mods(const ModRequest& request);
Exit list_mods(const ModRequest& request);
Exit list_conflicts(const ModRequest& request);
Exit show_status(const ModRequest& request);
Exit verify_mods(const ModRequest& request);

}  // namespace redforge::cli
