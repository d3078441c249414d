// An actor: its RAHD record and its data in the RA* sections. Spec: the sections RAHD to RANM and RAVC.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "rgm/actor_header.hpp"
#include "rgm/animation.hpp"

namespace redforge::rgm {

extern const SideCodec script_codec;  ///< script as source; script_source.hpp

/// RASB + RAST: a string of the actor's script. Code page 437.
struct ActorString {
    Text value;
    Derived<std::uint32_t> offset;  ///< into RAST, if it is not the first offset of this text

    friend bool operator==(const ActorString&, const ActorString&) = default;
};

template <class Archive>
void serialize(Archive& ar, ActorString& string, unsigned /*version*/)
{
    field(ar, "value", string.value, {.label = "Text", .always = true, .invalidates = "offset"});
    field(ar, "offset", string.offset, {.unit = "bytes", .doc = "Into RAST.", .kind = Role::derived});
}

/// RAVA: the initial value of a local variable. Usually all instances of an actor have the same value.
struct Variable {
    std::int32_t value{};
    std::vector<std::int32_t> instances;  ///< one value per instance, if they differ

    friend bool operator==(const Variable&, const Variable&) = default;
};

template <class Archive>
void serialize(Archive& ar, Variable& variable, unsigned /*version*/)
{
    field(ar, "value", variable.value, {.label = "Initial value"});
    field(ar, "instances", variable.instances,
          {.label = "Values by instance", .doc = "One number for each instance of the actor, if they differ."});
}

/// RAAT: one of the 256 attribute bytes of an actor, if it is not 0.
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
          {.label = "Value", .doc = "0: unset, like an attribute without a record.", .always = true});
}

/// RAAN: an animation file of an actor. Spec: "RAAN (Animation File References)".
struct AnimationFile {
    std::uint32_t plane_count{};
    std::uint8_t frame_count{};
    FixedText<1> model_type{"c"};
    Text file_path;

    friend bool operator==(const AnimationFile&, const AnimationFile&) = default;
};

template <class Archive>
void serialize(Archive& ar, AnimationFile& file, unsigned /*version*/)
{
    field(ar, "plane_count", file.plane_count, {.label = "Planes", .doc = "Faces of the model."});
    field(ar, "frame_count", file.frame_count, {.label = "Frames"});
    field(ar, "model_type", file.model_type, {.label = "Type", .doc = "c or s."});
    field(ar, "file_path", file.file_path, {.label = "File", .refers_to = Target::file, .always = true});
    renamed(ar, "reserved", "plane_count");
}

/// End condition of an animation. Spec: "Animation Group Entry".
inline constexpr std::array<EnumName, 3> animation_types{{
    {0, "interruptible", "Interruptible"},
    {1, "must_complete", "Must complete"},
    {2, "no_panic_revert", "No panic revert"},
}};

/// RAGR: an animation group. Spec: "Animation Group Entry".
struct AnimationGroup {
    std::uint16_t group_index{};
    std::uint16_t anim_id{};
    std::uint16_t anim_type{};
    Derived<std::uint16_t> frame_count;
    std::vector<Command> commands;
    Bytes tail;  ///< bytes of the entry after its commands; none in regular maps

    friend bool operator==(const AnimationGroup&, const AnimationGroup&) = default;
};

template <class Archive>
void serialize(Archive& ar, AnimationGroup& group, unsigned /*version*/)
{
    field(ar, "group_index", group.group_index, {.label = "Group", .doc = "0 to 177.", .always = true, .key = true});
    field(ar, "anim_id", group.anim_id,
          {.label = "Frame delay",
           .doc =
               "Low byte: number of updates for which a frame is shown, at 12 updates per second; 0 counts as 256."});
    field(ar, "anim_type", group.anim_type, {.label = "Type", .enum_names = animation_types});
    field(ar, "frame_count", group.frame_count, {.kind = Role::derived});
    list(ar, "commands", "command", group.commands, {.label = "Commands"});
    blob(ar, "tail", group.tail, {.label = "Bytes after the commands"});
}

/// RAHK: a hook, four bytes. Spec: "RAHK (Hook Data)".
struct Hook {
    std::uint16_t offset{};
    std::uint16_t secondary{};

