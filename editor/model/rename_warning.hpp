// What a new name of an actor does to what is seen of it: objects without a model have that of the actor's name.
#pragma once

#include <string>
#include <string_view>

#include "rgm/map.hpp"
#include "scene/game_folder.hpp"

namespace redforge::editor {

/// A sentence where objects of an actor are drawn with the model that its name says, and are not under another name, or with
/// another model. Empty else, and without a game, of which nothing is drawn.
[[nodiscard]] std::string rename_warning(const rgm::Map& map, std::string_view from, std::string_view to,
                                         const scene::GameFolder* game);

}  // namespace redforge::editor
