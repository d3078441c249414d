// Plugins of Oblivion and later games as a format of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::tes {

[[nodiscard]] Format plugin_format();

}  // namespace redforge::tes
