// Taking back a model that our own export made a glTF of.
#pragma once

#include <optional>
#include <vector>

#include "exchange/gltf_reader.hpp"
#include "exchange/gltf_scene.hpp"
#include "model/model_fwd.hpp"

namespace redforge::exchange {

/// The model, when the document is one mesh with our extras, unmoved, and triangles and texture coordinates are those
/// that export makes of them. Vertices are where the document has them. Nothing otherwise: it is read as any other.
[[nodiscard]] std::optional<model::Model> take_original(GltfReader& reader, const std::vector<PlacedMesh>& meshes);

}  // namespace redforge::exchange
