// MPRP: ropes and chains. Spec: "MPRP (Rope Chains)".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/field.hpp"
#include "core/values.hpp"
#include "rgm/position.hpp"

namespace redforge::rgm {

/// MPRP: a rope or chain of equal links, 80 bytes. Spec: "MPRP (Rope Chains)".
struct Rope {
    static constexpr std::string_view element = "rope";
    static constexpr std::string_view section = "MPRP";

    std::uint32_t id{};
    FinePosition position;
    std::int32_t angle_y{};
    std::int32_t type{};
    std::int32_t swing{};
    std::int32_t speed{};
    std::int16_t length{};
    FixedText<9> static_model;
    FixedText<9> rope_model;
    std::array<std::int32_t, 7> reserved_tail{};

    friend bool operator==(const Rope&, const Rope&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Rope& rope, unsigned /*version*/)
{
    field(ar, "id", rope.id, {.label = "Rope id", .key = true});
    field(ar, "position", rope.position, {.label = "Position"});
    field(ar, "angle_y", rope.angle_y,
          {.label = "Heading", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    field(ar, "type", rope.type, {.label = "Type"});
    field(ar, "swing", rope.swing, {.label = "Swing"});
    field(ar, "speed", rope.speed, {.label = "Speed"});
    field(ar, "length", rope.length, {.label = "Length", .unit = "links"});
    field(ar, "static_model", rope.static_model, {.label = "Model at the end", .refers_to = Target::model});
    field(ar, "rope_model", rope.rope_model, {.label = "Model of a link", .refers_to = Target::model});
    field(ar, "reserved_tail", rope.reserved_tail, {.kind = Role::reserved});
    superseded(ar, "reserved", rope.position.x, {.by = "position.x", .max = 255, .take = take_fraction});
}

}  // namespace redforge::rgm
