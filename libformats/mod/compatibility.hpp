// Mods that start from what is installed: of changes by hand, and to resolve conflicts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "mod/mod.hpp"
#include "mod/state.hpp"

namespace redforge::mod {

/// A mod without a name, and what it cannot contain.
struct StartedMod {
    Mod mod;
    std::vector<std::string> notes;
};

/// Makes a mod of the files that were changed by hand. It requires the mods that change these files.
/// Errors: those of reading the installation, of composing files and of making patches; not_found (nothing was changed).
[[nodiscard]] Result<StartedMod> make_mod_of_changes(const std::filesystem::path& game, const Installation& state);

/// Makes a mod with a row for each conflict of the enabled mods: an edit that sets the value that wins now, after a comment
/// with all values. It requires these mods. Conflicts that are no values have a comment alone, and a note.
/// Errors: as above; not_found (there are no conflicts).
[[nodiscard]] Result<StartedMod> make_resolving_mod(const std::filesystem::path& game, const Installation& state);

}  // namespace redforge::mod
