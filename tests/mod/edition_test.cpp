// Mods on other editions of a game, and what a mod contains of the game that it was made on.
#include <catch2/catch.hpp>

#include "mod/map_files.hpp"
#include "mod/mod_game.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

std::string run_in(const fs::path& folder, const std::string& command)
{
    const ProcessResult result = run_shell(folder, command);
    INFO(command << "\n" << result.output);
    REQUIRE(result.status == 0);
    return result.output;
}

/// All bytes of a folder, in one text.
std::string all_bytes(const fs::path& folder)
{
    std::string all;
    for (const auto& [path, file] : files_of_game(folder)) {
        all += path + "\n" + file + "\n";
    }
    return all;
}

constexpr const char* write_bank =
    R"(printf '<texture_bank><image name="D02007" width="8" height="4"><pixels>)"
    R"(a1a2a3a4a5a6a7a8b1b2b3b4b5b6b7b8c1c2c3c4c5c6c7c8d1d2d3d4d5d6d7d8</pixels></image></texture_bank>' )"
    R"(> bank.xml; redforge pack bank.xml -o GAME/TEXBSI.302 && rm bank.xml; )";

}  // namespace

TEST_CASE("mods: a mod applies to an edition with other records in another order", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    const fs::path changed = temporary.path() / "changed";
    fs::copy(game, changed, fs::copy_options::recursive);
    edit_file(changed / "MAPS/ISLAND.RGM",
              R"(<set path="objects[id=101].position.x" value="77"/><set path="lights[id=501].radius" value="5"/>)"
              R"(<remove path="objects[id=102]"/><add path="objects"><object id="900"/></add>)");
    put_file(changed / "ITEM.INI", content_of_file(changed / "ITEM.INI") + "name[2] = key2\r\n");
    REQUIRE(mod::write_mod(make_test_mod("key", game, changed), temporary.path() / "key.mod"));

    const fs::path edition = temporary.path() / "edition";
    fs::copy(game, edition, fs::copy_options::recursive);
    edit_file(edition / "MAPS/ISLAND.RGM",
              R"(<remove path="objects[id=100]"/><remove path="lights[id=500]"/><move path="objects[id=103]" to="0"/>)"
              R"(<add path="objects" at="0"><object id="700"/></add><add path="lights"><light id="502"/></add>)");
    put_file(edition / "ITEM.INI",
             "; another edition\r\n[items]\r\nweight = 5\r\nname[1] = torc\r\nname[0] = swrd\r\nsize = 9\r\n");
    const auto original = files_of_game(edition);
    const auto report = mod::install(edition, {temporary.path() / "key.mod"});
    INFO((report ? "" : describe(report.error())));
    REQUIRE(report);
    const std::string values =
        run_in(edition, "redforge get MAPS/ISLAND.RGM 'objects[*].id' 'objects[id=101].position.x' "
                        "'lights[id=501].radius'");
    CHECK(values == "objects[0].id=700\nobjects[1].id=103\nobjects[2].id=101\nobjects[3].id=900\n"
                    "objects[2].position.x=77\nlights[0].radius=5\n");
    CHECK(content_of_file(edition / "ITEM.INI").find("name[2] = key2\r\n") != std::string::npos);
    REQUIRE(mod::remove(edition, {"key"}));
    CHECK(files_of_game(edition) == original);

    // A record that the edition does not have is named, and nothing is changed.
    edit_file(edition / "MAPS/ISLAND.RGM", R"(<remove path="objects[id=101]"/>)");
    const auto failed = mod::install(edition, {temporary.path() / "key.mod"});
    REQUIRE_FALSE(failed);
    CHECK(describe(failed.error()).find("objects[id=101].position.x: there is none here") != std::string::npos);
}

TEST_CASE("mods: a mod contains nothing of the game that it does not change", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path& folder = temporary.path();
    run_in(folder,
           std::string("mkdir GAME; redforge new map --sample -o GAME/ISLAND.RGM; ") + write_bank +
               "printf '[items]\\r\\nname[0] = swrd\\r\\nname[1] = torc\\r\\n' > GAME/ITEM.INI; cp -r GAME CHANGED; "
               "redforge unpack CHANGED/ISLAND.RGM -o text; sed -i 's/^    end/    return\\n    end/' "
               "text/scripts/GUARD01.soup; "
               "redforge pack text -o CHANGED/ISLAND.RGM; rm -r text; "
               "redforge set CHANGED/ISLAND.RGM lights[0].radius=700 -i --no-backup; "
               "redforge set CHANGED/TEXBSI.302 images[0].pixels="
               "a1a2a3a4a5a6a7a8b1b2b3b4b5b6b7b8c1c2eeeec5c6c7c8d1d2d3d4d5d6d7d8 -i --no-backup; "
               "printf 'name[2] = rkey\\r\\n' >> CHANGED/ITEM.INI; "
               "redforge mod new key.mod --from CHANGED --original GAME");
    const std::string mod = all_bytes(folder / "key.mod");
    for (const std::string changed : {"+    return", "700", "eeee", "rkey"}) {
        INFO(changed);
        CHECK(mod.find(changed) != std::string::npos);
    }
    for (const std::string kept : {"halt", "opened", "swrd", "torc", "a1a2", "c5c6", "DOOR01"}) {
        INFO(kept);
        CHECK(mod.find(kept) == std::string::npos);
    }
    run_in(folder, "redforge mod build key.mod --game GAME -o OUT && cmp OUT/ISLAND.RGM CHANGED/ISLAND.RGM && "
                   "cmp OUT/TEXBSI.302 CHANGED/TEXBSI.302 && cmp OUT/ITEM.INI CHANGED/ITEM.INI");
}

