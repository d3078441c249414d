// Change records of NPC_ and CREA in a save: what became of an actor's own record while playing.
//
// The data of such a record is a row of parts, each there or not; its change flags say which. A part that is there is an
// element in the text, so the flags follow from the parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/boxed.hpp"
#include "tes/save_change_fields.hpp"
#include "tes/save_enums.hpp"
#include "tes/save_values.hpp"

namespace redforge::tes {

enum class ActorKind : std::uint8_t { npc, creature };

/// Bit 0: the form's flags while the game runs.
struct FormFlags {
    std::uint32_t value{};
};

template <class Archive>
void serialize(Archive& ar, FormFlags& flags, unsigned /*version*/)
{
    field(ar, "value", flags.value, {.label = "Form flags", .always = true, .enum_names = form_flags, .flags = true});
}

/// Bit 3: base attributes, without what magic adds.
struct Attributes {
    std::uint8_t strength{};
    std::uint8_t intelligence{};
    std::uint8_t willpower{};
    std::uint8_t agility{};
    std::uint8_t speed{};
    std::uint8_t endurance{};
    std::uint8_t personality{};
    std::uint8_t luck{};
};

template <class Archive>
void serialize(Archive& ar, Attributes& attributes, unsigned /*version*/)
{
    field(ar, "strength", attributes.strength, {.label = "Strength", .always = true});
    field(ar, "intelligence", attributes.intelligence, {.label = "Intelligence", .always = true});
    field(ar, "willpower", attributes.willpower, {.label = "Willpower", .always = true});
    field(ar, "agility", attributes.agility, {.label = "Agility", .always = true});
    field(ar, "speed", attributes.speed, {.label = "Speed", .always = true});
    field(ar, "endurance", attributes.endurance, {.label = "Endurance", .always = true});
    field(ar, "personality", attributes.personality, {.label = "Personality", .always = true});
    field(ar, "luck", attributes.luck, {.label = "Luck", .always = true});
}

/// Bit 4: 16 bytes, laid out as ACBS in plugins.
template <ActorKind kind>
struct BaseData {
    std::uint32_t flags{};
    std::uint16_t magicka{};  ///< of the player: without what Intelligence gives
    std::uint16_t fatigue{};  ///< of the player: 0
    std::uint16_t barter_gold{};
    std::int16_t level{};      ///< or the offset to the player's
    std::uint16_t calc_min{};  ///< lowest calculated level
    std::uint16_t calc_max{};  ///< highest calculated level
};

template <class Archive, ActorKind kind>
void serialize(Archive& ar, BaseData<kind>& base, unsigned /*version*/)
{
    constexpr EnumNames flags = kind == ActorKind::npc ? EnumNames(npc_flags) : EnumNames(creature_flags);
    field(ar, "flags", base.flags, {.label = "Flags", .enum_names = flags, .flags = true});
    field(ar, "magicka", base.magicka, {.label = "Magicka"});
    field(ar, "fatigue", base.fatigue, {.label = "Fatigue"});
    field(ar, "barter_gold", base.barter_gold, {.label = "Barter gold"});
    field(ar, "level", base.level, {.label = "Level", .doc = "With pc_level_offset, added to the player's"});
    field(ar, "calc_min", base.calc_min, {.label = "Lowest calculated level"});
    field(ar, "calc_max", base.calc_max, {.label = "Highest calculated level"});
}

struct Faction {
    FormRef form;
    std::int8_t rank{};  ///< -1: suspended
};

template <class Archive>
void serialize(Archive& ar, Faction& faction, unsigned /*version*/)
{
    form_fields(ar, faction.form, "Faction");
    field(ar, "rank", faction.rank, {.label = "Rank", .doc = "0 is the lowest; -1 suspended"});
}

/// Bit 6.
struct Factions {
    std::vector<Faction> factions;
};

template <class Archive>
void serialize(Archive& ar, Factions& part, unsigned /*version*/)
{
    list(ar, "", "faction", part.factions, {.label = "Factions"});
}

struct Spell {
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, Spell& spell, unsigned /*version*/)
{
    form_fields(ar, spell.form, "Spell");
}

/// Bit 5: spells, then leveled spells.
struct Spells {
    std::vector<Spell> spells;
};

template <class Archive>
void serialize(Archive& ar, Spells& part, unsigned /*version*/)
{
    list(ar, "", "spell", part.spells, {.label = "Spells", .doc = "Spells, then leveled spells"});
}

/// Bit 8.
struct AiData {
    std::uint8_t aggression{};
    std::uint8_t confidence{};
    std::uint8_t energy{};
    std::uint8_t responsibility{};
};

template <class Archive>
void serialize(Archive& ar, AiData& data, unsigned /*version*/)
{
    field(ar, "aggression", data.aggression, {.label = "Aggression", .always = true});
    field(ar, "confidence", data.confidence, {.label = "Confidence", .always = true});
    field(ar, "energy", data.energy, {.label = "Energy", .always = true});
    field(ar, "responsibility", data.responsibility, {.label = "Responsibility", .always = true});
}

/// Bit 2: base health; of the player without what Endurance gives.
struct Health {
    std::uint32_t value{};
};

template <class Archive>
void serialize(Archive& ar, Health& health, unsigned /*version*/)
{
    field(ar, "value", health.value, {.label = "Base health", .always = true});
}

struct Modifier {
    std::uint8_t actor_value{};
    float value{};
};

template <class Archive>
void serialize(Archive& ar, Modifier& modifier, unsigned /*version*/)
{
    field(ar, "actor_value", modifier.actor_value,
          {.label = "Actor value", .always = true, .enum_names = actor_values});
    field(ar, "value", modifier.value, {.label = "Value", .always = true});
}

/// Bit 28: changes to actor values, in any order and possibly several of one.
struct Modifiers {
    std::vector<Modifier> modifiers;
};

template <class Archive>
void serialize(Archive& ar, Modifiers& part, unsigned /*version*/)
{
    list(ar, "", "modifier", part.modifiers, {.label = "Modifiers"});
}

/// Bit 7: another name, at most 255 bytes.
struct FullName {
    Text value;
};

template <class Archive>
void serialize(Archive& ar, FullName& name, unsigned /*version*/)
{
    field(ar, "value", name.value, {.label = "Name", .always = true});
}

/// Bit 9 of an NPC.
struct NpcSkills {
    std::uint8_t armorer{};
    std::uint8_t athletics{};
    std::uint8_t blade{};
    std::uint8_t block{};
    std::uint8_t blunt{};
    std::uint8_t hand_to_hand{};
    std::uint8_t heavy_armor{};
    std::uint8_t alchemy{};
    std::uint8_t alteration{};
    std::uint8_t conjuration{};
    std::uint8_t destruction{};
    std::uint8_t illusion{};
    std::uint8_t mysticism{};
    std::uint8_t restoration{};
    std::uint8_t acrobatics{};
    std::uint8_t light_armor{};
    std::uint8_t marksman{};
    std::uint8_t mercantile{};
    std::uint8_t security{};
    std::uint8_t sneak{};
    std::uint8_t speechcraft{};
};

template <class Archive>
void serialize(Archive& ar, NpcSkills& skills, unsigned /*version*/)
{
    field(ar, "armorer", skills.armorer, {.label = "Armorer", .always = true});
    field(ar, "athletics", skills.athletics, {.label = "Athletics", .always = true});
    field(ar, "blade", skills.blade, {.label = "Blade", .always = true});
    field(ar, "block", skills.block, {.label = "Block", .always = true});
    field(ar, "blunt", skills.blunt, {.label = "Blunt", .always = true});
    field(ar, "hand_to_hand", skills.hand_to_hand, {.label = "Hand to hand", .always = true});
    field(ar, "heavy_armor", skills.heavy_armor, {.label = "Heavy armor", .always = true});
    field(ar, "alchemy", skills.alchemy, {.label = "Alchemy", .always = true});
    field(ar, "alteration", skills.alteration, {.label = "Alteration", .always = true});
    field(ar, "conjuration", skills.conjuration, {.label = "Conjuration", .always = true});
    field(ar, "destruction", skills.destruction, {.label = "Destruction", .always = true});
    field(ar, "illusion", skills.illusion, {.label = "Illusion", .always = true});
    field(ar, "mysticism", skills.mysticism, {.label = "Mysticism", .always = true});
    field(ar, "restoration", skills.restoration, {.label = "Restoration", .always = true});
    field(ar, "acrobatics", skills.acrobatics, {.label = "Acrobatics", .always = true});
    field(ar, "light_armor", skills.light_armor, {.label = "Light armor", .always = true});
    field(ar, "marksman", skills.marksman, {.label = "Marksman", .always = true});
    field(ar, "mercantile", skills.mercantile, {.label = "Mercantile", .always = true});
    field(ar, "security", skills.security, {.label = "Security", .always = true});
    field(ar, "sneak", skills.sneak, {.label = "Sneak", .always = true});
    field(ar, "speechcraft", skills.speechcraft, {.label = "Speechcraft", .always = true});
}

/// Bit 9 of a creature.
struct CreatureSkills {
    std::uint8_t combat{};
    std::uint8_t magic{};
    std::uint8_t stealth{};
};

template <class Archive>
void serialize(Archive& ar, CreatureSkills& skills, unsigned /*version*/)
{
    field(ar, "combat", skills.combat, {.label = "Combat", .always = true});
    field(ar, "magic", skills.magic, {.label = "Magic", .always = true});
    field(ar, "stealth", skills.stealth, {.label = "Stealth", .always = true});
}

/// Bit 10: form 0 for none.
struct CombatStyle {
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, CombatStyle& style, unsigned /*version*/)
{
    form_fields(ar, style.form, "Combat style");
}

/// The end of an actor's data where it does not follow the layout.
struct UnreadParts {
    std::uint32_t parts{};  ///< those that its bytes should be; none for bytes behind the last part
    Bytes data;
};

template <class Archive>
void serialize(Archive& ar, UnreadParts& unread, unsigned /*version*/)
{
    field(ar, "parts", unread.parts,
          {.label = "Parts", .doc = "Parts that the bytes should be", .enum_names = actor_parts, .flags = true});
    blob(ar, "data", unread.data, {.label = "Bytes"});
}

/// The change record of an actor. Its parts stand in the order of the file.
template <ActorKind kind>
struct ActorChange {
    static constexpr bool is_npc = kind == ActorKind::npc;
    static constexpr std::string_view element = is_npc ? "npc" : "creature";
    static constexpr std::uint8_t type = change_type(is_npc ? "npc" : "crea");
    using Skills = std::conditional_t<is_npc, NpcSkills, CreatureSkills>;

