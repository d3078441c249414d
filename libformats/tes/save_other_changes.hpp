// Change records of things, factions, cells and quests in a save, by their parts.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/boxed.hpp"
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
    static constexpr std::uint32_t known_flags = all_flags(item_change_flags);

    FormId form_id;
    std::uint8_t type{};
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    OptionalBox<FormFlags> form_flags;
    OptionalBox<ItemValue> value;
    OptionalBox<TaughtSkill> teaches;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const { return (flags & flag_named(item_change_flags, part)) != 0; }
};

template <class Archive>
void serialize(Archive& ar, ItemChange& change, unsigned /*version*/)
{
    change_fields(ar, change, item_change_flags);
    part(ar, "form_flags", change.form_flags, {.label = "Form flags"});
    part(ar, "value", change.value, {.label = "Value"});
    part(ar, "teaches", change.teaches, {.label = "Skill that a book teaches"});
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
    static constexpr std::uint8_t fixed_type = change_type("fact");
    static constexpr std::uint32_t known_flags = all_flags(faction_change_flags);

    FormId form_id;
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    OptionalBox<FormFlags> form_flags;
    OptionalBox<Reactions> reactions;
    OptionalBox<ByteFlags> faction_flags;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const
    {
        return (flags & flag_named(faction_change_flags, part)) != 0;
    }
};

template <class Archive>
void serialize(Archive& ar, FactionChange& change, unsigned /*version*/)
{
    change_fields(ar, change, faction_change_flags);
    part(ar, "form_flags", change.form_flags, {.label = "Form flags"});
    part(ar, "reactions", change.reactions, {.label = "Reactions"});
    part(ar, "faction_flags", change.faction_flags, {.label = "Flags of the faction"});
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
    static constexpr std::uint8_t fixed_type = change_type("cell");
    static constexpr std::uint32_t known_flags = all_flags(cell_change_flags);

    FormId form_id;
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    OptionalBox<CellPlace<std::int8_t>> near_place;
    OptionalBox<CellPlace<std::int16_t>> far_place;
    OptionalBox<DetachTime> detach_time;
    OptionalBox<ByteFlags> cell_flags;
    OptionalBox<SeenOutside> seen_outside;
    OptionalBox<SeenInside> seen_inside;
    OptionalBox<CellName> name;
    OptionalBox<CellOwner> owner;
    OptionalBox<PathPoints> path_grid;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const
    {
        constexpr std::uint32_t near_place = flag_named(cell_change_flags, "near_place");
        constexpr std::uint32_t far_place = flag_named(cell_change_flags, "far_place");
        constexpr std::uint32_t seen = flag_named(cell_change_flags, "seen");
        const auto any = [this](std::uint32_t wanted) { return (flags & wanted) != 0; };
        const bool is_outside = any(near_place | far_place);
        return part == "far_place"      ? is_outside && !any(near_place)
               : part == "seen_outside" ? any(seen) && is_outside
               : part == "seen_inside"  ? any(seen) && !is_outside
                                        : any(flag_named(cell_change_flags, part));
    }
};

template <class Archive>
void serialize(Archive& ar, CellChange& change, unsigned /*version*/)
{
    change_fields(ar, change, cell_change_flags);
    part(ar, "near_place", change.near_place, {.label = "Place near the origin"});
    part(ar, "far_place", change.far_place, {.label = "Place"});
    part(ar, "detach_time", change.detach_time, {.label = "When it was left"});
    part(ar, "cell_flags", change.cell_flags, {.label = "Flags of the cell"});
    part(ar, "seen_outside", change.seen_outside, {.label = "Seen"});
    part(ar, "seen_inside", change.seen_inside, {.label = "Seen"});
    part(ar, "name", change.name, {.label = "Name"});
    part(ar, "owner", change.owner, {.label = "Owner"});
    part(ar, "path_grid", change.path_grid, {.label = "Path grid"});
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
    static constexpr std::uint8_t fixed_type = change_type("qust");
    static constexpr std::uint32_t known_flags = all_flags(quest_change_flags);

    FormId form_id;
    std::uint32_t flags{};
    std::uint8_t version{125};
    Text stops_at;
    OptionalBox<FormFlags> form_flags;
    OptionalBox<ByteFlags> quest_flags;
    OptionalBox<QuestStages> stages;
    OptionalBox<ScriptState> script;
    Bytes rest;

    [[nodiscard]] bool has(std::string_view part) const { return (flags & flag_named(quest_change_flags, part)) != 0; }
};

template <class Archive>
void serialize(Archive& ar, QuestChange& change, unsigned /*version*/)
{
    change_fields(ar, change, quest_change_flags);
    part(ar, "form_flags", change.form_flags, {.label = "Form flags"});
    part(ar, "quest_flags", change.quest_flags,
         {.label = "Flags of the quest", .doc = "Bit 0: it has started; bit 1: it is done"});
    part(ar, "stages", change.stages, {.label = "Stages"});
    part(ar, "script", change.script, {.label = "Script"});
    rest_of_change(ar, change.rest);
}

}  // namespace redforge::tes
