// Converts lights of glTF to lights of a map: the inverse of map_lights().
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rgm/scene_records.hpp"

namespace redforge::exchange {

/// Sets colour, intensity and radius to those of a light of KHR_lights_punctual, if they differ from those of the
/// export. Without a range, the radius stays. Appends properties that a map cannot store to `notes`.
void update_light(const nlohmann::json& source, rgm::Light& light, std::vector<std::string>& notes);

/// Sets the values of a new light, except for its position and id. Without a range, the radius is such that the
/// intensity is 128. Returns false if the light has no position. Appends notes like update_light().
[[nodiscard]] bool set_light(const nlohmann::json& source, rgm::Light& light, std::vector<std::string>& notes);

}  // namespace redforge::exchange
