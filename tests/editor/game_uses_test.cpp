// References to a dialogue line or a sound in other files of a game.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "edit/document/document.hpp"
#include "editor/model/session/game_uses.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "sound/rtx.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/names/definitions.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using redforge::test::append_record;
using redforge::test::need;

using Lines = std::vector<std::string>;

constexpr std::string_view definitions =
    "[functions]\r\ntask RTX parms 1\r\nfunction Sound parms 3\r\nfunction Other parms 1\r\n[refs]\r\nangle\r\n"
    "[equates]\r\nauto\r\nhealth\r\nendauto\r\nauto\r\nidle\r\nwalk\r\nendauto\r\n[flags]\r\nBOOL Won 0\r\n";

/// A game with a text, three sounds, an item, and two maps. One map uses them.
struct Game {
    test::Folder folder;

    Game()
    {
        folder.put("soup386/SOUP386.DEF", definitions);
        folder.put("ITEM.INI", "[items]\r\nname[4]=?key\r\nname[5]=?oak\r\n");
        folder.put("MAPS/B.RGM", need(rgm::write_map(rgm::sample_map())));
        folder.put("MAPS/broken.rgm", std::string_view("RAHD"));
        const soup::Names names(need(soup::read_definitions(as_bytes(definitions))));
        edit::Document map(*edit::find_format("map"));
        edit::get_if<rgm::Map>(map)->actors = rgm::sample_map().actors;
        const soup::Assembly assembly =
            soup::assemble("actor X { RTX('?key') Other(2) Sound(2, 0, 0) end }", "", {.names = &names});
        REQUIRE(assembly.script);
        rgm::set_script(edit::get_if<rgm::Map>(map)->actors.records[0], *assembly.script);
        append_record(map, "actors[1].groups[0].commands", {{"op", "PlaySound"}, {"sound", "2"}});
        folder.put("MAPS/A.RGM", need(map.write()));
        sound::Dialogue dialogue;
        dialogue.entries.resize(1);
        dialogue.entries[0].label = "?key";
        folder.put("ENGLISH.RTX", need(sound::write_dialogue(dialogue)));
    }

    [[nodiscard]] Lines uses(const Session& session, const UsedName& name) const
    {
        Lines lines;
        for (const Use& use : uses_in_game(name, folder.path, session.names())) {
            lines.push_back(fmt::format("{}|{}|{}|{}", use.where, use.what, use.text, use.path));
        }
        return lines;
    }
};

}  // namespace

TEST_CASE("uses: finds uses of dialogue lines in scripts and items, and of sounds", "[editor]")
{
    const Game game;
    const Session session = Session::open(game.folder.path / "ENGLISH.RTX").value();
    const UsedName label = used_name(session, session.find("entries[0]").value()).value();
    CHECK(called(label) == "dialogue label ?key");
    CHECK(is_used_by_game(label));
    CHECK(game.uses(session, label) ==
          Lines{"ITEM.INI|name[4]|?key|sections[0].lines[0]", "A.RGM DOOR01|Line 3|RTX('?key')|actors[0]"});
    CHECK(uses_description(label, uses_in_game(label, game.folder.path, session.names())) ==
          "1 record and 1 line of scripts use dialogue label ?key");
    CHECK(game.uses(session, {Target::sound, "2"}) ==
          Lines{"A.RGM DOOR01|Line 5|Sound(2, 0, 0)|actors[0]", "A.RGM GUARD01|Animation group|0 idle|actors[1]"});
    const std::vector<Use> lines = uses_in_game({Target::sound, "2"}, game.folder.path, session.names());
    REQUIRE(lines.at(0).line);
    CHECK(lines[0].line->script == "DOOR01");
    CHECK(lines[0].line->line == 5);
    CHECK(lines[0].line->text == "Sound(2, 0, 0)");
    CHECK(game.uses(session, {Target::sound, "1"}).empty());
    CHECK_FALSE(is_used_by_game({Target::actor, "DOOR01"}));
    CHECK_FALSE(is_used_by_game({Target::sound, "two"}));
    CHECK(uses_in_game(label, {}, session.names()).empty());
}
