// Welds positions that are equal in all frames to one vertex.
#pragma once

#include <cstdint>
#include <vector>

namespace redforge::exchange {

struct Polygons;

/// Returns for each position the index of the position that replaces it: an equal one in all frames, preferably
/// numbered. Positions of two different numbered vertices stay separate.
[[nodiscard]] std::vector<std::uint32_t> weld(const Polygons& polygons);

}  // namespace redforge::exchange
