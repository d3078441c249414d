// Converts placements to translation, rotation and scale of glTF nodes, for any matrix of a record.
#pragma once

#include <array>
#include <optional>

#include "scene/placement.hpp"

namespace redforge::exchange {

/// Unit quaternion: x, y, z, w.
using Quaternion = std::array<float, 4>;

/// Product of translation * rotation * scale * before.
struct NodeTransform {
    scene::Vec3 translation{};
    std::optional<Quaternion> rotation{};  ///< nullopt for none
    std::optional<scene::Vec3> scale{};    ///< nullopt for scale 1; negative if the matrix mirrors
    /// A first rotation, written as a child node: needed only for a matrix whose columns are not orthogonal. glTF
    /// accepts only products of translation, rotation and scale.
    std::optional<Quaternion> before{};
};

/// Returns the transform, accurate to 1e-5 of the matrix entries. Omits a rotation or scale within this tolerance.
[[nodiscard]] NodeTransform node_transform(const scene::Placement& placement);

}  // namespace redforge::exchange
