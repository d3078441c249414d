// The save of Oblivion as a format of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::tes {

[[nodiscard]] Format save_format();

}  // namespace redforge::tes
