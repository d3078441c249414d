// Commands that once ended with status 0 after they had lost a part of their work.
#include <cstdlib>
#include <string>

#include <catch2/catch.hpp>

#include "program.hpp"
#include "runner/skip.hpp"

using namespace redforge::test;

namespace {

/// Runs commands in a folder with its own backups.
std::string run_in(const TemporaryFolder& folder, const std::string& commands)
{
    return run_shell(folder.path(), "export XDG_STATE_HOME=$PWD/state; " + commands).output;
}

}  // namespace

TEST_CASE("pack: rejects a folder with only some records, unless --base has the others", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "redforge new plugin --sample -o S.esp -q; redforge unpack S.esp --only SCPT -o N -q");
    CHECK(run_in(folder, "cp S.esp T.esp; redforge pack N -o T.esp; echo $?; cmp S.esp T.esp && echo same") ==
          "redforge: N: has only the SCPT records of a file; --base FILE adds them to the other records; to pack "
          "them "
          "alone, remove partial=\"SCPT\" from the XML\n2\nsame\n");
    CHECK(run_in(folder, "redforge pack N --base S.esp -q -o U.esp; cmp S.esp U.esp && echo same") == "same\n");
}

TEST_CASE("backups: a map and its PVO are one backup of the map", "[cli][backups]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(
        folder,
        "mkdir MAPS; redforge new map --sample -o MAPS/TOWN.RGM -q; echo '<visibility objects=\"0 1\"><node "
        "leaf=\"0\"/><leaf runs=\"2 0\"/></visibility>' | redforge pack - -o MAPS/TOWN.PVO -q; cp -r MAPS old; "
        "echo '<edits><remove path=\"statics[0]\"/></edits>' | redforge apply - MAPS/TOWN.RGM -i -q; cp -r MAPS new");
    CHECK(run_in(folder, "cmp old/TOWN.PVO new/TOWN.PVO >/dev/null && echo same") == "");
    CHECK(run_in(folder, "redforge backups list MAPS/TOWN.RGM | wc -l; redforge backups restore MAPS/TOWN.RGM -q; "
                         "diff -r old MAPS && echo old") == "1\nold\n");
    CHECK(run_in(folder, "redforge backups restore MAPS/TOWN.RGM -q; diff -r new MAPS && echo new") == "new\n");
}

TEST_CASE("pack: a new map next to a PVO says that the PVO is not updated", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "redforge new map --sample -o TOWN.RGM -q; echo '<visibility objects=\"0 1\"><node "
                   "leaf=\"0\"/><leaf runs=\"2 0\"/></visibility>' | redforge pack - -o TOWN.PVO -q; "
                   "redforge unpack TOWN.RGM -o T.xml -q; rm TOWN.RGM");
    CHECK(run_in(folder, "redforge pack T.xml -o TOWN.RGM 2>&1 | grep -c 'TOWN.PVO is not updated'") == "1\n");
    CHECK(run_in(folder, "redforge pack T.xml -o TOWN.RGM 2>&1 | grep -c PVO") == "0\n");
}

TEST_CASE("diff: compares files of unknown formats in two folders by their bytes", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "mkdir a b; echo 1 > a/x.dat; echo 2 > b/x.dat; echo 1 > a/same.dat; echo 1 > b/same.dat; "
                   "echo 1 > a/gone.dat; echo 1 > b/new.dat");
    CHECK(run_in(folder, "redforge diff a b; echo $?") ==
          "- gone.dat\n+ new.dat\nx.dat: the bytes differ; the format is not known\n1\n");
    CHECK(run_in(folder, "redforge diff a b -l; redforge diff a a; echo $?") == "gone.dat\nnew.dat\nx.dat\n0\n");
}

