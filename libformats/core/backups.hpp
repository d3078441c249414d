// Backups of files and folders that are replaced: in one place with a limit, away from the files themselves.
//
// The place is $XDG_STATE_HOME/redforge/backups, or ~/.local/state/redforge/backups without that variable. Each file
// has a folder there, called by its name and a number made of its full path, so that files of one name keep apart:
//     ISLAND.RGM-3f29a4c1d2/ISLAND.20260131-184502.RGM
// The backup of a folder is a folder: one whole state of all files that were written there.
// $REDFORGE_BACKUPS says how many of a file are kept, 10 without it, 0 for none.
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

/// Where backups are, and how many of a file.
struct BackupPlace {
    std::filesystem::path folder;
    std::size_t limit{10};
};

/// Reads the environment variables. Errors: usage (a limit that is not a number; neither XDG_STATE_HOME nor HOME).
[[nodiscard]] Result<BackupPlace> backup_place();

/// The folder for the backups of a file or folder; `path` may be relative.
[[nodiscard]] std::filesystem::path backups_of(const BackupPlace& place, const std::filesystem::path& path);

/// The n-th (from 1) name for a backup made at this moment, local time: ISLAND.20260131-184502.RGM, then
/// ISLAND.20260131-184502-2.RGM.
[[nodiscard]] std::string backup_name(std::string_view name, std::time_t when, unsigned n);

/// Returns the backups of `name` among `names`, oldest first.
[[nodiscard]] std::vector<std::string> backups_among(std::span<const std::string> names, std::string_view name);

/// Which of a file's backups (oldest first) are not to be kept: all but the newest `limit` and the newest of each day
/// from `first_day` (YYYYMMDD) on.
[[nodiscard]] std::vector<std::string> superseded(std::span<const std::string> backups, std::string_view name,
                                                  std::size_t limit, std::string_view first_day);

/// A backup; `is_new` when it did not exist before.
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

/// After what was to be done failed: a backup that was made for it goes.
void withdraw(const std::optional<Backup>& backup) noexcept;

/// After it was done: removes the backups of `path` that are superseded; the newest of each of the last seven days stay
/// besides the limit. Returns where the backup is.
std::optional<std::filesystem::path> keep_backup(const std::optional<Backup>& backup,
                                                 const std::filesystem::path& path);

}  // namespace redforge
