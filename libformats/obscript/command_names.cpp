// Names of numbers in compiled scripts: actor values, animation groups, blocks.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "core/text/letter_case.hpp"
#include "obscript/actor_values.hpp"
#include "obscript/commands.hpp"

namespace redforge::obscript {
namespace {

constexpr auto animation_groups = std::to_array<std::string_view>({"Idle",
                                                                   "DynamicIdle",
                                                                   "SpecialIdle",
                                                                   "Forward",
                                                                   "Backward",
                                                                   "Left",
                                                                   "Right",
                                                                   "FastForward",
                                                                   "FastBackward",
                                                                   "FastLeft",
                                                                   "FastRight",
                                                                   "DodgeForward",
                                                                   "DodgeBack",
                                                                   "DodgeLeft",
                                                                   "DodgeRight",
                                                                   "TurnLeft",
                                                                   "TurnRight",
                                                                   "Equip",
                                                                   "Unequip",
                                                                   "AttackBow",
                                                                   "AttackLeft",
                                                                   "AttackRight",
                                                                   "AttackPower",
                                                                   "AttackForwardPower",
                                                                   "AttackBackPower",
                                                                   "AttackLeftPower",
                                                                   "AttackRightPower",
                                                                   "BlockIdle",
                                                                   "BlockHit",
                                                                   "BlockAttack",
                                                                   "Recoil",
                                                                   "Stagger",
                                                                   "Death",
                                                                   "TorchIdle",
                                                                   "CastSelf",
                                                                   "CastTouch",
                                                                   "CastTarget",
                                                                   "CastSelfAlt",
                                                                   "CastTouchAlt",
                                                                   "CastTargetAlt",
                                                                   "JumpStart",
                                                                   "JumpLoop",
                                                                   "JumpLand"});

constexpr auto sexes = std::to_array<std::string_view>({"Male", "Female"});
constexpr auto crimes = std::to_array<std::string_view>({"Steal", "Pickpocket", "Trespass", "Assault", "Murder"});

constexpr std::uint16_t first_form_type = 0x12;
constexpr auto form_types =
    std::to_array<std::string_view>({"Activator",  "",      "Armor",       "Book",     "Clothing",
                                     "Container",  "Door",  "Ingredient",  "Light",    "MiscItem",
                                     "Static",     "Grass", "Tree",        "Flora",    "Furniture",
                                     "Weapon",     "Ammo",  "NPC",         "Creature", "LeveledCreature",
                                     "SoulGem",    "Key",   "AlchemyItem", "SubSpace", "SigilStone",
                                     "LeveledItem"});

constexpr auto blocks = std::to_array<BlockType>({{"GameMode", ""},
                                                  {"MenuMode", "i"},
                                                  {"OnActivate", "R"},
                                                  {"OnAdd", "O"},
                                                  {"OnEquip", "R"},
                                                  {"OnUnequip", "R"},
                                                  {"OnDrop", "O"},
                                                  {"Function", ""},
                                                  {"OnHit", "A"},
                                                  {"OnHitWith", "T"},
                                                  {"OnDeath", "A"},
                                                  {"OnMurder", "A"},
                                                  {"OnKnockout", ""},
                                                  {"OnAlarm", "cA", 1},
                                                  {"OnAlarmVictim", "cA", 1},
                                                  {"OnPackageStart", "P"},
                                                  {"OnPackageDone", "P", 0, "OnPackageEnd"},
                                                  {"ScriptEffectStart", ""},
                                                  {"ScriptEffectFinish", ""},
                                                  {"ScriptEffectUpdate", ""},
                                                  {"OnPackageChange", "P"},
                                                  {"OnLoad", ""},
                                                  {"OnMagicEffectHit", "E"},
                                                  {"OnSell", "A"},
                                                  {"OnTrigger", "R"},
                                                  {"OnStartCombat", "A"},
                                                  {"OnTriggerActor", "A"},
                                                  {"OnTriggerMob", "R"},
                                                  {"OnActorEquip", "T"},
                                                  {"OnActorUnequip", "T"},
                                                  {"OnReset", ""}});

/// Sorted as parameter_types() returns them; `name` is the word in definitions/commands.tsv.
constexpr auto types = std::to_array<ParameterType>({
    {'s', 's', "String", "text"},
    {'i', 'i', "Integer", "whole number"},
    {'f', 'f', "Float", "number"},
    {'a', 'a', "ActorValue", "actor value"},
    {'x', 'x', "Axis", "axis"},
    {'g', 'g', "AnimationGroup", "animation group"},
    {'e', 'e', "Sex", "sex"},
    {'c', 'c', "CrimeType", "crime"},
    {'t', 't', "FormType", "type of form"},
    {'v', 'v', "VariableName", "name of a variable"},
    {'q', 'i', "QuestStage", "quest stage"},
    {'n', 'i', "StringVar", "string_var"},
    {'R', 'r', "ObjectRef", "reference"},
    {'I', 'r', "InventoryObject", "item"},
    {'Y', 'r', "CombatStyle", "combat style"},
    {'E', 'r', "MagicEffect", "magic effect"},
    {'M', 'r', "MagicItem", "magic item"},
    {'B', 'r', "ActorBase", "base actor"},
    {'N', 'r', "NPC", "NPC"},
    {'P', 'r', "AIPackage", "AI package"},
    {'L', 'r', "SpellItem", "spell"},
    {'F', 'r', "Faction", "faction"},
    {'W', 'r', "WeatherID", "weather"},
    {'C', 'r', "Cell", "cell"},
    {'A', 'r', "Actor", "actor"},
    {'Q', 'r', "Quest", "quest"},
    {'K', 'r', "Race", "race"},
    {'J', 'r', "Climate", "climate"},
    {'U', 'r', "Sound", "sound"},
    {'Z', 'r', "Class", "class"},
    {'T', 'r', "TESObject", "object"},
    {'D', 'r', "WorldSpace", "world"},
    {'H', 'r', "EffectShader", "effect shader"},
    {'O', 'r', "Container", "container"},
    {'V', 'r', "Owner", "owner"},
    {'X', 'r', "Topic", "topic"},
    {'G', 'r', "Birthsign", "birthsign"},
    {'S', 'r', "MapMarker", "map marker"},
    {'b', 'r', "Global", "global"},
    {'u', 'r', "Furniture", "furniture"},
    {'0', 'o', "Expr.Array", "array"},
    {'1', 'o', "Expr.Pair", "pair"},
    {'2', 'o', "Expr.BasicType", "number, text, form or array"},
    {'3', 'o', "Expr.String", "text"},
    {'4', 'o', "Expr.Form", "form"},
    {'5', 'o', "Expr.Number", "number"},
    {'6', 'o', "Expr.StringVar", "string_var"},
    {'7', 'o', "Expr.ArrayIndex", "index of an array"},
    {'8', 'o', "Expr.FormOrNumber", "form or number"},
    {'9', 'o', "Expr.Boolean", "condition"},
    {'z', 'o', "Expr.Slice", "slice"},
    {'y', 'o', "Expr.NoTypeCheck", "value"},
    {'w', 'o', "Expr.ForEachContext", "variable <- array"},
});

}  // namespace

std::span<const std::string_view> parameter_words(char kind)
{
    switch (kind) {
    case 'a': return actor_value_names;
    case 'g': return animation_groups;
    case 'e': return sexes;
    case 'c': return crimes;
    case 't': return form_types;
    default: return {};
    }
}

namespace {

/// Hash table of commands by name: open addressing, at most half full.
class CommandTable {
public:
    CommandTable() : places_(std::bit_ceil(3 * commands().size()))
    {
        for (const Command& command : commands()) {
            add(command.name, command);
            add(command.short_name, command);
        }
    }
    [[nodiscard]] const Command* find(std::string_view name) const { return places_[position_of(name)].command; }

private:
    struct Place {
        std::string_view name;
        const Command* command{};
    };
    void add(std::string_view name, const Command& command)
    {
        Place& place = places_[position_of(name)];
        if (!name.empty() && place.command == nullptr) {
            place = {name, &command};
        }
    }
    /// Returns the index of a name, or of the free slot for it.
    [[nodiscard]] std::size_t position_of(std::string_view name) const
    {
        std::uint32_t hash = 2166136261U;  // FNV-1a
        for (const char c : name) {
            hash = (hash ^ static_cast<unsigned char>(to_lower(c))) * 16777619U;
        }
        std::size_t place = hash % places_.size();
        while (places_[place].command != nullptr && !equals_ignore_case(places_[place].name, name)) {
            place = (place + 1) % places_.size();
        }
        return place;
    }