    FormId form_id;
    std::uint8_t version{125};
    std::uint32_t other_flags{};  ///< bits of the change flags that no part belongs to
    OptionalBox<FormFlags> form_flags;
    OptionalBox<Attributes> attributes;
    OptionalBox<BaseData<kind>> base_data;
    OptionalBox<Factions> factions;
    OptionalBox<Spells> spells;
    OptionalBox<AiData> ai_data;
    OptionalBox<Health> health;
    OptionalBox<Modifiers> modifiers;
    OptionalBox<FullName> full_name;
    OptionalBox<Skills> skills;
    OptionalBox<CombatStyle> combat_style;
    OptionalBox<UnreadParts> unread;

    /// The name of the actor's own file in an unpacked folder: npc_0001D15C.
    [[nodiscard]] std::string file_stem() const
    {
        std::string stem = std::string(element) + '_';
        Leaf<FormId>::append(stem, form_id);
        return stem;
    }
};

using NpcChange = ActorChange<ActorKind::npc>;
using CreatureChange = ActorChange<ActorKind::creature>;

template <class Archive, ActorKind kind>
void serialize(Archive& ar, ActorChange<kind>& actor, unsigned /*version*/)
{
    change_id_field(ar, actor.form_id);
    change_version_field(ar, actor.version);
    field(ar, "other_flags", actor.other_flags,
          {.label = "Other change flags",
           .doc = "Bits of the change flags that no part belongs to",
           .enum_names = other_actor_flags,
           .flags = true});
    list(ar, "form_flags", "form_flags", actor.form_flags, {.label = "Form flags"});
    list(ar, "attributes", "attributes", actor.attributes, {.label = "Attributes"});
    list(ar, "base_data", "base_data", actor.base_data, {.label = "Base data"});
    list(ar, "factions", "factions", actor.factions, {.label = "Factions"});
    list(ar, "spells", "spells", actor.spells, {.label = "Spells"});
    list(ar, "ai_data", "ai_data", actor.ai_data, {.label = "AI data"});
    list(ar, "health", "health", actor.health, {.label = "Health"});
    list(ar, "modifiers", "modifiers", actor.modifiers, {.label = "Modifiers"});
    list(ar, "full_name", "full_name", actor.full_name, {.label = "Full name"});
    list(ar, "skills", "skills", actor.skills, {.label = "Skills"});
    list(ar, "combat_style", "combat_style", actor.combat_style, {.label = "Combat style"});
    list(ar, "unread", "unread", actor.unread,
         {.label = "Unread parts", .doc = "The end of the data where it does not follow the layout"});
}

}  // namespace redforge::tes
