// Makes mods from the state of an installation: from changes made by hand, or to resolve conflicts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "mod/mod.hpp"
#include "mod/state.hpp"

namespace redforge::mod {

/// A new mod without a name, and notes on changes that it cannot contain.
struct NewMod {
    Mod mod;
    std::vector<std::string> notes;
};

/// Makes a mod from the files that the user changed by hand. It requires the mods that change these files. Errors:
/// those of reading the installation, of composing files and of making patches; not_found (nothing was changed).
[[nodiscard]] Result<NewMod> make_mod_of_changes(const std::filesystem::path& game, const Installation& state);

/// Makes a mod with an edit for each conflict of the enabled mods. The edit sets the value that wins now; the comment
/// before it lists all values. The mod requires the mods in conflict. A conflict that is not about a value gets only a
/// comment and a note. Errors: those of make_mod_of_changes(); not_found (there are no conflicts).
[[nodiscard]] Result<NewMod> make_resolving_mod(const std::filesystem::path& game, const Installation& state);

}  // namespace redforge::mod