    friend bool operator==(const Hook&, const Hook&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Hook& hook, unsigned /*version*/)
{
    field(ar, "offset", hook.offset,
          {.label = "Script offset",
           .unit = "bytes",
           .doc = "Relative to the actor's script.",
           .refers_to = Target::script_offset});
    field(ar, "secondary", hook.secondary, {.label = "Upper 16 bits"});
}

/// RALC: a location relative to the actor's object, 12 bytes. Spec: "RALC (Location Data)".
struct Location {
    std::int32_t offset_x{};
    std::int32_t offset_y{};
    std::int32_t offset_z{};

    friend bool operator==(const Location&, const Location&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Location& location, unsigned /*version*/)
{
    field(ar, "offset_x", location.offset_x, {.label = "X", .unit = "256ths of a map unit"});
    field(ar, "offset_y", location.offset_y, {.label = "Y", .unit = "256ths of a map unit"});
    field(ar, "offset_z", location.offset_z, {.label = "Z", .unit = "256ths of a map unit"});
}

/// Description of the three ranges of RAEX. Source: reference sheet "engine facts", 3 [guess]: the game multiplies them
/// by 256, which converts map units to the units that it computes with.
inline constexpr std::string_view combat_range = "Distance to the opponent in a fight. Most likely in map units.";

/// RAEX: extra data, 30 bytes. Spec: "RAEX (Extra Data)".
struct ExtraData {
    std::int16_t grip0{};
    std::int16_t grip1{};
    std::int16_t scabbard0{};
    std::int16_t scabbard1{};
    std::int16_t anim_frame_ref{};
    std::uint16_t texture_id{};
    std::int16_t v_vertex{};
    std::int16_t v_size{};
    std::int16_t taunt_id{};
    std::int16_t collision_scale{};
    std::int16_t field_14{};
    std::int16_t field_16{};
    std::int16_t range_min{};
    std::int16_t range_ideal{};
    std::int16_t range_max{};

    friend bool operator==(const ExtraData&, const ExtraData&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, ExtraData& extra, unsigned /*version*/)
{
    field(ar, "grip0", extra.grip0,
          {.label = "Grip 0", .doc = "For the item in the hand; the exact meaning is not known."});
    field(ar, "grip1", extra.grip1, {.label = "Grip 1"});
    field(ar, "scabbard0", extra.scabbard0, {.label = "Scabbard 0"});
    field(ar, "scabbard1", extra.scabbard1, {.label = "Scabbard 1"});
    field(ar, "anim_frame_ref", extra.anim_frame_ref,
          {.label = "Frames", .doc = "Number of frames, probably equal to frame_count of the header."});
    field(ar, "texture_id", extra.texture_id, {.label = "Texture override", .refers_to = Target::texture_bank});
    field(ar, "v_vertex", extra.v_vertex, {.label = "V vertex"});
    field(ar, "v_size", extra.v_size, {.label = "V size"});
    field(ar, "taunt_id", extra.taunt_id,
          {.label = "First taunt", .doc = "Number NN of the section [tauntNN] of COMBAT.INI."});
    field(ar, "collision_scale", extra.collision_scale,
          {.label = "Collision scale",
           .unit = "256ths",
           .doc = "Scale of collision spheres, in 256ths; 0 and negative values count as 256."});
    field(ar, "field_14", extra.field_14, {.doc = "Source of raex_stat in the header."});
    field(ar, "field_16", extra.field_16, {});
    field(ar, "range_min", extra.range_min, {.label = "Range, minimum", .unit = "map units", .doc = combat_range});
    field(ar, "range_ideal", extra.range_ideal, {.label = "Range, ideal", .unit = "map units", .doc = combat_range});
    field(ar, "range_max", extra.range_max, {.label = "Range, maximum", .unit = "map units", .doc = combat_range});
    renamed(ar, "field_12", "collision_scale");
}

/// RAVC: a collision sphere, 9 bytes. Spec: "RAVC (VCollide)".
struct CollisionSphere {
    std::int8_t offset_x{};
    std::int8_t offset_y{};
    std::int8_t offset_z{};
    std::uint16_t vertex{};
    std::uint32_t radius{};

