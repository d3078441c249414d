// Texture coordinates in the game's form: the position of the first corner of a face, and 16-bit steps from corner to
// corner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redforge::exchange {

struct Polygon;
struct Polygons;

/// Largest texture step that fits into 16 bits, in whole texels.
inline constexpr int max_texels = 2047;

enum class TexturePart : std::uint8_t { u, v };

/// Returns one number per corner, in 1/16 texel: the position of the first corner, then the step from the previous
/// corner. Moves a face that is too far from 0 by whole textures. Limits a step to 16 bits.
[[nodiscard]] std::vector<std::int16_t> texture_steps(const Polygon& polygon, TexturePart part);

/// Result of dividing a face: faces of up to max_corners, or triangles only.
enum class DivisionMode : std::uint8_t { faces, triangles };

struct FittedSteps {
    std::size_t made{};     ///< number of added vertices
    std::size_t too_far{};  ///< number of faces with invalid coordinates, or steps that do not fit
};

/// Makes all texture steps fit. A triangle starts at another corner, so that its longest edge is not a step. Other
/// edges get a vertex in the middle, in every face with this edge, so that there is no gap. A face that then has more
/// than max_corners is divided; with DivisionMode::triangles, a triangle becomes two triangles. Texture coordinates of
/// faces with a single colour become 0, because they are invisible. Coordinates that are not finite or exceed 1e9
/// texels become 0, too. Corners must refer to welded vertices.
FittedSteps fit_steps(Polygons& polygons, DivisionMode divided = DivisionMode::faces);

}  // namespace redforge::exchange
