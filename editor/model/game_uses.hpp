// What the other files of a game say of a line of dialogue or of a sound: scripts and animations of its maps, and ITEM.INI.
#pragma once

#include <filesystem>
#include <vector>

#include "editor/model/uses.hpp"
#include "soup/names.hpp"

namespace redforge::editor {

/// Whether other files of a game refer to the name: a dialogue label, or the number of a sound.
[[nodiscard]] bool is_used_by_game(const UsedName& name);

/// Those uses in a game's folder: of ITEM.INI, then of the maps in the order of their names; a file that cannot be read is
/// passed over. Without the game's names (null) scripts do not tell what their numbers stand for.
[[nodiscard]] std::vector<Use> uses_in_game(const UsedName& name, const std::filesystem::path& game,
                                            const soup::Names* names);

}  // namespace redforge::editor
