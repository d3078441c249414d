// Rotations of records: angles in 2048ths of a turn as objects have them, matrices in Q4.28 as statics have them.
//
// Source: reference "Placement in the viewport"; scene/placement.hpp draws by the same rules. A rotation acts in the
// viewport: Ry(y) * Rx(x) * Rz(-z).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace redforge::editor {

enum class Axis : std::uint8_t { x, y, z };

inline constexpr double full_turn = 2048;

/// Angles about the axes, in 2048ths of a turn, not rounded.
using Turns = std::array<double, 3>;
using Q28Matrix = std::array<std::int32_t, 9>;

/// About one axis, in the sense in which the angle of a record grows.
[[nodiscard]] glm::dmat3 rotation_about(Axis axis, double turn);
[[nodiscard]] glm::dmat3 rotation_of(const Turns& turns);
/// The angles of a rotation: of the ways to say it the one that is nearest to `near`. Each from 0 to 2048.
[[nodiscard]] Turns turns_of(const glm::dmat3& rotation, const Turns& near = {});

/// Nothing for a matrix that is no rotation: one that scales, mirrors or shears.
[[nodiscard]] std::optional<glm::dmat3> rotation_of(const Q28Matrix& matrix);
[[nodiscard]] Q28Matrix matrix_of(const glm::dmat3& rotation);

/// A way in the axes of the viewport in those of the map, and back: X and Y point the other way.
[[nodiscard]] glm::dvec3 flip(glm::dvec3 way);

}  // namespace redforge::editor