TEST_CASE("backups: restoring a map without its PVO updates the existing PVO", "[cli][backups]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "mkdir MAPS; redforge new map --sample -o MAPS/TOWN.RGM -q; echo '<visibility objects=\"0 1\"><node "
                   "leaf=\"0\"/><leaf runs=\"2 0\"/></visibility>' | redforge pack - -o MAPS/TOWN.PVO -q; "
                   "redforge set MAPS/TOWN.RGM 'lights[0].radius=1' -i -q; "
                   "echo '<edits><remove path=\"statics[0]\"/></edits>' | redforge apply - MAPS/TOWN.RGM -i -q; "
                   "redforge backups restore MAPS/TOWN.RGM 2 -q");
    CHECK(run_in(folder,
                 "redforge get MAPS/TOWN.RGM 'statics[*].id' | wc -l; redforge pvo check MAPS/TOWN.RGM -q; echo $?")
              .ends_with("0\n"));
}

TEST_CASE("pvo build: a model that cannot be read is an error, unless --force is given", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "mkdir -p G/MAPS G/3DART; redforge new map --sample -o S.RGM -q; printf bad > G/3DART/WALL01.3D");
    const std::string build = "redforge pvo build S.RGM --game G --step 4096 -o S.PVO -q";
    CHECK(run_in(folder, build + " 2>/dev/null; echo $?; ls S.PVO 2>/dev/null") == "2\n");
    CHECK(run_in(folder, build + " --force 2>/dev/null; echo $?; ls S.PVO") == "0\nS.PVO\n");
}

TEST_CASE("rename: renames in all files or in none", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder,
           "redforge new map --sample -o A.RGM -q; cp A.RGM B.RGM; redforge set B.RGM 'actors[0].script_name=TAKEN' "
           "-i -q; cp A.RGM old.RGM");
    const std::string name = run_in(folder, "redforge get A.RGM 'actors[0].script_name'");
    const std::string renamed =
        run_in(folder, "redforge rename actor $(redforge get A.RGM 'actors[0].script_name') TAKEN "
                       "A.RGM B.RGM gone.RGM -i; echo $?; cmp A.RGM old.RGM && echo same");
    CHECK(renamed.find("nothing was written\n2\nsame\n") != std::string::npos);
    CHECK_FALSE(name.empty());
}

TEST_CASE("set: changes a file once if it is named twice", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder,
           "redforge new map --sample -o A.RGM -q; ln -s A.RGM B.RGM; redforge set A.RGM 'lights[0].radius=5' -i -q");
    CHECK(run_in(folder, "redforge set A.RGM B.RGM ./A.RGM 'lights[0].radius+=10' -i -q; redforge get A.RGM "
                         "'lights[0].radius'") == "15\n");
}

TEST_CASE("pack: rejects a folder with two documents", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "redforge new map --sample -o A.RGM -q; redforge unpack A.RGM -o X -q; echo '<ini/>' > X/ini.xml");
    CHECK(run_in(folder, "redforge pack X -o O.INI; echo $?") ==
          "redforge: X: has two documents, map.xml and ini.xml; name one of these files, or move one to another "
          "folder\n2\n");
}

TEST_CASE("pack: rejects an empty source", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "redforge new map --sample -o A.RGM -q; redforge unpack A.RGM -o X -q");
    const std::string packed =
        run_in(folder, "file=$(cd X; ls scripts/*.soup | head -1); : > X/$file; redforge pack X -o B.RGM; echo $?");
    CHECK(packed.find("an empty file; restore its content, or remove the element that names it from the XML\n2\n") !=
          std::string::npos);
}

TEST_CASE("pack --base: the FormIDs of the folder follow the masters of the base", "[cli][tes]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(
        folder,
        "redforge new plugin --sample -o S.esp -q; redforge unpack S.esp --only SCPT -o N -q; redforge masters S.esp "
        "add First.esm -o S2.esp -q");
    CHECK(run_in(folder, "redforge pack N --base S2.esp -q -o new.esp; cmp new.esp S2.esp && echo same") == "same\n");
}

