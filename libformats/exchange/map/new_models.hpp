// Models and textures for the new nodes of a map's scene.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "exchange/gltf/gltf_materials.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/map/map_import.hpp"
#include "exchange/map/map_source.hpp"

namespace redforge::exchange {

/// Finds or makes the models of new nodes.
class NewModels {
public:
    /// Adds new models, images and notes to `result`. The arguments must outlive the object.
    NewModels(GltfReader& reader, const MapImportOptions& options, MapImport& result)
        : reader_(reader), options_(options), models_(options.models), result_(result)
    {
    }

    /// Returns the name of the model of a new node: the game's model with the name of the node or its mesh, else a new
    /// model of the mesh. Notes a mesh that differs from the game's model. Errors: those of import_meshes(), with the
    /// name of the node.
    [[nodiscard]] Result<std::string> model_for(const MapNode& node);

private:
    void note(const MapNode& node, std::string_view text);
    [[nodiscard]] bool has_model(const std::string& stem) const;
    [[nodiscard]] Status check_shape(const MapNode& node, const std::string& stem);
    [[nodiscard]] Result<std::string> make_model(const MapNode& node, const std::string& mesh_name);
    /// Adds the new pictures of a node's materials to the new bank.
    void add_textures(const MapNode& node);
    void add_texture(const MapNode& node, std::uint32_t material, const ForeignPicture& picture);
    /// Returns a name that no other model has: letters, digits and underscores of `wanted`.
    [[nodiscard]] std::string free_name(const std::string& wanted) const;

    GltfReader& reader_;
    const MapImportOptions& options_;
    ImportOptions models_;  ///< with the textures of new pictures
    MapImport& result_;
    std::set<std::uint32_t> known_materials_;
    std::map<std::uint32_t, std::string> made_;                          ///< new models, by mesh
    std::map<std::pair<std::uint32_t, std::string>, bool> same_shapes_;  ///< by mesh and model of the game
};

}  // namespace redforge::exchange
