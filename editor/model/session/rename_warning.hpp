// Warning for renaming an actor. Objects without a model field use the model with the actor's name.
#pragma once

#include <string>
#include <string_view>

#include "rgm/map.hpp"
#include "scene/game_folder.hpp"

namespace redforge::editor {

/// Returns a warning if objects of the actor use the model of its name, and the new name gives another model or none.
/// Empty otherwise, and without a game.
[[nodiscard]] std::string rename_warning(const rgm::Map& map, std::string_view from, std::string_view to,
                                         const scene::GameFolder* game);

}  // namespace redforge::editor
