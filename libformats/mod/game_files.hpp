// The files of a game folder: found in names of any case, and compared with another folder.
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

/// Returns the path below `game` under which a file is there, in the case in which it is written there. Parts that are
/// not there keep the case of `path`.
[[nodiscard]] std::string path_in_game(const std::filesystem::path& game, const std::string& path);

/// Reads files of a game folder in names of any case.
[[nodiscard]] OriginalReader reader_of_folder(const std::filesystem::path& game);

/// Returns the files of a game folder by their path, below too, except folders of this program and of git, and system
/// files (is_system_file). Pipes, sockets and devices are listed if they have the name of a game file: reading them
/// reports the error. The others, and links to folders, are added to `skipped`, if not null. Errors: io (no folder, or
/// a file whose type is unknown).
[[nodiscard]] Result<std::map<std::string, std::filesystem::path, PathLess>>
list_game_files(const std::filesystem::path& game, std::vector<std::filesystem::path>* skipped = nullptr);

/// Returns the patch of a mod that turns one file into another, or nothing if they are not of one known format. `path`
/// is for messages; `pictures` receives new images. Errors: those of reading a damaged file.
[[nodiscard]] Result<std::optional<std::string>> make_patch(const std::string& path, const Bytes& before,
                                                            const Bytes& after, const LoadContext& context,
                                                            const edit::EditListOptions& options = {.context = 0},
                                                            SideFiles* pictures = nullptr);

/// The side files of the patches of a mod: new scripts and voices. Names in one folder differ.
class PatchFiles {
public:
    explicit PatchFiles(LoadContext context) : context_(std::move(context)) {}
    /// Returns the side files of the patch of a game file.
    [[nodiscard]] SideFiles* next_to(const std::string& path);
    /// Returns all files by their path below the folder of the patches.
    [[nodiscard]] std::map<std::string, SharedBytes> all() const;

private:
    LoadContext context_;
    std::map<std::string, SideFiles> folders_;
};

/// Differences of two game folders.
struct GameDifference {
    std::map<std::string, std::string, PathLess> patches;  ///< patch by path, of files that both have
    std::map<std::string, SharedBytes> sides;              ///< files that patches name: Mod::sides
    std::map<std::string, SharedBytes, PathLess> files;    ///< new files, and changed files of no known format
    std::vector<std::string> replaced;           ///< the files of no known format: their whole content is in `files`
    std::vector<std::string> removed;            ///< files that only the original has; a mod cannot express a removal
    std::vector<std::filesystem::path> skipped;  ///< pipes, sockets, devices and links to folders, in both folders
};

struct CompareOptions {
    /// Creates reversible patches: with the old values and the visibility of maps. Patches of a mod contain
    /// only changed data of the original, and a visibility only if it cannot be computed from its map.
    bool can_be_reversed{};
    Progress progress{};
};

/// Compares a changed copy of a game with the original. Each patch was applied to the original and gave the changed
/// file. Errors: io; mismatch (a patch that does not give the changed file); cancelled; those of reading a damaged
/// file.
[[nodiscard]] Result<GameDifference> compare_games(const std::filesystem::path& original,
                                                   const std::filesystem::path& changed,
                                                   const CompareOptions& options = {});

}  // namespace redforge::mod
