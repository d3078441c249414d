// The records that place things in a map: MPOB MPSO MPRP MPSL MPSF MPMK MPSZ. Spec: the sections of those names.
//
// Where reference/redguard-maps reads a field otherwise than the spec, its reading is used ("Map records").
// All positions are in the file's own units; world units are 256 of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

/// What an object is. Reference: "Map records" [likely].
inline constexpr std::array<Word, 6> object_types{{
    {1, "object", "3D object"},
    {2, "audio", "Audio"},
    {3, "flat", "Flat"},
    {4, "light_object", "Light object"},
    {5, "sound", "Sound"},
    {6, "light", "Light"},
}};

/// MPOB: an object instance with a script, 66 bytes. Spec: "MPOB (Object Instances)".
struct Object {
    static constexpr std::string_view element = "object";
    static constexpr std::string_view section = "MPOB";

    std::uint32_t id{};
    std::uint8_t object_type{};
    std::uint8_t is_active{};
    FixedText<9> script_name;
    FixedText<9> model_name;
    std::uint8_t is_static{};
    std::int16_t reserved{};
    Position<U24, false> position;
    Angles angle;
    TextureData texture;
    std::int16_t intensity{};
    std::int16_t radius{};
    std::int16_t model_id{};
    std::int16_t world_id{};
    std::int16_t red{};
    std::int16_t green{};
    std::int16_t blue{};

    friend bool operator==(const Object&, const Object&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Object& object, unsigned /*version*/)
{
    field(ar, "id", object.id, {.label = "Object id", .key = true});
    field(ar, "object_type", object.object_type,
          {.label = "Kind", .doc = "The names are [likely].", .words = object_types});
    field(ar, "is_active", object.is_active, {.label = "Active", .notation = Notation::boolean});
    field(ar, "script_name", object.script_name, {.label = "Script", .refers_to = Target::actor});
    field(ar, "model_name", object.model_name,
          {.label = "Model", .doc = "When empty: the first animation file of the actor.", .refers_to = Target::model});
    field(ar, "is_static", object.is_static, {.label = "Static", .notation = Notation::boolean});
    field(ar, "reserved", object.reserved, {.kind = Role::reserved});
    field(ar, "position", object.position, {.label = "Position"});
    field(ar, "angle", object.angle, {.label = "Rotation"});
    field(ar, "texture", object.texture, {.label = "Texture"});
    field(ar, "intensity", object.intensity, {.label = "Intensity"});
    field(ar, "radius", object.radius, {.label = "Radius"});
    field(ar, "model_id", object.model_id, {.label = "Model id"});
    field(ar, "world_id", object.world_id, {.label = "World id"});
    field(ar, "red", object.red, {.label = "Red", .notation = Notation::colour});
    field(ar, "green", object.green, {.label = "Green", .notation = Notation::colour});
    field(ar, "blue", object.blue, {.label = "Blue", .notation = Notation::colour});
}

/// MPSO: an object that never moves, 66 bytes. Spec: "MPSO (Static Objects)".
struct StaticObject {
    static constexpr std::string_view element = "static";
    static constexpr std::string_view section = "MPSO";

    std::uint32_t id{};
    FixedText<12> model_name;
    Position<U24, true> position;
    /// Q4.28, row by row as the record has it; 268435456 is 1.0.
    std::array<std::int32_t, 9> rotation_matrix{0x10000000, 0, 0, 0, 0x10000000, 0, 0, 0, 0x10000000};
    std::array<std::uint8_t, 2> unused{};

    friend bool operator==(const StaticObject&, const StaticObject&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, StaticObject& object, unsigned /*version*/)
{
    field(ar, "id", object.id, {.label = "Object id", .key = true});
    field(ar, "model_name", object.model_name, {.label = "Model", .refers_to = Target::model});
    field(ar, "position", object.position, {.label = "Position"});
    field(ar, "rotation_matrix", object.rotation_matrix,
          {.label = "Rotation",
           .unit = "Q4.28",
           .doc = "Three rows; 268435456 is 1.0.",
           .notation = Notation::fixed_q28});
    field(ar, "unused", object.unused, {.kind = Role::reserved});
}

/// MPRP: a rope or chain of equal links, 80 bytes. Spec: "MPRP (Rope Chains)".
struct Rope {
    static constexpr std::string_view element = "rope";
    static constexpr std::string_view section = "MPRP";

    std::uint32_t id{};
    std::uint8_t reserved{};
    Position<I24, false> position;
    std::int32_t angle_y{};
    std::int32_t type{};
    std::int32_t swing{};
    std::int32_t speed{};
    std::int16_t length{};
    FixedText<9> static_model;
    FixedText<9> rope_model;
    std::array<std::int32_t, 7> reserved_tail{};

