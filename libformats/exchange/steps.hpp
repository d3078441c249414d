// Texture coordinates as the game stores them: a place for the first corner of a face, and steps of 16 bits from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redforge::exchange {

struct Polygon;
struct Polygons;

/// The longest step that 16 bits hold.
inline constexpr int max_texels = 2047;

enum class TexturePart : std::uint8_t { u, v };

/// One number a corner in 1/16 texel: where the first one is, then the step from the corner before. A face too far from
/// 0 is moved by whole textures. A step that 16 bits do not hold is the longest that they do.
[[nodiscard]] std::vector<std::int16_t> texture_steps(const Polygon& polygon, TexturePart part);

/// Tells if two parts of a divided triangle can form a face together.
enum class Divided : std::uint8_t { faces, triangles };

struct FittedSteps {
    std::size_t made{};     ///< vertices
    std::size_t too_far{};  ///< faces whose coordinates were no places, or whose steps still do not fit
};

/// Makes all texture steps fit. A triangle starts at another corner, so that its longest edge is not a step. Other
/// edges get a vertex in the middle, in every face with that edge, so that no seam opens. A face that then has more
/// than max_corners becomes two; with Divided::triangles, a triangle becomes two triangles. Texture coordinates of
/// single-colour faces become 0 because they are invisible, and so do coordinates that are not finite or a thousand
/// million texels away. Corners refer to welded vertices.
FittedSteps fit_steps(Polygons& polygons, Divided divided = Divided::faces);

}  // namespace redforge::exchange
