// Symbolic names: two mods that choose the same name get different numbers.
#include <catch2/catch.hpp>

#include "mod/mod_game.hpp"
#include "mod/names.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

TEST_CASE("names: replaces only whole words that are allocated names", "[mod]")
{
    const mod::Allocation numbers{{"item:key", "87"}};
    CHECK(mod::substitute("name[item:key] item:key2 xitem:key a:b HaveItem(item:key)", numbers) ==
          "name[87] item:key2 xitem:key a:b HaveItem(87)");
}

TEST_CASE("names: a name in a patch must be declared", "[mod]")
{
    const mod::Allocation numbers{{"item:key", "87"}};
    CHECK(mod::check_symbols("name[item:key] xitem:key http://a:80 HaveItem(item:key)", numbers));
    CHECK(require_error(mod::check_symbols("name[item:key] item:kee", numbers)).message ==
          "\"item:kee\" is not declared in names.xml");
    CHECK(mod::check_symbols("item:kee", {}));  // a mod without names.xml has plain text only
}

TEST_CASE("names: rejects unknown kinds and names that are declared twice", "[mod]")
{
    CHECK(mod::parse_names(R"(<names><name symbol="item:key"/></names>)", "names.xml").value() ==
          std::vector<mod::DeclaredName>{{"item:key", 0}});
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="colour:red"/></names>)", "names.xml"));
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="item:a"/><name symbol="item:a"/></names>)", "names.xml"));
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="item:a" value="3"/></names>)", "names.xml"));
    CHECK(mod::parse_names(R"(<names><name symbol="image:a" bank="302"/></names>)", "names.xml").value() ==
          std::vector<mod::DeclaredName>{{"image:a", 302}});
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="image:a"/></names>)", "names.xml"));
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="image:a" bank="600"/></names>)", "names.xml"));
    CHECK_FALSE(mod::parse_names(R"(<names><name symbol="sound:a" bank="1"/></names>)", "names.xml"));
}

TEST_CASE("names: removing one of two mods keeps the other's items with the same name", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    for (const std::string name : {"one", "two"}) {
        const fs::path changed = temporary.path() / ("changed-" + name);
        fs::copy(game, changed, fs::copy_options::recursive);
        put_file(changed / "ITEM.INI", content_of_file(changed / "ITEM.INI") + "name[2] = " + name + "x\r\n");
        mod::Mod made = make_test_mod(name, game, changed);
        std::string& patch = made.patches.at("ITEM.INI");
        patch.replace(patch.find("name[2]"), 7, "name[item:key]");
        made.names = R"(<names><name symbol="item:key"/></names>)";
        REQUIRE(mod::write_mod(made, temporary.path() / (name + ".mod")));
    }
    const auto installed = mod::install(game, {temporary.path() / "two.mod", temporary.path() / "one.mod"});
    REQUIRE(installed);
    CHECK(installed->conflicts.empty());
    const std::string original = "[items]\r\nname[0] = swrd\r\nname[1] = torc\r\nweight = 5\r\n";
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[2] = onex\r\nname[3] = twox\r\n");
    REQUIRE(mod::remove(game, {"one"}));
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[3] = twox\r\n");
    REQUIRE(mod::install(game, {temporary.path() / "one.mod"}));
    CHECK(content_of_file(game / "ITEM.INI") == original + "name[2] = onex\r\nname[3] = twox\r\n");
}

