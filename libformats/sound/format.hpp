// Format entries of Redguard's dialogue and sound effects.
#pragma once

#include "core/format.hpp"

namespace redforge::sound {

[[nodiscard]] Format rtx_format();
[[nodiscard]] Format sfx_format();

}  // namespace redforge::sound
