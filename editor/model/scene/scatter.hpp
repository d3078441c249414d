// Copies of a selection at random positions around it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "editor/model/scene/surfaces.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Settings of scattered copies. Distances are horizontal, in map units.
struct ScatterCopies {
    std::size_t count{10};       ///< copies of each record
    double radius{512};          ///< of the circle around the selection
    double gap{64};              ///< minimum distance between two copies, and between a copy and an original
    double turn{180};            ///< maximum rotation about the vertical axis in either direction, degrees
    bool on_ground{true};        ///< copies keep the height of their original above the surface below
    std::uint32_t variation{1};  ///< seed of the random numbers

    friend bool operator==(const ScatterCopies&, const ScatterCopies&) = default;
};

struct Scattered {
    NodeRefs copies;
    std::size_t sets{};  ///< copies of each record; fewer than `count` if the circle has no room for more
};

/// Duplicates records as one step, each copy at its own random position with its own random rotation. The same values
/// give the same copies. Errors: usage (no record has a map position, or there is no room or no ground for a
/// copy); those of Session::duplicate().
Result<Scattered> scatter(Session& session, const NodeRefs& records, const ScatterCopies& order,
                          const Surfaces& surfaces);

}  // namespace redforge::editor
