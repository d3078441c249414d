// Loads names for scripts from the files of a game's folder.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

struct FoundNames {
    std::shared_ptr<const Names> names;  ///< null if there are none
    std::vector<std::string> problems;   ///< files of the folder that could not be read
};

/// Reads SOUP386.DEF, WORLD.INI, ITEM.INI and ENGLISH.RTX of a game's folder, ignoring case. Looks for SOUP386.DEF in
/// the folder and in its subfolder soup386. `definitions`: path of a file to use instead of SOUP386.DEF; errors of
/// reading it are returned. Both paths may be empty.
[[nodiscard]] Result<FoundNames> load_names(const std::filesystem::path& game,
                                            const std::filesystem::path& definitions);

/// Returns the existing files that load_names() reads in a game's folder.
[[nodiscard]] std::vector<std::filesystem::path> name_files_of(const std::filesystem::path& game);

/// Returns the game folder for a file: the folder in redforge.toml, or else the nearest folder that contains
/// SOUP386.DEF or soup386/SOUP386.DEF. Searches `file` if it is a folder, its parent, and three more levels. Returns an
/// empty path if there is none.
[[nodiscard]] std::filesystem::path game_folder_around(const std::filesystem::path& file);

/// Returns the context of scripts for a file in a game folder. Names are read at first use. `standard`: game folder for
/// files outside of a game folder. `report` receives read errors.
[[nodiscard]] LoadContext context_around(const std::filesystem::path& file,
                                         std::function<void(const std::string&)> report = {},
                                         const std::filesystem::path& standard = {});
/// Returns the context of scripts for a known game folder.
[[nodiscard]] LoadContext context_of(const std::filesystem::path& game,
                                     std::function<void(const std::string& problem)> report = {});

}  // namespace redforge::soup
