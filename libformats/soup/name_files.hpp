// Loads names for scripts from the files of a game's folder.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "soup/names.hpp"

namespace redforge::soup {

struct FoundNames {
    std::shared_ptr<const Names> names;  ///< null if there are none
    std::vector<std::string> problems;   ///< files of the folder that could not be read
};

/// Reads SOUP386.DEF, WORLD.INI, ITEM.INI and ENGLISH.RTX of a game's folder, ignoring case. Looks for SOUP386.DEF in
/// the folder and in its subfolder soup386. `definitions` replaces SOUP386.DEF; reading it must succeed. Both paths may
/// be empty.
[[nodiscard]] Result<FoundNames> load_names(const std::filesystem::path& game,
                                            const std::filesystem::path& definitions);

/// Returns the existing files that load_names() reads in a game's folder.
[[nodiscard]] std::vector<std::filesystem::path> name_files_of(const std::filesystem::path& game);

/// Returns the game's folder of the project, if redforge.toml names one. Else finds the nearest folder with SOUP386.DEF
/// in it or in its subfolder soup386; for MAPS/ISLAND.RGM, the game's folder. Searches the file itself if it is a
/// folder, its parent, and three folders further up. Returns an empty path if there is none.
[[nodiscard]] std::filesystem::path folder_with_definitions(const std::filesystem::path& file);

/// Returns the context of scripts for a file in a game's folder. Names are read on demand. `standard`: game folder for
/// files outside of a game folder. `report` receives read errors.
[[nodiscard]] LoadContext context_around(const std::filesystem::path& file,
                                         std::function<void(const std::string&)> report = {},
                                         const std::filesystem::path& standard = {});
/// Returns the context of scripts for a known game folder.
[[nodiscard]] LoadContext context_of(const std::filesystem::path& game,
                                     std::function<void(const std::string& problem)> report = {});

}  // namespace redforge::soup
