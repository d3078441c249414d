// What stands in the place of a palette index where there is none: in the records of faces, and in meshes, which know no
// records.
#pragma once

#include <cstdint>

namespace redforge::model {

inline constexpr std::int16_t no_colour = -1;

}  // namespace redforge::model
