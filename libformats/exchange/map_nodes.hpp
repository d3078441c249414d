// Writes the nodes of a map's glTF as text, because there are thousands of similar ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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
