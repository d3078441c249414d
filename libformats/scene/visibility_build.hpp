// Builds the visibility (PVO) of a map: the statics visible from each point of the game's grid.
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "core/progress.hpp"
#include "rgm/map.hpp"
#include "rgm/visibility.hpp"
#include "scene/scene.hpp"

namespace redforge::scene {

struct VisibilityOptions {
    /// Draw distance along x and z, in map units. The game draws 18 x 18 cells of 512 units around the camera (4608 to
    /// each side), and a static is in the cell of its origin.
    std::int32_t distance{5120};
    std::int32_t step{256};  ///< distance between camera positions, in map units
    unsigned threads{0};     ///< 0: one per core
};

/// Builds the octree. Terrain and statics occlude, by a depth test around each camera position. Visible statics are not
/// missed: each is tested by its bounding sphere with one pixel of tolerance, and a cell contains the statics visible
/// from any grid point in or next to it. `before` provides the root cell and the objects that scripts make visible,
/// which are in all leaves. Without it the cell is computed from the statics. Errors: cancelled; out_of_range (too many
/// statics); not_found (the map has no statics).
[[nodiscard]] Result<rgm::Visibility> build_visibility(const rgm::Map& map, const Scene& scene,
                                                       const rgm::Visibility* before, const VisibilityOptions& options,
                                                       const Progress& progress);

}  // namespace redforge::scene
