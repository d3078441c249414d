// The names that a game's folder gives to scripts, read from its files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
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

}  // namespace redforge::soup
