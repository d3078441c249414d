// Dialogue during a walk through the sample map: guard 6 stands at (320, 0, 400). Times and styles are those of the
// reference sheet "engine facts", 1 and 4.
#include <catch2/catch.hpp>

#include <string_view>

#include "editor/model/scene/walk_talk.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::need;

/// Returns the names of functions that speak, and a dialogue of three labels.
soup::Names speech_names()
{
    soup::Names names(need(soup::read_definitions(as_bytes(
        "[functions]\r\ntask RTX parms 1\r\ntask RTXp parms 1\r\nfunction AddLog parms 1\r\n[refs]\r\nangle\r\n"
        "[flags]\r\nBOOL Won 0\r\n"))));
    names.dialogue = [](std::string_view label) -> std::optional<std::string> {
        return label == "halt"   ? std::optional<std::string>("HALT!")
               : label == "whoa" ? std::optional<std::string>("ME?")
               : label == "mute" ? std::optional<std::string>("")
                                 : std::nullopt;
    };
    return names;
}

/// Returns a font with all characters of ASCII, one pixel each in 9 x 1.
art::Font speech_font()
{
    art::Font font;
    font.first_character = 32;
    font.line_height = 20;
    font.colours.resize(256);
    font.colours[1] = {60, 59, 11};
    for (int i = 32; i < 127; ++i) {
        font.glyphs.push_back({.enabled = 1, .width = 9, .height = 1, .pixels = Bytes(9, std::byte{1})});
    }
    return font;
}

/// The sample map in a game folder. Its guard speaks two lines.
struct Walk {
    test::Folder game;
    soup::Names names = speech_names();
    std::filesystem::path file = game.path / "MAPS" / "SAMPLE.RGM";

    Walk()
    {
        rgm::Map map = rgm::sample_map();
        const soup::Assembly assembly = soup::assemble(
            "actor GUARD01 { RTX('halt') AddLog('note') RTXp('whoa') RTX('mute') RTX('gone') RTX('halt') end }", "",
            {.names = &names});
        REQUIRE(assembly.script);
        rgm::set_script(map.actors.records[1], *assembly.script);
        game.put("MAPS/SAMPLE.RGM", need(rgm::write_map(map)));
        game.put("FONTS/REDSEL.FNT", need(art::write_font(speech_font())));
        game.put("SYSTEM.INI", std::string_view("[dialog]\r\ndialog_max_distance=200\r\n"));
    }
    [[nodiscard]] Session open() const
    {
        LoadContext context;
        context.services.set(&names);
        return need(Session::open(file, context));
    }
};

const glm::dvec3 before_guard{320, -80, 300};
const scene::Vec3 to_guard{0, 0, 1};

}  // namespace

TEST_CASE("walk talk: the length of a line determines how long it is shown", "[editor]")
{
    CHECK(subtitle_time("") == 83);
    CHECK(subtitle_time("A") == 83);                      // 15: one tick
    CHECK(subtitle_time("HELLO, CYRUS") == 750);          // 180: nine ticks
    CHECK(subtitle_time(std::string(36, 'A')) == 2166);   // 540: 26 ticks
    CHECK(subtitle_time(std::string(140, 'A')) == 8333);  // 2100: 100 ticks
}

TEST_CASE("walk talk: the nearest object within 30 degrees is first", "[editor]")
{
    rgm::Map map = rgm::sample_map();
    map.objects.records.resize(4);
    const auto put = [&](std::size_t i, int x, int y, int z) {
        map.objects.records[i].position = {};
        map.objects.records[i].position.x = x;
        map.objects.records[i].position.y = y;
        map.objects.records[i].position.z = z;
    };
    put(0, 1000, 0, 1500);
    put(1, 1057, 0, 1100);  // 29.7 degrees
    put(2, 1059, 0, 1100);  // 30.5 degrees
    put(3, 1000, 0, 900);   // behind
    using Found = std::vector<std::size_t>;
    CHECK(objects_in_front(map, {1000, 0, 1000}, {0, 0, 1}, 1600) == Found{1, 0});
    CHECK(objects_in_front(map, {1000, 0, 1000}, {0, 0.9F, 0.1F}, 1600) == Found{1, 0});  // looks down
    CHECK(objects_in_front(map, {1000, 0, 1000}, {0, 0, 1}, 499) == Found{1});
    CHECK(objects_in_front(map, {1000, 0, 1000}, {0, 0, -1}, 1600) == Found{3});
    CHECK(objects_in_front(map, {1000, 0, 900}, {1, 0, 0}, 50) == Found{3});  // at the position of the object
}

TEST_CASE("walk talk: each spoken label with a text is a line, in the order of the script", "[editor]")
{
    const Walk walk;
    const Session session = walk.open();
    const rgm::Map map = need(rgm::read_map(need(read_file(walk.file))));
    using Lines = std::vector<SpokenLine>;
    CHECK(spoken_lines(map.actors.records[1], walk.names) ==
          Lines{{"HALT!", scene::Speaker::character}, {"ME?", scene::Speaker::cyrus}});
    CHECK(spoken_lines(map.actors.records[0], walk.names).empty());
}

TEST_CASE("walk talk: the lines of the actor in front have the style of their speaker", "[editor]")
{
    const Walk walk;
    const Session session = walk.open();
    WalkTalk talk = need(WalkTalk::begin(session, walk.game.path, before_guard, to_guard));
    CHECK(talk.description() == "GUARD01 says line 1 of 2");
    CHECK(talk.time() == 333);  // 75: four ticks
    const auto opacity = [&](std::size_t x, std::size_t y) {
        const art::RgbaImage screen = need(talk.picture());
        return int{screen.rgba[4 * (y * art::game_width + x) + 3]};
    };
    CHECK(opacity(320 - 25, 418) == 255);  // five letters of 10 pixels
    CHECK(opacity(320 - 24, 419) == 199);  // the shadow
    REQUIRE(talk.next());
    CHECK(talk.description() == "GUARD01 says line 2 of 2");
    CHECK(opacity(320 - 15, 418) == 255);
    CHECK(opacity(320 - 14, 419) == 97);  // font_norm 125,255
    CHECK_FALSE(talk.next());
}

TEST_CASE("walk talk: an error says why nobody talks", "[editor]")
{
    const Walk walk;
    Session session = walk.open();
    const auto message = [&](const std::optional<std::filesystem::path>& game, const scene::Vec3& forward) {
        return test::require_error(WalkTalk::begin(session, game, before_guard, forward)).message;
    };
    CHECK(message(std::nullopt, to_guard) == "no game folder is known");
    CHECK(message(walk.game.path, {0, 0, -1}) == "no character with lines is in front of you, within 200 map units");
    std::filesystem::remove(walk.game.path / "FONTS" / "REDSEL.FNT");
    CHECK(message(walk.game.path, to_guard) == "the game has no FONTS/REDSEL.FNT");
    std::filesystem::remove(walk.game.path / "SYSTEM.INI");
    CHECK(message(walk.game.path, to_guard) == "the game has no SYSTEM.INI");
    session.use_names({});
    CHECK(message(walk.game.path, to_guard) == "the game has no ENGLISH.RTX");
}
