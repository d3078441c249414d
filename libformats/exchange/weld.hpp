// Positions that are the same in every frame become one vertex.
#pragma once

#include <cstdint>
#include <vector>

namespace redforge::exchange {

struct Polygons;

/// For each position, the first one that it coincides with in the base frame and in all others.
[[nodiscard]] std::vector<std::uint32_t> weld(const Polygons& polygons);

}  // namespace redforge::exchange
