// Bytes of a model that no table accounts for.
#pragma once

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::model {

/// Bytes that no table accounts for.
struct Gap {
    Text before{};                   ///< the table they stand before: "vertices", "frames[2].normals", "end"
    Derived<std::uint32_t> offset{}; ///< where they stand, when that is not before the table next in order
    Bytes bytes{};
    friend bool operator==(const Gap&, const Gap&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Gap& gap, unsigned /*version*/)
{
    field(ar, "before", gap.before);
    field(ar, "offset", gap.offset);
    blob(ar, "bytes", gap.bytes);
}

}  // namespace redforge::model
