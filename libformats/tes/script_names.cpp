// Names of numbers in compiled scripts: actor values, animation groups, blocks.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "core/letter_case.hpp"
#include "tes/save_words.hpp"
#include "tes/script_commands.hpp"

namespace redforge::tes {
namespace {

/// The words of scripts for actor values: those of saves without underscores, each part with a capital ("HandToHand").
std::span<const std::string_view> actor_value_words()
{
    static const auto spelled = [] {
        std::array<std::string, actor_values.size()> words;
        for (std::size_t i = 0; i < words.size(); ++i) {
            bool capital = true;
            for (const char letter : actor_values[i].word) {
                if (letter != '_') {
                    words[i] += capital ? static_cast<char>(letter - 'a' + 'A') : letter;
                }
                capital = letter == '_';
            }
        }
        return words;
    }();
    static const std::vector<std::string_view> views(spelled.begin(), spelled.end());
    return views;
}

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
                                                  {"OnActivate", "r"},
                                                  {"OnAdd", "r"},
                                                  {"OnEquip", "r"},
                                                  {"OnUnequip", "r"},
                                                  {"OnDrop", "r"},
                                                  {"Function", ""},
                                                  {"OnHit", "r"},
                                                  {"OnHitWith", "r"},
                                                  {"OnDeath", "r"},
                                                  {"OnMurder", "r"},
                                                  {"OnKnockout", ""},
                                                  {"OnAlarm", "cr"},
                                                  {"OnAlarmVictim", "cr"},
                                                  {"OnPackageStart", "r"},
                                                  {"OnPackageDone", "r"},
                                                  {"ScriptEffectStart", ""},
                                                  {"ScriptEffectFinish", ""},
                                                  {"ScriptEffectUpdate", ""},
                                                  {"OnPackageChange", "r"},
                                                  {"OnLoad", ""},
                                                  {"OnMagicEffectHit", "r"},
                                                  {"OnSell", "r"},
                                                  {"OnTrigger", "r"},
                                                  {"OnStartCombat", "r"},
                                                  {"OnTriggerActor", "r"},
                                                  {"OnTriggerMob", "r"},
                                                  {"OnActorEquip", "r"},
                                                  {"OnActorUnequip", "r"},
                                                  {"OnReset", ""}});

std::span<const std::string_view> parameter_words(char type)
{
    switch (type) {
    case 'a': return actor_value_words();
    case 'g': return animation_groups;
    case 'e': return sexes;
    case 'c': return crimes;
    case 't': return form_types;
    default: return {};
    }
}

/// The commands by name: a table with at least every second place empty, searched from the place that a name's letters
/// give.
class CommandTable {
public:
    CommandTable() : places_(std::bit_ceil(2 * commands().size()))
    {
        for (const Command& command : commands()) {
            const Command*& place = places_[place_of(command.name)];
            place = place == nullptr ? &command : place;
        }
    }
    [[nodiscard]] const Command* find(std::string_view name) const { return places_[place_of(name)]; }

private:
    /// The place of that name, or the empty one where it would be.
    [[nodiscard]] std::size_t place_of(std::string_view name) const
    {
        std::uint32_t hash = 2166136261U;  // FNV-1a
        for (const char c : name) {
            hash = (hash ^ static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c)) * 16777619U;
        }
        std::size_t place = hash % places_.size();
        while (places_[place] != nullptr && !same_letters(places_[place]->name, name)) {
            place = (place + 1) % places_.size();
        }
        return place;
    }

    std::vector<const Command*> places_;
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

std::string_view parameter_word(char type, std::uint16_t value)
{
    const auto words = parameter_words(type);
    const std::size_t place = static_cast<std::uint16_t>(value - (type == 't' ? first_form_type : 0));
    return place < words.size() ? words[place] : std::string_view{};
}

int parameter_value(char type, std::string_view word)
{
    const auto words = parameter_words(type);
    const auto found = std::ranges::find_if(words, [&](std::string_view each) { return same_letters(each, word); });
    return found == words.end() || word.empty()
               ? -1
               : static_cast<int>(found - words.begin()) + (type == 't' ? first_form_type : 0);
}

std::span<const BlockType> block_types()
{
    return blocks;
}

}  // namespace redforge::tes
