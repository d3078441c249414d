// Sounds of a game and models of an archive, as the browser shows them.
#include <catch2/catch.hpp>

#include <memory>

#include "edit/document/document.hpp"
#include "editor/model/rows/browser_items.hpp"
#include "editor/model/text/sounds.hpp"
#include "editor/session_support.hpp"
#include "model/rob.hpp"
#include "rgm/script_source.hpp"
#include "sound/rtx.hpp"
#include "sound/sfx.hpp"
#include "sound/wav.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "soup/names/name_files.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using redforge::test::append_record;
using redforge::test::need;
using redforge::test::require_error;

using Uses = std::map<std::uint32_t, std::size_t>;

sound::Effect effect(const sound::SampleFormat& format, const Bytes& samples)
{
    const auto kept = std::make_shared<const Bytes>(samples);
    return {0, {}, sound::make_wav(format, kept, *kept)};
}

/// Returns effects: two silent samples; one second of 8 bits whose second half has the maximum volume; half a second of
/// 16-bit stereo that begins loud.
Bytes effects()
{
    Bytes second(22050, std::byte{128});
    std::fill(second.begin() + 11025, second.end(), std::byte{255});
    Bytes stereo(std::size_t{11025} / 2 * 4);
    stereo[1] = std::byte{0x80};  // -32768
    sound::Effects file;
    file.effects = {effect({}, Bytes(2, std::byte{128})), effect({}, second), effect({11025, 2, 16}, stereo)};
    sound::update_dependents({}, file);
    return need(sound::write_effects(file));
}

}  // namespace

TEST_CASE("sounds: each sound has a duration, a waveform and a WAV file", "[editor]")
{
    const test::Folder game;
    CHECK(need(sounds_of(game.path)).empty());
    CHECK(require_error(wav_of_sound(game.path, 1)).code == ErrorCode::not_found);
    game.put("Sound/main.sfx", effects());
    const std::vector<GameSound> sounds = need(sounds_of(game.path));
    REQUIRE(sounds.size() == 3);
    CHECK(sounds[0].number == 0);
    CHECK(sounds[0].seconds == Approx(2.0 / 22050));
    CHECK(sounds[0].shape == std::vector<std::uint8_t>(40, 0));
    CHECK(sounds[1].number == 1);
    CHECK(sounds[1].seconds == Approx(1));
    REQUIRE(sounds[1].shape.size() == 40);
    CHECK(sounds[1].shape.front() == 0);
    CHECK(sounds[1].shape[19] == 0);
    CHECK(sounds[1].shape[20] == 254);
    CHECK(sounds[1].shape.back() == 254);
    CHECK(sounds[2].seconds == Approx(5512.0 / 11025));
    REQUIRE(sounds[2].shape.size() == 40);
    CHECK(sounds[2].shape.front() == 255);
    CHECK(sounds[2].shape.back() == 0);

    const sound::Wav wav = need(sound::read_wav(need(wav_of_sound(game.path, 1))));
    CHECK(wav.format == sound::SampleFormat{22050, 1, 8});
    CHECK(wav.samples.size() == 22050);
    const Error error = require_error(wav_of_sound(game.path, 7));
    CHECK(error.code == ErrorCode::not_found);
    CHECK(error.message == "MAIN.SFX has no sound 7");
    game.put("Sound/main.sfx", std::string_view("nothing of the kind"));
    CHECK_FALSE(sounds_of(game.path).has_value());
    CHECK_FALSE(wav_of_sound(game.path, 1).has_value());
}

