// Welds positions that are equal in all frames to one vertex.
#pragma once

#include <cstdint>
#include <vector>

namespace redforge::exchange {

struct Polygons;

/// Returns for each position the first position that is equal to it in all frames. Keeps positions of two different
/// numbered vertices separate; a position without a number is replaced by a numbered one.
[[nodiscard]] std::vector<std::uint32_t> weld(const Polygons& polygons);

}  // namespace redforge::exchange