TEST_CASE("copy and merge: texts are stored in one code page, or the command fails", "[cli][tes]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder,
           "echo '<plugin header_size=\"later\"><header form_version=\"44\" version=\"1.7\"/><group type=\"top\" "
           "label=\"WEAP\"><record type=\"WEAP\" editor_id=\"Aa\" form_id=\"00000800\" form_version=\"44\"><name "
           "text=\"x\"/></record><record type=\"WEAP\" editor_id=\"Bb\" form_id=\"00000801\" form_version=\"44\"><name "
           "text=\"x\"/></record></group></plugin>' | redforge pack - -o base.esp -q; redforge set base.esp "
           "'records[Aa].name.text=Größe der Straße' -o de.esp -q; redforge set base.esp 'records[Bb].name.text=エル "
           "剣の剣' "
           "--encoding UTF-8 -o jp.esp -q");
    CHECK(run_in(folder, "redforge copy Bb jp.esp de.esp --new Cc -o c.esp; echo $?").ends_with("2\n"));
    CHECK(run_in(folder, "redforge merge base.esp de.esp jp.esp -o m.esp; echo $?").ends_with("2\n"));
    CHECK(run_in(folder,
                 "redforge merge base.esp base.esp jp.esp -q -o m.esp; redforge get m.esp 'records[Bb].name.text'") ==
          "エル 剣の剣\n");
}

TEST_CASE("copy and merge: a localised plugin and its string files are written in one step", "[cli][tes]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder,
           "mkdir Strings; echo '<plugin header_size=\"later\"><header flags=\"localized\" form_version=\"44\"/><group "
           "type=\"top\" label=\"WEAP\"><record type=\"WEAP\" editor_id=\"Sword\" form_id=\"00000820\"><name text=\"\" "
           "string_id=\"0x11\"/></record></group></plugin>' | redforge pack - -o From.esp -q; echo '<strings "
           "kind=\"plain\"><string id=\"17\" text=\"Sword\"/></strings>' | redforge pack - -o "
           "Strings/From_English.STRINGS -q; cp From.esp To.esp; cp Strings/From_English.STRINGS "
           "Strings/To_English.STRINGS; "
           "mkdir old; cp To.esp Strings/To_English.STRINGS old");
    const std::string copy = "redforge copy Sword From.esp To.esp --new Blade -q -i; echo $?";
    CHECK(run_in(folder,
                 "mkdir -p away/Strings; cp From.esp away; cp To.esp away/Real.esp; ln -s away/Real.esp Link.esp; "
                 "cp Strings/To_English.STRINGS Strings/Link_English.STRINGS; redforge copy Sword From.esp "
                 "Link.esp --new Blade -i 2>&1 | sed s,/.*/,,; cmp To.esp away/Real.esp && echo same") ==
          "redforge: Link.esp: is a link into another folder, so the files next to it cannot be written with it; name "
          "Real.esp itself; "
          "nothing was changed\nsame\n");
    CHECK(run_in(folder, copy) == "00000821\n0\n");
    CHECK(run_in(folder, "redforge get Strings/To_English.STRINGS strings[1].text; redforge get To.esp "
                         "records[Blade].name.string_id") == "Sword\n0x00000012\n");
    CHECK(run_in(folder, "redforge backups restore To.esp -q; cmp To.esp old/To.esp && cmp Strings/To_English.STRINGS "
                         "old/To_English.STRINGS && echo same") == "same\n");
}

TEST_CASE("copy: a folder that cannot be written leaves the string files of its plugin", "[cli][tes]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(
        folder,
        "mkdir Strings; echo '<plugin header_size=\"later\"><header flags=\"localized\" form_version=\"44\"/><group "
        "type=\"top\" label=\"WEAP\"><record type=\"WEAP\" editor_id=\"Sword\" form_id=\"00000820\"><name text=\"\" "
        "string_id=\"0x11\"/></record></group></plugin>' | redforge pack - -o From.esp -q; redforge unpack From.esp -o "
        "To -q; echo '<strings kind=\"plain\"><string id=\"17\" text=\"Sword\"/></strings>' | redforge pack - -o "
        "Strings/From_English.STRINGS -q; cp Strings/From_English.STRINGS Strings/To_English.STRINGS; cp -r Strings "
        "old; mkdir To/WEAP/Blade.xml");
    const std::string copy = "redforge copy Sword From.esp To --new Blade -i --no-backup; echo $?; ";
    CHECK(run_in(folder, copy + "diff -r Strings old && ls To/WEAP") ==
          "redforge: To/WEAP/Blade.xml: is not a plain file; move it away or choose another folder; nothing was "
          "changed\n2\nBlade.xml\nSword.xml\n");
    CHECK(run_in(folder,
                 "rmdir To/WEAP/Blade.xml; " + copy + "redforge get Strings/To_English.STRINGS strings[1].text") ==
          "1 change -> To\n00000821\n0\nSword\n");
}

