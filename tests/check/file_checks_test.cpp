// Checks between the files of a game: sounds, texts of items, files that settings name, the PVO of a map.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "art/bank_builder.hpp"
#include "art/terrain.hpp"
#include "art/terrain_planes.hpp"
#include "check/check.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/script_source.hpp"
#include "rgm/visibility.hpp"
#include "scene/game_folder.hpp"
#include "sound/sfx.hpp"
#include "sound/wav.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/sample_game.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Lines = std::vector<std::string>;

/// Returns the findings of a check as "PATH: MESSAGE".
Lines found_in_file(const edit::Document& document, const std::string& id, const check::CheckContext& around)
{
    REQUIRE(check::find_check(id) != nullptr);
    Lines lines;
    for (const check::Finding& finding : check::run(document, around, {{id}, {}})) {
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}

edit::Document new_map()
{
    return edit::Document(*edit::find_format("map"));
}

edit::Document settings(std::string_view text)
{
    const ByteView bytes = as_bytes(text);
    return need(edit::read_binary(Bytes(bytes.begin(), bytes.end())));
}

/// Makes a game folder with a map, a terrain, and a WORLD.INI with these lines.
void put_game(const Folder& folder, std::string_view world_lines)
{
    folder.put("maps/x.rgm", std::string_view("x"));
    folder.put("maps/x.wld", std::string_view("x"));
    folder.put("world.ini", "[world]\nworld_map[1]=maps\\x.rgm\n" + std::string(world_lines));
}

/// Returns a MAIN.SFX with `count` effects of two samples.
Bytes effects(std::size_t count)
{
    sound::Effects file;
    for (std::size_t i = 0; i < count; ++i) {
        const auto samples = std::make_shared<const Bytes>(2);
        file.effects.push_back({static_cast<std::uint32_t>(i), {}, sound::make_wav({}, samples, *samples)});
    }
    return need(sound::write_effects(file));
}

/// Returns a visibility with one leaf that has these numbers.
Bytes visibility(std::vector<std::uint32_t> numbers)
{
    rgm::Visibility file;
    file.objects = std::move(numbers);
    file.nodes.push_back({.mask = 0, .leaf = 0, .children = {}});
    file.leaves = {{{static_cast<std::uint32_t>(file.objects.size()), 0}}};
    return need(rgm::write_visibility(file));
}

}  // namespace

TEST_CASE("check: unknown-terrain finds a terrain of WORLD.INI that does not exist")
{
    const auto finds = [](std::string_view line) {
        const Folder folder;
        put_game(folder, line);
        const scene::GameFolder game = need(scene::index_game_folder(folder.path));
        return found_in_file(new_map(), "unknown-terrain", {.file = folder.path / "maps/x.rgm", .game = &game});
    };
    CHECK(finds("world_world[1]=MAPS\\GONE.WLD\n") ==
          Lines{": WORLD.INI names the terrain GONE.WLD, which does not exist"});
    CHECK(finds("world_world[1]=MAPS\\X.WLD\n").empty());
    CHECK(finds("").empty());
}

TEST_CASE("check: unknown-sky finds missing pictures and palettes of sky and sun")
{
    const Folder folder;
    put_game(folder, "world_skyfx[1]=SKY888.BSI\nworld_sunimg[1]=SUN001.BSI\n");
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    const auto finds = [&] {
        return found_in_file(new_map(), "unknown-sky", {.file = folder.path / "maps/x.rgm", .game = &game});
    };
    CHECK(finds().empty());  // a software edition: no .BSI at all
    const Bytes picture =
        art::test::join({art::test::part("BSIF", {}), art::test::part("BHDR", art::test::header(1, 1)),
                         art::test::part("DATA", Bytes(1)), art::test::end_part()});
    folder.put("FXART/SUN001.BSI", picture);
    CHECK(finds() == Lines{": the sky is not drawn: the game has no FXART/SKY888.BSI"});
    folder.put("FXART/SKY888.BSI", picture);
    CHECK(finds() == Lines{": the sky is not drawn: the game has no FXART/SKY888.COL"});
    folder.put("FXART/SKY888.COL", palette_file());
    CHECK(finds().empty());
    std::filesystem::remove(folder.path / "FXART/SUN001.BSI");
    CHECK(finds() == Lines{": the sun is not drawn: the game has no FXART/SUN001.BSI"});
}

