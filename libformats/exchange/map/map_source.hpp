// Nodes of a glTF scene, and the map records that they come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/gltf/gltf_scene.hpp"
#include "scene/scene.hpp"

namespace redforge::exchange {

/// Record that a node comes from, by the node's extras or its name.
struct NodeOrigin {
    scene::Kind kind{};
    std::optional<std::size_t> record{};  ///< nullopt if the map has no such record
    std::string id{};                     ///< the id in the extras, for messages
    std::optional<std::int32_t> shift{};  ///< terrain: WorldView::terrain_shift of the export; nullopt without extras
    /// The record at the export: exported_values(), or terrain_fingerprint() of a terrain. Scenes of earlier versions
    /// do not have it; then it is empty.
    std::string was{};
    std::size_t exported{};      ///< index of the record at the export; 0 if `was` is empty
    std::uint32_t of_markers{};  ///< marker: number of markers at the export; 0 if it is not known
};

/// A node of a scene that may be a record.
struct MapNode {
    std::string name{};
    std::uint32_t node{};  ///< index in the document
    Transform place{};     ///< in the scene, with the first rotation of an inner node
    std::optional<NodeOrigin> origin{};
    std::optional<scene::Kind> group{};  ///< kind of the group of nodes above it
    std::vector<Transform> links{};      ///< of a rope: its models, relative to it
    std::optional<std::uint32_t> mesh{};
    const nlohmann::json* light{};  ///< its light of KHR_lights_punctual, or null
    bool has_camera{};
    bool has_children{};  ///< other than its own parts
};

struct MapNodesRead {
    std::vector<MapNode> nodes{};              ///< in tree order, without groups, parts of records and bones
    std::vector<std::string> notes{};          ///< ignored parts of the file
    std::map<scene::Kind, std::string> ids{};  ///< ids_fingerprint() of the export, where it is known
};

/// Returns the name without the suffix that a program adds to a copy: "CRATE" for "CRATE.001".
[[nodiscard]] std::string_view without_copy_suffix(std::string_view name);

/// Returns the nodes of a scene. `markers`: the records of the map. Nodes without extras come from the record whose
/// node has their name. Errors: those of nodes_of_scene().
[[nodiscard]] Result<MapNodesRead> read_map_nodes(const GltfReader& reader,
                                                  const std::vector<scene::SceneMarker>& markers);

}  // namespace redforge::exchange
