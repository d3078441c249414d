// MPSL: lights. Reference: "Map records"; spec: "MPSL (Lights)".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/field.hpp"
#include "core/values.hpp"
#include "rgm/position.hpp"

namespace redforge::rgm {

/// MPSL: a light, 42 bytes. Reference: "Map records" [likely]; spec: "MPSL (Lights)" reads the first eight bytes
/// as colour, type and parameter.
struct Light {
    static constexpr std::string_view element = "light";
    static constexpr std::string_view section = "MPSL";

    std::uint32_t id{};
    std::uint32_t world{};
    Position position;
    std::int16_t radius{};
    std::int16_t intensity{};
    std::int16_t red{};
    std::int16_t green{};
    std::int16_t blue{};
    std::array<std::uint8_t, 8> channel_map{};
    std::array<std::uint8_t, 4> reserved{};

    friend bool operator==(const Light&, const Light&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Light& light, unsigned /*version*/)
{
    field(ar, "id", light.id, {.label = "Light id", .key = true});
    field(ar, "world", light.world, {.label = "World", .doc = "Of WORLD.INI; 0 for the other kind of light [likely]."});
    field(ar, "position", light.position, {.label = "Position"});
    field(ar, "radius", light.radius, {.label = "Radius", .unit = "map units"});
    field(ar, "intensity", light.intensity, {.label = "Intensity"});
    field(ar, "red", light.red, {.label = "Red", .notation = Notation::colour});
    field(ar, "green", light.green, {.label = "Green", .notation = Notation::colour});
    field(ar, "blue", light.blue, {.label = "Blue", .notation = Notation::colour});
    field(ar, "channel_map", light.channel_map,
          {.label = "Channels", .doc = "0 to 7 in order when the light is active, all 0 when not."});
    field(ar, "reserved", light.reserved, {.kind = Role::reserved});
}

}  // namespace redforge::rgm