    friend bool operator==(const CollisionSphere&, const CollisionSphere&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, CollisionSphere& sphere, unsigned /*version*/)
{
    field(ar, "offset_x", sphere.offset_x, {.label = "X"});
    field(ar, "offset_y", sphere.offset_y, {.label = "Y"});
    field(ar, "offset_z", sphere.offset_z, {.label = "Z"});
    field(ar, "vertex", sphere.vertex, {.label = "Vertex", .doc = "Reference point of the model's sphere."});
    field(ar, "radius", sphere.radius, {.label = "Radius"});
}

/// An actor's part of a section, if its content does not fit the section's layout.
struct RawPart {
    FixedText<4> section;
    Bytes data;

    friend bool operator==(const RawPart&, const RawPart&) = default;
};

template <class Archive>
void serialize(Archive& ar, RawPart& part, unsigned /*version*/)
{
    field(ar, "section", part.section, {.always = true, .key = true});
    blob(ar, "data", part.data, {.label = "Bytes"});
}

/// Position of an actor's part in a section, if it does not follow the part of the previous actor.
struct Placement {
    FixedText<4> section;
    Derived<std::uint32_t> order;  ///< sort key of the parts; default: the actor's index
    Bytes gap;                     ///< bytes between the previous part and this one

    friend bool operator==(const Placement&, const Placement&) = default;
};

template <class Archive>
void serialize(Archive& ar, Placement& placement, unsigned /*version*/)
{
    field(ar, "section", placement.section, {.always = true, .key = true});
    field(ar, "order", placement.order,
          {.doc = "Orders the parts; usually the actor's own number.", .kind = Role::derived});
    blob(ar, "gap", placement.gap, {.doc = "Bytes before this part."});
}

/// RANM: the name of the actor's object in scripts. Spec: "RANM (Namespace)".
struct NameSpace {
    Text value;

    friend bool operator==(const NameSpace&, const NameSpace&) = default;
};

template <class Archive>
void serialize(Archive& ar, NameSpace& name, unsigned /*version*/)
{
    field(ar, "value", name.value, {.label = "Name", .always = true});
}

/// An actor with its data from all sections.
struct Actor {
    ActorHeader header;
    std::vector<ActorString> strings;
    std::vector<Variable> variables;
    std::vector<Attribute> attributes;
    std::vector<AnimationFile> animation_files;
    std::vector<AnimationGroup> groups;
    std::vector<Hook> hooks;
    std::vector<Location> locations;
    std::optional<ExtraData> extra;
    std::vector<CollisionSphere> collision_spheres;
    std::optional<NameSpace> name_space;
    std::vector<RawPart> raw_parts;
    std::vector<Placement> placements;
    Bytes script;

    friend bool operator==(const Actor&, const Actor&) = default;
};

template <class Archive>
void serialize(Archive& ar, Actor& actor, unsigned version)
{
    serialize(ar, actor.header, version);
    list(ar, "strings", "string", actor.strings, {.label = "Strings", .doc = "RASB, RAST"});
    list(ar, "variables", "variable", actor.variables, {.label = "Variables", .doc = "RAVA"});
    list(ar, "attributes", "attribute", actor.attributes, {.label = "Attributes", .doc = "RAAT"});
    list(ar, "animation_files", "animation_file", actor.animation_files, {.label = "Animation files", .doc = "RAAN"});
    list(ar, "groups", "group", actor.groups, {.label = "Animation groups", .doc = "RAGR"});
    list(ar, "hooks", "hook", actor.hooks, {.label = "Hooks", .doc = "RAHK"});
    list(ar, "locations", "location", actor.locations, {.label = "Locations", .doc = "RALC"});
    list(ar, "extra", "extra", actor.extra,
         {.label = "Extra data",
          .doc = "RAEX. If any actor of the map has it, zeros are written for actors without it."});
    list(ar, "collision_spheres", "collision_sphere", actor.collision_spheres,
         {.label = "Collision spheres", .doc = "RAVC"});
    list(ar, "name_space", "name_space", actor.name_space, {.label = "Name space", .doc = "RANM"});
    list(ar, "raw_parts", "raw_part", actor.raw_parts, {.label = "Parts kept as bytes"});
    list(ar, "placements", "placement", actor.placements, {.label = "Placements"});
    blob(ar, "script", actor.script,
         {.label = "Script", .doc = "RASC", .folder = "scripts", .extension = ".soup", .codec = &script_codec},
         actor.header.script_name.view());
}

}  // namespace redforge::rgm
