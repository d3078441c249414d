// What covers a face, as a record.
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"
#include "model/no_colour.hpp"

namespace redforge::model {

/// What covers a face: an image of a texture bank, or one colour of the palette. See texture_code.hpp.
struct Texture {
    using composite = void;
    static constexpr std::int16_t no_colour = model::no_colour;

    std::uint16_t bank{};             ///< v4/v5: 0 to 2599; v2: 2 to 511
    std::uint16_t image{};            ///< v4/v5: 0 to 999; v2: 0 to 127
    std::int16_t colour{no_colour};   ///< palette index of a face without an image
    std::uint8_t low{};               ///< lowest byte of a solid face's code (v4/v5), 0 in all but 4 known faces
    Derived<std::uint32_t> code{};    ///< v4/v5: a code that is neither of both
    friend bool operator==(const Texture&, const Texture&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Texture& texture, unsigned /*version*/)
{
    field(
        ar, "bank", texture.bank,
        {.label = "Texture bank", .doc = "Number of the TEXBSI file.", .refers_to = Target::texture_bank, .max = 2599});
    field(ar, "image", texture.image, {.label = "Image", .refers_to = Target::texture, .max = 999});
    field(ar, "colour", texture.colour,
          {.label = "Colour", .doc = "Palette index of a solid face; -1 = textured.", .min = -1, .max = 255});
    field(ar, "low", texture.low, {.label = "Low byte", .kind = Role::opaque});
    field(ar, "code", texture.code,
          {.label = "Texture code", .doc = "The stored code, where it is neither image nor colour."});
}

}  // namespace redforge::model
