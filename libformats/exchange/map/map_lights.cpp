// Converts the lights of a map to glTF.
#include <algorithm>
#include <numbers>

#include "exchange/map/map_nodes.hpp"
#include "exchange/mesh/materials.hpp"
#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"

namespace redforge::exchange {

nlohmann::json map_lights(const rgm::Map& map)
{
    constexpr double full = 255;
    const auto part = [](std::int16_t value) { return to_linear(std::clamp(value / full, 0.0, 1.0)); };
    nlohmann::json lights = nlohmann::json::array();
    for (const rgm::Light& light : map.lights.records) {
        const double range = std::max(0, int{light.radius}) / static_cast<double>(scene::units_per_view);
        const double brightness = std::clamp(light.intensity / full, 0.0, 1.0);
        // A white surface reflects 1 / pi of the illuminance, which is the intensity in candela / distance squared.
        nlohmann::json made{{"type", "point"},
                            {"color", {part(light.red), part(light.green), part(light.blue)}},
                            {"intensity", std::numbers::pi * brightness * range * range / 4}};
        if (range > 0) {
            made["range"] = range;
        }
        lights.push_back(std::move(made));
    }
    return lights;
}

}  // namespace redforge::exchange
