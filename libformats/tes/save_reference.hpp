// Change records of REFR, ACHR and ACRE in a save: where a thing or an actor of the world is, what it carries, what became of it.
//
// The change flags say which parts the data has. Of actors, what the game's process for them keeps follows; nobody knows all of it,
// so that it stays bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/boxed.hpp"
#include "tes/save_actor.hpp"
#include "tes/save_change_fields.hpp"
#include "tes/save_enums.hpp"
#include "tes/save_extra.hpp"
#include "tes/save_values.hpp"

namespace redforge::tes {

/// Where a reference is.
struct MovedPlace {
    FormRef form;
    float x{};
    float y{};
    float z{};
    float rotation_x{};
    float rotation_y{};
    float rotation_z{};
};

template <class Archive>
void serialize(Archive& ar, MovedPlace& place, unsigned /*version*/)
{
    form_fields(ar, place.form, "Cell or worldspace");
    place_fields(ar, place);
    rotation_fields(ar, place);
}

/// A reference created while playing: its base object and where it was placed.
struct CreatedPlace {
    static constexpr std::uint32_t arrow = 1;
    static constexpr std::uint32_t spell = 2;

    std::uint32_t kind{};
    FormRef base;
    MovedPlace place;
};

inline constexpr std::array<EnumName, 4> created_kinds{
    {{0, "thing", "Thing or actor"}, {1, "arrow", "Arrow"}, {2, "spell", "Spell that flies"}, {3, "plain", "Plain"}}};

template <class Archive>
void serialize(Archive& ar, CreatedPlace& created, unsigned version)
{
    field(ar, "kind", created.kind, {.label = "Kind", .always = true, .enum_names = created_kinds});
    form_fields(ar, created.base, "What it is", {"base", "base_form", "base_iref"});
    serialize(ar, created.place, version);
}

/// Where a reference was before it came into another cell.
struct FormerPlace {
    FormRef form;
    float x{};
    float y{};
    float z{};
};

template <class Archive>
void serialize(Archive& ar, FormerPlace& place, unsigned /*version*/)
{
    form_fields(ar, place.form, "Cell");
    place_fields(ar, place);
}

struct OblivionFlag {
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, OblivionFlag& flag, unsigned /*version*/)
{
    form_fields(ar, flag.form, "Cell");
}

/// A number for each actor value.
struct ActorValueChanges {
    std::array<float, ActorValueTexts::count> values{};
};

template <class Archive>
void serialize(Archive& ar, ActorValueChanges& changes, unsigned /*version*/)
{
    for (std::size_t i = 0; i < changes.values.size(); ++i) {
        field(ar, actor_values[i].name, changes.values[i], {.label = actor_values[i].label});
    }
}

/// What the player's record says of actor values behind its place.
struct PlayerValues {
    ActorValueChanges effects;
    ActorValueChanges other;
    ActorValueChanges damage;
    float health{};
    float magicka{};
    float fatigue{};
};

template <class Archive>
void serialize(Archive& ar, PlayerValues& player, unsigned version)
{
    if constexpr (WireArchive<Archive>) {
        serialize(ar, player.effects, version);
        serialize(ar, player.other, version);
        serialize(ar, player.damage, version);
    }
    field(ar, "health", player.health, {.label = "Change of health"});
    field(ar, "magicka", player.magicka, {.label = "Change of magicka"});
    field(ar, "fatigue", player.fatigue, {.label = "Change of fatigue"});
    if constexpr (!WireArchive<Archive>) {
        group(ar, "effects", player.effects, {.label = "By active effects"});
        group(ar, "other", player.other, {.label = "By other things"});
        group(ar, "damage", player.damage, {.label = "By damage"});
    }
}

/// How closely the game followed an actor.
struct ProcessLevel {
    std::uint8_t value{};
};

inline constexpr std::array<EnumName, 5> process_levels{{{0, "high", "High"},
                                                         {1, "middle_high", "Middle high"},
                                                         {2, "middle_low", "Middle low"},
                                                         {3, "low", "Low"},
                                                         {255, "none", "None"}}};

template <class Archive>
void serialize(Archive& ar, ProcessLevel& level, unsigned /*version*/)
{
    field(ar, "value", level.value, {.label = "Process level", .always = true, .enum_names = process_levels});
}

struct ReferenceScale {
    float value{};
};

template <class Archive>
void serialize(Archive& ar, ReferenceScale& scale, unsigned /*version*/)
{
    field(ar, "value", scale.value, {.label = "Scale", .always = true});
}

/// Bytes with their size before them.
struct SizedBytes {
    Bytes data;
};

template <class Archive>
void serialize(Archive& ar, SizedBytes& bytes, unsigned /*version*/)
{
    if constexpr (WireArchive<Archive>) {
        ar.sized(bytes.data, "data");
    } else {
        blob(ar, "data", bytes.data, {.label = "Bytes"});
    }
}

/// The change record of a reference. Its parts stand in the order of the file.
struct ReferenceChange {
    static constexpr std::string_view element = "reference";
    static constexpr std::uint8_t thing = change_type("refr");
    static constexpr FormId player{0x14};

