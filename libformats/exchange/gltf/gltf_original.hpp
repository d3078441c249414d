// Finds the original models that an exported .glb contains.
#pragma once

#include <vector>

#include "exchange/gltf/gltf_scene.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Returns the distinct models that the meshes' `extras` and the pictures of their materials contain: one for a single
/// export, several if the user combined exports.
[[nodiscard]] std::vector<model::Model> originals_in(const GltfReader& reader, const std::vector<PlacedMesh>& meshes);

}  // namespace redforge::exchange
