// Saves that `new` makes: an empty one, and one with an actor of each kind, a chest and a quest.
#include "tes/save.hpp"
#include "tes/save_change.hpp"

namespace redforge::tes {
namespace {

constexpr std::uint32_t fighters_guild = 0x000222A7;
constexpr std::uint32_t healing_spell = 0x01000800;
constexpr std::uint32_t town = 0x0000003C;
constexpr std::uint32_t gold = 0x0000000F;

/// Where an iref leads to is given by its FormID.
FormRef form(std::uint32_t form_id)
{
    return {form_id, {}, {}};
}

/// A picture of a sky above land.
Screenshot landscape()
{
    Screenshot picture{16, 9, {}};
    for (std::uint32_t row = 0; row < picture.height; ++row) {
        for (std::uint32_t column = 0; column < picture.width; ++column) {
            const Bytes colour = row < 5 ? Bytes{std::byte{120}, std::byte{170}, static_cast<std::byte>(200 + 10 * row)}
                                         : Bytes{std::byte{60}, static_cast<std::byte>(150 - 10 * row), std::byte{40}};
            append(picture.pixels, colour);
        }
    }
    return picture;
}

NpcChange guard()
{
    NpcChange npc;
    npc.form_id = 0x0001D15C;
    npc.attributes = Attributes{50, 40, 35, 45, 40, 50, 30, 50};
    npc.base_data.emplace().flags = 0x2;
    npc.base_data->magicka = 80;
    npc.base_data->fatigue = 185;
    npc.base_data->barter_gold = 25;
    npc.base_data->level = 22;
    npc.base_data->calc_min = 1;
    npc.base_data->calc_max = 30;
    npc.factions.emplace().factions = {{form(fighters_guild), 2}};
    npc.spells.emplace().spells = {{form(healing_spell)}, {form(0xFF000001)}};
    npc.health = Health{210};
    npc.modifiers.emplace().modifiers = {{9, -12.5F}};
    npc.full_name = FullName{Text("Captain Bor")};
    npc.skills.emplace();
    npc.skills->blade = 75;
    npc.skills->block = 60;
    npc.skills->heavy_armor = 55;
    return npc;
}

CreatureChange wolf()
{
    CreatureChange creature;
    creature.form_id = 0x00021B02;
    creature.base_data.emplace().flags = 0x40;
    creature.base_data->level = 3;
    creature.health = Health{35};
    creature.skills = CreatureSkills{20, 5, 30};
    return creature;
}

/// A chest with a lock and gold in it.
ReferenceChange chest()
{
    ReferenceChange chest;
    chest.form_id = 0x0002C8B1;
    chest.flags = 0x8000040;
    chest.inventory.emplace().items = {{form(gold), 25, {}}};
    chest.extra.emplace().extras.emplace_back(ExtraLock{50, {}, 1});
    return chest;
}

/// A quest with a stage done and a variable of its script.
QuestChange quest()
{
    QuestChange quest;
    quest.form_id = 0x00014F2C;
    quest.flags = 0x18000004;
    quest.quest_flags = ByteFlags{1};
    quest.stages.emplace().stages = {{10, 1, {{0, 240, 433}}}};
    quest.script.emplace().variables = {{3, 0, 1.5, {}}};
    return quest;
}

}  // namespace

Save new_save(bool sample)
{
    Save save;
    save.program_time = {2006, 3, 2, 14, 12, 0, 0, 0};
    save.header.player_name = Text("Hero");
    save.header.level = 1;
    save.header.location = Text("Nowhere");
    save.header.time = {2006, 3, 1, 20, 18, 30, 0, 0};
    save.plugins = {{Text("Oblivion.esm")}};
    save.globals.next_object_id = 0xFF000001;
    save.form_ids = {{0}};
    if (!sample) {
        return save;
    }
    save.header.level = 5;
    save.header.location = Text("Chorrol");
    save.header.days = 12.5F;
    save.header.screenshot = landscape();
    save.plugins.push_back({Text("Knights.esp")});
    save.globals.next_object_id = 0xFF000002;
    save.globals.world_id = town;
    save.globals.location_id = town;
    save.globals.globals = {{form(0x00000035), 12.5F}};
    save.statistics.seconds = 3600;
    save.statistics.deaths = {{form(0x00021B02), 4}};
    CreatedRecord& spell = save.created.emplace_back();
    spell.type = "SPEL";
    spell.form_id = 0xFF000001;
    save.quick_keys.keys = {{1, form(healing_spell)}, {0, {}}};
    save.changes.emplace_back(Boxed<ReferenceChange>(chest()));
    save.changes.emplace_back(Boxed<NpcChange>(guard()));
    save.changes.emplace_back(Boxed<CreatureChange>(wolf()));
    save.changes.emplace_back(Boxed<QuestChange>(quest()));
    save.form_ids = {{0}, {0x00000035}, {fighters_guild}, {healing_spell}, {town}, {0x00021B02}, {gold}};
    save.worldspaces = {{town}};
    return save;
}

}  // namespace redforge::tes
