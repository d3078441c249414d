// A scene brought up to date after records of its map were moved or turned, without building it anew.
#pragma once

#include "scene/scene.hpp"

namespace redforge::scene {

/// Moves what is drawn of a map from where its records stood `before` to where they stand `now`, with its spots and all
/// that lights say. False when the maps differ in anything else that is drawn: then the scene is as it was, and has to
/// be built anew. `scene` must be one of `before`.
[[nodiscard]] bool move_records(Scene& scene, const rgm::Map& before, const rgm::Map& now);

}  // namespace redforge::scene
