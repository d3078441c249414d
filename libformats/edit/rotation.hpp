// Rotations of records: angles in 2048ths of a turn as objects have them, matrices in Q4.28 as statics have them.
//
// Source: reference "Placement in the viewport"; scene/placement.hpp draws by the same rules. A rotation acts in the
// viewport: Ry(y) * Rx(x) * Rz(-z).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "core/error.hpp"
#include "core/record_type.hpp"
#include "edit/notation.hpp"

namespace redforge::edit {

enum class Axis : std::uint8_t { x, y, z };

/// Angles about the axes, in 2048ths of a turn, not rounded.
using EulerAngles = std::array<double, 3>;
using Q28Matrix = std::array<std::int32_t, 9>;

/// About one axis, in the sense in which the angle of a record grows.
[[nodiscard]] glm::dmat3 rotation_about(Axis axis, double turn);
[[nodiscard]] glm::dmat3 rotation_of(const EulerAngles& turns);
/// The angles of a rotation: of the ways to say it the one that is nearest to `near`. Each from 0 to 2048.
[[nodiscard]] EulerAngles turns_of(const glm::dmat3& rotation, const EulerAngles& near = {});

/// Nothing for a matrix that is no rotation: one that scales, mirrors or shears.
[[nodiscard]] std::optional<glm::dmat3> rotation_of(const Q28Matrix& matrix);
[[nodiscard]] Q28Matrix matrix_of(const glm::dmat3& rotation);

/// Whether a field is a rotation as nine numbers in Q4.28.
[[nodiscard]] bool is_matrix(const FieldEntry& field);
/// The numbers of such a field.
[[nodiscard]] Q28Matrix matrix_in(const FieldView& field);

/// What a value says that is three angles for a matrix: "0,90deg,0", "0,512,0" in 2048ths, "+=0,90deg,0" from the angles
/// that it has. The nine numbers as the text form has them; nothing for any other value. Errors: mismatch, when the
/// angles are to be changed of a matrix that is no rotation; out_of_range.
[[nodiscard]] Result<std::optional<std::string>> matrix_text(const FieldView& field, std::string_view value);

/// A way in the axes of the viewport in those of the map, and back: X and Y point the other way.
[[nodiscard]] glm::dvec3 flip(glm::dvec3 way);

}  // namespace redforge::edit
