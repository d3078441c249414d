// The actions of `mod`, which are in several sources.
#pragma once

#include <string>
#include <vector>

#include "core/progress.hpp"
#include "mod/compose.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// The command line of an action.
struct ModRequest {
    const Arguments& arguments;
    std::vector<std::string> words;  ///< mods: folders, packages or names
};

/// Shows progress on a terminal and stops at Ctrl+C.
[[nodiscard]] redforge::Progress progress_of_verb();

/// The files of a game with mods, or what does not fit.
struct BuiltMods {
    std::vector<mod::ComposedFile> files;  ///< paths as in the game's folder
    std::vector<mod::ModConflict> conflicts;
    std::vector<Error> errors;  ///< of files that cannot be made
};

/// Computes all files that mods change of a game without mods. Errors: those of check_order(); io.
[[nodiscard]] Result<BuiltMods> build_mods(const std::vector<const mod::Mod*>& mods, const std::string& game);
/// Prints the errors. Returns true if there are none.
bool print_build_errors(const BuiltMods& built);

/// The actions on the mods of a game, in mod_install.cpp.
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
