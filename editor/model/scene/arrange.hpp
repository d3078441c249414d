// Arrangement of a selection: align, distribute, copy a position, duplicate as an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <glm/vec3.hpp>

#include "edit/operation/recorder.hpp"
#include "editor/model/scene/placing.hpp"

namespace redforge::editor {

class Session;

/// A point of the selection, and the position that it should have, in map units.
struct PointPair {
    glm::dvec3 from{};
    glm::dvec3 to{};
};

/// Target coordinate: the least of all records, the middle between least and greatest, or the greatest.
enum class AlignTo : std::uint8_t { least, middle, greatest };

/// Sets the same coordinate in all records. Records without a map position (see position_of()) do not change. Errors:
/// those of move_records(), also for the functions below.
[[nodiscard]] Status align_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis, AlignTo to);

/// Spaces the records evenly between the outermost two, in their spatial order.
[[nodiscard]] Status distribute_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis);

/// Moves all records to the position of `target`.
[[nodiscard]] Status move_to_record(edit::Recorder& recorder, const NodeRefs& records, const NodeRef& target);

/// Moves records so that the point `first.from` comes to `first.to`. With `second`, also rotates them about the
/// vertical axis through `first.to`, so that `second.from` points in the direction of `second.to`. Both points of
/// `second` are positions after the move. The move keeps fractions; the rotation is rounded to 2048ths of a turn.
[[nodiscard]] Status align_points(edit::Recorder& recorder, const NodeRefs& records, const PointPair& first,
                                  const std::optional<PointPair>& second);

/// Settings of an array: copies in a row, or on a circle about the vertical axis.
struct ArrayCopies {
    std::size_t count{1};
    bool circle{};
    glm::dvec3 step{};    ///< from copy to copy, in map units
    glm::dvec3 centre{};  ///< centre of the circle, in map units
    double angle{};       ///< from copy to copy, in degrees
};

/// Duplicates records as an array, as one step. Returns the copies. Errors: those of Session::duplicate(); out_of_range
/// (a copy is outside of the map).
Result<NodeRefs> duplicate_array(Session& session, const NodeRefs& records, const ArrayCopies& array);

}  // namespace redforge::editor
