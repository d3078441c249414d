// Moves and rotates records.
#include "editor/model/scene/transform.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <glm/glm.hpp>

namespace redforge::editor {
namespace {

/// Limit of coordinates. It exceeds every field's range, so the field reports the error.
constexpr double max_coordinate = 1e15;

double limited(double value)
{
    return std::isfinite(value) ? std::clamp(value, -max_coordinate, max_coordinate) : max_coordinate;
}

std::int64_t whole(double value)
{
    return std::llround(limited(value));
}

std::int64_t integer(const RecordHandle& record, const FieldEntry& field)
{
    return field.ops->get_integer(record.field(field).value).value_or(0);
}

Status move(edit::Recorder& recorder, const edit::NodePath& node, const Placing& placing, glm::dvec3 way, bool in_whole)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const FieldEntry& field = *placing.position[axis];
        const double parts = in_whole ? 1 : std::max<double>(1, field.ops->type.parts);
        const double step = std::round(limited(way[static_cast<glm::length_t>(axis)] / placing.unit) * parts) / parts;
        if (step == 0) {
            continue;
        }
        const double now = record.field(field).number().value_or(0);
        if (Status status = recorder.set_number(node, field, now + step); !status) {
            return status;
        }
    }
    return {};
}

Status set_matrix(edit::Recorder& recorder, const edit::NodePath& node, const FieldEntry& field,
                  const glm::dmat3& rotation)
{
    return recorder.set(node, field, fmt::format("{}", fmt::join(matrix_of(rotation), " ")));
}

/// Rotates a map direction by a rotation of the viewport.
glm::dvec3 rotate_direction(const glm::dmat3& rotation, glm::dvec3 way)
{
    return flip(rotation * flip(way));
}

Status turn_angles(edit::Recorder& recorder, const edit::NodePath& node, const Placing& placing, const Turn& turn)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    const bool all = placing.angles[0] != nullptr && placing.angles[2] != nullptr;
    if (!all) {  // only a heading, such as the heading of a rope
        const FieldEntry& field = *placing.angles[1];
        return turn.axis == Axis::y ? recorder.set_integer(node, field, integer(record, field) + whole(turn.turn))
                                    : Status{};
    }
    EulerAngles before{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        before[axis] = static_cast<double>(integer(record, *placing.angles[axis]));
    }
    const glm::dmat3 own = rotation_of(before);
    const glm::dmat3 more = rotation_about(turn.axis, turn.turn);
    const EulerAngles after = turns_of(turn.local ? own * more : more * own, before);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // An angle that is equal after normalising keeps its number, even with extra turns.
        const double way = std::remainder(after[axis] - before[axis], full_turn);
        const std::int64_t step = whole(way);
        if (step == 0) {
            continue;
        }
        const std::int64_t sum = static_cast<std::int64_t>(before[axis]) + step;
        if (Status status = recorder.set_integer(node, *placing.angles[axis], sum); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace

NodeRef last_placed(const NodeRefs& selected, const NodeRefs& placed)
{
    const auto last = std::ranges::find_if(selected.rbegin(), selected.rend(),
                                           [&](const NodeRef& ref) { return std::ranges::binary_search(placed, ref); });
    return last == selected.rend() ? placed.back() : *last;
}

std::optional<glm::dvec3> pivot_of(const RecordHandle& root, const NodeRefs& selected, Pivot pivot)
{
    const NodeRefs placed = placed_records(root, selected);
    const std::optional<glm::dvec3> last =
        pivot == Pivot::last && !placed.empty() ? position_of(root, last_placed(selected, placed)) : std::nullopt;
    return last ? last : middle_of(root, placed);
}

Status move_records(edit::Recorder& recorder, const NodeRefs& records, const Shift& shift)
{
    for (const NodeRef& ref : records) {
        const RecordHandle record = edit::record_at(recorder.root(), ref.node);
        glm::dvec3 way = shift.way;
        if (shift.local) {
            way = rotate_direction(turned(record).value_or(glm::dmat3(1)), way);
        }
        if (Status status = move(recorder, ref.node, placing_of(record.table()), way, shift.whole); !status) {
            return status;
        }
        if (Status status = move_records(recorder, placed_inside(recorder.root(), ref), {way, false, shift.whole});
            !status) {
            return status;
        }
    }
    return {};
}

Status turn_records(edit::Recorder& recorder, const NodeRefs& records, const Turn& turn)
{
    const glm::dmat3 more = rotation_about(turn.axis, turn.turn);
    for (const NodeRef& ref : records) {
        const RecordHandle record = edit::record_at(recorder.root(), ref.node);
        const Placing placing = placing_of(record.table());
        const std::optional<glm::dvec3> place = position_of(recorder.root(), ref);
        const NodeRefs inside = placed_inside(recorder.root(), ref);
        if (!inside.empty() && place) {
            const Turn around{turn.axis, turn.turn, false, turn.centre ? turn.centre : place};
            if (Status status = turn_records(recorder, inside, around); !status) {
                return status;
            }
        }
        if (turn.centre && place) {
            const glm::dvec3 arm = *place - *turn.centre;
            const glm::dvec3 way = rotate_direction(more, arm) - arm;
            if (Status status = move(recorder, ref.node, placing, way, true); !status) {
                return status;
            }
        }
        Status status;
        if (placing.matrix != nullptr) {
            if (const std::optional<glm::dmat3> own = turned(record); own && std::fmod(turn.turn, full_turn) != 0) {
                status = set_matrix(recorder, ref.node, *placing.matrix, turn.local ? *own * more : more * *own);
            }
        } else if (placing.angles[1] != nullptr) {
            status = turn_angles(recorder, ref.node, placing, turn);
        }
        if (!status) {
            return status;
        }
    }
    return {};
}

Status set_turn(edit::Recorder& recorder, const edit::NodePath& node, Axis axis, std::string_view text)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    const Placing placing = placing_of(record.table());
    const std::optional<glm::dmat3> own = placing.matrix == nullptr ? std::nullopt : turned(record);
    if (!own) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "the matrix is not a rotation, so it has no angles",
                     .field = edit::path_text(recorder.root(), node)});
    }
    EulerAngles turns = turns_of(*own);
    double& turn = turns[static_cast<std::size_t>(axis)];
    const auto adjustment = edit::Adjustment::parse(text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), turn);
    if (adjustment) {
        turn = adjustment->of(turns_of(*own)[static_cast<std::size_t>(axis)]);
    } else if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(turn)) {
        return fail(
            {.code = ErrorCode::out_of_range,
             .message = fmt::format("value \"{}\"", text),
             .field = edit::path_below(edit::path_text(recorder.root(), node), angle_name(*placing.matrix, axis)),
             .hint = "expected an angle such as 90 or 512/2048"});
    }
    return set_matrix(recorder, node, *placing.matrix, rotation_of(turns));
}

glm::dvec3 snapped_translation(glm::dvec3 place, glm::dvec3 way, int grid)
{
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        if (std::abs(way[axis]) > 1e-9) {
            way[axis] = std::round((place[axis] + way[axis]) / grid) * grid - place[axis];
        }
    }
    return way;
}

double snapped_turn(double turn, int step)
{
    return std::round(turn / step) * step;
}

}  // namespace redforge::editor
