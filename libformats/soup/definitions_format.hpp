// SOUP386.DEF as a format of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::soup {

[[nodiscard]] Format definitions_format();

}  // namespace redforge::soup
