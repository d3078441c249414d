// The names of numbers in saves of Oblivion: types of change records, actor values, flags of actors and forms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "core/field.hpp"
#include "core/letter_case.hpp"
#include "obscript/actor_values.hpp"

namespace redforge::tes {

/// How the data of a change record is laid out.
enum class ChangeLayout : std::uint8_t { unknown, npc, creature, reference, item, faction, cell, quest };

/// A type of change records: a form type of the game. Its name is the record type of plugins.
struct ChangeType {
    EnumName name;
    ChangeLayout layout{};
};

inline constexpr std::array<ChangeType, 23> change_layouts{{
    {{6, "fact", "Faction"}, ChangeLayout::faction},
    {{19, "appa", "Apparatus"}, ChangeLayout::item},
    {{20, "armo", "Armor"}, ChangeLayout::item},
    {{21, "book", "Book"}, ChangeLayout::item},
    {{22, "clot", "Clothing"}, ChangeLayout::item},
    {{25, "ingr", "Ingredient"}, ChangeLayout::item},
    {{26, "ligh", "Light"}, ChangeLayout::item},
    {{27, "misc", "Miscellaneous"}, ChangeLayout::item},
    {{33, "weap", "Weapon"}, ChangeLayout::item},
    {{34, "ammo", "Ammunition"}, ChangeLayout::item},
    {{35, "npc", "NPC"}, ChangeLayout::npc},
    {{36, "crea", "Creature"}, ChangeLayout::creature},
    {{38, "slgm", "Soul gem"}, ChangeLayout::item},
    {{39, "keym", "Key"}, ChangeLayout::item},
    {{40, "alch", "Potion"}, ChangeLayout::item},
    {{48, "cell", "Cell"}, ChangeLayout::cell},
    {{49, "refr", "Reference"}, ChangeLayout::reference},
    {{50, "achr", "NPC in the world"}, ChangeLayout::reference},
    {{51, "acre", "Creature in the world"}, ChangeLayout::reference},
    {{57, "dial", "Dialogue topic"}, ChangeLayout::unknown},
    {{58, "info", "Dialogue line"}, ChangeLayout::unknown},
    {{59, "qust", "Quest"}, ChangeLayout::quest},
    {{61, "pack", "AI package"}, ChangeLayout::unknown},
}};

/// Their names alone.
inline constexpr auto change_types = [] {
    std::array<EnumName, change_layouts.size()> names{};
    std::ranges::transform(change_layouts, names.begin(), &ChangeType::name);
    return names;
}();

/// Types that are not in the table have no known layout.
[[nodiscard]] constexpr ChangeLayout layout_of(std::uint8_t type)
{
    const auto* const found =
        std::ranges::find(change_layouts, type, [](const ChangeType& each) { return each.name.value; });
    return found == change_layouts.end() ? ChangeLayout::unknown : found->layout;
}

/// The number of a type by its name, which is in the table.
[[nodiscard]] constexpr std::uint8_t change_type(std::string_view name)
{
    const auto* const found =
        std::ranges::find(change_layouts, name, [](const ChangeType& each) { return each.name.name; });
    return static_cast<std::uint8_t>(found->name.value);
}

/// The names of actor values in scripts ("HandToHand") as words ("hand_to_hand") and labels ("Hand to hand").
struct ActorValueTexts {
    static constexpr std::size_t count = obscript::actor_value_names.size();
    using Text = std::array<char, 24>;
    std::array<Text, count> words{};
    std::array<Text, count> labels{};
    std::array<std::size_t, count> lengths{};
};
inline constexpr ActorValueTexts actor_value_texts = [] {
    ActorValueTexts texts;
    for (std::size_t i = 0; i < ActorValueTexts::count; ++i) {
        std::size_t& length = texts.lengths[i];
        for (const char letter : obscript::actor_value_names[i]) {
            if (to_lower(letter) != letter && length != 0) {
                texts.words[i][length] = '_';
                texts.labels[i][length++] = ' ';
            }
            texts.words[i][length] = to_lower(letter);
            texts.labels[i][length] = length == 0 ? letter : to_lower(letter);
            ++length;
        }
    }
    return texts;
}();

/// Actor values, by the index that modifiers have.
inline constexpr auto actor_values = [] {
    std::array<EnumName, ActorValueTexts::count> words{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t length = actor_value_texts.lengths[i];
        words[i] = {static_cast<std::int64_t>(i),
                    {actor_value_texts.words[i].data(), length},
                    {actor_value_texts.labels[i].data(), length}};
    }
    return words;
}();

/// Parts of the data of an actor's change record, as bits of its change flags.
inline constexpr std::array<EnumName, 11> actor_parts{{
    {0x00000001, "form_flags", "Form flags"},
    {0x00000004, "health", "Health"},
    {0x00000008, "attributes", "Attributes"},
    {0x00000010, "base_data", "Base data"},
    {0x00000020, "spells", "Spells"},
    {0x00000040, "factions", "Factions"},
    {0x00000080, "full_name", "Full name"},
    {0x00000100, "ai_data", "AI data"},
    {0x00000200, "skills", "Skills"},
    {0x00000400, "combat_style", "Combat style"},
    {0x10000000, "modifiers", "Modifiers"},
}};

/// Bits of an actor's change flags that no part of its data belongs to.
inline constexpr std::array<EnumName, 1> other_actor_flags{{{0x00000800, "fame", "Fame"}}};

/// The flag of that name; 0 when there is none.
[[nodiscard]] constexpr std::uint32_t flag_named(EnumNames names, std::string_view name)
{
    const auto found = std::ranges::find(names, name, &EnumName::name);
    return found == names.end() ? 0 : static_cast<std::uint32_t>(found->value);
}

/// All flags of a table together.
[[nodiscard]] constexpr std::uint32_t all_flags(EnumNames names)
{
    std::uint32_t all = 0;
    for (const EnumName& each : names) {
        all |= static_cast<std::uint32_t>(each.value);
    }
    return all;
}

/// Change flags of a reference. Not all of them announce data. Those of objects and doors mean others on actors.
inline constexpr std::array<EnumName, 28> reference_flags{{
    {0x00000001, "form_flags", "Form flags"},
    {0x00000002, "created", "Created while playing"},
    {0x00000004, "moved", "Moved"},
    {0x00000008, "havok_moved", "Moved by Havok"},
    {0x00000010, "scale", "Scale"},
    {0x00000020, "all_extra", "All extra data"},
    {0x00000040, "object_lock", "Object: lock"},
    {0x00000080, "object_owner", "Object: owner"},
    {0x00000100, "object_global", "Object: global of the owner"},
    {0x00000200, "object_rank", "Object: rank of the owner"},
    {0x00000400, "map_marker", "Map marker"},
    {0x00000800, "had_havok_move", "Had been moved by Havok"},
    {0x00010000, "object_empty", "Object: empty"},
    {0x00020000, "object_dropped", "Object: dropped"},
    {0x00040000, "door_default_state", "Door: open at first"},
    {0x00080000, "door_state", "Door: open"},
    {0x00100000, "door_teleport", "Door: where it leads"},
    {0x00200000, "object_magic", "Object: magic"},
    {0x00400000, "object_furniture", "Object: furniture marker"},
    {0x00800000, "oblivion_flag", "Oblivion flag"},
    {0x01000000, "saved_movement", "Saved movement"},
    {0x02000000, "animation", "Animation"},
    {0x04000000, "script", "Script"},
    {0x08000000, "inventory", "Inventory"},
    {0x10000000, "leveled_creature", "Leveled creature"},
    {0x20000000, "unknown_29", "Bit 29"},
    {0x40000000, "disabled", "Disabled or enabled"},
    {0x80000000, "cell_changed", "Came into another cell"},
}};

/// Change flags of things that can be carried.
inline constexpr std::array<EnumName, 3> item_change_flags{{
    {0x1, "form_flags", "Form flags"},
    {0x4, "teaches", "Skill that a book teaches"},
    {0x8, "value", "Value"},
}};

/// Change flags of factions.
inline constexpr std::array<EnumName, 3> faction_change_flags{{
    {0x1, "form_flags", "Form flags"},
    {0x4, "faction_flags", "Flags of the faction"},
    {0x8, "reactions", "Reactions"},
}};

/// Change flags of cells.
inline constexpr std::array<EnumName, 10> cell_change_flags{{
    {0x00000002, "created", "Created"},
    {0x00000004, "created_2", "Created, second bit"},
    {0x00000008, "cell_flags", "Flags of the cell"},
    {0x00000010, "name", "Name"},
    {0x00000020, "owner", "Owner"},
    {0x01000000, "path_grid", "Path grid"},
    {0x02000000, "far_place", "Place"},
    {0x04000000, "near_place", "Place near the origin"},
    {0x08000000, "detach_time", "When it was left"},
    {0x10000000, "seen", "Seen"},
}};

/// Change flags of quests.
inline constexpr std::array<EnumName, 4> quest_change_flags{{
    {0x00000001, "form_flags", "Form flags"},
    {0x00000004, "quest_flags", "Flags of the quest"},
    {0x08000000, "script", "Script"},
    {0x10000000, "stages", "Stages"},
}};

/// Flags of any form while the game runs.
inline constexpr std::array<EnumName, 17> form_flags{{
    {0x00000001, "from_master", "From a master"},
    {0x00000002, "from_active_file", "From the active file"},
    {0x00000004, "data_loaded", "Data loaded"},
    {0x00000008, "linked", "Linked"},
    {0x00000020, "deleted", "Deleted"},
    {0x00000040, "border_region", "Border region"},
    {0x00000080, "turn_off_fire", "Turn off fire"},
    {0x00000200, "cast_shadows", "Casts shadows"},
    {0x00000400, "quest_item", "Quest item, or persistent"},
    {0x00000800, "initially_disabled", "Initially disabled"},
    {0x00001000, "ignored", "Ignored"},
    {0x00004000, "temporary", "Temporary"},
    {0x00008000, "visible_when_distant", "Visible when distant"},
    {0x00020000, "off_limits", "Off limits"},
    {0x00040000, "compressed", "Compressed"},
    {0x00080000, "cannot_wait", "Can't wait"},
    {0x00100000, "ignore_friendly_hits", "Ignores friendly hits"},
}};

/// Flags of an NPC's base data.
inline constexpr std::array<EnumName, 10> npc_flags{{
    {0x00000001, "female", "Female"},
    {0x00000002, "essential", "Essential"},
    {0x00000008, "respawn", "Respawns"},
    {0x00000010, "auto_calc_stats", "Stats are calculated"},
    {0x00000080, "pc_level_offset", "Level is an offset to the player's"},
    {0x00000200, "no_low_level_processing", "No low-level processing"},
    {0x00002000, "no_rumors", "No rumors"},
    {0x00004000, "summonable", "Summonable"},
    {0x00008000, "no_persuasion", "No persuasion"},
    {0x00100000, "can_corpse_check", "Can check corpses"},
}};

/// Flags of a creature's base data.
inline constexpr std::array<EnumName, 17> creature_flags{{
    {0x00000001, "biped", "Biped"},
    {0x00000002, "essential", "Essential"},
    {0x00000004, "weapon_and_shield", "Weapon and shield"},
    {0x00000008, "respawn", "Respawns"},
    {0x00000010, "swims", "Swims"},
    {0x00000020, "flies", "Flies"},
    {0x00000040, "walks", "Walks"},
    {0x00000080, "pc_level_offset", "Level is an offset to the player's"},
    {0x00000200, "no_low_level_processing", "No low-level processing"},
    {0x00000800, "no_blood_spray", "No blood spray"},
    {0x00001000, "no_blood_decal", "No blood decal"},
    {0x00008000, "no_head", "No head"},
    {0x00010000, "no_right_arm", "No right arm"},
    {0x00020000, "no_left_arm", "No left arm"},
    {0x00040000, "no_combat_in_water", "No combat in water"},
    {0x00080000, "no_shadow", "No shadow"},
    {0x00100000, "no_corpse_check", "No corpse check"},
}};

/// The parts of a save in the order of the file: where reading can stop.
enum class SavePart : std::uint8_t {
    header,
    plugins,
    globals,
    statistics,
    processes,
    spectator_events,
    weather,
    created,
    quick_keys,
    reticule,
    interface,
    regions,
    changes,
    temporary_effects,
    form_ids,
    worldspaces,
    end,
};

/// The names of SavePart.
inline constexpr std::array<EnumName, 17> save_parts{{
    {0, "header", "Header"},
    {1, "plugins", "Plugins"},
    {2, "globals", "Globals"},
    {3, "statistics", "Statistics"},
    {4, "processes", "Processes"},
    {5, "spectator_events", "Spectator events"},
    {6, "weather", "Weather"},
    {7, "created", "Created records"},
    {8, "quick_keys", "Quick keys"},
    {9, "reticule", "Reticule"},
    {10, "interface", "Interface"},
    {11, "regions", "Regions"},
    {12, "changes", "Change records"},
    {13, "temporary_effects", "Temporary effects"},
    {14, "form_ids", "FormIDs"},
    {15, "worldspaces", "Worldspaces"},
    {16, "end", "End"},
}};

}  // namespace redforge::tes
