// Writes the meshes of a map's glTF, and their pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exchange/gltf/gltf_material_list.hpp"
#include "exchange/gltf/gltf_writer.hpp"
#include "exchange/mesh/textures.hpp"
#include "scene/scene.hpp"

namespace redforge::exchange {

/// Returns all pictures that meshes of the scene use, as PNGs, and the scene's colours. If `pictures` is null, colours
/// only.
[[nodiscard]] Textures map_textures(const scene::Scene& scene, scene::Pictures* pictures);

struct MapMeshes {
    std::string meshes{};                                 ///< the elements of "meshes", separated by commas
    std::vector<std::optional<std::uint32_t>> numbers{};  ///< by mesh of the scene; nullopt for a mesh without
                                                          ///< triangles
};

/// Writes the meshes of a scene. Errors: out_of_range (more than 2 GiB of vertices and indices).
[[nodiscard]] Result<MapMeshes> map_meshes(const scene::Scene& scene, const Textures& textures, GltfWriter& writer,
                                           GltfMaterialList& materials);

}  // namespace redforge::exchange
