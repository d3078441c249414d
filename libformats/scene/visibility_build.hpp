// A map's visibility made anew from its models: what a camera on the game's grid sees.
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
    /// Map units along x and z beyond which the game draws nothing: it looks at 18 x 18 cells of 512 units round the
    /// camera, 4608 to each side, and a static lies in the cell of its origin.
    std::int32_t distance{5120};
    std::int32_t step{256};  ///< map units between the places of the camera
    unsigned threads{0};     ///< 0: as many as the machine has cores
};

/// Builds the octree. Terrain and statics hide what is behind them, by a depth test around each place of the camera. What
/// can be seen is not left out: a static is tested by the sphere around it, with a pixel to spare, and a cell has what is
/// seen from any place of the grid in it or next to it. `before` gives the root cell and the objects that scripts make
/// visible, which are then in all leaves; without it the cell follows from the statics.
/// Errors: cancelled; out_of_range (more statics than numbers); not_found (a map without statics).
[[nodiscard]] Result<rgm::Visibility> build_visibility(const rgm::Map& map, const Scene& scene,
                                                       const rgm::Visibility* before, const VisibilityOptions& options,
                                                       const Progress& progress);

}  // namespace redforge::scene
