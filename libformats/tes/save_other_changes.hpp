// Change records of things, factions, cells and quests in a save, by their parts.
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

// ------------------------------------------------------------------------------------------------------------ things

struct ItemValue {
    std::uint32_t value{};
};

template <class Archive>
void serialize(Archive& ar, ItemValue& value, unsigned /*version*/)
{
    field(ar, "value", value.value, {.label = "Value", .unit = "gold", .always = true});
}

struct TaughtSkill {
    std::uint8_t value{};
};

template <class Archive>
void serialize(Archive& ar, TaughtSkill& skill, unsigned /*version*/)
{
    field(ar, "value", skill.value, {.label = "Skill", .doc = "255: none any more", .always = true});
}

/// The change record of a thing that can be carried.
struct ItemChange {
    static constexpr std::string_view element = "item";
    static constexpr std::uint8_t book = 21;
    static constexpr std::uint32_t known_flags = 0xD;

    FormId form_id;
    std::uint8_t type{};
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    std::optional<FormFlags> form_flags;
    std::optional<ItemValue> value;
    std::optional<TaughtSkill> teaches;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const
    {
        return part == "form_flags" ? (flags & 0x1U) != 0 : part == "value" ? (flags & 0x8U) != 0 : (flags & 0x4U) != 0;
    }
};

template <class Archive>
void serialize(Archive& ar, ItemChange& change, unsigned /*version*/)
{
    change_fields(ar, change, item_change_flags);
    list(ar, "form_flags", "form_flags", change.form_flags, {.label = "Form flags"});
    list(ar, "value", "value", change.value, {.label = "Value"});
    list(ar, "teaches", "teaches", change.teaches, {.label = "Skill that a book teaches"});
    rest_of_change(ar, change.rest);
}

// ---------------------------------------------------------------------------------------------------------- factions

struct Reaction {
    FormRef form;
    std::int32_t value{};
};

template <class Archive>
void serialize(Archive& ar, Reaction& reaction, unsigned /*version*/)
{
    form_fields(ar, reaction.form, "Faction or race");
    field(ar, "value", reaction.value, {.label = "Disposition", .always = true});
}

struct Reactions {
    std::vector<Reaction> reactions;
};

template <class Archive>
void serialize(Archive& ar, Reactions& part, unsigned /*version*/)
{
    list(ar, "", "reaction", part.reactions, {.label = "Reactions"});
}

/// A byte of flags.
struct ByteFlags {
    std::uint8_t value{};
};

template <class Archive>
void serialize(Archive& ar, ByteFlags& flags, unsigned /*version*/)
{
    field(ar, "value", flags.value,
          {.label = "Flags", .doc = "As in plugins", .always = true, .notation = Notation::hexadecimal});
}

struct FactionChange {
    static constexpr std::string_view element = "faction";
    static constexpr std::uint8_t fixed_type = 6;
    static constexpr std::uint32_t known_flags = 0xD;

    FormId form_id;
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    std::optional<FormFlags> form_flags;
    std::optional<Reactions> reactions;
    std::optional<ByteFlags> faction_flags;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const
    {
        return part == "form_flags"  ? (flags & 0x1U) != 0
               : part == "reactions" ? (flags & 0x8U) != 0
                                     : (flags & 0x4U) != 0;
    }
};

template <class Archive>
void serialize(Archive& ar, FactionChange& change, unsigned /*version*/)
{
    change_fields(ar, change, faction_change_flags);
    list(ar, "form_flags", "form_flags", change.form_flags, {.label = "Form flags"});
    list(ar, "reactions", "reactions", change.reactions, {.label = "Reactions"});
    list(ar, "faction_flags", "faction_flags", change.faction_flags, {.label = "Flags of the faction"});
    rest_of_change(ar, change.rest);
}

// ------------------------------------------------------------------------------------------------------------- cells