TEST_CASE("sounds: counts uses in animation commands and scripts", "[editor]")
{
    rgm::Map map = rgm::sample_map();
    CHECK(sound_uses(map, nullptr) == Uses{{12, 1}});  // used by the door
    append_record(map, "actors[1].groups[0].commands", {{"op", "PlaySound"}, {"sound", "2"}});
    append_record(map, "actors[1].groups[0].commands", {{"op", "PlaySound"}, {"sound", "-1"}});
    CHECK(sound_uses(map, nullptr) == Uses{{2, 1}, {12, 1}});
    const soup::Names names(need(soup::read_definitions(
        as_bytes("[functions]\r\nfunction Sound parms 3\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))));
    const soup::Assembly assembly =
        soup::assemble("actor GUARD01 { Sound(2, 9, 9) Sound(3, 0, 0) end }", "", {.names = &names});
    REQUIRE(assembly.script);
    rgm::set_script(map.actors.records[1], *assembly.script);
    CHECK(sound_uses(map, nullptr) == Uses{{2, 1}, {12, 1}});
    CHECK(sound_uses(map, &names) == Uses{{2, 2}, {3, 1}, {12, 1}});
}

TEST_CASE("sounds: the browser lists them by number", "[editor]")
{
    const test::Folder game;
    game.put("SOUND/MAIN.SFX", effects());
    const std::vector<GameSound> sounds = need(sounds_of(game.path));
    const test::SampleFile file;
    Session session = Session::open(file.path).value();
    const NodeRefs door{test::at(session, "objects[4]")};
    {
        rgm::Map map = rgm::sample_map();
        append_record(map, "actors[1].groups[0].commands", {{"op", "PlaySound"}, {"sound", "1"}});
        edit::Document changed = session.document();
        *edit::get_if<rgm::Map>(changed) = map;
        REQUIRE(session.become("Test", changed).has_value());
    }
    const std::vector<BrowserItem> items = browser_items(session, nullptr, BrowserKind::sounds, "", sounds);
    REQUIRE(items.size() == 3);
    CHECK(items[0].name == "0");
    CHECK(items[0].uses == 0);
    CHECK(items[1].name == "1");
    CHECK(items[1].uses == 1);
    CHECK(items[1].sound == sounds[1]);
    CHECK(used_name(items[1]) == UsedName{Target::sound, "1"});
    const std::vector<BrowserItem> found = browser_items(session, nullptr, BrowserKind::sounds, "2", sounds);
    REQUIRE(found.size() == 1);
    CHECK(found[0].name == "2");
    CHECK(browser_items(session, nullptr, BrowserKind::sounds, "bell", sounds).empty());
    CHECK(browser_items(session, nullptr, BrowserKind::sounds, "").empty());

    const Error placed = require_error(place_item(session, items[1], {0, 0, 0}));
    CHECK(placed.code == ErrorCode::usage);
    CHECK(placed.message == "scripts and animations play sounds; a sound has no position in the map");
    CHECK(placed.hint == "use Find Uses to list the records that play it");
    const Status used = use_item(session, items[1], door);
    REQUIRE_FALSE(used.has_value());
    CHECK(used.error().message == "scripts and animations play sounds; a sound has no position in the map");
    CHECK(session.undo_name() == "Test");
}

TEST_CASE("voices: lists them in file order, with their texts and numbers of uses", "[editor]")
{
    const test::Folder game;
    CHECK(need(voices_of(game.path)).empty());
    sound::Dialogue dialogue;
    Bytes second(22050, std::byte{128});
    for (const char* const label : {"zaab", "silt", "abba"}) {
        sound::Entry& entry = dialogue.entries.emplace_back();
        entry.label = label;
        entry.text.bytes = std::string("Words of ") + label;
        if (entry.label.view() != "silt") {
            const auto kept = std::make_shared<const Bytes>(second);
            entry.voice = sound::make_wav({}, kept, *kept);
        }
    }
    game.put("ENGLISH.RTX", need(sound::write_dialogue(dialogue)));
    const std::vector<GameVoice> voices = need(voices_of(game.path));
    REQUIRE(voices.size() == 2);
    CHECK(voices[0].label == "zaab");
    CHECK(voices[1].label == "abba");
    CHECK(sound_in(voices[1].wav).seconds == Approx(1));
    CHECK(sound_in(SharedBytes(Bytes(3))).shape.empty());

    game.put("MAPS/A.RGM", need(rgm::write_map(rgm::sample_map())));
    game.put("SOUP386.DEF", std::string_view("[functions]\r\nfunction ShowObj parms 0\r\n"));
    const Session session =
        Session::open(game.path / "MAPS/A.RGM", soup::context_around(game.path / "MAPS/A.RGM", {}, {})).value();
    const std::vector<BrowserItem> items = browser_items(session, nullptr, BrowserKind::voices, "", {}, voices);
    REQUIRE(items.size() == 2);
    CHECK(items[0].name == "zaab");
    CHECK(items[0].text == "Words of zaab");
    CHECK(items[0].uses == 0);
    CHECK(used_name(items[0]) == UsedName{Target::dialogue, "zaab"});
    CHECK(browser_items(session, nullptr, BrowserKind::voices, "words abb", {}, voices).size() == 1);
    CHECK(browser_items(session, nullptr, BrowserKind::voices, "silt", {}, voices).empty());
}

TEST_CASE("browser: lists the models of an archive in file order", "[editor]")
{
    const test::Folder folder;
    model::Rob rob;
    for (const char* const name : {"TREE", "CHEST"}) {
        model::Segment& segment = rob.segments.emplace_back();
        segment.name = name;
        segment.model = test::triangle(7);
    }
    folder.put("SAMPLE.ROB", need(model::write_rob(rob)));
    const Session session = Session::open(folder.path / "SAMPLE.ROB").value();
    CHECK(can_browse(session));
    for (const BrowserKind kind : {BrowserKind::models, BrowserKind::textures, BrowserKind::sounds}) {
        const std::vector<BrowserItem> items = browser_items(session, nullptr, kind, "");
        REQUIRE(items.size() == 2);
        CHECK(items[0].kind == BrowserKind::models);
        CHECK(items[0].name == "TREE");
        CHECK(items[0].model == "TREE");
        CHECK(session.path_of(items[0].record) == "segments[0]");
        CHECK(items[1].name == "CHEST");
        CHECK(session.path_of(items[1].record) == "segments[1]");
    }
    const std::vector<BrowserItem> found = browser_items(session, nullptr, BrowserKind::models, "hes");
    REQUIRE(found.size() == 1);
    CHECK(session.path_of(found[0].record) == "segments[1]");

    folder.put("ISLAND.COL", test::palette_file());
    const Session palette = Session::open(folder.path / "ISLAND.COL").value();
    CHECK_FALSE(can_browse(palette));
    CHECK(browser_items(palette, nullptr, BrowserKind::models, "").empty());
    const test::SampleFile map;
    CHECK(can_browse(Session::open(map.path).value()));
}
