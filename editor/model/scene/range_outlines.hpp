// Outlines of the ranges that the game computes around selected objects (scene/game_ranges.hpp).
#pragma once

#include <string>
#include <vector>

#include "editor/model/session/session.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {

/// A closed line, in the viewport.
struct RangeOutline {
    std::vector<scene::Vec3> points;
    std::string label;  ///< drawn at the first point; can be empty

    friend bool operator==(const RangeOutline&, const RangeOutline&) = default;
};

/// Returns the outlines for the selected objects: for sounds the range in which they are heard, for objects that are
/// not always active the camera positions from which the game updates them, and for actors their collision spheres.
/// Only the first 32 selected nodes have outlines, because more could not be distinguished.
[[nodiscard]] std::vector<RangeOutline> range_outlines(const Session& session, const NodeRefs& selected);

}  // namespace redforge::editor
