// An actor: its RAHD record and all that the RA* sections hold for it. Spec: the sections RAHD to RANM and RAVC.
#pragma once

#include <cstdint>
#include <optional>

#include "core/field.hpp"
#include "core/optional_record.hpp"
#include "core/record_list.hpp"
#include "core/values.hpp"
#include "rgm/actor_header.hpp"
#include "rgm/map_fwd.hpp"

namespace redforge::rgm {

extern const SideCodec script_codec;  ///< the script as its source; script_source.hpp

/// RANM: the name that scripts know the actor's object by. Spec: "RANM (Namespace)".
struct NameSpace {
    Text value;

    friend bool operator==(const NameSpace&, const NameSpace&) = default;
};

template <class Archive>
void serialize(Archive& ar, NameSpace& name, unsigned /*version*/)
{
    field(ar, "value", name.value, {.label = "Name", .always = true});
}

/// An actor with all that belongs to it, whatever section it came from.
struct Actor {
    ActorHeader header;
    RecordList<ActorString> strings;
    RecordList<Variable> variables;
    RecordList<Attribute> attributes;
    RecordList<AnimationFile> animation_files;
    RecordList<AnimationGroup> groups;
    RecordList<Hook> hooks;
    RecordList<Location> locations;
    OptionalRecord<ExtraData> extra;
    RecordList<CollisionSphere> collision_spheres;
    std::optional<NameSpace> name_space;
    RecordList<RawPart> raw_parts;
    RecordList<Placement> placements;
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
         {.label = "Extra data", .doc = "RAEX; where actors of a map have it, zeros are written for one without it."});
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
