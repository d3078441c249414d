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

/// Returns the outlines for the selected objects: for sounds the range of hearing, for objects that are not always
/// active the positions of the view from which they are updated, and for actors their collision spheres. At most 32
/// objects have outlines, because more could not be distinguished.
[[nodiscard]] std::vector<RangeOutline> range_outlines(const Session& session, const NodeRefs& selected);

}  // namespace redforge::editor
