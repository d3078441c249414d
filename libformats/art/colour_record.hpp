// A colour as a record: what a palette and the colours of an image list.
#pragma once

#include "art/colour.hpp"
#include "core/field.hpp"

namespace redforge::art {

template <class Archive>
constexpr void serialize(Archive& ar, Colour& colour, unsigned /*version*/)
{
    field(ar, "r", colour.r, {.label = "Red", .always = true, .notation = Notation::colour});
    field(ar, "g", colour.g, {.label = "Green", .always = true, .notation = Notation::colour});
    field(ar, "b", colour.b, {.label = "Blue", .always = true, .notation = Notation::colour});
}

}  // namespace redforge::art
