// Redguard's settings and cheats as formats of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::config {

[[nodiscard]] Format ini_format();
[[nodiscard]] Format cheats_format();

}  // namespace redforge::config
