// String files as a format of the program.
#pragma once

#include "core/format.hpp"

namespace redforge::tes {

[[nodiscard]] Format strings_format();

}  // namespace redforge::tes
