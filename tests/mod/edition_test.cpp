// Mods on other editions of a game, and the game content in a mod.
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

/// Returns all bytes of a folder as one text.
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

TEST_CASE("mods: a mod applies to an edition with reordered and other records", "[mod]")
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

    // If the edition lacks a record, the error names it, and nothing changes.
    edit_file(edition / "MAPS/ISLAND.RGM", R"(<remove path="objects[id=101]"/>)");
    const auto failed = mod::install(edition, {temporary.path() / "key.mod"});
    REQUIRE_FALSE(failed);
    CHECK(describe(failed.error()).find("objects[id=101].position.x: there is none here") != std::string::npos);
}

TEST_CASE("mods: a mod's scripts and statics apply to an edition with others", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path game = temporary.path() / "game";
    make_game(game);
    const auto actor = [](const std::string& name, const std::string& statements) {
        return "<actor script_name=\"" + name + "\"><script>actor " + name + "\n{\n" + statements +
               "}\n</script></actor>";
    };
    edit_file(game / "MAPS/ISLAND.RGM",
              "<add path=\"actors\">" + actor("FIRST", "    end\n") +
                  actor("GUARD", "    flag_1 = 1\n    flag_2 = 2\n    end\n") + actor("LAST", "    return\n") +
                  R"(</add><add path="statics"><static id="300" model_name="ROCK"/>)"
                  R"(<static id="301" model_name="TREE"/><static id="302" model_name="WALL"/></add>)");
    const fs::path edition = temporary.path() / "edition";
    fs::copy(game, edition, fs::copy_options::recursive);
    const fs::path changed = temporary.path() / "changed";
    fs::copy(game, changed, fs::copy_options::recursive);
    edit_file(changed / "MAPS/ISLAND.RGM",
              R"(<set path="actors[script_name=GUARD].script">actor GUARD
{
    flag_1 = 1
    flag_7 = 7
    flag_2 = 2
    end
}
</set><set path="statics[id=301].position.x" value="77"/><remove path="statics[id=302]"/>)"
              R"(<add path="statics"><static id="905" model_name="NEW5"/></add>)");
    REQUIRE(mod::write_mod(make_test_mod("key", game, changed), temporary.path() / "key.mod"));

    edit_file(edition / "MAPS/ISLAND.RGM",
              R"(<remove path="actors[script_name=FIRST]"/><move path="actors[script_name=LAST]" to="0"/>)"
              R"(<set path="actors[script_name=GUARD].script">actor GUARD
{
    flag_1 = 1
    flag_2 = 2
    flag_3 = 3
    end
}
</set><remove path="statics[id=300]"/><move path="statics[id=302]" to="0"/>)"
              R"(<add path="statics" at="0"><static id="700" model_name="OTHER"/></add>)");
    const auto original = files_of_game(edition);
    const auto report = mod::install(edition, {temporary.path() / "key.mod"});
    INFO((report ? "" : describe(report.error())));
    REQUIRE(report);
    CHECK(run_in(edition, "redforge get MAPS/ISLAND.RGM 'actors[*].script_name' 'statics[*].id' "
                          "'statics[id=301].position.x'") ==
          "actors[0].script_name=LAST\nactors[1].script_name=GUARD\nstatics[0].id=700\nstatics[1].id=301\n"
          "statics[2].id=905\nstatics[1].position.x=77\n");
    CHECK(run_in(edition, "redforge script show MAPS/ISLAND.RGM --actor GUARD")
              .find("    flag_1 = 1\n    flag_7 = 7\n    flag_2 = 2\n    flag_3 = 3\n    end\n") != std::string::npos);
    REQUIRE(mod::remove(edition, {"key"}));
    CHECK(files_of_game(edition) == original);
}

TEST_CASE("mods: a mod contains only the changed parts of the game's files", "[mod]")
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

TEST_CASE("mods: two mods can change different pixels of one image", "[mod]")
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

TEST_CASE("mods: stores new scripts and voices as separate files", "[mod]")
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

