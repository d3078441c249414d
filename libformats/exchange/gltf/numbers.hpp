// Identifies polygons by numbers in an exported file.
//
// Export writes three more sets of texture coordinates. Programs that edit meshes preserve them with the corners, even
// if they reorder vertices and triangles:
//   TEXCOORD_1 = polygon, corner in it; TEXCOORD_2 = vertex, slot of its normal; TEXCOORD_3 = shade, cluster.
// All numbers except the shade count from 1; 0 means none.
#pragma once

#include <array>
#include <vector>

#include "exchange/mesh/polygons.hpp"

namespace redforge::exchange {

/// Attributes that store the numbers, two numbers in each.
inline constexpr std::array<const char*, 3> number_sets{"TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"};

/// Numbers of a corner, read from the three sets. A value that is not an integer in range counts as 0.
struct ReadNumbers {
    CornerNumbers corner{};
    std::uint32_t vertex{};
};
[[nodiscard]] ReadNumbers read_numbers(const std::array<std::array<double, 2>, 3>& sets);

/// Finds triangles whose numbers show that together they are a complete exported polygon, in any division: each corner
/// once, in order or in reverse. Removes them from `polygons`. Returns the restored polygons, ordered by number. If a
/// polygon occurs twice, the second copy loses its number and comes last. Polygons that were cut or changed stay in
/// `polygons`.
[[nodiscard]] std::vector<Polygon> take_numbered(Polygons& polygons);

}  // namespace redforge::exchange
