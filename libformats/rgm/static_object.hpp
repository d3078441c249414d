// MPSO: objects that never move. Spec: "MPSO (Static Objects)".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/field.hpp"
#include "core/values.hpp"
#include "rgm/position.hpp"

namespace redforge::rgm {

/// MPSO: an object that never moves, 66 bytes. Spec: "MPSO (Static Objects)".
struct StaticObject {
    static constexpr std::string_view element = "static";
    static constexpr std::string_view section = "MPSO";

    std::uint32_t id{};
    FixedText<12> model_name;
    Position position;
    /// Q4.28, row by row as the record has it; 268435456 is 1.0.
    std::array<std::int32_t, 9> rotation_matrix{0x10000000, 0, 0, 0, 0x10000000, 0, 0, 0, 0x10000000};
    std::array<std::uint8_t, 2> unused{};

    friend bool operator==(const StaticObject&, const StaticObject&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, StaticObject& object, unsigned /*version*/)
{
    field(ar, "id", object.id, {.label = "Object id", .key = true});
    field(ar, "model_name", object.model_name, {.label = "Model", .refers_to = Target::model});
    field(ar, "position", object.position, {.label = "Position"});
    field(ar, "rotation_matrix", object.rotation_matrix,
          {.label = "Rotation",
           .unit = "Q4.28",
           .doc = "Three rows; 268435456 is 1.0.",
           .notation = Notation::fixed_q28});
    field(ar, "unused", object.unused, {.kind = Role::reserved});
}

}  // namespace redforge::rgm
