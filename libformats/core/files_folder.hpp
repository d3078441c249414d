// The pieces that writing a folder in one step is made of. Internal to core/files_folder*.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "core/files_posix.hpp"

namespace redforge::posix {

/// What is in a folder; names relative to it, a folder before what is in it.
struct FolderListing {
    std::vector<std::string> files;
    std::vector<std::string> folders;
    std::string foreign;  ///< the first name that no pattern covers; nothing after it is listed
};

/// Looks only into folders that a pattern leads into, so a mistaken path does not walk a whole disk.
[[nodiscard]] FolderListing list_folder(int folder, Patterns ours);

/// Whether a relative file name matches one of the patterns.
[[nodiscard]] bool matches_any(const std::string& relative, Patterns ours);

/// Removes exactly these names below parent/name, then the folder. False when something else is left in it.
/// Only system calls.
[[nodiscard]] bool remove_known(int parent, const char* name, const std::vector<std::string>& files,
                                const std::vector<std::string>& folders) noexcept;

/// Whether the name leads to this very folder (inode), not to another put in its place.
[[nodiscard]] bool is_same_folder(int parent, const char* name, const struct stat& expected) noexcept;

/// Removes hidden folders that killed writers left, unless they hold anything that is not ours.
void remove_stale_folders(int parent, Patterns ours);

/// A folder to be made.
struct FolderPlan {
    std::vector<std::string> files;    ///< in the caller's order
    std::vector<std::string> folders;  ///< every folder above a file, a folder before what is in it
};

/// Checks the caller's names: plain, below the folder, each once, covered by `ours`.
[[nodiscard]] Result<FolderPlan> plan_folder(const std::filesystem::path& path, std::span<const FolderFile> files,
                                             Patterns ours);

/// A folder that is to be replaced: open, locked, and what is in it.
struct OldFolder {
    Fd folder{};
    struct stat status {};
    std::vector<std::string> files{};
    std::vector<std::string> folders{};
};

/// The last act of writing a folder. It runs in the shield: only system calls on what is prepared here.
struct FolderSwap {
    enum class Step { build, swap, remove_old, done };

    int parent;
    const std::string& name;
    const std::string& hidden;                   ///< name the new folder is built under
    const FolderPlan& plan;
    bool build_here;                             ///< false: `hidden` is there already, with every file in it
    std::span<const Staged> nameless;            ///< the files to build it of, in the order of the plan
    const OldFolder* old;                        ///< null when nothing is there
    bool exchange;                               ///< false: only an absent or empty folder may be replaced
    bool keep_old;                               ///< keep it under one of `old_names` rather than remove it
    const std::vector<std::string>& old_names;   ///< backup names, the first free one is taken

    Step step{Step::build};  ///< where it failed, or done
    int number{EINTR};       ///< errno of that step; EAGAIN: somebody else changed the name meanwhile, look again
    const std::string* kept{nullptr};  ///< which of `old_names` the old folder has now

    void operator()() noexcept;

private:
    int build() noexcept;
    int swap() noexcept;
    int swap_without_exchange() noexcept;
    int remove_old() noexcept;
    int move_old_to_backup(const char* from) noexcept;
};

}  // namespace redforge::posix
