// The exported models that a .glb keeps whole.
#pragma once

#include <vector>

#include "exchange/gltf_scene.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// The models that the meshes' `extras` and the pictures of their materials hold, each once: one of an export, several
/// where somebody put exports together.
[[nodiscard]] std::vector<model::Model> originals_in(const GltfReader& reader, const std::vector<PlacedMesh>& meshes);

}  // namespace redforge::exchange
