// Where a record of a map stands, how it is turned and what picture it shows: what the records of several sections have.
//
// All positions are in the file's own units; world units are 256 of them.
#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

namespace redforge::rgm {

/// Three 24-bit coordinates with the alignment bytes between them. The pads are 0 in regular maps.
/// `Z` says whether the third coordinate is shown signed or unsigned; its 24 bits are the same.
template <class Z, bool pad_after_z>
struct Position {
    using composite = void;

    I24 x;
    std::uint8_t pad_x{};
    I24 y;
    std::uint8_t pad_y{};
    Z z;
    std::uint8_t pad_z{};

    friend bool operator==(const Position&, const Position&) = default;
};

template <class Archive, class Z, bool pad_after_z>
constexpr void serialize(Archive& ar, Position<Z, pad_after_z>& position, unsigned /*version*/)
{
    field(ar, "x", position.x, {.label = "X", .unit = "map units"});
    field(ar, "pad_x", position.pad_x, {.label = "Pad after X", .kind = Role::reserved});
    field(ar, "y", position.y, {.label = "Y", .unit = "map units", .doc = "Grows downwards."});
    field(ar, "pad_y", position.pad_y, {.label = "Pad after Y", .kind = Role::reserved});
    field(ar, "z", position.z, {.label = "Z", .unit = "map units"});
    if constexpr (pad_after_z) {
        field(ar, "pad_z", position.pad_z, {.label = "Pad after Z", .kind = Role::reserved});
    }
}

/// Euler angles. Raw values are kept; the game reduces them modulo 2048.
struct Angles {
    using composite = void;

    std::uint32_t x{};
    std::uint32_t y{};
    std::uint32_t z{};

    friend bool operator==(const Angles&, const Angles&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Angles& angles, unsigned /*version*/)
{
    field(ar, "x", angles.x, {.label = "About X", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    field(ar, "y", angles.y, {.label = "About Y", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    field(ar, "z", angles.z, {.label = "About Z", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
}

/// A texture and an image in it, packed into 16 bits: texture_id = data >> 7, image_id = data & 0x7F.
struct TextureData {
    using composite = void;

    std::uint16_t texture_id{};  ///< 0 to 511: the number of a TEXBSI bank
    std::uint8_t image_id{};     ///< 0 to 127: an image of that bank

    [[nodiscard]] constexpr std::uint16_t packed() const
    {
        return static_cast<std::uint16_t>(texture_id << 7 | (image_id & 0x7F));
    }
    static constexpr TextureData unpack(std::uint16_t data)
    {
        return {static_cast<std::uint16_t>(data >> 7), static_cast<std::uint8_t>(data & 0x7F)};
    }
    friend bool operator==(const TextureData&, const TextureData&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, TextureData& texture, unsigned /*version*/)
{
    if constexpr (WireArchive<Archive>) {
        std::uint16_t data = texture.packed();
        field(ar, "texture_data", data);
        if (data != texture.packed()) {  // a writer must not touch the record
            texture = TextureData::unpack(data);
        }
    } else {
        field(ar, "texture_id", texture.texture_id,
              {.label = "Texture", .refers_to = Target::texture_bank, .min = 0, .max = 511});
        field(ar, "image_id", texture.image_id, {.label = "Image", .min = 0, .max = 127});
    }
}

}  // namespace redforge::rgm
