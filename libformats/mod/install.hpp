// Installs mods into a game folder, and removes them.
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
    Progress progress{};  ///< `report` is called from several threads, but never concurrently
    std::size_t jobs{1};  ///< number of threads
};

/// Result of an installation.
struct InstallReport {
    std::vector<std::string> written;    ///< files that mods changed or added
    std::vector<std::string> restored;   ///< files that have their original bytes again
    std::vector<std::string> removed;    ///< removed files of mods
    std::size_t unchanged{};             ///< number of files of mods that the command did not affect
    std::vector<ModConflict> conflicts;  ///< in the files of `written`
    std::vector<std::string> notes;
};

/// Installs mods (folders or packages) and enables them. A mod that is already installed is replaced and keeps its
/// position. New mods are added at the end in the given order, as far as their `after` and `requires` allow. Errors:
/// those of load_mod(), check_order() and Composer; changed (files were changed by hand; the message names all of
/// them); io.
[[nodiscard]] Result<InstallReport> install(const std::filesystem::path& game,
                                            const std::vector<std::filesystem::path>& mods,
                                            const InstallOptions& options = {});
/// Removes mods. After the last mod is removed, the game has its original bytes. Errors: not_found, and those of
/// install().
[[nodiscard]] Result<InstallReport> remove(const std::filesystem::path& game, const std::vector<std::string>& mods,
                                           const InstallOptions& options = {});
/// Enables or disables installed mods. Errors: not_found, and those of install().
[[nodiscard]] Result<InstallReport> set_enabled(const std::filesystem::path& game, const std::vector<std::string>& mods,
                                                bool enabled, const InstallOptions& options = {});
/// Changes the order of the installed mods. `mods` must contain all of them. Errors: usage, not_found, and those of
/// install().
[[nodiscard]] Result<InstallReport> reorder(const std::filesystem::path& game, const std::vector<std::string>& mods,
                                            const InstallOptions& options = {});

/// Returns "MAPS/ISLAND.PVO: the visibility is stale for 2 statics of the map, which mods add, move or remove".
[[nodiscard]] std::string stale_visibility_text(const std::string& path, std::size_t statics);
/// Returns a note if a visibility (PVO) was not built with all statics of its map. The note has the command that builds
/// it. Returns an empty text if there is nothing to report.
[[nodiscard]] std::string stale_visibility_note(const std::filesystem::path& game, const InstalledFile& file);

/// Completes a command that was interrupted. Returns false if there was none. Errors: those of finish_writing() and of
/// reading the state.
[[nodiscard]] Result<bool> complete_interrupted(const std::filesystem::path& game);

/// Reads the state without changing files. A game without mods has an empty state. Errors: io (an interrupted command
/// must be completed first), malformed.
[[nodiscard]] Result<Installation> read_installation(const std::filesystem::path& game);

/// A file that differs from the installation.
struct FileProblem {
    std::string path;
    std::string text;  ///< "was changed by hand"
};
/// Compares the files on disk with the installed files. Errors: those of read_installation().
[[nodiscard]] Result<std::vector<FileProblem>> find_changes(const std::filesystem::path& game,
                                                            const Installation& state);
/// Like find_changes(), and checks that removing all mods would restore the original bytes (the store has each original
/// with its SHA-256), and that the mods reproduce the installed files.
[[nodiscard]] Result<std::vector<FileProblem>>
verify_installation(const std::filesystem::path& game, const Installation& state, const InstallOptions& options = {});
/// Returns the conflicts of the enabled mods. Errors: those of read_installation().
[[nodiscard]] Result<std::vector<ModConflict>> find_conflicts(const std::filesystem::path& game,
                                                              const Installation& state);

}  // namespace redforge::mod
