// Polygons that are known again by their numbers.
//
// Export writes three more sets of texture coordinates, which every program that can edit a mesh carries along with its
// corners, whatever becomes of the order of vertices and triangles:
//   TEXCOORD_1 = polygon, corner in it; TEXCOORD_2 = vertex, slot of its normal; TEXCOORD_3 = shade, cluster.
// All but the shade count from 1; 0 is none.
#pragma once

#include <array>
#include <vector>

#include "exchange/polygons.hpp"

namespace redforge::exchange {

/// Sets of texture coordinates behind the first one, each of two numbers.
inline constexpr std::array<const char*, 3> number_sets{"TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"};

/// The numbers of a corner in each set. Values that are not whole numbers in range are dropped.
struct ReadNumbers {
    CornerNumbers corner{};
    std::uint32_t vertex{};
};
[[nodiscard]] ReadNumbers read_numbers(const std::array<std::array<double, 2>, 3>& sets);

/// Takes those triangles out of `polygons` that are, together, whole polygons by their numbers, however they were
/// divided: each corner once, in its order or all the other way round. They come in the order of their numbers. A
/// polygon that is there twice, in two places, loses its number in the second, which comes behind all others.
/// What an editor has cut or bent over another corner stays in `polygons`.
[[nodiscard]] std::vector<Polygon> take_numbered(Polygons& polygons);

}  // namespace redforge::exchange
