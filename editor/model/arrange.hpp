// Arrangement of a selection: align, distribute, copy a position.
#pragma once

#include <cstdint>

#include "edit/recorder.hpp"
#include "editor/model/placing.hpp"

namespace redforge::editor {

/// Target coordinate: the least, the middle between least and greatest, or the greatest.
enum class AlignTo : std::uint8_t { least, middle, greatest };

/// Sets the same coordinate in all records. Records without a map position (see position_of()) do not change. Errors:
/// those of move_records(), also for the functions below.
[[nodiscard]] Status align_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis, AlignTo to);

/// Spaces the records evenly between the outermost two, in their spatial order.
[[nodiscard]] Status distribute_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis);

/// Moves all records to the position of `model`.
[[nodiscard]] Status take_place(edit::Recorder& recorder, const NodeRefs& records, const NodeRef& model);

}  // namespace redforge::editor
