// Changes a field of each record type by name, and finds it in the file's bytes with an independent reader that uses no
// definitions. Sizes and offsets here are from the public pages on the formats.
#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::tes::test;

namespace {

Bytes real(float value)
{
    return number(std::bit_cast<std::uint32_t>(value));
}
Bytes u8(unsigned value)
{
    return number(static_cast<std::uint8_t>(value));
}
Bytes u16(unsigned value)
{
    return number(static_cast<std::uint16_t>(value));
}
Bytes u32(std::uint32_t value)
{
    return number(value);
}

/// A subrecord of `size` zero bytes. After the field at `path` is set to `text`, the bytes at `at` are `expected`.
struct Row {
    std::string_view record;
    std::string_view subrecord;
    std::size_t size{};
    std::string_view path;  ///< below the record
    std::string_view text;
    std::size_t at{};
    Bytes expected;
};

/// Returns the data of the only subrecord besides EDID, in the only record after TES4, which is in a group.
Bytes data_of(const Bytes& file, std::size_t header, std::string_view record, std::string_view subrecord)
{
    std::size_t at = header + load_le<std::uint32_t>(file.data() + 4) + header;
    REQUIRE(as_text(ByteView(file).subspan(at, 4)) == record);
    const std::size_t end = at + header + load_le<std::uint32_t>(file.data() + at + 4);
    REQUIRE(end == file.size());
    at += header;
    at += std::size_t{6} + load_le<std::uint16_t>(file.data() + at + 4);
    REQUIRE(as_text(ByteView(file).subspan(at, 4)) == subrecord);
    const std::size_t size = load_le<std::uint16_t>(file.data() + at + 4);
    REQUIRE(at + 6 + size == end);
    const ByteView data = ByteView(file).subspan(at + 6, size);
    return {data.begin(), data.end()};
}

void check(std::size_t header, const Row& row)
{
    CAPTURE(row.record, row.subrecord, row.path);
    const Bytes one = record(header, row.record, 0x01000800,
                             joined({sub("EDID", zstring("It")), sub(row.subrecord, Bytes(row.size))}));
    const Bytes file = joined({tes4(header, 2), top_group(header, row.record, one)});
    Result<edit::Document> document = edit::read_binary(SharedBytes(file));
    REQUIRE(document);
    const auto changed = edit::set(*document, std::string("records[It].").append(row.path), row.text);
    INFO((changed ? "" : describe(changed.error())));
    REQUIRE(changed);
    const Result<Bytes> written = document->write();
    REQUIRE(written);
    const Bytes data = data_of(*written, header, row.record, row.subrecord);
    Bytes expected_data(std::max(row.size, row.at + row.expected.size()));
    std::ranges::copy(row.expected, expected_data.begin() + static_cast<std::ptrdiff_t>(row.at));
    CHECK(data == expected_data);
}

}  // namespace

