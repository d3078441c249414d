// RALC: the locations of an actor. Spec: "RALC (Location Data)".
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RALC: a location relative to the actor's object, 12 bytes. Spec: "RALC (Location Data)".
struct Location {
    std::int32_t offset_x{};
    std::int32_t offset_y{};
    std::int32_t offset_z{};

    friend bool operator==(const Location&, const Location&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Location& location, unsigned /*version*/)
{
    field(ar, "offset_x", location.offset_x, {.label = "X", .unit = "256ths of a map unit"});
    field(ar, "offset_y", location.offset_y, {.label = "Y", .unit = "256ths of a map unit"});
    field(ar, "offset_z", location.offset_z, {.label = "Z", .unit = "256ths of a map unit"});
}

}  // namespace redforge::rgm
