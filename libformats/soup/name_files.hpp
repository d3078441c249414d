// The names that a game's folder gives to scripts, read from its files.
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
    std::shared_ptr<const Names> names;  ///< null when nothing was found
    std::vector<std::string> problems;   ///< files of the folder that could not be read
};

/// Reads SOUP386.DEF, WORLD.INI, ITEM.INI and ENGLISH.RTX of a game's folder, in names of any case; SOUP386.DEF is
/// looked for in the folder and in its folder soup386. `definitions` stands for another SOUP386.DEF; it must be one.
/// Both may be empty.
[[nodiscard]] Result<FoundNames> load_names(const std::filesystem::path& game,
                                            const std::filesystem::path& definitions);

/// The folder nearest above a file that has SOUP386.DEF in it or in its folder soup386: of MAPS/ISLAND.RGM the game's.
/// It is looked for in the folder of the file, in the file itself where that is a folder, and three folders further up.
[[nodiscard]] std::filesystem::path folder_with_definitions(const std::filesystem::path& file);

/// The context of scripts in a file that lies in a game's folder: what that folder makes known, read when it is wanted.
/// `standard` is the game's folder of files that lie in none. `tell` gets what could not be read then.
[[nodiscard]] LoadContext context_around(const std::filesystem::path& file,
                                         std::function<void(const std::string&)> tell = {},
                                         const std::filesystem::path& standard = {});
/// The same for a game's folder that is known.
[[nodiscard]] LoadContext context_of(const std::filesystem::path& game,
                                     std::function<void(const std::string& problem)> tell = {});

}  // namespace redforge::soup
