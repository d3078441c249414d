// Positions that are the same in every frame become one vertex.
#pragma once

#include <cstdint>
#include <vector>

namespace redforge::exchange {

struct Polygons;

/// For each position, the one that stands for all those that coincide with it in the base frame and in all others:
/// the first of them. Positions of two numbered vertices stay two, and one without a number goes to a numbered one.
[[nodiscard]] std::vector<std::uint32_t> weld(const Polygons& polygons);

}  // namespace redforge::exchange
