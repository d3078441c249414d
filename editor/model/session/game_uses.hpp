// Uses of a dialogue label or sound in other files of the game: scripts and animations of its maps, and ITEM.INI.
#pragma once

#include <filesystem>
#include <vector>

#include "editor/model/session/uses.hpp"
#include "soup/names/names.hpp"

namespace redforge::editor {

/// Returns true if other files of a game can refer to the name: a dialogue label or a sound number.
[[nodiscard]] bool is_used_by_game(const UsedName& name);

/// Returns the uses in a game folder: first in ITEM.INI (only for a dialogue label), then in the maps, sorted by name.
/// Skips unreadable files. If `names` is null, skips scripts, because the meaning of their numbers is unknown.
[[nodiscard]] std::vector<Use> uses_in_game(const UsedName& name, const std::filesystem::path& game,
                                            const soup::Names* names);

}  // namespace redforge::editor
