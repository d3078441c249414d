// Exports a map, an archive or a terrain as binary glTF 2.0 (.glb). Each record or segment is a node; each mesh occurs
// once.
//
// Nodes are grouped under "objects", "static objects", "ropes", "flats", "lights", "markers" and "terrain", in record
// order, with names "KIND ID NAME". Units and axes are those of the viewport (scene/placement.hpp). `extras` of a node
// give its origin: {"kind": "static", "id": 524288, "record": 0}, where `record` is the index in its section.
#pragma once

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"
#include "scene/scene.hpp"

namespace redforge::exchange {

/// Maximum number of nodes: a hundred times the need of a large map. Limits files with many ropes.
inline constexpr std::size_t max_nodes = std::size_t{1} << 20U;

/// Returns a map as a .glb. `scene`: scene of the map; its name becomes the name of the glTF scene. If `pictures` is
/// null, materials have no pictures. Records without a mesh (sounds, triggers, markers, missing models) become nodes
/// without a mesh. Lights use KHR_lights_punctual. The range of a light is the radius of the record. A white wall at
/// half the range has the light's colour times intensity / 255; the falloff in the game is unknown. Errors:
/// out_of_range (more than max_nodes; more than 2 GiB of vertices).
[[nodiscard]] Result<Bytes> write_map_gltf(const rgm::Map& map, const scene::Scene& scene, scene::Pictures* pictures);

/// Returns a scene without a map, such as an archive or a terrain, as a .glb. Each marker becomes a node at the root.
/// Errors: those of write_map_gltf().
[[nodiscard]] Result<Bytes> write_scene_gltf(const scene::Scene& scene, scene::Pictures* pictures);

}  // namespace redforge::exchange