    friend bool operator==(const Rope&, const Rope&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Rope& rope, unsigned /*version*/)
{
    field(ar, "id", rope.id, {.label = "Rope id", .key = true});
    field(ar, "reserved", rope.reserved, {.kind = Role::reserved});
    field(ar, "position", rope.position, {.label = "Position"});
    field(ar, "angle_y", rope.angle_y,
          {.label = "Heading", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    field(ar, "type", rope.type, {.label = "Type"});
    field(ar, "swing", rope.swing, {.label = "Swing"});
    field(ar, "speed", rope.speed, {.label = "Speed"});
    field(ar, "length", rope.length, {.label = "Length", .unit = "links"});
    field(ar, "static_model", rope.static_model, {.label = "Model at the end", .refers_to = Target::model});
    field(ar, "rope_model", rope.rope_model, {.label = "Model of a link", .refers_to = Target::model});
    field(ar, "reserved_tail", rope.reserved_tail, {.kind = Role::reserved});
}

/// MPSL: a light, 42 bytes. Reference: "Map records" [likely]; spec: "MPSL (Lights)" reads the first eight bytes
/// as colour, type and parameter.
struct Light {
    static constexpr std::string_view element = "light";
    static constexpr std::string_view section = "MPSL";

    std::uint32_t id{};
    std::uint32_t world{};
    Position<I24, true> position;
    std::int16_t radius{};
    std::int16_t intensity{};
    std::int16_t red{};
    std::int16_t green{};
    std::int16_t blue{};
    std::array<std::uint8_t, 8> channel_map{};
    std::array<std::uint8_t, 4> reserved{};

    friend bool operator==(const Light&, const Light&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Light& light, unsigned /*version*/)
{
    field(ar, "id", light.id, {.label = "Light id", .key = true});
    field(ar, "world", light.world, {.label = "World", .doc = "0 ambient, 28 directional in the spec's reading."});
    field(ar, "position", light.position, {.label = "Position"});
    field(ar, "radius", light.radius, {.label = "Radius"});
    field(ar, "intensity", light.intensity, {.label = "Intensity"});
    field(ar, "red", light.red, {.label = "Red", .notation = Notation::colour});
    field(ar, "green", light.green, {.label = "Green", .notation = Notation::colour});
    field(ar, "blue", light.blue, {.label = "Blue", .notation = Notation::colour});
    field(ar, "channel_map", light.channel_map,
          {.label = "Channels", .doc = "0 to 7 in order when the light is active, all 0 when not."});
    field(ar, "reserved", light.reserved, {.kind = Role::reserved});
}

/// MPSF: a textured quad standing in the scene, 24 bytes. Spec: "MPSF (Flat Objects)".
struct Flat {
    static constexpr std::string_view element = "flat";
    static constexpr std::string_view section = "MPSF";

    std::uint32_t id{};
    std::int32_t reserved{};
    Position<U24, true> position;
    TextureData texture;
    std::int16_t reserved_tail{};

    friend bool operator==(const Flat&, const Flat&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Flat& flat, unsigned /*version*/)
{
    field(ar, "id", flat.id, {.label = "Object id", .key = true});
    field(ar, "reserved", flat.reserved, {.kind = Role::reserved});
    field(ar, "position", flat.position, {.label = "Position"});
    field(ar, "texture", flat.texture, {.label = "Texture"});
    field(ar, "reserved_tail", flat.reserved_tail, {.kind = Role::reserved});
}

/// MPMK: a marker, 13 bytes, but all positions of the section stand before all of its flags.
/// Reference: "Map records" [sure].
struct Marker {
    static constexpr std::string_view element = "marker";
    static constexpr std::string_view section = "MPMK";

    Position<I24, true> position;
    std::uint8_t usable{1};  ///< 1 = usable marker

    friend bool operator==(const Marker&, const Marker&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Marker& marker, unsigned /*version*/)
{
    field(ar, "position", marker.position, {.label = "Position"});
    field(ar, "usable", marker.usable, {.label = "Usable", .notation = Notation::boolean});
}

/// Three lengths, as MPSZ has them.
struct Extent {
    using composite = void;

    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};

    friend bool operator==(const Extent&, const Extent&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Extent& extent, unsigned /*version*/)
{
    field(ar, "x", extent.x, {.label = "X", .unit = "world units"});
    field(ar, "y", extent.y, {.label = "Y", .unit = "world units"});
    field(ar, "z", extent.z, {.label = "Z", .unit = "world units"});
}

/// MPSZ: a size that actors refer to by number, 49 bytes; the section has no count.
/// Reference: "Map records" [sure: 806 records].
struct Size {
    static constexpr std::string_view element = "size";
    static constexpr std::string_view section = "MPSZ";

    std::uint8_t flag{};
    Extent total;     ///< positive + negative in shipped maps
    Extent centre;    ///< 0 in shipped maps
    Extent positive;
    Extent negative;

    friend bool operator==(const Size&, const Size&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Size& size, unsigned /*version*/)
{
    field(ar, "flag", size.flag, {.label = "Flag"});
    field(ar, "total", size.total, {.label = "Total"});
    field(ar, "centre", size.centre, {.label = "Centre"});
    field(ar, "positive", size.positive, {.label = "Positive"});
    field(ar, "negative", size.negative, {.label = "Negative"});
}

}  // namespace redforge::rgm
