// The pieces that writing a folder is made of. Internal to core/files_folder*.cpp.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/files_posix.hpp"

namespace redforge::posix {

/// What is to be written, checked.
struct FolderPlan {
    std::vector<std::string> files;    ///< in the caller's order
    std::vector<std::string> folders;  ///< every folder above a file, a folder before what is in it
};

/// Checks the caller's names: plain, below the folder, each once.
[[nodiscard]] Result<FolderPlan> plan_folder(const std::filesystem::path& path, std::span<const FolderFile> files);

/// Every folder above the names, a folder before what is in it.
[[nodiscard]] std::vector<std::string> folders_above(std::span<const std::string> names);

/// One file on its way: its content under a name that others do not look at.
struct FolderStage {
    std::string name;  ///< relative to the open folder that is being filled
    const FolderFile* from;
    int old_folder{-1};  ///< where what it replaces stands, for its permissions; -1 for nothing
    std::string old_name{};
};

/// Writes, syncs and reads back every file; returns what of replaced files could not be kept.
[[nodiscard]] Result<std::vector<std::string>> fill_folder(int folder, std::span<const FolderStage> files,
                                                           const WriteOptions& options,
                                                           const std::filesystem::path& path);

/// Builds the folder out of sight and gives it its name. Empty when something has that name meanwhile: look again.
[[nodiscard]] Result<std::optional<Written>> make_folder(const Target& target, std::span<const FolderFile> files,
                                                         const FolderPlan& plan, const WriteOptions& options,
                                                         const std::filesystem::path& path);

/// Removes the hidden folders in which killed writers were building one, unless they hold anything else.
void remove_stale_folders(int parent);

/// Changes what differs in a folder that is there. Empty when it is not there any more: look again.
[[nodiscard]] Result<std::optional<Written>> update_folder(const Target& target, std::span<const FolderFile> files,
                                                           const FolderPlan& plan, const FolderRules& rules,
                                                           const WriteOptions& options,
                                                           const std::filesystem::path& path);

/// Where the new files wait in a folder that is there, and what is to be done with them.
inline constexpr const char* staging_folder = ".redforge-write";
inline constexpr const char* journal_name = "journal";

/// One change of a folder. The new content of the n-th step waits as staging_folder/n.
struct FolderStep {
    bool removes{};  ///< rather than replaces or makes
    std::string name;
    std::optional<Fingerprint> before;  ///< what is there now; empty when nothing is
};

/// The content of a name in a folder: empty when nothing is there. Errors: exists (a link or a folder), io.
[[nodiscard]] Result<std::optional<Fingerprint>> content_now(int folder, const std::string& name,
                                                             const std::filesystem::path& path);

/// Puts the list of steps on the disk: from here on they will be done, by us or by who comes next.
[[nodiscard]] Status commit_steps(int folder, std::span<const FolderStep> steps, const std::filesystem::path& path);

/// Does the steps that are not done yet, in their order, and removes what waited. `done` counts them.
[[nodiscard]] Status do_steps(int folder, std::span<const FolderStep> steps, std::size_t& done,
                              const std::filesystem::path& path);

/// Completes what a killed writer committed; removes what it did not. The folder's lock is ours.
[[nodiscard]] Status normalize_folder(int folder, const std::filesystem::path& path);

/// Removes the staging folder with what a writer can have put there; false when something else is in it.
bool remove_staging(int folder) noexcept;

}  // namespace redforge::posix
