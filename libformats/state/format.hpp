// Format entries of Redguard's saved games and logs.
#pragma once

#include "core/format.hpp"

namespace redforge::state {

[[nodiscard]] Format saved_game_format();
[[nodiscard]] Format game_state_format();
[[nodiscard]] Format log_format();

}  // namespace redforge::state
