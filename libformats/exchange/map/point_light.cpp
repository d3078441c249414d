// Computes colour, intensity and radius of lights.
#include "exchange/map/point_light.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "exchange/gltf/gltf_error.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/mesh/materials.hpp"
#include "exchange/mesh/triple.hpp"
#include "scene/placement.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

constexpr double view_units = scene::units_per_view;
constexpr double full_byte = 255;

std::optional<double> light_number(const json& source, const char* member)
{
    const json* const value = find_member(source, member);
    return value != nullptr && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

std::optional<double> range_of(const json& source)
{
    const std::optional<double> range = light_number(source, "range");
    return range && *range > 0 ? range : std::nullopt;
}

/// Returns the displayed colour of a light, each part from 0 to 255.
DoubleTriple light_colour(const json& source)
{
    DoubleTriple colour{full_byte, full_byte, full_byte};
    const json* const found = find_member(source, "color");
    for (std::size_t i = 0; found != nullptr && found->is_array() && found->size() == 3 && i < 3; ++i) {
        if ((*found)[i].is_number()) {
            colour[i] = full_byte * to_srgb(std::clamp((*found)[i].get<double>(), 0.0, 1.0));
        }
    }
    return colour;
}

/// Returns the intensity in a record of a light with a radius in glTF units.
double intensity_for(double candela, double radius)
{
    return full_byte * 4 * candela / (std::numbers::pi * radius * radius);
}

std::int16_t stored_radius(double radius, std::vector<std::string>& notes)
{
    constexpr double most = std::numeric_limits<std::int16_t>::max();
    if (radius > most) {
        notes.push_back(fmt::format("its range is more than the {} units of a light, and was reduced", most));
    }
    return static_cast<std::int16_t>(std::lround(std::min(radius, most)));
}

std::int16_t stored_intensity(double intensity, std::vector<std::string>& notes)
{
    if (intensity > full_byte + 0.5) {
        notes.emplace_back("is brighter than a light of its radius can be; its intensity is 255");
    }
    return static_cast<std::int16_t>(std::lround(std::clamp(intensity, 0.0, full_byte)));
}

/// Returns false for a light without a position.
bool is_point_light(const json& source, std::vector<std::string>& notes)
{
    const std::string type = text_in(source, "type");
    if (type == "directional") {
        notes.emplace_back("is a sun, and lights of maps are points; its light was not imported");
        return false;
    }
    if (type == "spot") {
        notes.emplace_back("is a spot light, and lights of maps are points; its cone was not imported");
    }
    return true;
}

}  // namespace

void update_light(const json& source, rgm::Light& light, std::vector<std::string>& notes)
{
    if (!is_point_light(source, notes)) {
        return;
    }
    std::size_t part = 0;
    const DoubleTriple colour = light_colour(source);
    for (std::int16_t* const channel : {&light.red, &light.green, &light.blue}) {
        const double found = colour[part++];
        if (std::abs(found - std::clamp<double>(*channel, 0, full_byte)) > 0.5) {
            *channel = static_cast<std::int16_t>(std::lround(found));
        }
    }
    if (const std::optional<double> range = range_of(source)) {
        const double radius = *range * view_units;
        if (std::abs(radius - light.radius) > 0.5) {
            light.radius = stored_radius(radius, notes);
        }
    }
    const double radius = std::max<double>(0, light.radius) / view_units;
    const std::optional<double> candela = radius > 0 ? light_number(source, "intensity") : std::nullopt;
    const double intensity = candela ? intensity_for(*candela, radius) : light.intensity;
    if (candela && std::abs(intensity - std::clamp<double>(light.intensity, 0, full_byte)) > 0.5) {
        light.intensity = stored_intensity(intensity, notes);
    }
}

bool set_light(const json& source, rgm::Light& light, std::vector<std::string>& notes)
{
    if (!is_point_light(source, notes)) {
        return false;
    }
    constexpr double middle = 128;  ///< typical of the game's maps
    light.channel_map = {0, 1, 2, 3, 4, 5, 6, 7};
    const DoubleTriple colour = light_colour(source);
    light.red = static_cast<std::int16_t>(std::lround(colour[0]));
    light.green = static_cast<std::int16_t>(std::lround(colour[1]));
    light.blue = static_cast<std::int16_t>(std::lround(colour[2]));
    const double candela = std::max(0.0, light_number(source, "intensity").value_or(1));
    const double range = range_of(source).value_or(std::sqrt(4 * candela * full_byte / (std::numbers::pi * middle)));
    light.radius = stored_radius(range * view_units, notes);
    const double radius = light.radius / view_units;
    light.intensity = radius > 0 ? stored_intensity(intensity_for(candela, radius), notes) : std::int16_t{0};
    return true;
}

}  // namespace redforge::exchange
