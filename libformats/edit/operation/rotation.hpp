// Rotations of records: objects have angles in 2048ths of a turn, static objects have matrices in Q4.28.
//
// Source: reference sheet "maps", "Placement in the viewport"; scene/placement.hpp draws by the same rules. In viewport
// axes, a rotation is Ry(y) * Rx(x) * Rz(-z).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "edit/path/notation.hpp"

namespace redforge::edit {

enum class Axis : std::uint8_t { x, y, z };

/// Angles about the axes X, Y and Z, in 2048ths of a turn, not rounded.
using EulerAngles = std::array<double, 3>;
/// Rotation matrix as in a file: rows of Q4.28 numbers.
using Q28Matrix = std::array<std::int32_t, 9>;

/// Returns a rotation about one axis. `turn` is in 2048ths of a turn, in the direction in which a record's angle grows.
[[nodiscard]] glm::dmat3 rotation_about(Axis axis, double turn);
[[nodiscard]] glm::dmat3 rotation_of(const EulerAngles& turns);
/// Returns the angles of a rotation, each in [0, 2048). Returns the equivalent angles that are nearest to `near`.
[[nodiscard]] EulerAngles turns_of(const glm::dmat3& rotation, const EulerAngles& near = {});

/// Returns the rotation of a matrix. Returns nullopt if the matrix scales, mirrors or shears.
[[nodiscard]] std::optional<glm::dmat3> rotation_of(const Q28Matrix& matrix);
[[nodiscard]] Q28Matrix matrix_of(const glm::dmat3& rotation);

/// Returns true if a field is a rotation matrix of nine Q4.28 numbers.
[[nodiscard]] bool is_matrix(const FieldEntry& field);
/// Returns the numbers of a matrix field.
[[nodiscard]] Q28Matrix matrix_in(const FieldView& field);

/// Converts three angles to the text of a matrix field: "0,90deg,0", "0,512,0" in 2048ths of a turn, or "+=0,90deg,0"
/// relative to the present angles. Returns nullopt if the value is not a list with commas. Errors: mismatch (relative
/// angles for a matrix that is not a rotation); out_of_range (not three angles).
[[nodiscard]] Result<std::optional<std::string>> matrix_text(const FieldView& field, std::string_view value);

/// Converts a direction from viewport axes to map axes, or back: negates X and Y.
[[nodiscard]] glm::dvec3 flip(glm::dvec3 direction);

}  // namespace redforge::edit
