// Entries of Redguard maps and visibility files in the list of formats.
#pragma once

#include "core/format.hpp"

namespace redforge::rgm {

[[nodiscard]] Format map_format();
[[nodiscard]] Format visibility_format();

}  // namespace redforge::rgm
