// Identifies polygons by numbers in an exported file.
//
// Export writes three more sets of texture coordinates. Programs that edit meshes preserve them with the corners, even
// if they reorder vertices and triangles:
//   TEXCOORD_1 = polygon, corner in it; TEXCOORD_2 = vertex, slot of its normal; TEXCOORD_3 = shade, cluster.
// All but the shade count from 1; 0 is none.
#pragma once

#include <array>
#include <vector>

#include "exchange/polygons.hpp"

namespace redforge::exchange {

/// Number of sets of texture coordinates after the first one, with two numbers each.
inline constexpr std::array<const char*, 3> number_sets{"TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"};

/// Returns the numbers of a corner in each set. Drops values that are not integers in range.
struct ReadNumbers {
    CornerNumbers corner{};
    std::uint32_t vertex{};
};
[[nodiscard]] ReadNumbers read_numbers(const std::array<std::array<double, 2>, 3>& sets);

/// Removes triangles from `polygons` that together are complete polygons by their numbers, in any division: each corner
/// once, in order or in reverse. Returns the polygons, ordered by number. The second copy of a polygon that occurs
/// twice loses its number and comes after all others. Polygons that were cut or changed stay in `polygons`.
[[nodiscard]] std::vector<Polygon> take_numbered(Polygons& polygons);

}  // namespace redforge::exchange
