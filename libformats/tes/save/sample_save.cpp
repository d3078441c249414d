// Sample saves of `redforge new`: an empty save, and a save with each kind of actor, a chest and a quest.
#include <string>
#include <string_view>
#include <utility>

#include "core/xml/xml_reader.hpp"
#include "tes/save/save.hpp"

namespace redforge::tes {
namespace {

constexpr std::uint32_t fighters_guild = 0x000222A7;
constexpr std::uint32_t healing_spell = 0x01000800;
constexpr std::uint32_t town = 0x0000003C;
constexpr std::uint32_t gold = 0x0000000F;

/// Returns a reference to a form. Its iref is computed from the FormID.
FormRef form(std::uint32_t form_id)
{
    return {form_id, {}, {}};
}

/// Returns a picture of sky above land.
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

/// A chest with a lock and gold in it, an actor of each kind, and a quest with a stage done and a variable of its
/// script.
constexpr std::string_view sample_changes = R"(<save>
  <reference form_id="0002C8B1" type="refr" flags="object_lock inventory">
    <inventory><item form_id="0000000F" count="25"/></inventory>
    <extra><lock level="50" flags="0x01"/></extra>
  </reference>
  <npc form_id="0001D15C">
    <attributes strength="50" intelligence="40" willpower="35" agility="45" speed="40" endurance="50" personality="30" luck="50"/>
    <base_data flags="essential" magicka="80" fatigue="185" barter_gold="25" level="22" calc_min="1" calc_max="30"/>
    <factions><faction form_id="000222A7" rank="2"/></factions>
    <spells><spell form_id="01000800"/><spell form_id="FF000001"/></spells>
    <health value="210"/>
    <modifiers><modifier actor_value="magicka" value="-12.5"/></modifiers>
    <full_name value="Captain Bor"/>
    <skills armorer="0" athletics="0" blade="75" block="60" blunt="0" hand_to_hand="0" heavy_armor="55" alchemy="0" alteration="0"
            conjuration="0" destruction="0" illusion="0" mysticism="0" restoration="0" acrobatics="0" light_armor="0" marksman="0"
            mercantile="0" security="0" sneak="0" speechcraft="0"/>
  </npc>
  <creature form_id="00021B02">
    <base_data flags="walks" level="3"/>
    <health value="35"/>
    <skills combat="20" magic="5" stealth="30"/>
  </creature>
  <quest form_id="00014F2C" flags="quest_flags stages script">
    <quest_flags value="0x01"/>
    <stages><stage index="10" flags="0x01"><entry index="0" day="240" year="433"/></stage></stages>
    <script><variable index="3" value="1.5"/></script>
  </quest>
</save>)";

Changes make_sample_changes()
{
    Save save;
    const Result<XmlDocument> text = XmlDocument::parse(std::string(sample_changes), "sample");
    if (text) {  // a test checks that it can be parsed
        static_cast<void>(XmlReader(*text).document(Save::root, handle_of(save, CodePage::cp1252)));
    }
    return std::move(save.changes);
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
    save.changes = make_sample_changes();
    save.form_ids = {{0}, {0x00000035}, {fighters_guild}, {healing_spell}, {town}, {0x00021B02}, {gold}};
    save.worldspaces = {{town}};
    return save;
}

}  // namespace redforge::tes
