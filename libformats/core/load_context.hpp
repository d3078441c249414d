// What stands around a document and may help to show it: a game's folder, definitions, masters.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace redforge::soup {
class Names;
}

namespace redforge {

/// Every part is optional: what a document is read from and written to never depends on it.
struct LoadContext {
    std::filesystem::path game_folder;       ///< an installation of the game; empty when not known
    std::filesystem::path soup_definitions;  ///< a SOUP386.DEF; empty: that of the game's folder
    /// Reads what those two make known to scripts, once, when it is first asked for; from any thread. Empty: nothing.
    std::function<const soup::Names*()> find_names;
    std::vector<std::filesystem::path> masters;  ///< plugins that a plugin names, in its order

    /// The names for scripts; null: none are known.
    [[nodiscard]] const soup::Names* names() const { return find_names ? find_names() : nullptr; }
};

}  // namespace redforge
