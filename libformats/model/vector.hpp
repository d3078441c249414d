// Three numbers as a record: the place of a vertex, or a normal.
#pragma once

#include <cstdint>

#include "core/field.hpp"

namespace redforge::model {

/// Three coordinates or components. Positions: 1/256 unit. Normals: 256 is a length of one.
struct Vector {
    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};
    friend bool operator==(const Vector&, const Vector&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Vector& vector, unsigned /*version*/)
{
    field(ar, "x", vector.x, {.unit = "1/256 unit"});
    field(ar, "y", vector.y, {.unit = "1/256 unit"});
    field(ar, "z", vector.z, {.unit = "1/256 unit"});
}

}  // namespace redforge::model