TEST_CASE("mods: stores new images as PNG files next to the patch", "[mod]")
{
    const TemporaryFolder temporary;
    const fs::path& folder = temporary.path();
    run_in(folder, std::string("mkdir -p GAME; ") + write_bank +
                       "cp -r GAME CHANGED; printf '<edits><add path=\"images\"><image name=\"D02009\" width=\"3\" "
                       "height=\"2\"><pixels>010203040506</pixels></image></add><add path=\"images\"><image "
                       "name=\"D02010\" width=\"2\" height=\"1\"><pixels>00ff</pixels></image></add></edits>' > e.xml; "
                       "redforge apply e.xml CHANGED/TEXBSI.302 -i --no-backup; rm e.xml; "
                       "redforge mod new key.mod --from CHANGED --original GAME");
    CHECK(run_in(folder, "cd key.mod/patches && find . -type f | sort; grep -o '<pixels[^>]*>' TEXBSI.302.xml") ==
          "./TEXBSI.302.xml\n./images/D02009.png\n./images/D02010.png\n<pixels file=\"images/D02009.png\"/>\n"
          "<pixels file=\"images/D02010.png\"/>\n");
    run_in(folder, "redforge mod build key.mod --game GAME -o OUT && cmp OUT/TEXBSI.302 CHANGED/TEXBSI.302 && "
                   "redforge apply key.mod GAME -o APPLIED && cmp APPLIED/TEXBSI.302 CHANGED/TEXBSI.302 && "
                   "redforge mod pack key.mod -o key.rfmod && redforge mod install key.rfmod --game GAME && "
                   "cmp GAME/TEXBSI.302 CHANGED/TEXBSI.302 && redforge mod remove key --game GAME && "
                   "redforge diff GAME CHANGED --xml -o patches; redforge apply patches GAME -o OUT2 && "
                   "cmp OUT2/TEXBSI.302 CHANGED/TEXBSI.302");
    CHECK(run_in(folder, "cd patches && find . -type f | sort") ==
          "./TEXBSI.302.xml\n./images/D02009.png\n./images/D02010.png\n");
    run_in(folder, "redforge apply patches/TEXBSI.302.xml GAME/TEXBSI.302 -o ONE.302 && "
                   "cmp ONE.302 CHANGED/TEXBSI.302 && redforge apply patches CHANGED --reverse -o BACK && "
                   "cmp BACK/TEXBSI.302 GAME/TEXBSI.302 && redforge diff CHANGED GAME --xml -o patches; "
                   "redforge apply patches CHANGED -o AGAIN && cmp AGAIN/TEXBSI.302 GAME/TEXBSI.302");
    const std::string build = "rm -rf OUT; redforge mod build key.mod --game GAME -o OUT";
    const auto error_after = [&](const std::string& change) {
        const ProcessResult result = run_shell(folder, "cp -r key.mod saved; " + change + build +
                                                           "; s=$?; rm -r key.mod; mv saved key.mod; exit $s");
        CHECK(result.status != 0);
        return result.output;
    };
    CHECK(error_after("rm key.mod/patches/images/D02009.png; ").find("images/D02009.png): the mod has no such file") !=
          std::string::npos);
    CHECK(error_after("cp key.mod/patches/images/D02009.png key.mod/patches/images/more.png; ")
              .find("images/more.png: no patch names this file") != std::string::npos);
    CHECK(error_after("sed -i 's/width=\"3\"/width=\"4\"/' key.mod/patches/TEXBSI.302.xml; ")
              .find("this PNG has 3 x 2 pixels, and its image in the patch has 4 x 2") != std::string::npos);
    CHECK(error_after("printf 'no picture' > key.mod/patches/images/D02009.png; ").find("D02009.png") !=
          std::string::npos);
}

TEST_CASE("mods: recognises a patch of statics with single or double quotes", "[mod]")
{
    mod::Mod mod;
    mod.patches["MAPS/A.RGM"] = "<edits patch='1'><remove path='statics[0]'/></edits>";
    mod.patches["MAPS/B.RGM"] = "<edits patch=\"1\"><remove path=\"objects[0]\"/></edits>";
    CHECK(mod::changes_statics(mod, "MAPS/A.RGM"));
    CHECK_FALSE(mod::changes_statics(mod, "MAPS/B.RGM"));
}