TEST_CASE("changed fields: editing a field of each Oblivion type changes its bytes", "[tes]")
{
    const std::vector<Row> rows{
        {"ACHR", "DATA", 24, "placement.position.z", "-2.5", 8, real(-2.5F)},
        {"ACRE", "XSCL", 4, "scale.value", "1.5", 0, real(1.5F)},
        {"ACTI", "SNAM", 4, "sound.form_id", "00012345", 0, u32(0x12345)},
        {"ALCH", "ENIT", 8, "consumable.flags", "food", 4, u8(2)},
        {"AMMO", "DATA", 18, "ammunition.damage", "12", 16, u16(12)},
        {"ANIO", "DATA", 4, "animation_idle.form_id", "00000ABC", 0, u32(0xABC)},
        {"APPA", "DATA", 13, "apparatus.quality", "25", 9, real(25)},
        {"ARMO", "DATA", 14, "armor.health", "300", 6, u32(300)},
        {"BOOK", "DATA", 10, "book.teaches", "sneak", 1, u8(19)},
        {"BSGN", "SPLO", 4, "spell.form_id", "00000701", 0, u32(0x701)},
        {"CELL", "XCLL", 36, "lighting.fog.blue", "7", 10, u8(7)},
        {"CLAS", "DATA", 52, "class_data.skill7", "sneak", 36, u32(31)},
        {"CLMT", "TNAM", 6, "timing.volatility", "9", 4, u8(9)},
        {"CLOT", "BMDT", 4, "biped.slots", "amulet", 0, u16(0x100)},
        {"CONT", "DATA", 5, "container.weight", "4", 1, real(4)},
        {"CREA", "DATA", 20, "creature_stats.health", "55", 6, u16(55)},
        {"CSTY", "CSTD", 124, "combat_style_standard.flags2", "do_not_acquire", 120, u32(1)},
        {"DIAL", "DATA", 1, "topic_type.value", "persuasion", 0, u8(3)},
        {"DOOR", "FNAM", 1, "door_flags.value", "automatic hidden", 0, u8(6)},
        {"EFSH", "DATA", 224, "effect_shader.key3_time", "0.5", 220, real(0.5F)},
        {"ENCH", "ENIT", 16, "enchantment_data.cost", "40", 8, u32(40)},
        {"EYES", "DATA", 1, "eyes_flags.value", "playable", 0, u8(1)},
        {"FACT", "XNAM", 8, "relation.modifier", "-10", 4, u32(0xFFFFFFF6)},
        {"FLOR", "PFPC", 4, "seasons.autumn", "80", 2, u8(80)},
        {"FURN", "MNAM", 4, "furniture_markers.value", "0x40000001", 0, u32(0x40000001)},
        {"GLOB", "FLTV", 4, "global_value.value", "8", 0, real(8)},
        {"GMST", "DATA", 4, "setting_integer.value", "77", 0, u32(77)},
        {"GRAS", "DATA", 32, "grass.water", "either_at_most", 8, u32(5)},
        {"HAIR", "DATA", 1, "hair_flags.value", "fixed", 0, u8(8)},
        {"IDLE", "DATA", 8, "related_idles.previous", "00000011", 4, u32(0x11)},
        {"INFO", "TRDT", 16, "response.emotion", "sad", 0, u32(4)},
        {"INGR", "DATA", 4, "weight.value", "0.25", 0, real(0.25F)},
        {"KEYM", "DATA", 8, "value_and_weight.weight", "1", 4, real(1)},
        {"LAND", "BTXT", 8, "base_layer.quadrant", "top_right", 4, u8(3)},
        {"LIGH", "DATA", 32, "light.field_of_view", "90", 20, real(90)},
        {"LSCR", "LNAM", 12, "load_place.grid_x", "-3", 10, u16(0xFFFD)},
        {"LTEX", "HNAM", 3, "havok.restitution", "30", 2, u8(30)},
        {"LVLC", "LVLO", 12, "entry.form_id", "0000ABCD", 4, u32(0xABCD)},
        {"LVLI", "LVLO", 12, "entry.count", "5", 8, u16(5)},
        {"LVSP", "LVLD", 1, "chance_none.value", "25", 0, u8(25)},
        {"MGEF", "DATA", 64, "magic_effect.barter_factor", "2", 60, real(2)},
        {"MISC", "DATA", 8, "value_and_weight.value", "10", 0, u32(10)},
        {"NPC_", "DATA", 33, "npc_stats.health", "100", 21, u16(100)},
        {"PACK", "PKDT", 8, "package_data.type", "wander", 4, u8(5)},
        {"PGRD", "DATA", 2, "path_count.value", "3", 0, u16(3)},
        {"QUST", "DATA", 2, "quest_data.priority", "60", 1, u8(60)},
        {"RACE", "DATA", 36, "race_data.weight_female", "1.25", 28, real(1.25F)},
        {"REFR", "XLOC", 16, "lock.flags", "leveled", 12, u8(4)},
        {"REGN", "RDAT", 8, "region_data.type", "weather", 0, u32(3)},
        {"ROAD", "PGRP", 16, "path_points.points[0].connections", "2", 12, u8(2)},
        {"SBSP", "DNAM", 12, "subspace.y", "64", 4, real(64)},
        {"SGST", "DATA", 9, "sigil_stone.value", "1000", 1, u32(1000)},
        {"SKIL", "DATA", 20, "skill_data.specialization", "stealth", 8, u32(2)},
        {"SLGM", "SLCP", 1, "soul_capacity.value", "grand", 0, u8(5)},
        {"SOUN", "SNDX", 12, "sound_data.flags", "loop", 4, u16(0x10)},
        {"SPEL", "SPIT", 16, "spell_data.level", "expert", 8, u32(3)},
        {"STAT", "MODB", 4, "model_bound.value", "12.5", 0, real(12.5F)},
        {"TREE", "CNAM", 32, "tree.rustle_speed", "3", 28, real(3)},
        {"WATR", "DATA", 102, "water.damage", "15", 100, u16(15)},
        {"WEAP", "DATA", 30, "weapon.damage", "21", 28, u16(21)},
        {"WRLD", "MNAM", 16, "world_map.height", "2048", 4, u32(2048)},
        {"WTHR", "DATA", 15, "weather.kind", "rainy", 11, u8(4)},
    };
    for (const Row& row : rows) {
        check(20, row);
    }
}

