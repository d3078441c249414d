// Visibility of a map's PVO from a position, for views that show only what the game would draw.
#pragma once

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "rgm/visibility.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

/// Statics that the game does not draw from a position.
struct VisibleStatics {
    std::set<scene::RecordRef> hidden{};
    /// Edges of the cell with the position, in the viewport; empty outside of the octree.
    std::vector<std::pair<scene::Vec3, scene::Vec3>> cell{};
};

/// `eye`: position in the viewport. Nothing is hidden outside of the octree, or if the cell has no list.
[[nodiscard]] VisibleStatics find_visible_from(const rgm::Visibility& file, const scene::Scene& scene, scene::Vec3 eye);

}  // namespace redforge::editor