TEST_CASE("check: under-terrain allows 64 units below the lowest corner of the cell")
{
    const Folder folder;
    put_game(folder, "world_world[1]=MAPS\\X.WLD\n");
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    // The ground has a height of 40 units except at one point, so its Y is -40. Y grows downwards.
    const auto finds = [&](std::size_t low_point, std::int32_t x, std::int32_t y, std::int32_t z) {
        art::Terrain terrain;
        terrain.sections.resize(4);
        std::vector<std::uint8_t> steps(std::size_t{256} * 256, 1);
        REQUIRE(art::split_plane(terrain, art::TerrainPlane::plane_2, steps));
        REQUIRE(art::split_plane(terrain, art::TerrainPlane::textures, steps));
        REQUIRE(art::split_plane(terrain, art::TerrainPlane::plane_4, steps));
        steps.at(low_point) = 0;
        REQUIRE(art::split_plane(terrain, art::TerrainPlane::heights, steps));
        folder.put("maps/x.wld", need(art::write_terrain(terrain)));
        rgm::Map map = rgm::new_map();
        rgm::StaticObject& object = map.statics.records.emplace_back();
        object.model_name = FixedText<12>("CRATE");
        object.position.x = x;
        object.position.y = y;
        object.position.z = z;
        const edit::Document document(*edit::find_format("map"), std::make_shared<rgm::Map>(std::move(map)));
        return found_in_file(document, "under-terrain", {.file = folder.path / "maps/x.rgm", .game = &game});
    };
    constexpr std::int32_t x = 600;
    constexpr std::int32_t z = 65236;   // the cell of columns 2 and 3, rows 1 and 2
    CHECK(finds(0, x, 24, z).empty());  // 64 units below the ground are allowed
    CHECK(finds(0, x, 25, z) == Lines{"statics[0].position.y: CRATE is 65 units under the terrain"});
    for (const std::size_t corner : {258U, 259U, 514U, 515U}) {  // rows of 256
        INFO(corner);
        CHECK(finds(corner, x, 64, z).empty());
        CHECK(finds(corner, x, 65, z).size() == 1);
    }
    for (const std::size_t beside : {257U, 260U, 2U, 770U}) {
        CHECK(finds(beside, x, 25, z).size() == 1);
    }
    CHECK(finds(0, -1, 500, z).empty());  // beyond the terrain
    CHECK(finds(0, 65536, 500, z).empty());
    CHECK(finds(0, x, 500, -1).empty());
    CHECK(finds(0, x, 500, 65536).empty());
}

TEST_CASE("check: under-terrain adds the terrain shift of the world")
{
    const SampleGame folder;
    rgm::Map map = rgm::new_map();
    rgm::StaticObject& object = map.statics.records.emplace_back();
    object.model_name = FixedText<12>("NONE");
    object.position.x = 16000;  // the middle of section 0: 7 steps of the curve are 120 units
    object.position.z = 60000;
    edit::Document document(*edit::find_format("map"), std::make_shared<rgm::Map>(std::move(map)));
    const auto finds = [&](std::int32_t shift, std::int32_t y) {
        folder.put("world.ini", "[world]\nworld_map[1]=maps\\a.rgm\nworld_world[1]=maps\\a.wld\nworld_scapeshift[1]=" +
                                    std::to_string(shift) + "\n");
        const scene::GameFolder game = need(scene::index_game_folder(folder.path));
        edit::get_if<rgm::Map>(document)->statics.records[0].position.y = y;
        return found_in_file(document, "under-terrain", {.file = folder.path / "maps/a.rgm", .game = &game});
    };
    CHECK(finds(0, -120 + 64).empty());
    CHECK(finds(0, -120 + 65) == Lines{"statics[0].position.y: NONE is 65 units under the terrain"});
    CHECK(finds(-200, -320 + 64).empty());  // the ground is 200 units higher
    CHECK(finds(-200, -320 + 65) == Lines{"statics[0].position.y: NONE is 65 units under the terrain"});
    CHECK(finds(200, 80 + 64).empty());
    CHECK(finds(200, 80 + 65).size() == 1);
}