TEST_CASE("masters: does not renumber a record with damaged compressed data", "[cli][tes]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    // A compressed record of 4 bytes that are not a stream of zlib.
    run_in(folder,
           "echo '<plugin header_size=\"later\"><header form_version=\"44\" version=\"1.7\"/><group type=\"top\" "
           "label=\"CELL\"><record type=\"CELL\" form_id=\"00000800\" flags=\"compressed\" "
           "form_version=\"44\"><stream><data>10000000 01020304</data></stream></record></group></plugin>' | redforge "
           "pack - -o S.esp");
    CHECK(run_in(folder, "redforge masters S.esp add A.esm -o T.esp; echo $?")
              .starts_with("redforge: S.esp: header.parts: CELL 00000800 has bytes of unknown meaning in data that may "
                           "name a form"));
    CHECK(run_in(folder, "ls T.esp 2>/dev/null; true").empty());
}

TEST_CASE("masters: an item's extra data is an actor's form, or a rank in a faction", "[cli][tes]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder,
           "echo '<plugin header_size=\"later\"><header form_version=\"44\" version=\"1.7\"><master "
           "name=\"Skyrim.esm\"/></header><group type=\"top\" label=\"GLOB\"><record type=\"GLOB\" "
           "form_id=\"01000801\" form_version=\"44\"/></group><group type=\"top\" label=\"NPC_\"><record type=\"NPC_\" "
           "form_id=\"01000802\" form_version=\"44\"/></group><group type=\"top\" label=\"FACT\"><record type=\"FACT\" "
           "form_id=\"01000803\" form_version=\"44\"/></group><group type=\"top\" label=\"CONT\"><record type=\"CONT\" "
           "editor_id=\"Box\" form_id=\"01000804\" form_version=\"44\"><item_count/><item form_id=\"0000000F\" "
           "count=\"1\"/><item_extra/></record></group></plugin>' | redforge pack - -o S.esp -q");
    const std::string extra = "records[Box].item_extra";
    const auto after_add = [&](const std::string& owner, const std::string& value) {
        return run_in(folder,
                      "redforge set S.esp " + extra + ".owner=" + owner + " " + extra + ".global_or_rank=" + value +
                          " -o T.esp -q && redforge masters T.esp add B.esm -o U.esp -q && redforge get U.esp " +
                          extra + ".global_or_rank; rm -f U.esp");
    };
    const std::string actor = "01000802";
    const std::string faction = "01000803";
    const std::string of_master = "0001BDB0";
    CHECK(after_add(actor, "01000801") == "02000801\n");
    CHECK(after_add(actor, "3") == "3\n");
    CHECK(after_add(faction, "01000801") == "01000801\n");  // not a form: the game reads a number
    CHECK(after_add(faction, "-1") == "-1\n");
    CHECK(after_add(of_master, "01000801") == "02000801\n");  // renumbered: too large for a rank
    CHECK(after_add(of_master, "2") == "2\n");
    CHECK(after_add("00000000", "01000801") == "01000801\n");  // not used without an owner
    // With another first master, this number could be a form that moves, or a rank.
    CHECK(after_add(of_master, "00000900") == "00000900\n");
    CHECK(run_in(folder, "redforge masters T.esp add B.esm -o V.esp -q; printf 'B.esm\\nSkyrim.esm\\n' > order.txt; "
                         "redforge masters "
                         "V.esp sort --load-order order.txt -o W.esp; echo $?; ls W.esp 2>/dev/null")
              .starts_with("redforge: V.esp: header.parts: CONT 02000804 (Box) has bytes of unknown meaning in "
                           "global_or_rank that may name a form"));
}