/// Where an exterior cell is.
template <class Coordinate>
struct CellPlace {
    std::uint16_t worldspace{};  ///< place in the save's worldspaces
    Coordinate x{};
    Coordinate y{};
};

template <class Archive, class Coordinate>
void serialize(Archive& ar, CellPlace<Coordinate>& place, unsigned /*version*/)
{
    field(ar, "worldspace", place.worldspace,
          {.label = "Worldspace", .doc = "Its place in the save's worldspaces", .always = true});
    field(ar, "x", place.x, {.label = "X", .always = true});
    field(ar, "y", place.y, {.label = "Y", .always = true});
}

struct DetachTime {
    std::uint32_t value{};
};

template <class Archive>
void serialize(Archive& ar, DetachTime& time, unsigned /*version*/)
{
    field(ar, "value", time.value, {.label = "Time", .doc = "When it was left", .always = true});
}

/// Which of the squares of a cell the player has seen, a bit each.
struct SeenSquares {
    std::array<std::uint8_t, 32> squares{};
    std::int8_t x{};
    std::int8_t y{};
};

template <class Archive>
void serialize(Archive& ar, SeenSquares& seen, unsigned /*version*/)
{
    field(ar, "squares", seen.squares, {.label = "Squares"});
    field(ar, "x", seen.x, {.label = "X"});
    field(ar, "y", seen.y, {.label = "Y"});
}

/// Of an exterior cell.
struct SeenOutside {
    std::array<std::uint8_t, 32> squares{};
};

template <class Archive>
void serialize(Archive& ar, SeenOutside& seen, unsigned /*version*/)
{
    field(ar, "squares", seen.squares, {.label = "Squares", .always = true});
}

/// Of an interior cell: a part of it after the other. The count of them stands behind the squares of the first.
struct SeenInside {
    std::vector<SeenSquares> parts;
};

template <class Archive>
void serialize(Archive& ar, SeenInside& seen, unsigned /*version*/)
{
    if constexpr (WireArchive<Archive>) {
        ar.seen_parts(seen.parts);
    } else {
        list(ar, "", "part", seen.parts, {.label = "Parts"});
    }
}

struct CellName {
    Text value;
};

template <class Archive>
void serialize(Archive& ar, CellName& name, unsigned /*version*/)
{
    field(ar, "value", name.value, {.label = "Name", .always = true});
}

struct CellOwner {
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, CellOwner& owner, unsigned /*version*/)
{
    form_fields(ar, owner.form, "Owner");
}

/// Points of the path grid that are blocked.
struct PathPoints {
    std::vector<std::uint16_t> points;
};

template <class Archive>
void serialize(Archive& ar, PathPoints& path, unsigned /*version*/)
{
    field(ar, "points", path.points, {.label = "Points", .always = true});
}

struct CellChange {
    static constexpr std::string_view element = "cell";
    static constexpr std::uint8_t fixed_type = 48;
    static constexpr std::uint32_t known_flags = 0x1F00003E;

    FormId form_id;
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    std::optional<CellPlace<std::int8_t>> near_place;
    std::optional<CellPlace<std::int16_t>> far_place;
    std::optional<DetachTime> detach_time;
    std::optional<ByteFlags> cell_flags;
    std::optional<SeenOutside> seen_outside;
    std::optional<SeenInside> seen_inside;
    std::optional<CellName> name;
    std::optional<CellOwner> owner;
    std::optional<PathPoints> path_grid;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const
    {
        const bool is_near = (flags & 0x4000000U) != 0;
        const bool is_outside = (flags & 0x6000000U) != 0;
        const bool is_seen = (flags & 0x10000000U) != 0;
        return part == "near_place"     ? is_near
               : part == "far_place"    ? is_outside && !is_near
               : part == "detach_time"  ? (flags & 0x8000000U) != 0
               : part == "cell_flags"   ? (flags & 0x8U) != 0
               : part == "seen_outside" ? is_seen && is_outside
               : part == "seen_inside"  ? is_seen && !is_outside
               : part == "name"         ? (flags & 0x10U) != 0
               : part == "owner"        ? (flags & 0x20U) != 0
                                        : (flags & 0x1000000U) != 0;
    }
};

