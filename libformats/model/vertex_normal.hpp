// A normal of a vertex that is not the computed one.
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "model/real.hpp"

namespace redforge::model {

/// A vertex normal that is not the computed one.
struct VertexNormalOverride {
    std::uint32_t slot{};  ///< the vertex's index in a model without slots
    Real x{};
    Real y{};
    Real z{};
    friend bool operator==(const VertexNormalOverride&, const VertexNormalOverride&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, VertexNormalOverride& normal, unsigned /*version*/)
{
    field(ar, "slot", normal.slot);
    field(ar, "x", normal.x);
    field(ar, "y", normal.y);
    field(ar, "z", normal.z);
}

}  // namespace redforge::model
