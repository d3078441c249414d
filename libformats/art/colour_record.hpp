// Record type of a colour, for palettes and the colours of images.
#pragma once

#include "art/colour.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"

namespace redforge::art {

template <class Archive>
constexpr void serialize(Archive& ar, Colour& colour, unsigned /*version*/)
{
    field(ar, "r", colour.r, {.label = "Red", .always = true, .notation = Notation::colour});
    field(ar, "g", colour.g, {.label = "Green", .always = true, .notation = Notation::colour});
    field(ar, "b", colour.b, {.label = "Blue", .always = true, .notation = Notation::colour});
}

/// Checks the number of colours of a palette. Errors: out_of_range (not 256 colours).
[[nodiscard]] Status check_colours(std::span<const Colour> colours);

}  // namespace redforge::art
