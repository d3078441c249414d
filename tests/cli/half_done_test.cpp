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

TEST_CASE("backups: a map without its PVO is restored together with a PVO that follows", "[cli][backups]")
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

TEST_CASE("rename: several files are all renamed or none", "[cli]")
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

TEST_CASE("set: a file that is named twice is changed once", "[cli]")
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

TEST_CASE("copy and merge: a localised plugin and its string files are one step, with one backup", "[cli][tes]")
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
          "redforge: Link.esp: is a link to another folder, and files next to it change too; name Real.esp itself; "
          "nothing was changed\nsame\n");
    CHECK(run_in(folder, copy) == "0\n");
    CHECK(run_in(folder, "redforge get Strings/To_English.STRINGS strings[1].text; redforge get To.esp "
                         "records[Blade].name.string_id") == "Sword\n0x00000012\n");
    CHECK(run_in(folder, "redforge backups restore To.esp -q; cmp To.esp old/To.esp && cmp Strings/To_English.STRINGS "
                         "old/To_English.STRINGS && echo same") == "same\n");
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
    CHECK(
        run_in(folder, "redforge masters S.esp add A.esm -o T.esp; echo $?")
            .starts_with(
                "redforge: S.esp: header.parts: CELL 00000800 holds bytes in data that may name a form, and what they "
                "mean is not known"));
    CHECK(run_in(folder, "ls T.esp 2>/dev/null; true").empty());
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
