// Parts of the import of glTF, for imports of single meshes of a scene.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/gltf/gltf_scene.hpp"
#include "exchange/mesh/import.hpp"
#include "exchange/mesh/imported.hpp"

namespace redforge::exchange {

/// Checks that a document can be imported. Errors: unsupported (it requires extensions); those of check_gltf().
[[nodiscard]] Status check_readable(const nlohmann::json& document);

/// Imports placed meshes as one model. Errors: those of read_gltf(), after reading the file.
[[nodiscard]] Result<Imported> import_meshes(GltfReader& reader, const std::vector<PlacedMesh>& meshes,
                                             const ImportOptions& options);

}  // namespace redforge::exchange
