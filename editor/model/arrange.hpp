// Placing things of a selection by each other: aligned, evenly apart, at the place of another.
#pragma once

#include <cstdint>

#include "edit/recorder.hpp"
#include "editor/model/placing.hpp"

namespace redforge::editor {

/// Of the places along an axis: the least, the middle between the least and the greatest, the greatest.
enum class AlignTo : std::uint8_t { least, middle, greatest };

/// All records get the same coordinate. What has no place in the map (see position_of()) stays.
/// Errors of these: those of move_records().
[[nodiscard]] Status align_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis, AlignTo to);

/// The outermost records stay, those between them get equal distances, in the order in which they stand.
[[nodiscard]] Status distribute_records(edit::Recorder& recorder, const NodeRefs& records, Axis axis);

/// All records get the place of `model`.
[[nodiscard]] Status take_place(edit::Recorder& recorder, const NodeRefs& records, const NodeRef& model);

}  // namespace redforge::editor