TEST_CASE("names: two mods with the same names add one of each kind", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    const ProcessResult made_game = run_shell(
        temporary.path(),
        "printf '<dialogue><entry label=\"aaaa\" text=\"one\"/></dialogue>' > d.xml; "
        "redforge pack d.xml -o game/ENGLISH.RTX; mkdir -p game/SOUP386 game/SOUND game/FXART wav/effects; "
        "printf '[functions]\\r\\ntask Sound parms "
        "1\\r\\n[refs]\\r\\n[equates]\\r\\nauto\\r\\nendauto\\r\\n[flags]\\r\\n"
        "BOOL Won 0\\r\\nBOOL Free 0\\r\\nBOOL Spare 0\\r\\n' > game/SOUP386/SOUP386.DEF; "
        "printf 'world_map[0]=MAPS\\\\ISLAND.rgm\\r\\n' > game/WORLD.INI; "
        "printf '<texture_bank><image name=\"D02000\" width=\"2\" height=\"1\"><pixels>0102</pixels></image>"
        "<image name=\"D02002\" width=\"2\" height=\"1\"><pixels>0304</pixels></image></texture_bank>' > b.xml; "
        "redforge pack b.xml -o game/FXART/TEXBSI.302; "
        "printf 'RIFF\\050\\0\\0\\0WAVEfmt "
        "\\020\\0\\0\\0\\001\\0\\001\\0\\021\\053\\0\\0\\021\\053\\0\\0\\001\\0\\010\\0"
        "data\\004\\0\\0\\0abcd' > wav/effects/0.wav; "
        "printf '<effects><effect number=\"0\"><wav file=\"effects/0.wav\"/></effect></effects>' > wav/effects.xml; "
        "redforge pack wav -o game/SOUND/MAIN.SFX");
    INFO(made_game.output);
    REQUIRE(made_game.status == 0);
    edit_file(game / "MAPS/ISLAND.RGM",
              R"(<add path="actors"><actor script_name="KEEPER"><script>actor KEEPER
{
    flag_0 = 1
    end
}
</script></actor></add>)");
    const auto original = files_of_game(game);
    for (const std::string name : {"one", "two"}) {
        mod::Mod made;
        made.manifest.name = Text(name);
        made.names = R"(<names><name symbol="item:key"/><name symbol="actor:guard"/><name symbol="label:text"/>)"
                     R"(<name symbol="object:wall"/><name symbol="image:sign" bank="302"/><name symbol="sound:creak"/>)"
                     R"(<name symbol="flag:opened"/></names>)";
        made.patches["ITEM.INI"] = R"(<edits patch="1"><add path="sections[name=items].lines" before="end">)"
                                   R"(<key name="name[item:key]" value="label:text"/></add></edits>)";
        made.patches["ENGLISH.RTX"] =
            R"(<edits patch="1"><add path="entries" before="end"><entry label="label:text" text=")" + name +
            R"("/></add></edits>)";
        made.patches["FXART/TEXBSI.302"] =
            R"(<edits patch="1"><add path="images" before="end"><image name="image:sign" width="2" height="1"><pixels>)" +
            std::string(name == "one" ? "1111" : "2222") + R"(</pixels></image></add></edits>)";
        made.patches["SOUND/MAIN.SFX"] =
            R"(<edits patch="1"><add path="effects" before="end">)"
            R"(<effect number="sound:creak"><wav file="effects/c.wav"/></effect></add></edits>)";
        std::string wav = content_of_file(temporary.path() / "wav/effects/0.wav");
        wav.replace(wav.size() - 4, 4, name + "!");
        made.side_files["SOUND/effects/c.wav"] = SharedBytes(std::move(wav));
        made.patches["MAPS/ISLAND.RGM"] =
            R"(<edits patch="1"><add path="actors" before="end"><actor script_name="actor:guard"><script>actor actor:guard
{
    Sound(sound:creak)
    flag:opened = item:key
    end
}
names
{
    task 1 = Sound(1)
}
</script></actor></add><add path="statics" before="end"><static id="object:wall" model_name="WALL"/></add>)"
            R"(<add path="flats" before="end"><flat id="object:wall" texture.texture_id="302" )"
            R"(texture.image_id="image_number:sign"/></add></edits>)";
        REQUIRE(mod::write_mod(made, temporary.path() / (name + ".mod")));
    }
    const auto report = mod::install(game, {temporary.path() / "one.mod", temporary.path() / "two.mod"});
    INFO((report ? "" : describe(report.error())));
    REQUIRE(report);
    CHECK(report->conflicts.empty());
    const auto shown = [&](const std::string& command) {
        const ProcessResult result = run_shell(temporary.path(), "redforge " + command);
        INFO(command << "\n" << result.output);
        CHECK(result.status == 0);
        return result.output;
    };
    /// Returns the text of an item by its label.
    const auto item = [&](int number) {
        const std::string settings = content_of_file(game / "ITEM.INI");
        const std::string key = fmt::format("name[{}] = ", number);
        const std::size_t at = settings.find(key);
        return at == std::string::npos ? "none\n"
                                       : shown(fmt::format("get game/ENGLISH.RTX 'entries[label={}].text'",
                                                           settings.substr(at + key.size(), 4)));
    };
    const std::string grep = "script grep 'Sound*' game/MAPS/ISLAND.RGM | sed 's/.*Sound/Sound/'";
    const std::string flags = "script grep 'F*=*' game/MAPS/ISLAND.RGM";
    CHECK(item(2) == "one\n");
    CHECK(item(3) == "two\n");
    CHECK(shown("get game/FXART/TEXBSI.302 'images[*].name'") ==
          "images[0].name=D02000\nimages[1].name=D02002\nimages[2].name=D02001\nimages[3].name=D02003\n");
    CHECK(shown("get game/FXART/TEXBSI.302 'images[name=D02001].pixels'") == "1111\n");
    CHECK(shown("get game/MAPS/ISLAND.RGM 'flats[*].texture.image_id'") ==
          "flats[0].texture.image_id=1\nflats[1].texture.image_id=3\n");
    CHECK(shown("get game/SOUND/MAIN.SFX 'effects[*].number'") ==
          "effects[0].number=0\neffects[1].number=1\neffects[2].number=2\n");
    CHECK(shown(grep) == "Sound(1)\nSound(2)\n");
    CHECK(shown("script grep 'Free*' game/MAPS/ISLAND.RGM").find("Free = ") != std::string::npos);
    CHECK(shown("script grep 'Spare*' game/MAPS/ISLAND.RGM").find("Spare = ") != std::string::npos);
    REQUIRE(mod::remove(game, {"one"}));
    CHECK(item(2) == "none\n");
    CHECK(item(3) == "two\n");
    CHECK(shown("get game/FXART/TEXBSI.302 'images[*].name'") ==
          "images[0].name=D02000\nimages[1].name=D02002\nimages[2].name=D02003\n");
    CHECK(shown("get game/FXART/TEXBSI.302 'images[name=D02003].pixels'") == "2222\n");
    CHECK(shown("get game/MAPS/ISLAND.RGM 'flats[*].texture.image_id'") == "3\n");
    // The number of a sound is its position in the file.
    CHECK(shown("get game/SOUND/MAIN.SFX 'effects[*].number'") == "effects[0].number=0\neffects[1].number=1\n");
    CHECK(shown(grep) == "Sound(1)\n");
    CHECK(shown("get game/MAPS/ISLAND.RGM 'statics[*].model_name'") == "WALL\n");
    CHECK(shown("script grep 'Spare*' game/MAPS/ISLAND.RGM").find("Spare = ") != std::string::npos);
    REQUIRE(mod::remove(game, {"two"}));
    CHECK(files_of_game(game) == original);
}