TEST_CASE("mods: two mods change different pixels of one image", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path& folder = temporary.path();
    run_in(folder, std::string("mkdir GAME; ") + write_bank +
                       "for k in a b c; do cp -r GAME C$k; done; "
                       "redforge set Ca/TEXBSI.302 images[0].pixels="
                       "eea2a3a4a5a6a7a8b1b2b3b4b5b6b7b8c1c2c3c4c5c6c7c8d1d2d3d4d5d6d7d8 -i --no-backup; "
                       "redforge set Cb/TEXBSI.302 images[0].pixels="
                       "a1a2a3a4a5a6a7a8b1b2b3b4b5b6b7b8c1c2c3c4c5c6c7c8d1d2d3d4d5d6d7ff -i --no-backup; "
                       "redforge set Cc/TEXBSI.302 images[0].pixels="
                       "dda2a3a4a5a6a7a8b1b2b3b4b5b6b7b8c1c2c3c4c5c6c7c8d1d2d3d4d5d6d7d8 -i --no-backup; "
                       "for k in a b c; do redforge mod new $k.mod --from C$k --original GAME; done");
    CHECK(run_shell(folder, "redforge mod install a.mod b.mod --game GAME").output == "changed  TEXBSI.302\n");
    CHECK(run_in(folder, "redforge get GAME/TEXBSI.302 images[0].pixels").find("d7ff") != std::string::npos);
    CHECK(run_shell(folder, "redforge mod install c.mod --game GAME").output ==
          "conflict: TEXBSI.302: images[0] D02007: pixels: a and c differ: both change 1 of 32 bytes, the first at 0; "
          "c wins\n"
          "changed  TEXBSI.302\n");
}

TEST_CASE("mods: new scripts and voices are files of their own", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path& folder = temporary.path();
    run_in(folder,
           "mkdir -p GAME/MAPS; redforge new map --sample -o GAME/MAPS/ISLAND.RGM; "
           "printf '<dialogue><entry label=\"aaaa\" text=\"one\"/></dialogue>' > d.xml; "
           "redforge pack d.xml -o GAME/ENGLISH.RTX; cp -r GAME CHANGED; rm d.xml; "
           "redforge unpack CHANGED/ENGLISH.RTX -o text; mkdir -p text/voices; "
           "printf 'RIFF\\050\\0\\0\\0WAVEfmt \\020\\0\\0\\0\\001\\0\\001\\0\\021\\053\\0\\0"
           "\\021\\053\\0\\0\\001\\0\\010\\0data\\004\\0\\0\\0abcd' > text/voices/aaaa.wav; "
           "sed -i 's#text=\"one\"/>#text=\"one\"><voice file=\"voices/aaaa.wav\"/></entry>#' text/dialogue.xml; "
           "redforge pack text -o CHANGED/ENGLISH.RTX; rm -r text; "
           "printf '<edits><duplicate path=\"actors[1]\"><set path=\"script_name\" "
           "value=\"WITCH01\"/></duplicate></edits>' > e.xml; "
           "redforge apply e.xml CHANGED/MAPS/ISLAND.RGM -i --no-backup; rm e.xml; "
           "redforge mod new key.mod --from CHANGED --original GAME");
    CHECK(run_in(folder, "cd key.mod/patches && find . -type f | sort") ==
          "./ENGLISH.RTX.xml\n./MAPS/ISLAND.RGM.xml\n./MAPS/scripts/WITCH01.soup\n./voices/aaaa.wav\n");
    run_in(folder, "redforge mod pack key.mod -o key.rfmod && redforge mod install key.rfmod --game GAME && "
                   "cmp GAME/ENGLISH.RTX CHANGED/ENGLISH.RTX && cmp GAME/MAPS/ISLAND.RGM CHANGED/MAPS/ISLAND.RGM");
}

TEST_CASE("mods: a patch of statics is recognised with either quotes", "[mod]")
{
    mod::Mod mod;
    mod.patches["MAPS/A.RGM"] = "<edits patch='1'><remove path='statics[0]'/></edits>";
    mod.patches["MAPS/B.RGM"] = "<edits patch=\"1\"><remove path=\"objects[0]\"/></edits>";
    CHECK(mod::changes_statics(mod, "MAPS/A.RGM"));
    CHECK_FALSE(mod::changes_statics(mod, "MAPS/B.RGM"));
}
