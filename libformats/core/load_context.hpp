// What stands around a document and may help to show it: a game's folder, definitions, masters.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

namespace redforge::soup {
class Names;
}

namespace redforge {

/// Every part is optional: what a document is read from and written to never depends on it.
struct LoadContext {
    std::filesystem::path game_folder;           ///< an installation of the game; empty when not known
    std::filesystem::path soup_definitions;      ///< a SOUP386.DEF; empty: that of the game's folder
    std::shared_ptr<const soup::Names> names;    ///< what those two make known to scripts; null: nothing
    std::vector<std::filesystem::path> masters;  ///< plugins that a plugin names, in its order
};

}  // namespace redforge
