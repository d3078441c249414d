// Imports the heights of a terrain from its mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "art/terrain.hpp"
#include "core/error.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/gltf/gltf_scene.hpp"

namespace redforge::exchange {

/// Sets the heights of a terrain from a mesh of the scene: each vertex is the height of the point at its X and Z. A
/// point keeps its bits if the step of the height curve that is nearest to its vertices has the same height. `shift`:
/// scene::WorldView::terrain_shift of the map. Returns the number of changed points. Appends notes on points that do
/// not fit. Errors: those of reading the mesh.
[[nodiscard]] Result<std::size_t> import_heights(GltfReader& reader, std::uint32_t mesh, const Transform& place,
                                                 std::int32_t shift, art::Terrain& terrain,
                                                 std::vector<std::string>& notes);

}  // namespace redforge::exchange
