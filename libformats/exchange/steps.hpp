// Texture coordinates as the game stores them: a place for the first corner of a face, and steps of 16 bits from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/error.hpp"

namespace redforge::exchange {

struct Polygon;
struct Polygons;

/// The longest step that 16 bits hold.
inline constexpr int most_texels = 2047;

enum class TexturePart : std::uint8_t { u, v };

/// One number a corner in 1/16 texel: where the first one is, then the step from the corner before. A face too far from
/// 0 is moved by whole textures. Errors: out_of_range, of the field "u" or "v" (a step of more than most_texels).
[[nodiscard]] Result<std::vector<std::int16_t>> texture_steps(const Polygon& polygon, TexturePart part);

/// Makes all steps fit. A triangle begins at another corner, so that its longest edge is the one that is no step; other
/// edges get a vertex in their middle, in every face that has them, so that no seam opens; a face that gets more than
/// most_corners that way becomes two. Texture coordinates of a face of one colour become 0: nobody sees them.
/// Corners are on welded vertices. Returns how many vertices were made; a mesh that needs thousands is left as it is.
std::size_t fit_steps(Polygons& polygons);

}  // namespace redforge::exchange
