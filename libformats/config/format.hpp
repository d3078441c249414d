// Format entries of Redguard's settings and cheats, and of descriptions of mods.
#pragma once

#include "core/format.hpp"

namespace redforge::config {

[[nodiscard]] Format ini_format();
[[nodiscard]] Format cheats_format();
[[nodiscard]] Format mod_manifest_format();

}  // namespace redforge::config
