// Imports the changes of an exported map: positions, rotations, copies, new records, heights and new models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "art/terrain.hpp"
#include "art/texture_bank.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "exchange/mesh/import.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "rgm/map.hpp"
#include "scene/scene.hpp"

namespace redforge::exchange {

struct MapImportOptions {
    bool remove_missing{};  ///< remove records that have no node
    /// Returns true if the game has a model with this stem (upper case). If empty, it has none.
    std::function<bool(const std::string& stem)> has_model{};
    /// Returns the mesh of such a model, to notice that a new node has another one. If empty, meshes are not compared.
    std::function<std::optional<model::Mesh>(const std::string& stem)> mesh_of{};
    ImportOptions models{};  ///< for new models
    /// Number of a new texture bank for pictures that the game does not have as textures. If it is not set, their
    /// materials get the nearest colour of the palette.
    std::optional<std::uint16_t> new_bank{};
};

/// A model for a mesh that is not a model of the game.
struct NewModel {
    std::string name{};  ///< at most eight letters, digits and underscores
    model::Model model{};
};

struct MapImport {
    rgm::Map map{};
    std::optional<art::Terrain> terrain{};  ///< set if heights changed
    std::size_t changed_heights{};
    bool lacks_terrain{};  ///< the scene has a terrain, but no terrain was given
    std::vector<NewModel> models{};
    art::TextureBank textures{};       ///< new bank; empty if no new model has a new picture
    std::vector<std::string> notes{};  ///< changes of the scene that are not in the map, each with the name of its node
};

/// Applies the changes of a scene to the map that it was exported from (map_gltf.hpp). Records whose nodes have not
/// moved or turned keep their bits.
///
/// A node comes from the record that its extras name, else from the record whose node has its name. Further nodes of a
/// record are copies with new ids. Other nodes are new: a mesh becomes a static object, or an object below the group
/// "objects"; a light becomes a light; an empty node without children becomes a marker. New records follow the others.
///
/// `glb`: a .glb. `scene`: the scene of the map. `terrain`: the terrain in the scene; null if there is none. Errors:
/// those of read_gltf(); not_found (no node comes from the map); mismatch (the scene is of another map); malformed (a
/// mesh without triangles); errors of a new model name its node.
[[nodiscard]] Result<MapImport> import_map(ByteView glb, const rgm::Map& map, const scene::Scene& scene,
                                           const art::Terrain* terrain, const MapImportOptions& options = {});

}  // namespace redforge::exchange
