// File format of SOUP386.DEF.
#pragma once

#include "core/format.hpp"

namespace redforge::soup {

[[nodiscard]] Format definitions_format();

}  // namespace redforge::soup
