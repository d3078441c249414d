// The Redguard map, and the visibility beside it, as formats of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::rgm {

[[nodiscard]] Format map_format();
[[nodiscard]] Format visibility_format();

}  // namespace redforge::rgm
