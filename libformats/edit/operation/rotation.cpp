// Converts between angles and rotation matrices.
#include "edit/operation/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/glm.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "core/record/leaf.hpp"
#include "core/text/trim.hpp"

namespace redforge::edit {
namespace {

constexpr double one = 268435456;        ///< 1.0 in Q4.28
constexpr double max_rotation_error = 1e-4;  ///< maximum error of an orthonormal matrix; shipped maps: 4e-9
constexpr double turns_of_radian = full_turn / (2 * std::numbers::pi);

double within_turn(double turn)
{
    const double rest = std::fmod(turn, full_turn);
    return rest < 0 ? rest + full_turn : rest;
}

/// Returns the smaller angle between two directions.
double distance(double a, double b)
{
    const double difference = within_turn(a - b);
    return std::min(difference, full_turn - difference);
}

double distance(const EulerAngles& a, const EulerAngles& b)
{
    return distance(a[0], b[0]) + distance(a[1], b[1]) + distance(a[2], b[2]);
}

/// Parses an angle: "90deg", "90°", or a number of 2048ths of a turn.
std::optional<double> turn_in(std::string_view text)
{
    text = trimmed(text);
    const auto degrees = number_of_degrees(text);
    const std::optional<double> number = as_number(degrees.value_or(text));
    if (!number || std::abs(*number) >= 1e9) {
        return std::nullopt;
    }
    return degrees ? *number * full_turn / 360 : *number;
}

/// Returns the nine numbers, column by column.
std::span<double, 9> numbers_of(glm::dmat3& matrix)
{
    return std::span<double, 9>(glm::value_ptr(matrix), 9);
}

/// Returns S * M * S with S = diag(1, 1, -1): the file's third axis has the opposite direction.
glm::dmat3 mirrored(const glm::dmat3& matrix)
{
    constexpr glm::dmat3 mirror(1, 0, 0, 0, 1, 0, 0, 0, -1);
    return mirror * matrix * mirror;
}

/// Returns an element. glm indexes matrices by column first.
double at(const glm::dmat3& matrix, int row, int column)
{
    return matrix[column][row];
}

}  // namespace

glm::dmat3 rotation_about(Axis axis, double turn)
{
    const double angle = within_turn(axis == Axis::z ? -turn : turn);
    double sine = std::sin(angle / turns_of_radian);
    double cosine = std::cos(angle / turns_of_radian);
    if (std::fmod(angle, full_turn / 4) == 0) {  // keep right angles exact
        sine = std::round(sine);
        cosine = std::round(cosine);
    }
    switch (axis) {
    case Axis::x: return glm::transpose(glm::dmat3(1, 0, 0, 0, cosine, -sine, 0, sine, cosine));
    case Axis::y: return glm::transpose(glm::dmat3(cosine, 0, sine, 0, 1, 0, -sine, 0, cosine));
    case Axis::z: break;
    }
    return glm::transpose(glm::dmat3(cosine, -sine, 0, sine, cosine, 0, 0, 0, 1));
}

glm::dmat3 rotation_of(const EulerAngles& turns)
{
    return rotation_about(Axis::y, turns[1]) * rotation_about(Axis::x, turns[0]) * rotation_about(Axis::z, turns[2]);
}

EulerAngles turns_of(const glm::dmat3& rotation, const EulerAngles& near)
{
    const double sine = std::clamp(-at(rotation, 1, 2), -1.0, 1.0);
    if (std::abs(sine) > 1 - 1e-12) {
        // Gimbal lock (X is a quarter turn): Y and Z rotate about the same axis, so keep Y.
        const double both = std::atan2(sine > 0 ? at(rotation, 0, 1) : -at(rotation, 0, 1), at(rotation, 0, 0));
        const double y = within_turn(near[1]);
        const double z = sine > 0 ? both * turns_of_radian - y : y - both * turns_of_radian;
        return {sine > 0 ? full_turn / 4 : full_turn * 3 / 4, y, within_turn(z)};
    }
    const double x = std::asin(sine) * turns_of_radian;
    const double y = std::atan2(at(rotation, 0, 2), at(rotation, 2, 2)) * turns_of_radian;
    const double z = -std::atan2(at(rotation, 1, 0), at(rotation, 1, 1)) * turns_of_radian;
    const double half = full_turn / 2;
    const EulerAngles first{within_turn(x), within_turn(y), within_turn(z)};
    const EulerAngles second{within_turn(half - x), within_turn(y + half), within_turn(z + half)};
    return distance(second, near) < distance(first, near) - 1e-6 ? second : first;
}

std::optional<glm::dmat3> rotation_of(const Q28Matrix& matrix)
{
    glm::dmat3 rows;
    std::ranges::transform(matrix, numbers_of(rows).begin(), [](std::int32_t number) { return number / one; });
    const glm::dmat3 rotation = mirrored(glm::transpose(rows));
    glm::dmat3 deviation = rotation * glm::transpose(rotation) - glm::dmat3(1);
    const auto is_slight = [](double number) { return std::abs(number) <= max_rotation_error; };
    return std::ranges::all_of(numbers_of(deviation), is_slight) && glm::determinant(rotation) > 0
               ? std::optional(rotation)
               : std::nullopt;
}

Q28Matrix matrix_of(const glm::dmat3& rotation)
{
    glm::dmat3 rows = glm::transpose(mirrored(rotation));
    Q28Matrix matrix{};
    std::ranges::transform(numbers_of(rows), matrix.begin(),
                           [](double number) { return static_cast<std::int32_t>(std::lround(number * one)); });
    return matrix;
}

bool is_matrix(const FieldEntry& field)
{
    return field.info.notation == Notation::fixed_q28 && field.ops->type.kind == ValueKind::numbers &&
           field.ops->type.count == std::tuple_size_v<Q28Matrix>;
}

Q28Matrix matrix_in(const FieldView& field)
{
    Q28Matrix matrix{};
    const std::string text = field.text();
    std::string_view rest = text;
    for (std::int32_t& each : matrix) {
        std::int64_t value{};
        static_cast<void>(parse_integer(next_word(rest), field.type().min, field.type().max, value));
        each = static_cast<std::int32_t>(value);
    }
    return matrix;
}

Result<std::optional<std::string>> matrix_text(const FieldView& field, std::string_view value)
{
    const bool relative = value.starts_with("+=") || value.starts_with("-=");
    const double sign = value.starts_with("-=") ? -1 : 1;
    std::string_view left = value.substr(relative ? 2 : 0);
    EulerAngles turns{};
    for (std::size_t axis = 0; axis < turns.size(); ++axis) {
        const std::size_t comma = std::min(left.find(','), left.size());
        const std::optional<double> turn = turn_in(left.substr(0, comma));
        const bool is_last = axis + 1 == turns.size();
        if (!turn || is_last != (comma == left.size())) {
            if (value.find(',') == std::string_view::npos) {
                return std::nullopt;
            }
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("value \"{}\"", value),
                         .hint = "expected three angles, as in 0,90deg,0, or nine numbers with spaces between them"});
        }
        turns[axis] = sign * *turn;
        left.remove_prefix(std::min(comma + 1, left.size()));
    }
    if (relative) {
        const std::optional<glm::dmat3> rotation = rotation_of(matrix_in(field));
        if (!rotation) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "the matrix is not a rotation, so it has no angles to change",
                         .hint = "give the angles without +=, or its nine numbers"});
        }
        const EulerAngles now = turns_of(*rotation);
        for (std::size_t axis = 0; axis < turns.size(); ++axis) {
            turns[axis] += now[axis];
        }
    }
    return fmt::to_string(fmt::join(matrix_of(rotation_of(turns)), " "));
}

glm::dvec3 flip(glm::dvec3 direction)
{
    return {-direction.x, -direction.y, direction.z};
}

}  // namespace redforge::edit
