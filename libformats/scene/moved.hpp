// Updates a scene after records of its map were moved or rotated, without a rebuild.
#pragma once

#include <span>

#include "scene/scene.hpp"

namespace redforge::scene {

/// Moves the instances, markers and lights of these records to their positions in `now`. Except for positions, `scene`
/// must match the records of the map.
void move_records(Scene& scene, const rgm::Map& now, std::span<const RecordRef> records);

}  // namespace redforge::scene
