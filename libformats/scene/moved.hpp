// A scene brought up to date after records of its map were moved or turned, without building it anew.
#pragma once

#include <span>

#include "scene/scene.hpp"

namespace redforge::scene {

/// Moves what is drawn of these records, their spots and all that lights say, to where the map has them now. `scene` must
/// be one of a map with the same records that look the same.
void move_records(Scene& scene, const rgm::Map& now, std::span<const RecordRef> records);

}  // namespace redforge::scene