template <class Archive>
void serialize(Archive& ar, CellChange& change, unsigned /*version*/)
{
    change_fields(ar, change, cell_change_flags);
    list(ar, "near_place", "near_place", change.near_place, {.label = "Place near the origin"});
    list(ar, "far_place", "far_place", change.far_place, {.label = "Place"});
    list(ar, "detach_time", "detach_time", change.detach_time, {.label = "When it was left"});
    list(ar, "cell_flags", "cell_flags", change.cell_flags, {.label = "Flags of the cell"});
    list(ar, "seen_outside", "seen_outside", change.seen_outside, {.label = "Seen"});
    list(ar, "seen_inside", "seen_inside", change.seen_inside, {.label = "Seen"});
    list(ar, "name", "name", change.name, {.label = "Name"});
    list(ar, "owner", "owner", change.owner, {.label = "Owner"});
    list(ar, "path_grid", "path_grid", change.path_grid, {.label = "Path grid"});
    rest_of_change(ar, change.rest);
}

// ------------------------------------------------------------------------------------------------------------ quests

/// An entry of the player's log.
struct LogEntry {
    std::uint8_t index{};
    std::uint16_t day{};
    std::uint16_t year{};
};

template <class Archive>
void serialize(Archive& ar, LogEntry& entry, unsigned /*version*/)
{
    field(ar, "index", entry.index, {.label = "Index", .always = true});
    field(ar, "day", entry.day, {.label = "Day of the year"});
    field(ar, "year", entry.year, {.label = "Year"});
}

struct QuestStage {
    std::uint8_t index{};
    std::uint8_t flags{};
    std::vector<LogEntry> entries;
};

template <class Archive>
void serialize(Archive& ar, QuestStage& stage, unsigned /*version*/)
{
    field(ar, "index", stage.index, {.label = "Stage", .always = true, .key = true});
    field(ar, "flags", stage.flags, {.label = "Flags", .doc = "Bit 0: done", .notation = Notation::hexadecimal});
    counted_list<std::uint8_t>(ar, "", "entry", stage.entries, {.label = "Log entries"});
}

struct QuestStages {
    std::vector<QuestStage> stages;
};

template <class Archive>
void serialize(Archive& ar, QuestStages& part, unsigned /*version*/)
{
    counted_list<std::uint8_t>(ar, "", "stage", part.stages, {.label = "Stages"});
}

struct QuestChange {
    static constexpr std::string_view element = "quest";
    static constexpr std::uint8_t fixed_type = 59;
    static constexpr std::uint32_t known_flags = 0x18000005;

    FormId form_id;
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    std::optional<FormFlags> form_flags;
    std::optional<ByteFlags> quest_flags;
    std::optional<QuestStages> stages;
    std::optional<ScriptState> script;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const
    {
        return part == "form_flags"    ? (flags & 0x1U) != 0
               : part == "quest_flags" ? (flags & 0x4U) != 0
               : part == "stages"      ? (flags & 0x10000000U) != 0
                                       : (flags & 0x8000000U) != 0;
    }
};

template <class Archive>
void serialize(Archive& ar, QuestChange& change, unsigned /*version*/)
{
    change_fields(ar, change, quest_change_flags);
    list(ar, "form_flags", "form_flags", change.form_flags, {.label = "Form flags"});
    list(ar, "quest_flags", "quest_flags", change.quest_flags,
         {.label = "Flags of the quest", .doc = "Bit 0: it has started; bit 1: it is done"});
    list(ar, "stages", "stages", change.stages, {.label = "Stages"});
    list(ar, "script", "script", change.script, {.label = "Script"});
    rest_of_change(ar, change.rest);
}

}  // namespace redforge::tes
