// RAAT: the attributes of an actor.
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// RAAT: one of the 256 attribute bytes of an actor, where it is not 0.
struct Attribute {
    std::uint8_t index{};
    std::uint8_t value{};

    friend bool operator==(const Attribute&, const Attribute&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Attribute& attribute, unsigned /*version*/)
{
    field(ar, "index", attribute.index,
          {.label = "Attribute", .doc = "Named in SOUP386.DEF.", .always = true, .key = true});
    field(ar, "value", attribute.value,
          {.label = "Value", .doc = "0 = unset, the same as no such line.", .always = true});
}

}  // namespace redforge::rgm