TEST_CASE("changed fields: editing a field of each Skyrim type changes its bytes", "[tes]")
{
    const std::vector<Row> rows{
        {"AACT", "CNAM", 4, "colour.green", "9", 1, u8(9)},
        {"ACHR", "DATA", 24, "placement.rotation.x", "0.5", 12, real(0.5F)},
        {"ACTI", "FNAM", 2, "activator_flags.value", "ignored_by_sandbox", 0, u16(2)},
        {"ADDN", "DATA", 4, "node_index.value", "31", 0, u32(31)},
        {"ALCH", "ENIT", 20, "potion.flags", "poison", 4, u32(0x20000)},
        {"AMMO", "DATA", 20, "ammunition.value", "4", 12, u32(4)},
        {"ANIO", "BNAM", 1, "unload_event.text", "out", 0, zstring("out")},
        {"APPA", "QUAL", 4, "quality.value", "2", 0, u32(2)},
        {"ARMA", "DNAM", 12, "addon.weapon_adjust", "2", 8, real(2)},
        {"ARMO", "DNAM", 4, "armor_rating.value", "1500", 0, u32(1500)},
        {"ARTO", "DNAM", 4, "art_type.value", "enchantment", 0, u32(2)},
        {"ASPC", "BNAM", 4, "reverb.form_id", "00000033", 0, u32(0x33)},
        {"ASTP", "DATA", 4, "association_flags.value", "0x00000001", 0, u32(1)},
        {"AVIF", "AVSK", 16, "skill.improve_offset", "2", 12, real(2)},
        {"BOOK", "DATA", 16, "book.value", "33", 8, u32(33)},
        {"BPTD", "BPND", 84, "part.gore_rotation.z", "1", 64, real(1)},
        {"CAMS", "DATA", 44, "camera_shot.target", "lead_actor", 8, u32(3)},
        {"CELL", "XCLL", 92, "lighting.light_fade_end", "9000", 84, real(9000)},
        {"CLAS", "DATA", 36, "class_data.weights.enchanting", "3", 23, u8(3)},
        {"CLAS", "DATA", 36, "class_data.teaches", "restoration", 4, u8(16)},
        {"CLFM", "FNAM", 4, "colour_playable.value", "1", 0, u32(1)},
        {"CLMT", "WLST", 12, "climate_weathers.weathers[0].chance", "50", 4, u32(50)},
        {"COBJ", "NAM1", 2, "created_count.value", "6", 0, u16(6)},
        {"COLL", "BNAM", 4, "layer_index.value", "11", 0, u32(11)},
        {"CONT", "CNTO", 8, "item.count", "3", 4, u32(3)},
        {"CPTH", "ANAM", 8, "related_paths.previous", "00000012", 4, u32(0x12)},
        {"CSTY", "CSGD", 40, "combat_general.avoid_threat", "0.75", 36, real(0.75F)},
        {"DIAL", "DATA", 4, "topic.category", "scene", 1, u8(2)},
        {"DLBR", "DNAM", 4, "branch_flags.value", "blocking", 0, u32(2)},
        {"DLVW", "QNAM", 4, "quest.form_id", "00000044", 0, u32(0x44)},
        {"DOOR", "FNAM", 1, "door_flags.value", "sliding", 0, u8(16)},
        {"DUAL", "DATA", 24, "dual_casting.impacts", "00000009", 16, u32(9)},
        {"ECZN", "DATA", 12, "zone.most_level", "40", 11, u8(40)},
        {"EFSH", "DATA", 400, "effect_shader.flags", "lighting", 384, u32(0x200)},
        {"ENCH", "ENIT", 36, "enchantment_data.target", "aimed", 16, u32(2)},
        {"EQUP", "DATA", 4, "use_all_parents.value", "1", 0, u32(1)},
        {"EXPL", "DATA", 52, "explosion.radius", "256", 32, real(256)},
        {"EYES", "DATA", 1, "eyes_flags.value", "not_male", 0, u8(2)},
        {"FACT", "CRVA", 20, "crime_values.werewolf", "1000", 18, u16(1000)},
        {"FLOR", "PFPC", 4, "seasons.winter", "10", 3, u8(10)},
        {"FLST", "LNAM", 4, "form.form_id", "00000077", 0, u32(0x77)},
        {"FSTP", "DATA", 4, "footstep_impacts.form_id", "00000013", 0, u32(0x13)},
        {"FSTS", "XCNT", 20, "footstep_counts.run_alternate", "4", 12, u32(4)},
        {"FURN", "WBDT", 2, "workbench.type", "alchemy", 0, u8(5)},
        {"GLOB", "FLTV", 4, "global_value.value", "2", 0, real(2)},
        {"GMST", "DATA", 4, "setting_integer.value", "5", 0, u32(5)},
        {"GRAS", "DATA", 32, "grass.wave_period", "10", 24, real(10)},
        {"HAZD", "DATA", 40, "hazard.light", "00000021", 28, u32(0x21)},
        {"HDPT", "PNAM", 4, "head_part_type.value", "hair", 0, u32(3)},
        {"IDLE", "DATA", 6, "idle_data.replay_delay", "7", 4, u16(7)},
        {"IDLM", "IDLT", 4, "idle_timer.value", "30", 0, real(30)},
        {"IMAD", "DNAM", 244, "image_modifier.motion_blur_keys", "2", 240, u32(2)},
        {"IMGS", "CNAM", 12, "cinematic.contrast", "1.5", 8, real(1.5F)},
        {"INFO", "ENAM", 4, "info.flags", "goodbye", 0, u16(1)},
        {"INGR", "ENIT", 8, "ingredient_data.value", "8", 0, u32(8)},
        {"IPCT", "DATA", 24, "impact.result", "stick", 21, u8(4)},
        {"IPDS", "PNAM", 8, "impact_of_material.impact", "00000022", 4, u32(0x22)},
        {"KEYM", "DATA", 8, "value_and_weight.value", "3", 0, u32(3)},
        {"KYWD", "CNAM", 4, "colour.blue", "255", 2, u8(255)},
        {"LAND", "ATXT", 8, "alpha_layer.layer", "2", 6, u16(2)},
        {"LCRT", "CNAM", 4, "colour.red", "1", 0, u8(1)},
        {"LCTN", "ACUN", 12, "added_unique.actors[0].location", "00000099", 8, u32(0x99)},
        {"LENS", "LFSD", 36, "sprite.opacity", "0.5", 28, real(0.5F)},
        {"LGTM", "DATA", 92, "lighting_data.fog_most", "1", 76, real(1)},
        {"LIGH", "DATA", 48, "light.weight", "2", 44, real(2)},
        {"LSCR", "RNAM", 6, "screen_rotation.y", "-90", 2, u16(0xFFA6)},
        {"LTEX", "HNAM", 2, "havok.friction", "30", 0, u8(30)},
        {"LVLI", "LVLO", 12, "entry.level", "9", 0, u16(9)},
        {"LVLN", "LVLF", 1, "leveled_flags.value", "each_item", 0, u8(2)},
        {"LVSP", "LLCT", 1, "entry_count.value", "1", 0, u8(1)},
        {"MATO", "DATA", 52, "material_data.snow", "1", 48, u32(1)},
        {"MATT", "BNAM", 4, "buoyancy.value", "0.5", 0, real(0.5F)},
        {"MESG", "DNAM", 4, "message_flags.value", "box", 0, u32(1)},
        {"MGEF", "DATA", 152, "magic_effect.archetype", "soul_trap", 64, u32(23)},
        {"MISC", "DATA", 8, "value_and_weight.weight", "6", 4, real(6)},
        {"MOVT", "SPED", 44, "speeds.forward_run", "370", 20, real(370)},
        {"MSTT", "DATA", 1, "movable_flags.value", "0x01", 0, u8(1)},
        {"MUSC", "PNAM", 4, "music.ducking", "500", 2, u16(500)},
        {"MUST", "LNAM", 12, "track_loop.count", "3", 8, u32(3)},
        {"NAVI", "NVER", 4, "navigation_version.value", "12", 0, u32(12)},
        {"NAVM", "PNAM", 4, "preferred_connectors.vertices", "0 5", 2, u16(5)},
        {"NPC_", "ACBS", 24, "npc_base.template_flags", "inventory", 18, u16(0x100)},
        {"OTFT", "INAM", 8, "outfit_items.items[1].form_id", "00000055", 4, u32(0x55)},
        {"PACK", "PSDT", 12, "schedule.duration", "120", 8, u32(120)},
        {"PERK", "PRKE", 3, "perk_effect.priority", "7", 2, u8(7)},
        {"PGRE", "XSCL", 4, "scale.value", "2", 0, real(2)},
        {"PHZD", "XESP", 8, "enable_parent.flags", "pop_in", 4, u8(2)},
        {"PROJ", "DATA", 92, "projectile.collision_layer", "00000066", 88, u32(0x66)},
        {"QUST", "DNAM", 12, "quest_data.type", "daedric", 8, u32(7)},
        {"RACE", "DATA", 164, "race_data.camera_z", "4", 160, real(4)},
        {"REFR", "XTEL", 32, "teleport_door.rotation.y", "1", 20, real(1)},
        {"REGN", "RDAT", 8, "region_data.priority", "50", 5, u8(50)},
        {"RELA", "DATA", 16, "relationship.rank", "rival", 8, u16(5)},
        {"REVB", "DATA", 14, "reverberation.density", "90", 12, u8(90)},
        {"RFCT", "DATA", 12, "visual_effect.flags", "attach_to_camera", 8, u32(2)},
        {"SCEN", "VNAM", 16, "actor_behavior.dialogue", "set_all_end", 8, u32(2)},
        {"SCRL", "SPIT", 36, "spell_data.type", "lesser_power", 8, u32(3)},
        {"SHOU", "SNAM", 12, "word_of_power.recovery", "20", 8, real(20)},
        {"SLGM", "SOUL", 1, "soul.value", "common", 0, u8(3)},
        {"SMBN", "DNAM", 4, "story_flags.value", "random", 0, u32(1)},
        {"SMQN", "DNAM", 4, "story_quest_flags.quest_flags", "shares_event", 2, u16(2)},
        {"SNCT", "VNAM", 2, "category_volume.value", "65535", 0, u16(65535)},
        {"SNDR", "BNAM", 6, "sound_values.priority", "128", 2, u8(128)},
        {"SOPM", "MNAM", 4, "output_type.value", "1", 0, u32(1)},
        {"SOUN", "SDSC", 4, "sound_descriptor.form_id", "00000088", 0, u32(0x88)},
        {"SPEL", "SPIT", 36, "spell_data.half_cost_perk", "000000AA", 32, u32(0xAA)},
        {"SPGD", "DATA", 48, "falling_particles.density", "3", 44, real(3)},
        {"STAT", "DNAM", 8, "static.angle", "90", 0, real(90)},
        {"TACT", "VNAM", 4, "talking_voice.form_id", "000000BB", 0, u32(0xBB)},
        {"TREE", "CNAM", 48, "tree.leaf_frequency", "2", 44, real(2)},
        {"TXST", "DNAM", 2, "texture_flags.value", "face_textures", 0, u16(2)},
        {"VTYP", "DNAM", 1, "voice_flags.value", "female", 0, u8(2)},
        {"WATR", "DNAM", 232, "water.flow_scale", "1", 228, real(1)},
        {"WEAP", "DNAM", 100, "weapon.stagger", "0.75", 96, real(0.75F)},
        {"WOOP", "TNAM", 1, "translation.text", "Force", 0, zstring("Force")},
        {"WRLD", "DNAM", 8, "land_data.water_height", "-14000", 4, real(-14000)},
        {"WTHR", "DATA", 19, "weather.wind_direction", "128", 17, u8(128)},
    };
    for (const Row& row : rows) {
        check(24, row);
    }
}
