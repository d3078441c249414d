// The game's folder that a verb takes models, pictures and colours from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "scene/game_folder.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// The folder that --game names, or the one that `input` lies in; nothing when it lies in none. Says what is wrong in
/// it. Errors: those of index_game_folder(), of a folder that was named.
[[nodiscard]] Result<std::optional<scene::GameFolder>> game_of(const Arguments& arguments, const std::string& input);

/// Says what could not be found or read, up to ten of them.
void report(const std::vector<std::string>& problems);

}  // namespace redforge::cli
