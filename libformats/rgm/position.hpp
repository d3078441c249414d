// Position, rotation and texture of map records: fields shared by several sections.
//
// Positions are in map units (world units in the game). Models and script locations use 1/256 of a map unit.
#pragma once

#include <cstdint>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "rgm/fixed.hpp"

namespace redforge::rgm {

/// Former field: the highest byte of a coordinate, from the time when a coordinate was thought to have 24 bits and no
/// sign. Returns false if the coordinate is not a 24-bit number.
constexpr bool take_top_byte(std::int32_t& coordinate, std::uint8_t byte)
{
    if (coordinate < -0x800000 || coordinate > 0xFFFFFF) {
        return false;
    }
    const std::uint32_t low = static_cast<std::uint32_t>(coordinate) & 0xFFFFFFU;
    coordinate = static_cast<std::int32_t>(low | std::uint32_t{byte} << 24U);
    return true;
}

/// Former field: the lowest byte of a fixed-point coordinate. Returns false if the coordinate has a fraction already.
constexpr bool take_fraction(Fixed8& coordinate, std::uint8_t byte)
{
    const std::uint32_t raw = static_cast<std::uint32_t>(coordinate.raw);
    coordinate.raw = static_cast<std::int32_t>(raw | byte);
    return (raw & 0xFFU) == 0;
}

/// Former notation: a 32-bit number that was unsigned.
constexpr bool take_unsigned(std::int32_t& value, std::int64_t number)
{
    value = static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
    return true;
}

/// Position of a static object, light, flat, marker or walk map. Y points down, so heights are negative. Source:
/// reference sheet "retail facts", 1 [measured].
struct Position {
    using composite = void;

    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};

    friend bool operator==(const Position&, const Position&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Position& position, unsigned /*version*/)
{
    field(ar, "x", position.x, {.label = "X", .unit = "map units"});
    field(ar, "y", position.y, {.label = "Y", .unit = "map units", .doc = "Grows downwards."});
    field(ar, "z", position.z, {.label = "Z", .unit = "map units"});
    superseded<std::uint8_t>(ar, "pad_x", position.x, {.by = "x", .take = take_top_byte});
    superseded<std::uint8_t>(ar, "pad_y", position.y, {.by = "y", .take = take_top_byte});
    superseded<std::uint8_t>(ar, "pad_z", position.z, {.by = "z", .take = take_top_byte});
}

/// Position of an object or rope, in steps of 1/256. Fractions are 0 in all shipped maps. Source: reference sheet
/// "retail facts", 1 [measured for MPOB].
struct FinePosition {
    using composite = void;

    Fixed8 x;
    Fixed8 y;
    Fixed8 z;

    friend bool operator==(const FinePosition&, const FinePosition&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, FinePosition& position, unsigned /*version*/)
{
    if constexpr (WireArchive<Archive>) {
        field(ar, "x", position.x.raw);
        field(ar, "y", position.y.raw);
        field(ar, "z", position.z.raw);
    } else {
        field(ar, "x", position.x, {.label = "X", .unit = "map units"});
        field(ar, "y", position.y, {.label = "Y", .unit = "map units", .doc = "Grows downwards."});
        field(ar, "z", position.z, {.label = "Z", .unit = "map units"});
        superseded<std::uint8_t>(ar, "pad_x", position.y, {.by = "y", .take = take_fraction});
        superseded<std::uint8_t>(ar, "pad_y", position.z, {.by = "z", .take = take_fraction});
    }
}

/// Euler angles, stored unchanged. The game masks them with 0x7FF when it uses them, and 618 components in shipped maps
/// are outside of 0 to 2047. Source: reference sheet "retail facts", 1 [measured].
struct Angles {
    using composite = void;

    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};

    friend bool operator==(const Angles&, const Angles&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Angles& angles, unsigned /*version*/)
{
    field(ar, "x", angles.x, {.label = "About X", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    field(ar, "y", angles.y, {.label = "About Y", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    field(ar, "z", angles.z, {.label = "About Z", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    // Earlier versions used unsigned numbers.
    constexpr std::int64_t beyond = 0x80000000;
    superseded(ar, "x", angles.x, {.by = "x", .min = beyond, .max = 0xFFFFFFFF, .take = take_unsigned});
    superseded(ar, "y", angles.y, {.by = "y", .min = beyond, .max = 0xFFFFFFFF, .take = take_unsigned});
    superseded(ar, "z", angles.z, {.by = "z", .min = beyond, .max = 0xFFFFFFFF, .take = take_unsigned});
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
        if (data != texture.packed()) {  // a writer must not change the record
            texture = TextureData::unpack(data);
        }
    } else {
        field(ar, "texture_id", texture.texture_id,
              {.label = "Texture", .refers_to = Target::texture_bank, .min = 0, .max = 511});
        field(ar, "image_id", texture.image_id, {.label = "Image", .min = 0, .max = 127});
    }
}

}  // namespace redforge::rgm