TEST_CASE("set: setting a computed value is an error, or changes nothing", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(
        folder,
        "echo '<dialogue><entry label=\"abcd\" text=\"Hi\"/><entry label=\"efgh\" text=\"Ho\"/></dialogue>' | redforge "
        "pack - -o A.RTX -q; echo '<strings kind=\"plain\"><string id=\"1\" text=\"a\"/><string id=\"2\" "
        "text=\"b\"/></strings>' | redforge pack - -o a_english.STRINGS -q; redforge new plugin --sample -o S.esp -q; "
        "redforge new map --sample -o M.RGM -q");
    const auto set = [&](const std::string& file, const std::string& edit) {
        return run_in(folder, "redforge set " + file + " '" + edit +
                                  "' --force -o out_english.STRINGS; echo $?; cmp -s " + file +
                                  " out_english.STRINGS 2>/dev/null && echo same; rm -f out_english.STRINGS");
    };
    const std::string error =
        ": the file would not have the value that was set; nothing was written; the file computes "
        "this value, or cannot store it\n2\n";
    CHECK(set("A.RTX", "entries[0].row=7") == "redforge: A.RTX: entries[0].row" + error);
    CHECK(set("a_english.STRINGS", "strings[0].row=5") == "redforge: a_english.STRINGS: strings[0].row" + error);
    CHECK(set("S.esp", "records[Greeting].script_body.empty=1").ends_with("cannot store it\n2\n"));
    CHECK(set("M.RGM", "lights[0].radius=600") == "0 changes -> out_english.STRINGS\n0\nsame\n");
    CHECK(set("M.RGM", "lights[0].radius=601") == "1 change -> out_english.STRINGS\n0\n");
}

TEST_CASE("set: the number of changes of a save is computed", "[cli][corpus]")
{
    const char* const corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr || !has_shell()) {
        return skip("REDFORGE_CORPUS names no folder");
    }
    const TemporaryFolder folder;
    run_in(folder, "cp '" + std::string(corpus) + "'/oblivion-saves/save-01.ess S.ess");
    CHECK(run_in(folder, "redforge set S.ess globals.change_count=7 -o T.ess; echo $?; ls T.ess 2>/dev/null")
              .ends_with("\n2\n"));
    CHECK(run_in(folder, "redforge set S.ess header.location_size=7 -o T.ess; echo $?; ls T.ess 2>/dev/null")
              .ends_with("\n2\n"));
    CHECK(run_in(folder, "redforge set S.ess globals.change_count=$(redforge get S.ess globals.change_count) -o T.ess; "
                         "cmp S.ess T.ess") == "0 changes -> T.ess\n");
}

TEST_CASE("diff --xml: a patch of bytes applies to all forms of a file", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    // Two entries have one label, so the patch selects them by their content.
    run_in(
        folder,
        "mkdir -p A/voices; for v in a b; do { printf 'RIFF\\114\\0\\0\\0WAVEfmt \\020\\0\\0\\0\\001\\0\\001\\0"
        "\\021\\053\\0\\0\\021\\053\\0\\0\\001\\0\\010\\0data\\050\\0\\0\\0'; printf '%040d' 0; } > "
        "A/voices/$v.wav; done; echo '<dialogue><entry label=\"abcd\" text=\"Hi\"><voice "
        "file=\"voices/a.wav\"/></entry><entry label=\"abcd\" text=\"Ho\"><voice "
        "file=\"voices/b.wav\"/></entry></dialogue>' > A/dialogue.xml; cp -r A B; printf zzzz | dd of=B/voices/b.wav "
        "bs=1 "
        "seek=60 conv=notrunc 2>/dev/null; for i in A B; do redforge pack $i -o $i.RTX -q; redforge unpack $i.RTX -o "
        "$i.xml -q; rm -r $i; redforge unpack $i.RTX -o $i -q; done");
    CHECK(run_in(folder, "cmp A.RTX B.RTX >/dev/null || echo differ") == "differ\n");
    for (const std::string of : {".RTX", ".xml", ""}) {
        for (const std::string to : {".RTX", ".xml", ""}) {
            INFO("patch of A" << of << " applied to A" << to);
            CHECK(run_in(folder, "redforge diff --xml A" + of + " B" + of + " > p.xml; redforge apply p.xml A" + to +
                                     " -o O" + to + " -q; diff -r B" + to + " O" + to + " && echo same; rm -rf O*") ==
                  "same\n");
        }
    }
}

