// Placements as what a glTF node can say: a translation, a rotation and a scale, whatever matrix a record has.
#pragma once

#include <array>
#include <optional>

#include "scene/placement.hpp"

namespace redforge::exchange {

/// x, y, z, w; of length one.
using Quaternion = std::array<float, 4>;

/// Translation * rotation * scale * before.
struct NodeTransform {
    scene::Vec3 translation{};
    std::optional<Quaternion> rotation{};  ///< nullopt for none
    std::optional<scene::Vec3> scale{};    ///< nullopt for none; negative if the matrix mirrors
    /// A first rotation, written as a child node: needed only for a matrix whose columns are not orthogonal. glTF
    /// accepts only products of translation, rotation and scale.
    std::optional<Quaternion> before{};
};

/// Exact to 1e-5 of the matrix' own entries: what is nearer than that to no turn and no scale is none.
[[nodiscard]] NodeTransform node_transform(const scene::Placement& placement);

}  // namespace redforge::exchange