    std::vector<Place> places_;
};

}  // namespace

const Command* command_named(std::string_view name)
{
    static const CommandTable table;
    return table.find(name);
}

bool has_its_name(const Command& command)
{
    static const std::vector<bool> first = [] {
        std::vector<bool> found;
        std::ranges::transform(commands(), std::back_inserter(found),
                               [](const Command& each) { return command_named(each.name) == &each; });
        return found;
    }();
    return first[static_cast<std::size_t>(&command - commands().data())];
}

std::string_view parameter_word(char kind, std::uint16_t value)
{
    const auto words = parameter_words(kind);
    const std::size_t place = static_cast<std::uint16_t>(value - (kind == 't' ? first_form_type : 0));
    return place < words.size() ? words[place] : std::string_view{};
}

int parameter_value(char kind, std::string_view word)
{
    const auto words = parameter_words(kind);
    const auto found =
        std::ranges::find_if(words, [&](std::string_view each) { return equals_ignore_case(each, word); });
    return found == words.end() || word.empty()
               ? -1
               : static_cast<int>(found - words.begin()) + (kind == 't' ? first_form_type : 0);
}

std::span<const BlockType> block_types()
{
    return blocks;
}

int block_type_named(std::string_view name)
{
    const auto found = std::ranges::find_if(blocks, [&](const BlockType& each) {
        return equals_ignore_case(each.name, name) || (!name.empty() && equals_ignore_case(each.other_name, name));
    });
    return found == blocks.end() ? -1 : static_cast<int>(found - blocks.begin());
}

std::span<const ParameterType> parameter_types()
{
    return types;
}

const ParameterType& parameter_type(char letter)
{
    static const auto by_letter = [] {
        std::array<const ParameterType*, 128> found{};
        for (const ParameterType& type : types) {
            found[static_cast<unsigned char>(type.letter)] = &type;
        }
        return found;
    }();
    return *by_letter[static_cast<unsigned char>(letter)];
}

}  // namespace redforge::obscript