TEST_CASE("diff --xml: the patch of two versions of a real plugin gives the newer version", "[cli][corpus]")
{
    const char* const corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr || !has_shell()) {
        return skip("REDFORGE_CORPUS names no folder");
    }
    const TemporaryFolder folder;
    const std::string plugins = std::string(corpus) + "/skyrim-plugins/";
    for (const std::string mod :
         {"campfire-06.esp campfire-07.esp", "scroll-scribe-skyrim-mod-04.esp scroll-scribe-skyrim-mod-05.esp"}) {
        INFO(mod);
        CHECK(run_in(folder, "cd '" + plugins + "'; set -- " + mod +
                                 "; redforge diff --xml $1 $2 > $OLDPWD/p.xml; redforge apply $OLDPWD/p.xml $1 -q -o "
                                 "$OLDPWD/out.esp; cmp $OLDPWD/out.esp $2 && echo same") == "same\n");
    }
}

TEST_CASE("set: a computed length that does not fit is an error that names the field", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    CHECK(run_in(folder, "redforge new save --sample -o S.ess -q; redforge set S.ess header.location_size=5 -o x.ess "
                         "2>&1; echo $?") ==
          "redforge: S.ess: header.location_size: the length 5 of a text of 7 bytes; leave it out: it is computed; a "
          "file can have 7 or 8\n2\n");
}

TEST_CASE("set: setting a computed value to the computed number does not change a text", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "redforge new save --sample -o S.ess -q; redforge unpack S.ess --xml -o S.xml -q; cp S.xml old.xml");
    CHECK(run_in(folder, "redforge set S.xml header.location_size=8 -i 2>&1; cmp S.xml old.xml && echo same") ==
          "S.xml: nothing to change\nsame\n");
    CHECK(run_in(folder, "redforge set S.xml header.location_size=8 header.level=9 -i -q; grep -c location_size S.xml; "
                         "redforge get S.xml header.level") == "0\n9\n");
    CHECK(run_in(folder,
                 "redforge set S.xml header.location_size=7 -i -q; grep -c location_size S.xml; redforge set S.xml "
                 "header.location_size=8 -i --no-backup 2>&1; grep -c location_size S.xml") ==
          "1\n1 change -> S.xml\n0\n");
}

TEST_CASE("check: the summary counts a document that cannot be read", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "redforge new map --sample -o S.RGM -q; redforge unpack S.RGM -q; echo '<map' > S/map.xml; "
                   "printf X > E.RGM");
    const auto summary = [&](const std::string& command) { return run_in(folder, command + " 2>&1 | tail -1"); };
    CHECK(summary("redforge check S") == "1 error, 0 warnings, 0 notes\n");
    CHECK(summary("redforge script check S") == "0 scripts: 1 error, 0 warnings\n");
    CHECK(summary("redforge script check E.RGM") == "0 scripts: 1 error, 0 warnings\n");
    CHECK(run_in(folder, "redforge script check E.RGM --github -q 2>/dev/null")
              .starts_with("::error file=E.RGM,title=unreadable::"));
}

