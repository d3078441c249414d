// The Redguard map as a format of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::rgm {

[[nodiscard]] Format map_format();

}  // namespace redforge::rgm
