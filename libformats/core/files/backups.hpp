// Backups of replaced files and folders, in one folder, with a limit.
//
// The folder is $XDG_STATE_HOME/redforge/backups, or ~/.local/state/redforge/backups without this variable. Each file
// has a subfolder there, named by the file and a hash of its full path, so that files with equal names stay separate:
//     ISLAND.RGM-3f29a4c1d2/ISLAND.20260131-184502.RGM
// The backup of a folder is a folder: a complete state of all files that were written there. If a file is written
// together with others, its backup is a folder with all of them. $REDFORGE_BACKUPS is the number of backups to keep for
// each file: 10 by default, 0 disables backups.
#pragma once

#include <atomic>
#include <ctime>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/platform/files.hpp"

namespace redforge {

/// Folder of the backups, and the number to keep for each file.
struct BackupPlace {
    std::filesystem::path folder;
    std::size_t limit{10};
};

/// Reads the environment variables. Errors: usage (a limit that is not a number; neither XDG_STATE_HOME nor HOME).
[[nodiscard]] Result<BackupPlace> backup_place();

/// Returns the folder for the backups of a file or folder. `path` may be relative.
[[nodiscard]] std::filesystem::path backups_of(const BackupPlace& place, const std::filesystem::path& path);

/// Returns the n-th name (n >= 1) for a backup at a time, in local time: ISLAND.20260131-184502.RGM, then
/// ISLAND.20260131-184502-2.RGM.
[[nodiscard]] std::string backup_name(std::string_view name, std::time_t when, unsigned n);

/// Returns the name of the file that has a backup of this name: ISLAND.RGM for ISLAND.20260131-184502.RGM. Returns
/// other names unchanged.
[[nodiscard]] std::string original_name(std::string_view backup);

/// Returns the backups of `name` among `names`, oldest first.
[[nodiscard]] std::vector<std::string> backups_among(std::span<const std::string> names, std::string_view name);

/// Returns the backups (of `backups`, oldest first) to remove: all except the newest `limit`, and the newest of each
/// day from `first_day` (YYYYMMDD) on.
[[nodiscard]] std::vector<std::string> superseded(std::span<const std::string> backups, std::string_view name,
                                                  std::size_t limit, std::string_view first_day);

/// A backup; `is_new` is true if it did not exist before.
struct Backup {
    std::filesystem::path path;
    bool is_new{};
};

/// Copies the files `names` of an open folder to a backup of `path`: a folder, or a single file. The backup is synced
/// to the disk before the return. Reuses the newest backup if it has the same content. Returns nullopt if backups are
/// disabled. Errors: usage as backup_place(), io, mismatch, cancelled.
[[nodiscard]] Result<std::optional<Backup>> back_up(const std::filesystem::path& path, const platform::Handle& folder,
                                                    std::span<const std::string> names, bool is_folder,
                                                    const std::atomic<bool>* cancel);

/// Removes a new backup. Call it if the write failed.
void remove_backup(const std::optional<Backup>& backup) noexcept;

/// Removes superseded backups of `path`; keeps the newest ones up to the limit, and the newest of each of the last
/// seven days. Call it after a successful write. Returns the path of the backup.
std::optional<std::filesystem::path> keep_backup(const std::optional<Backup>& backup,
                                                 const std::filesystem::path& path);

}  // namespace redforge