TEST_CASE("check: a text or folder that pack rejects has an error", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, R"sh(
        mkdir -p F/effects D/voices; echo junk | tee F/effects/000.wav > D/voices/a.wav
        echo '<effects><effect number="0"><wav file="effects/000.wav"/></effect></effects>' > F/effects.xml
        echo '<dialogue><entry label="#bon" row="0" text="yes"><voice file="voices/a.wav"/></entry></dialogue>' \
            > D/dialogue.xml
        (echo '<pictures>'; for i in $(seq 256); do echo '<colour r="0" g="0" b="0"/>'; done
         echo '<frame width="2" height="2"><pixels>0004</pixels></frame></pictures>') > G.xml)sh");
    const std::string no_wav = " [damaged]\n1\n2\n";
    for (const auto& [document, place] :
         {std::pair{"F", "F/effects/000.wav: effects[0].wav: error: cannot be packed"},
          std::pair{"D", "D/voices/a.wav: entries[0].voice: error: cannot be packed"},
          std::pair{"G.xml", "G.xml:258:30: frames[0].pixels: error: cannot be packed"}}) {
        const std::string name = document;
        const std::string output = run_in(folder, "redforge check " + name + " -q; echo $?; redforge pack " + name +
                                                      " -o OUT -q 2>/dev/null; echo $?");
        INFO(output);
        CHECK(output.starts_with(place));
        CHECK(output.ends_with(no_wav));
    }
}

TEST_CASE("check: a partial folder has no error, because pack --base accepts it", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    CHECK(run_in(folder, "redforge new plugin --sample -o S.esp -q; redforge unpack S.esp --only SCPT -o N -q; "
                         "redforge check N --select damaged; echo $?") == "nothing found\n0\n");
}

TEST_CASE("merge: prints the findings that neither side has", "[cli][tes]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder,
           "make() { echo \"<plugin header_size='later'><header form_version='44' version='1.7' "
           "next_object_id='00000900'/><group type='top' label='KYWD'>$2</group><group type='top' "
           "label='FLST'>$3</group></plugin>\" | redforge pack - -o $1.esp -q; }; key() { echo \"<record type='KYWD' "
           "editor_id='$1' form_id='$2' form_version='44'/>\"; }; "
           "list() { echo \"<record type='FLST' editor_id='L' form_id='00000810' form_version='44'><form "
           "form_id='$1'/></record>\"; }; "
           "make base \"$(key K 00000801)\"; make none; make list \"$(key K 00000801)\" \"$(list 00000801)\"; "
           "make a \"$(key K 00000801)$(key Same 00000802)\"; make b \"$(key K 00000801)$(key Same 00000803)\"; "
           "make bad \"$(key K 00000801)\" \"$(list 00000999)\"");
    CHECK(run_in(folder, "redforge merge base.esp none.esp list.esp -o m.esp; echo $?") ==
          "none.esp: note: records[L].form.form_id: no record of the plugin has 00000801 [missing-form]\n0\n");
    CHECK(run_in(folder, "redforge merge base.esp a.esp b.esp -o m.esp; echo $?")
              .find("is called Same too [editor-id-twice]\n0\n") != std::string::npos);
    // A finding that one side has is not new.
    CHECK(run_in(folder, "redforge merge base.esp a.esp bad.esp -o m.esp; echo $?") == "0\n");

    run_in(folder, "redforge new map --sample -o B.RGM -q; echo '<edits><remove path=\"actors[DOOR01]\"/><remove "
                   "path=\"objects[script_name=DOOR01]\"/></edits>' | redforge apply - B.RGM -o O.RGM -q; echo "
                   "'<edits><add path=\"objects\"><object id=\"99\" script_name=\"DOOR01\" "
                   "size_row=\"-1\"/></add></edits>' | redforge apply - B.RGM -o T.RGM -q");
    CHECK(run_in(folder, "redforge merge B.RGM O.RGM T.RGM -o M.RGM; echo $?")
              .find("].script_name: no actor DOOR01 is in this map [unknown-actor]\n0\n") != std::string::npos);
}

