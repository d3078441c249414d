// Where an actor's part of a section stands, when that is not the usual place.
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// Where an actor's part of a section stands, when that is not behind the part of the actor before it.
struct Placement {
    FixedText<4> section;
    Derived<std::uint32_t> order;  ///< the parts stand in this order; the actor's own number when not given
    Bytes gap;                     ///< bytes between the part before and this one

    friend bool operator==(const Placement&, const Placement&) = default;
};

template <class Archive>
void serialize(Archive& ar, Placement& placement, unsigned /*version*/)
{
    field(ar, "section", placement.section, {.always = true, .key = true});
    field(ar, "order", placement.order,
          {.doc = "Parts stand by this number; usually the actor's own.", .kind = Role::derived});
    blob(ar, "gap", placement.gap, {.doc = "Bytes that stand before this part."});
}

}  // namespace redforge::rgm
