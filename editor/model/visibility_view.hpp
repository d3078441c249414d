// What a map's PVO shows from a place: for views that show no more than the game would.
#pragma once

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "rgm/visibility.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

/// What is seen from a place, by a visibility.
struct SeenFrom {
    std::set<scene::RecordRef> hidden{};  ///< statics of the scene that are not
    /// The edges of the cell that the place is in, in the viewport; none outside of the octree.
    std::vector<std::pair<scene::Vec3, scene::Vec3>> cell{};
};

/// `eye`: in the viewport. Outside of the octree, and where its cell has no list, nothing is hidden.
[[nodiscard]] SeenFrom seen_from(const rgm::Visibility& file, const scene::Scene& scene, scene::Vec3 eye);

}  // namespace redforge::editor
