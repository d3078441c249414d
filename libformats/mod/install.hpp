// Installing mods into a game folder, and taking them out again.
//
// Computes all changed files from the originals and the enabled mods in order. New files, packages and the state are
// then replaced in one transaction (write_folder): after a kill at any moment, the next command completes the
// transaction or keeps the old files. Originals are first copied to the read-only store, by path, with their SHA-256.
// If the user changed a file by hand, the file is reported and nothing is written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/progress.hpp"
#include "mod/compose.hpp"
#include "mod/state.hpp"

namespace redforge::mod {

struct InstallOptions {
    std::filesystem::path
        store;            ///< folder of the originals for a first installation; default_store of the game if empty
    Progress progress{};  ///< `report` is called from several threads, one at a time
    std::size_t jobs{1};  ///< threads
};

/// Result of an installation.
struct InstallReport {
    std::vector<std::string> written;    ///< files that mods changed or added
    std::vector<std::string> restored;   ///< files that have their original bytes again
    std::vector<std::string> removed;    ///< removed files of mods
    std::size_t unchanged{};             ///< files of mods that the command does not concern
    std::vector<ModConflict> conflicts;  ///< in the files of `written`
    std::vector<std::string> notes;
};

/// Installs mods (folders or packages) and enables them. A mod that is installed is replaced in its place; others come
/// last, in the order of their `after` and `requires`, else as named.
/// Errors: those of load_mod(), check_order() and Composer; changed (a file that was changed by hand, all are named);
/// io.
[[nodiscard]] Result<InstallReport> install(const std::filesystem::path& game,
                                            const std::vector<std::filesystem::path>& mods,
                                            const InstallOptions& options = {});
/// Removes mods. After the last one the game has its original bytes. Errors: not_found, as install().
[[nodiscard]] Result<InstallReport> remove(const std::filesystem::path& game, const std::vector<std::string>& mods,
                                           const InstallOptions& options = {});
/// Enables or disables installed mods. Errors: not_found, as install().
[[nodiscard]] Result<InstallReport> set_enabled(const std::filesystem::path& game, const std::vector<std::string>& mods,
                                                bool enabled, const InstallOptions& options = {});
/// Puts installed mods into another order. `mods` names all of them. Errors: usage, not_found, as install().
[[nodiscard]] Result<InstallReport> reorder(const std::filesystem::path& game, const std::vector<std::string>& mods,
                                            const InstallOptions& options = {});

/// Returns "MAPS/ISLAND.PVO: the visibility is stale for 2 statics of the map, which mods add, move or remove".
[[nodiscard]] std::string stale_visibility_text(const std::string& path, std::size_t statics);
/// Returns a note on a visibility (PVO) that was not built with all statics of its map, with the command that builds
/// it. Empty if there is nothing to report.
[[nodiscard]] std::string stale_visibility_note(const std::filesystem::path& game, const InstalledFile& file);

/// Completes a command that was interrupted. Returns false if there was none. Errors: those of finish_writing() and of
/// reading the state.
[[nodiscard]] Result<bool> complete_interrupted(const std::filesystem::path& game);

/// Reads the state; without mods it is empty. Changes nothing. Errors: io (an interrupted command is still to be
/// completed), malformed.
[[nodiscard]] Result<Installation> read_installation(const std::filesystem::path& game);

/// A file that differs from the installation.
struct FileProblem {
    std::string path;
    std::string text;  ///< "was changed by hand"
};
/// Compares files of mods on the disk with what was installed. Errors: as read_installation().
[[nodiscard]] Result<std::vector<FileProblem>> find_changes(const std::filesystem::path& game,
                                                            const Installation& state);
/// Also proves that removing all mods restores the original bytes (each original is in the store with its SHA-256), and
/// that the mods reproduce the installed files.
[[nodiscard]] Result<std::vector<FileProblem>>
verify_installation(const std::filesystem::path& game, const Installation& state, const InstallOptions& options = {});
/// Finds the conflicts of the enabled mods. Errors: as read_installation().
[[nodiscard]] Result<std::vector<ModConflict>> find_conflicts(const std::filesystem::path& game,
                                                              const Installation& state);

}  // namespace redforge::mod
