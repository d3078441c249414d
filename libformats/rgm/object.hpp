// MPOB: objects with a script.
//
// Sources: spec, "MPOB (Object Instances)"; reference sheet "maps", "Map records", which decides if they differ.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "rgm/position.hpp"

namespace redforge::rgm {

/// Object types. Two sources disagree on 2, 3, 4 and 6; the labels name both meanings. Source: reference sheets "maps",
/// "Map records", and "retail facts", 2, "MPOB" [likely].
inline constexpr std::array<EnumName, 6> object_types{{
    {1, "object", "3D object"},
    {2, "audio", "Audio, or a point such as an entry or a door"},
    {3, "flat", "Flat, or particle emitter"},
    {4, "light_object", "Light object, or light"},
    {5, "sound", "Sound"},
    {6, "light", "Light, or entry of a world"},
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
    std::uint16_t has_mesh{};
    FinePosition position;
    Angles angle;
    TextureData texture;
    std::int16_t intensity{};
    std::int16_t radius{};
    std::int16_t size_row{};
    std::int16_t world_id{};
    std::int16_t red{};
    std::int16_t green{};
    std::int16_t blue{};

    friend bool operator==(const Object&, const Object&) = default;
};

/// Former field `reserved`: the two bytes that are now the high byte of `has_mesh` and the fraction of X. Returns false
/// if one of these is set already.
constexpr bool take_middle_bytes(Object& object, std::int16_t bytes)
{
    const auto both = static_cast<std::uint16_t>(bytes);
    const bool is_one_byte = object.has_mesh <= 0xFF;
    object.has_mesh = static_cast<std::uint16_t>(object.has_mesh | both << 8U);
    return take_fraction(object.position.x, static_cast<std::uint8_t>(both >> 8U)) && is_one_byte;
}

/// Former notation: the integer part of Z was an unsigned 24-bit number.
constexpr bool take_unsigned_24(Fixed8& coordinate, std::int64_t whole)
{
    const auto fraction = static_cast<std::uint32_t>(coordinate.raw) & 0xFFU;
    coordinate.raw = static_cast<std::int32_t>(static_cast<std::uint32_t>(whole) << 8U | fraction);
    return true;
}

template <class Archive>
constexpr void serialize(Archive& ar, Object& object, unsigned /*version*/)
{
    field(ar, "id", object.id, {.label = "Object id", .key = true});
    field(ar, "object_type", object.object_type,
          {.label = "Kind", .doc = "The names are not certain.", .enum_names = object_types});
    field(ar, "is_active", object.is_active,
          {.label = "Always active",
           .doc = "Not 0: the game updates the object everywhere. 0: only within about 4,096 units of the view.",
           .notation = Notation::boolean});
    field(ar, "script_name", object.script_name, {.label = "Script", .refers_to = Target::actor});
    field(ar, "model_name", object.model_name,
          {.label = "Model", .doc = "If empty: the first animation file of the actor.", .refers_to = Target::model});
    field(ar, "has_mesh", object.has_mesh, {.label = "Has a mesh", .notation = Notation::boolean});
    field(ar, "position", object.position, {.label = "Position"});
    field(ar, "angle", object.angle, {.label = "Rotation"});
    field(ar, "texture", object.texture, {.label = "Texture"});
    field(ar, "intensity", object.intensity, {.label = "Intensity"});
    field(ar, "radius", object.radius, {.label = "Radius"});
    field(ar, "size_row", object.size_row,
          {.label = "Size row", .doc = "Index of the MPSZ record with the box of the mesh; -1: no mesh."});
    field(ar, "world_id", object.world_id, {.label = "World id", .doc = "Number of the world in WORLD.INI."});
    field(ar, "red", object.red, {.label = "Red", .notation = Notation::colour});
    field(ar, "green", object.green, {.label = "Green", .notation = Notation::colour});
    field(ar, "blue", object.blue, {.label = "Blue", .notation = Notation::colour});
    renamed(ar, "is_static", "has_mesh");
    renamed(ar, "model_id", "size_row");
    superseded<std::int16_t>(ar, "reserved", object, {.by = "has_mesh and position.x", .take = take_middle_bytes});
    superseded(ar, "position.z", object.position.z,
               {.by = "position.z", .min = 0x800000, .max = 0xFFFFFF, .take = take_unsigned_24});
}

}  // namespace redforge::rgm
