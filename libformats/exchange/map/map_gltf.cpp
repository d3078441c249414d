// Writes a map as binary glTF.
#include "exchange/map/map_gltf.hpp"

#include "exchange/gltf/glb.hpp"
#include "exchange/map/map_meshes.hpp"
#include "exchange/map/map_nodes.hpp"

namespace redforge::exchange {

using nlohmann::json;

namespace {

/// Writes a scene. `nodes_of`: called with the glTF indices of the meshes; returns the nodes.
template <class NodesOf>
Result<Bytes> write_scene(const scene::Scene& scene, scene::Pictures* pictures, json lights, const NodesOf& nodes_of)
{
    const Textures textures = map_textures(scene, pictures);
    GltfWriter writer;
    GltfMaterialList materials(writer, &textures);
    const Result<MapMeshes> meshes = map_meshes(scene, textures, writer, materials);
    if (!meshes) {
        return fail(meshes.error());
    }
    const Result<MapNodes> nodes = nodes_of(meshes->numbers);
    if (!nodes) {
        return fail(nodes.error());
    }
    json shown{{"name", scene.name}};
    json document{{"asset", {{"version", "2.0"}, {"generator", "Redforge"}}}, {"scene", 0}};
    if (!nodes->roots.empty()) {
        shown["nodes"] = nodes->roots;
    }
    document["scenes"] = json::array({std::move(shown)});
    if (!lights.empty()) {
        document["extensionsUsed"] = {"KHR_lights_punctual"};
        document["extensions"]["KHR_lights_punctual"]["lights"] = std::move(lights);
    }
    materials.finish(document);
    GltfWriter::Collected collected = writer.finish();
    if (!meshes->meshes.empty()) {
        collected.members += ",\"meshes\":[" + meshes->meshes + ']';
    }
    if (!nodes->nodes.empty()) {
        collected.members += ",\"nodes\":[" + nodes->nodes + ']';
    }
    return write_glb(document, collected.binary, collected.members);
}

}  // namespace

Result<Bytes> write_map_gltf(const rgm::Map& map, const scene::Scene& scene, scene::Pictures* pictures)
{
    return write_scene(scene, pictures, map_lights(map),
                       [&](const auto& meshes) { return map_nodes(map, scene, meshes); });
}

Result<Bytes> write_scene_gltf(const scene::Scene& scene, scene::Pictures* pictures)
{
    return write_scene(scene, pictures, {}, [&](const auto& meshes) { return marker_nodes(scene, meshes); });
}

}  // namespace redforge::exchange