    FormId form_id;
    std::uint8_t type{thing};
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    OptionalBox<CreatedPlace> created;
    OptionalBox<FormerPlace> former;
    OptionalBox<MovedPlace> moved;
    OptionalBox<OblivionFlag> oblivion_flag;
    OptionalBox<PlayerValues> player_values;
    OptionalBox<ProcessLevel> process_level;
    OptionalBox<FormFlags> form_flags;
    OptionalBox<Inventory> inventory;
    OptionalBox<ExtraList> extra;
    OptionalBox<SizedBytes> animation;
    OptionalBox<SizedBytes> havok;
    OptionalBox<ReferenceScale> scale;
    Bytes rest;

    /// Whether the layout of the record is known: not of spells that fly, and of what stands behind the player's reference.
    [[nodiscard]] bool is_known() const
    {
        return form_id != part_of_player && !(created && created->kind == CreatedPlace::spell);
    }
    /// Whether the data has a part, as far as the parts before it say it.
    [[nodiscard]] bool has(std::string_view part) const
    {
        constexpr std::uint32_t created_here = flag_named(reference_flags, "created");
        constexpr std::uint32_t havok_moved = flag_named(reference_flags, "havok_moved");
        constexpr std::uint32_t any_move = flag_named(reference_flags, "moved") | havok_moved;
        constexpr std::uint32_t any_havok = flag_named(reference_flags, "had_havok_move") | havok_moved;
        constexpr std::uint32_t cell_changed = flag_named(reference_flags, "cell_changed");
        constexpr std::uint32_t any_extra = 0x177577E0;
        const auto any = [this](std::uint32_t wanted) { return (flags & wanted) != 0; };
        const bool is_actor = type != thing;
        const bool is_created = any(created_here);
        const bool is_moved = !is_created && any(any_move);
        const bool flies = created && (created->kind == CreatedPlace::arrow || created->kind == CreatedPlace::spell);
        return part == "former"          ? is_moved && any(cell_changed)
               : part == "moved"         ? is_moved
               : part == "oblivion_flag" ? !is_created && !is_moved && any(flag_named(reference_flags, part))
               : part == "player_values" ? form_id == player && is_actor
               : part == "process_level" ? is_actor || flies
               : part == "extra"         ? is_actor || any(any_extra)
               : part == "animation"     ? !is_actor && any(flag_named(reference_flags, part))
               : part == "havok"         ? any(any_havok)
                                         : any(flag_named(reference_flags, part));
    }
};

template <class Archive>
void serialize(Archive& ar, ReferenceChange& change, unsigned /*version*/)
{
    change_fields(ar, change, reference_flags);
    part(ar, "created", change.created, {.label = "Created"});
    part(ar, "former", change.former, {.label = "Where it was before"});
    part(ar, "moved", change.moved, {.label = "Where it is"});
    part(ar, "oblivion_flag", change.oblivion_flag, {.label = "Oblivion flag"});
    part(ar, "player_values", change.player_values, {.label = "The player's values"});
    part(ar, "process_level", change.process_level, {.label = "Process level"});
    part(ar, "form_flags", change.form_flags, {.label = "Form flags"});
    part(ar, "inventory", change.inventory, {.label = "Inventory"});
    part(ar, "extra", change.extra, {.label = "Extra data"});
    part(ar, "animation", change.animation, {.label = "Animation"});
    part(ar, "havok", change.havok, {.label = "Havok data"});
    part(ar, "scale", change.scale, {.label = "Scale"});
    rest_of_change(ar, change.rest);
}

}  // namespace redforge::tes
