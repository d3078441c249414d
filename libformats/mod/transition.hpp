// Changes an installation from one state to the next: computes, stages and installs the files as one step.
#pragma once

#include <filesystem>
#include <vector>

#include "core/error.hpp"
#include "core/files/files.hpp"
#include "mod/install.hpp"
#include "mod/loaded_mods.hpp"
#include "mod/state.hpp"

namespace redforge::mod {

/// Changes a game from the state `old` to the state with exactly `mods`, in this order. Computes and writes only files
/// that the change affects: all of them or none. `state_seen`: fingerprint of the state file when it was read. Errors:
/// changed (a file changed since the mods were installed), those of check_order(), allocate(), Composer, and writing.
[[nodiscard]] Result<InstallReport> change_installation(const std::filesystem::path& game, Installation old,
                                                        std::vector<LoadedMod> mods, const InstallOptions& options,
                                                        const FileSnapshot& state_seen);

/// Returns the content of store_owner_file for a game.
[[nodiscard]] std::string owner_of_store(const std::filesystem::path& game);

/// Returns the paths of the originals in the store inside the game's folder, for files that no mod changes. Empty if
/// the store is elsewhere.
[[nodiscard]] std::vector<std::filesystem::path> unused_originals(const std::filesystem::path& game,
                                                                  const Installation& state);
/// Removes originals that a killed command left in the store inside the game's folder, for files that no mod changes.
/// Keeps an original if the game's file has other bytes: the user may have lost the state, and then it is the only
/// copy. Also removes partly written originals. Returns true if there were any.
bool remove_unused_originals(const std::filesystem::path& game, const Installation& state);

}  // namespace redforge::mod
