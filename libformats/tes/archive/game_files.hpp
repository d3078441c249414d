// The files that a game finds in its Data folder: loose ones, and those in archives.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace redforge::tes {

/// The files of some folders and of all archives directly in them. Paths are bytes of code page 1252, with '/' or '\\'
/// between folders, and ignore case.
class GameFiles {
public:
    /// Reads the directories of the archives.
    explicit GameFiles(std::vector<std::filesystem::path> folders);

    /// Returns true if a folder or an archive has a file with a path: "meshes/clutter/cup.nif".
    [[nodiscard]] bool has(std::string_view path) const;
    /// Returns true if an archive has a file in a top folder, such as "meshes". If none has, the archives of the game
    /// are not in the folders, and has() returns false for most of its files.
    [[nodiscard]] bool has_archived(std::string_view top_folder) const;
    /// Returns the errors of archives and folders that could not be read.
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

private:
    std::vector<std::filesystem::path> folders_;
    std::unordered_set<std::string> archived_;  ///< in lower case, with '/'
    std::set<std::string, std::less<>> top_folders_;
    std::vector<std::string> problems_;
};

}  // namespace redforge::tes