TEST_CASE("check: unknown-sound finds sounds of scripts and animations beyond MAIN.SFX")
{
    const soup::Names names(need(soup::read_definitions(
        as_bytes("[functions]\r\nfunction Sound parms 3\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))));
    edit::Document map = new_map();
    append_record(map, "actors", {{"script_name", "BELL"}});
    append_record(map, "actors[0].groups", {{"group_index", "7"}});
    append_record(map, "actors[0].groups[0].commands", {{"op", "PlaySound"}, {"sound", "2"}});
    append_record(map, "actors[0].groups[0].commands", {{"op", "PlaySound"}, {"sound", "3"}});
    append_record(map, "actors[0].groups[0].commands", {{"op", "PlaySound"}, {"sound", "3"}});
    append_record(map, "actors[0].groups[0].commands", {{"op", "PlaySound"}, {"sound", "-1"}});
    const soup::Assembly assembly =
        soup::assemble("actor BELL { Sound(2, 9, 9) Sound(12, 0, 0) end }", "BELL.soup", {.names = &names});
    REQUIRE(assembly.script);
    rgm::set_script(edit::get_if<rgm::Map>(map)->actors.records[0], *assembly.script);

    const Folder folder;
    put_game(folder, "");
    const auto finds = [&] {
        const scene::GameFolder game = need(scene::index_game_folder(folder.path));
        check::CheckContext around{.file = folder.path / "maps/x.rgm", .game = &game};
        around.services.set(&names);
        return found_in_file(map, "unknown-sound", around);
    };
    CHECK(finds().empty());  // the game's sounds are unknown
    folder.put("sound/main.sfx", effects(3));
    CHECK(finds() == Lines{"actors[0].groups: animation group 7 plays sound 3; MAIN.SFX has 3 sounds, numbered from 0",
                           "actors[0].script: the script plays sound 12; MAIN.SFX has 3 sounds, numbered from 0"});
    folder.put("sound/main.sfx", effects(1));
    CHECK(finds().front() ==
          "actors[0].groups: animation group 7 plays sound 2; MAIN.SFX has 1 sound, numbered from 0");
}

TEST_CASE("check: unknown-label needs an entry in ENGLISH.RTX, silent-label its voice")
{
    soup::Names names(need(soup::read_definitions(
        as_bytes("[functions]\r\ntask RTX parms 1\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))));
    edit::Document map = new_map();
    append_record(map, "actors", {{"script_name", "BELL"}});
    const soup::Assembly assembly = soup::assemble("actor BELL { RTX('opnd') RTX('gone') RTX('gone') RTX('?lck') end }",
                                                   "BELL.soup", {.names = &names});
    REQUIRE(assembly.script);
    rgm::set_script(edit::get_if<rgm::Map>(map)->actors.records[0], *assembly.script);
    check::CheckContext around;
    around.services.set(&names);
    CHECK(found_in_file(map, "unknown-label", around).empty());  // the game's lines are unknown
    names.dialogue = [](std::string_view label) {
        return label == "opnd" ? std::optional<std::string>("It is open.") : std::nullopt;
    };
    // Each label is reported once, at its first use.
    CHECK(found_in_file(map, "unknown-label", around) ==
          Lines{"actors[0].script: ENGLISH.RTX has no label gone, which the script plays at byte 9",
                "actors[0].script: ENGLISH.RTX has no label ?lck, which the script plays at byte 27"});

    names.has_voice = [](std::string_view) { return true; };
    CHECK(found_in_file(map, "silent-label", around).empty());
    names.has_voice = [](std::string_view) { return false; };
    CHECK(found_in_file(map, "silent-label", around) ==
          Lines{"actors[0].script: ENGLISH.RTX has no voice for label opnd, which the script plays at byte 0"});
}

TEST_CASE("check: subtitle-slots reports 20 labels without a voice")
{
    soup::Names names(need(soup::read_definitions(as_bytes(
        "[functions]\r\ntask RTX parms 1\r\ntask RTXp parms 1\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))));
    names.dialogue = [](std::string_view) { return std::optional<std::string>("Hello."); };
    names.has_voice = [](std::string_view label) { return label.starts_with("v"); };
    const auto finds = [&](int labels, std::string_view more) {
        std::string source = "actor BELL { ";
        for (int i = 0; i < labels; ++i) {
            source += fmt::format("RTX('s{:03}') ", i);
        }
        const soup::Assembly assembly =
            soup::assemble(source + std::string(more) + " end }", "BELL.soup", {.names = &names});
        REQUIRE(assembly.script);
        edit::Document map = new_map();
        append_record(map, "actors", {{"script_name", "BELL"}});
        rgm::set_script(edit::get_if<rgm::Map>(map)->actors.records[0], *assembly.script);
        check::CheckContext around;
        around.services.set(&names);
        return found_in_file(map, "subtitle-slots", around);
    };
    CHECK(finds(19, "RTX('s000') RTX('v001') RTXp('s500')").empty());  // a repeated, a voiced and Cyrus's label
    CHECK(finds(20, "") == Lines{"actors: the scripts say 20 labels without a voice; with speech on, each keeps one of "
                                 "20 subtitle slots"});
}

TEST_CASE("check: unknown-item-text finds labels of items that ENGLISH.RTX lacks")
{
    soup::Names names;
    names.dialogue = [](std::string_view label) {
        return label == "?key" ? std::optional<std::string>("Gold key") : std::nullopt;
    };
    const edit::Document items = settings("[items]\r\nname[8] = ?key\r\ndescription[8] = gone\r\ntype[8] = "
                                          "none\r\nname[9] =\r\nNAME[10]=?dor ; a door\r\n");
    check::CheckContext around;
    CHECK(found_in_file(items, "unknown-item-text", around).empty());
    around.services.set(&names);
    CHECK(found_in_file(items, "unknown-item-text", around) ==
          Lines{"sections[0].lines[1].value: ENGLISH.RTX has no label gone, the description of an item",
                "sections[0].lines[4].value: ENGLISH.RTX has no label ?dor, the name of an item"});
    CHECK(found_in_file(settings("[menu]\r\nname[8] = gone\r\n"), "unknown-item-text", around).empty());
}

TEST_CASE("check: unknown-file finds settings that name missing files of the game")
{
    const Folder folder;
    put_game(folder, "");
    const edit::Document world = settings(
        "[world]\r\nworld_map[1] = MAPS\\X.RGM\r\nworld_world[1] = MAPS\\GONE.WLD\r\nworld_palette[1] = gone.col\r\n"
        "world_node_map1[1] = maps\\x.noo\r\nother = a\\b.c\r\n");
    check::CheckContext around;
    CHECK(found_in_file(world, "unknown-file", around).empty());  // its folder is unknown
    around.file = folder.path / "world.ini";
    const Lines gone{"sections[0].lines[1].value: there is no file MAPS\\GONE.WLD",
                     "sections[0].lines[2].value: there is no file gone.col"};
    CHECK(found_in_file(world, "unknown-file", around) == gone);
    // A copy in another folder is checked only if a game folder is given.
    const Folder elsewhere;
    elsewhere.put("world.ini", std::string_view("x"));
    around.file = elsewhere.path / "world.ini";
    CHECK(found_in_file(world, "unknown-file", around).empty());
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    around.game = &game;
    CHECK(found_in_file(world, "unknown-file", around) == gone);
    around.file.clear();
    CHECK(found_in_file(world, "unknown-file", around) == gone);
    // Each key is reported, also if its name was reported before.
    CHECK(found_in_file(settings("[world]\r\nworld_map[1] = MAPS\\GONE.RGM\r\nworld_map[2] = maps\\gone.rgm\r\n"),
                        "unknown-file",
                        around) == Lines{"sections[0].lines[0].value: there is no file MAPS\\GONE.RGM",
                                         "sections[0].lines[1].value: there is no file maps\\gone.rgm"});
}

TEST_CASE("check: duplicate-setting finds a key that occurs twice in a section")
{
    const edit::Document world =
        settings("[world]\r\nworld_map[1] = A.RGM\r\nWORLD_MAP[1] = B.RGM\r\nworld_map[2] = B.RGM\r\n"
                 "[other]\r\nworld_map[1] = C.RGM\r\n");
    CHECK(found_in_file(world, "duplicate-setting", {}) ==
          Lines{"sections[0].lines[1].name: WORLD_MAP[1] is in [world] twice; the game takes the first, "
                "sections[0].lines[0]"});
}

TEST_CASE("check: visibility-mismatch uses the edited map, with the saved map's PVO")
{
    const Folder folder;
    const std::filesystem::path file = folder.path / "x.rgm";
    edit::Document map = new_map();
    append_record(map, "statics", {{"id", "1"}});
    append_record(map, "statics", {{"id", "2"}});
    folder.put("x.rgm", need(map.write()));
    check::CheckContext around;
    around.file = file;
    CHECK(found_in_file(map, "visibility-mismatch", around).empty());
    folder.put("X.PVO", visibility({0, 1}));
    CHECK(found_in_file(map, "visibility-mismatch", around).empty());
    folder.put("X.PVO", visibility({0, 5}));
    CHECK(found_in_file(map, "visibility-mismatch", around) ==
          Lines{": X.PVO: 1 of 2 statics is in no list, so the game never shows it; the first is static 1",
                ": X.PVO: it names object 5; the map has 2 statics and 0 objects"});
    folder.put("X.PVO", std::string_view("nothing of the kind"));
    CHECK(found_in_file(map, "visibility-mismatch", around) ==
          Lines{": X.PVO cannot be read: not a visibility: it does not begin with OCTH of 52 bytes"});

    // An added static is not a finding: saving the map updates the PVO.
    folder.put("X.PVO", visibility({0, 1}));
    append_record(map, "statics", {{"id", "3"}});
    CHECK(found_in_file(map, "visibility-mismatch", around).empty());
    folder.put("x.rgm", need(map.write()));
    CHECK(found_in_file(map, "visibility-mismatch", around) ==
          Lines{": X.PVO: 1 of 3 statics is in no list, so the game never shows it; the first is static 2"});

    // An edit is checked against the edited document, not against the file.
    edit::Document longer = new_map();
    for (const char* const id : {"1", "2", "3", "4"}) {
        append_record(longer, "statics", {{"id", id}});
    }
    folder.put("x.rgm", need(longer.write()));
    folder.put("X.PVO", visibility({0, 1, 2}));
    CHECK(found_in_file(map, "visibility-mismatch", around).empty());
}
