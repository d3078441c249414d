// Redguard's dialogue and sound effects as formats of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::sound {

[[nodiscard]] Format rtx_format();
[[nodiscard]] Format sfx_format();

}  // namespace redforge::sound
