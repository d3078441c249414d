// Writes the nodes of a map's glTF as text, because there are thousands of similar ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "rgm/map.hpp"
#include "scene/scene.hpp"

namespace redforge::exchange {

struct MapNodes {
    std::string nodes{};                 ///< the elements of "nodes", separated by commas
    std::vector<std::uint32_t> roots{};  ///< node indices of the groups
};

/// Name of the child node for a first rotation: NodeTransform::before.
inline constexpr std::string_view inner_node_name = "before the scale";

/// Returns the name of a record's node: "KIND ID NAME".
[[nodiscard]] std::string node_name(const scene::SceneMarker& scene_marker);
/// Returns the kind of the records below a group of nodes, or nullopt if no group has this name.
[[nodiscard]] std::optional<scene::Kind> group_kind(std::string_view name);

/// Returns the nodes of a map. `meshes`: the glTF index of each mesh of the scene; nullopt for a mesh without
/// triangles. The light of record i is light i of KHR_lights_punctual. Errors: out_of_range (more than max_nodes).
[[nodiscard]] Result<MapNodes> map_nodes(const rgm::Map& map, const scene::Scene& scene,
                                         const std::vector<std::optional<std::uint32_t>>& meshes);

/// Returns the nodes of a scene without a map: one for each marker, with its name. All markers must have the same kind,
/// and each record one marker. Errors: those of map_nodes().
[[nodiscard]] Result<MapNodes> marker_nodes(const scene::Scene& scene,
                                            const std::vector<std::optional<std::uint32_t>>& meshes);

/// Returns the lights of KHR_lights_punctual, one for each record.
[[nodiscard]] nlohmann::json map_lights(const rgm::Map& map);

}  // namespace redforge::exchange
