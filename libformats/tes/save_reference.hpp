// Change records of REFR, ACHR and ACRE in a save: where a thing or an actor of the world is, what it carries, what became of it.
//
// The change flags say which parts the data has. Of actors, what the game's process for them keeps follows; nobody knows all of it,
// so that it stays bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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
    static constexpr std::uint8_t thing = 49;
    static constexpr std::uint8_t last_type = 51;
    static constexpr FormId player{0x14};

    FormId form_id;
    std::uint8_t type{thing};
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    std::optional<CreatedPlace> created;
    std::optional<FormerPlace> former;
    std::optional<MovedPlace> moved;
    std::optional<OblivionFlag> oblivion_flag;
    std::vector<PlayerValues> player_values;  ///< one of the player, else none; few records are as large
    std::optional<ProcessLevel> process_level;
    std::optional<FormFlags> form_flags;
    std::optional<Inventory> inventory;
    std::optional<ExtraList> extra;
    std::optional<SizedBytes> animation;
    std::optional<SizedBytes> havok;
    std::optional<ReferenceScale> scale;
    Bytes rest;

    /// Whether the data has a part, as far as the parts before it say it.
    [[nodiscard]] bool has(std::string_view part) const
    {
        constexpr std::uint32_t any_extra = 0x177577E0;
        const auto flag = [this](std::string_view name) { return has_flag(flags, reference_flags, name); };
        const bool is_actor = type != thing;
        const bool is_created = flag("created");
        const bool is_moved = !is_created && (flag("moved") || flag("havok_moved"));
        const bool flies = created && (created->kind == 1 || created->kind == 2);
        return part == "former"          ? is_moved && flag("cell_changed")
               : part == "moved"         ? is_moved
               : part == "oblivion_flag" ? !is_created && !is_moved && flag(part)
               : part == "player_values" ? form_id == player && is_actor
               : part == "process_level" ? is_actor || flies
               : part == "extra"         ? is_actor || (flags & any_extra) != 0
               : part == "animation"     ? !is_actor && flag(part)
               : part == "havok"         ? flag("havok_moved") || flag("had_havok_move")
                                         : flag(part);
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