TEST_CASE("merge, diff --xml, mod new: reject a cut-off file that is whole in the original", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "mkdir -p GAME/MAPS CH/MAPS; redforge new map --sample -o GAME/MAPS/B.RGM -q; cp GAME/MAPS/B.RGM "
                   "B.RGM; redforge set B.RGM objects[0].position.x=5 -o O.RGM -q; size=$(wc -c < B.RGM); "
                   "head -c $((size / 2)) B.RGM > T.RGM; cp T.RGM CH/MAPS/B.RGM; : > EMPTY");
    // The message has the file and the position.
    const std::string error = "redforge: T.RGM: byte [0-9]* (0x[0-9A-F]*): the file is cut off: it has no END; use a "
                              "complete copy of the file: the records that it lost would count as removed";
    const std::string is_error = " 2>&1 >/dev/null | grep -cx '" + error + "'; ";
    CHECK(run_in(folder, "redforge merge B.RGM O.RGM T.RGM -o M.RGM" + is_error + "ls M.RGM 2>/dev/null") == "1\n");
    CHECK(run_in(folder, "redforge merge B.RGM T.RGM O.RGM -o M.RGM" + is_error + "ls M.RGM 2>/dev/null") == "1\n");
    CHECK(run_in(folder, "redforge diff --xml B.RGM T.RGM" + is_error) == "1\n");
    CHECK(run_in(folder, "redforge merge B.RGM O.RGM T.RGM -o M.RGM >/dev/null 2>&1; echo $?; redforge diff --xml "
                         "B.RGM T.RGM -o P.xml >/dev/null 2>&1; echo $?; ls P.xml 2>/dev/null") == "2\n2\n");
    const std::string new_mod = "redforge mod new x.mod --from CH --original GAME 2>&1 | grep -c 'B.RGM.*cut off'; "
                                "ls x.mod 2>/dev/null; ";
    CHECK(run_in(folder, new_mod) == "1\n");
    CHECK(run_in(folder, "cp EMPTY CH/MAPS/B.RGM; " + new_mod) == "1\n");
    CHECK(run_in(folder, "cp GAME/MAPS/B.RGM CH/MAPS; cp T.RGM CH/MAPS/NEW.RGM; redforge mod new x.mod --from CH "
                         "--original GAME 2>&1 | grep -c 'NEW.RGM.*cut off'; ls x.mod 2>/dev/null") == "1\n");
    // The damage is not new: nothing is lost.
    CHECK(run_in(folder, "redforge merge T.RGM T.RGM B.RGM -o M.RGM -q; cmp B.RGM M.RGM && echo same") == "same\n");
}

TEST_CASE("rename -r: reports a cut-off map, whose scripts cannot be read", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "mkdir MAPS; redforge new map --sample -o MAPS/A.RGM -q; size=$(wc -c < MAPS/A.RGM); "
                   "head -c $((size / 2)) MAPS/A.RGM > MAPS/CUT.RGM; redforge list MAPS/A.RGM actors > names");
    const std::string name = "$(redforge get MAPS/A.RGM 'actors[0].script_name' | sed 's/.* //')";
    CHECK(run_in(folder, "redforge rename actor " + name + " NEWNAME -r MAPS -i 2>&1 | grep -c 'CUT.RGM.*cut off'") ==
          "1\n");
}

TEST_CASE("merge: no side decides a reference to a record that the other side removes", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder, "redforge new map --sample -o B.RGM -q; echo '<edits><remove path=\"sizes[0]\"/></edits>' | "
                   "redforge apply - B.RGM -o O.RGM -q; redforge set B.RGM 'objects[0].size_row=0' -o T.RGM -q");
    for (const std::string option : {"", "--ours", "--theirs", "--union"}) {
        CAPTURE(option);
        const std::string merge = "redforge merge B.RGM O.RGM T.RGM -o M.RGM " + option;
        CHECK(run_in(folder, merge + " 2>&1; echo $?; ls M.RGM 2>/dev/null") ==
              "O.RGM: objects[0] 0: size_row: refers to a record that the other side removes\n"
              "O.RGM: 1 conflict, nothing was written; no side decides: change one of the files first\n1\n");
    }
}
