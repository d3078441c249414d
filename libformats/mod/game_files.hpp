// Finds the files of a game folder, ignoring case, and compares two folders.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/files/side_files.hpp"
#include "core/load_context.hpp"
#include "core/progress.hpp"
#include "edit/patch/edit_list.hpp"
#include "mod/mod.hpp"
#include "mod/names.hpp"

namespace redforge::mod {

/// Returns the path of a file relative to `game`, with the case of the names on disk. Parts that do not exist keep the
/// case of `path`.
[[nodiscard]] std::string path_in_game(const std::filesystem::path& game, const std::string& path);

/// Returns a reader of the files of a game folder that ignores case.
[[nodiscard]] OriginalReader reader_of_folder(const std::filesystem::path& game);

/// Returns the files of a game folder and its subfolders by path. Leaves out the folders of this program and of git,
/// and system files (is_system_file). Lists pipes, sockets and devices that have the name of a game file, so that
/// reading them reports an error. Adds other pipes, sockets and devices, and links to folders, to `skipped` unless it
/// is null. Errors: io (no folder, or a file whose type is unknown).
[[nodiscard]] Result<std::map<std::string, std::filesystem::path, PathLess>>
list_game_files(const std::filesystem::path& game, std::vector<std::filesystem::path>* skipped = nullptr);

/// Fails if a file is damaged: its name or its beginning is of a known format, and it is cut off or cannot be read.
[[nodiscard]] Status check_whole_file(const std::string& name, const Bytes& content);

/// Returns the patch that changes `before` into `after`, or nullopt if their formats are unknown or differ. `path` is
/// for messages. `pictures` receives new images. Errors: those of reading a damaged file, and of edit::check_damage().
[[nodiscard]] Result<std::optional<std::string>> make_patch(const std::string& path, const Bytes& before,
                                                            const Bytes& after, const LoadContext& context,
                                                            const edit::EditListOptions& options = {.context = 0},
                                                            SideFiles* pictures = nullptr);

/// Side files of the patches of a mod: new scripts and voices. File names are unique in a folder.
class PatchFiles {
public:
    explicit PatchFiles(LoadContext context) : context_(std::move(context)) {}
    /// Returns the side files for the patch of a game file.
    [[nodiscard]] SideFiles* next_to(const std::string& path);
    /// Returns all side files by their path in the folder of the patches.
    [[nodiscard]] std::map<std::string, SharedBytes> all() const;

private:
    LoadContext context_;
    std::map<std::string, SideFiles> folders_;
};

/// Differences of two game folders.
struct GameDifference {
    std::map<std::string, std::string, PathLess> patches;  ///< patches by path, for files that both folders have
    std::map<std::string, SharedBytes> side_files;         ///< side files of the patches, as in Mod::side_files
    std::map<std::string, SharedBytes, PathLess> files;    ///< new files, and changed files of an unknown format
    std::vector<std::string> replaced;  ///< changed files of an unknown format, which `files` contains completely
    std::vector<std::string> removed;   ///< files that only the original has; a mod cannot express a removal
    std::vector<std::filesystem::path> skipped;  ///< pipes, sockets, devices and links to folders, in both folders
};

struct CompareOptions {
    /// Creates reversible patches, with all old values and the visibility of maps. Otherwise, patches contain only
    /// changed data of the original, and a visibility only if it cannot be computed from its map.
    bool can_be_reversed{};
    Progress progress{};
};

/// Compares a changed copy of a game with the original. Checks each patch: applied to the original, it gives the
/// changed file. Errors: io; mismatch (a patch fails this check); cancelled; those of reading a damaged file.
[[nodiscard]] Result<GameDifference> compare_games(const std::filesystem::path& original,
                                                   const std::filesystem::path& changed,
                                                   const CompareOptions& options = {});

}  // namespace redforge::mod
