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

/// Maximum number of nodes: a hundred times those of a large map, but a limit for files with many ropes.
inline constexpr std::size_t max_nodes = std::size_t{1} << 20U;

/// `scene` is that of the map, and names the glTF's scene. `pictures` may be null: then materials have no pictures.
/// Records without a mesh are nodes without one: sounds, triggers, markers, models that are missing. Lights are those
/// of KHR_lights_punctual: their range is the record's radius, and so bright that a white wall at half of it shows the
/// light's colour times intensity / 255; how the game itself fades them is not known.
/// Errors: out_of_range (more than max_nodes; more than 2 GiB of vertices).
[[nodiscard]] Result<Bytes> write_map_gltf(const rgm::Map& map, const scene::Scene& scene, scene::Pictures* pictures);

/// Exports a scene without a map, such as an archive or a terrain: each marker is a node at the root. Errors: those of
/// the overload.
[[nodiscard]] Result<Bytes> write_scene_gltf(const scene::Scene& scene, scene::Pictures* pictures);

}  // namespace redforge::exchange
