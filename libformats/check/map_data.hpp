// Decoded scripts and files of a map. Several checks use them, so a report keeps them.
#pragma once

#include <vector>

#include "check/check.hpp"
#include "scene/game_folder.hpp"
#include "soup/bytecode/decoder.hpp"

namespace redforge::check {

/// Returns the decoded script of each actor of the map. Decodes all of them on the first call.
[[nodiscard]] const std::vector<soup::Listing>& scripts_of_map(Report& report);

/// Returns the files that WORLD.INI names for the map, as they exist in the game's folder. Finds them on the first
/// call. The context must have a game.
[[nodiscard]] const scene::MapFiles& files_of_map(Report& report);

}  // namespace redforge::check
