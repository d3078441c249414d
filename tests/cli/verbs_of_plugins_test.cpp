// Verbs that edit plugins: names of plugins, several files at once, and options without effect.
#include <string>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

namespace {

/// Defines functions of the shell: `plugin OUT MASTERS RECORDS` packs a plugin of Skyrim; `keyword NAME FORMID` prints
/// a record.
const std::string shell_functions = R"(export XDG_STATE_HOME=$PWD/state
keyword() { echo "<record type=\"KYWD\" editor_id=\"$1\" form_id=\"$2\" form_version=\"44\"/>"; }
text() { m=; for n in $1; do m="$m<master name=\"$n\"/>"; done
  echo "<plugin header_size=\"later\"><header form_version=\"44\" version=\"1.7\" next_object_id=\"00000801\">$m"
  echo "</header><group type=\"top\" label=\"KYWD\">$2</group></plugin>"; }
plugin() { text "$2" "$3" | redforge pack - -o "$1" -q; }
)";

std::string run_with_plugins(const TemporaryFolder& folder, const std::string& commands)
{
    return run_shell(folder.path(), shell_functions + commands).output;
}

}  // namespace

TEST_CASE("forms: compact and renumber avoid the numbers of records that --in files inject", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(folder, "plugin A.esp '' \"$(keyword Iron 00012345)\"; "
                             "plugin B.esp A.esp \"$(keyword Injected 00000800)$(keyword Iron 00012345)\"");
    CHECK(run_with_plugins(folder, "redforge forms A.esp compact --in B.esp -i --no-backup -q; redforge get B.esp "
                                   "'records[*].form_id'") ==
          "00012345 -> 00000801\nrecords[Injected].form_id=00000800\nrecords[Iron].form_id=00000801\n");
    CHECK(run_with_plugins(folder, "redforge forms A.esp renumber --in B.esp -i --no-backup") ==
          "A.esp: nothing to change\n");
    CHECK(run_with_plugins(folder, "redforge forms A.esp renumber Iron --from 800 --in B.esp -i --no-backup -q") ==
          "00000801 -> 00000802\n");
}

TEST_CASE("forms: if one of several files cannot be written, the others get their old content again", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    const auto check_unchanged = [&](const std::string& output) {
        INFO(output);
        CHECK(output.find("File too large") != std::string::npos);
        CHECK(output.find(" -> ") == std::string::npos);
        CHECK(run_with_plugins(folder, "diff -r old new && echo same") == "same\n");
    };
    run_with_plugins(
        folder, "mkdir new new/sub; plugin new/A.esp '' \"$(keyword Iron 00012345)\"; redforge unpack new/A.esp -q; "
                "text A.esp \"$(keyword Iron 00012345)$(for i in $(seq 2304 2404); do keyword K$i $(printf "
                "'01%06X' $i); done)\" > new/sub/B.xml; cp -r new old");
    check_unchanged(
        run_with_plugins(folder, "ulimit -f 4; redforge forms new/A.esp compact --in new/sub/B.xml -i --no-backup"));
    check_unchanged(
        run_with_plugins(folder, "ulimit -f 4; redforge forms new/A compact --in new/sub/B.xml -i --no-backup"));
    CHECK(run_with_plugins(folder,
                           "redforge forms new/A compact --in new/sub/B.xml -i --no-backup; redforge get new/sub/B.xml "
                           "'records[Iron].form_id'") == "1 change -> new/A\n1 change -> new/sub/B.xml\n"
                                                         "00012345 -> 00000800\n00000800\n");
}

TEST_CASE("copy: a plugin whose file name is not known does not become a master", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(
        folder, "mkdir src; plugin src/Light.esl '' \"$(keyword Iron 00000800)\"; redforge unpack src/Light.esl -o "
                "Light -q; redforge unpack Light -o L.xml -q; redforge unpack src/Light.esl -q; cp src/Light.esl "
                "Light.20260131-184502.esl; plugin To.esp '' ''");
    const std::string unknown = "the record refers to forms of this plugin, and the file name of the plugin is not "
                                "known; give its name, as --from-name Mod.esp\n";
    CHECK(run_with_plugins(folder, "redforge copy Iron Light To.esp -o N.esp") == "redforge: Light: " + unknown);
    CHECK(run_with_plugins(folder, "redforge copy Iron L.xml To.esp -o N.esp") == "redforge: L.xml: " + unknown);
    CHECK(run_with_plugins(folder, "redforge copy Iron - To.esp -o N.esp < src/Light.esl") ==
          "redforge: standard input: " + unknown);
    const std::string masters = "; redforge masters N.esp";
    for (const std::string from : {"Light --from-name Light.esl", "src/Light", "Light.20260131-184502.esl"}) {
        INFO(from);
        CHECK(run_with_plugins(folder, "redforge copy Iron " + from + " To.esp -o N.esp -q" + masters) ==
              "00 Light.esl (1 reference)\n");
    }
    CHECK(run_with_plugins(folder, "redforge copy Iron Light To.esp --from-name Light -o N.esp") ==
          "redforge: --from-name: \"Light\" is not the file name of a plugin; give a name that ends with .esm, .esp or "
          ".esl\n");
}

TEST_CASE("copy and masters: a plugin does not get a master that depends on it", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(folder,
                     "plugin C.esp '' ''; plugin B.esp C.esp ''; plugin A.esp B.esp \"$(keyword Iron 01000800)\"");
    const std::string hint = "; a plugin is loaded after its masters, so two plugins cannot be masters of each other\n";
    CHECK(run_with_plugins(folder, "redforge copy Iron A.esp B.esp -i") ==
          "redforge: B.esp: A.esp cannot be a master of B.esp: A.esp has the master B.esp" + hint);
    CHECK(run_with_plugins(folder, "redforge copy Iron A.esp C.esp -i") ==
          "redforge: C.esp: A.esp cannot be a master of C.esp: A.esp has the master B.esp, B.esp has the master C.esp" +
              hint);
    CHECK(run_with_plugins(folder, "redforge masters C.esp add A.esp -i").find("A.esp cannot be a master of C.esp") !=
          std::string::npos);
    run_with_plugins(folder, "plugin C.esp A.esp ''");
    CHECK(run_with_plugins(folder, "redforge check C.esp --select circular-master") ==
          "C.esp: header.parts[0].name: error: A.esp depends on the plugin by B.esp [circular-master]\n"
          "1 error, 0 warnings, 0 notes\n");
}

TEST_CASE("set and copy: an editor ID of several records is an error that lists them", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(
        folder, "plugin To.esp '' ''; text '' \"$(keyword Iron 00000800)$(keyword iron 00000801)</group><group "
                "type=\\\"top\\\" label=\\\"FLST\\\"><record type=\\\"FLST\\\" editor_id=\\\"List\\\" "
                "form_id=\\\"00000802\\\"><form form_id=\\\"00000800\\\"/></record>\" | redforge pack - -o A.esp -q");
    CHECK(run_with_plugins(folder, "redforge set A.esp 'records[List].form[0].form_id=IRON' -o N.esp; echo $?") ==
          "redforge: A.esp: records[List].form.form_id: 2 records are called \"IRON\": 00000800, 00000801; give one of "
          "these instead of the editor ID\n2\n");
    CHECK(run_with_plugins(folder, "redforge find A.esp --refs Iron; echo $?") ==
          "redforge: A.esp: 2 records are called \"Iron\": 00000800, 00000801; give one of these instead of the editor "
          "ID\n2\n");
    CHECK(run_with_plugins(folder, "redforge copy Iron A.esp To.esp -o N.esp; echo $?") ==
          "redforge: A.esp: 2 records are called Iron: 00000800, 00000801; give one of these FormIDs instead of the "
          "editor ID\n2\n");
}

TEST_CASE("new record: a plugin with the extension .esl has the numbers of a light plugin", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(folder, "echo '<plugin header_size=\"later\"><header form_version=\"44\" version=\"1.7\" "
                             "next_object_id=\"00001234\"/></plugin>' | redforge pack - -o L.esl -q; cp L.esl P.esp");
    CHECK(run_with_plugins(folder, "redforge new record KYWD Iron P.esp -i -q --no-backup") == "00001234\n");
    CHECK(run_with_plugins(folder, "redforge new record KYWD Iron L.esl -i -q --no-backup") == "00000800\n");
    CHECK(run_with_plugins(folder, "redforge forms L.esl next") == "00000801\n");
    CHECK(run_with_plugins(folder, "redforge unpack L.esl -q; redforge new record KYWD Tin L -i -q --no-backup") ==
          "00000801\n");
}

TEST_CASE("apply: --check and an output exclude each other", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(folder,
                     "redforge new map --sample -o A.RGM -q; echo '<edits><set path=\"lights[0].radius\" value=\"5\"/>"
                     "</edits>' > e.xml");
    CHECK(run_with_plugins(folder, "redforge apply e.xml A.RGM --check -o B.RGM; echo $?; ls B.RGM 2>/dev/null") ==
          "redforge: apply: both --check and --output; use one of them\n2\n");
}

TEST_CASE("new: a file with the extension of another format is rejected", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    const std::string error =
        "redforge: x.RGM: has the extension of a Redguard map, not of an Elder Scrolls plugin; use the extension "
        ".esp; --force writes the file anyway\n2\n";
    CHECK(run_with_plugins(folder, "redforge new plugin -o x.RGM; echo $?") == error);
    run_with_plugins(folder, "redforge new plugin -o x.esp -q; redforge unpack x.esp -q");
    CHECK(run_with_plugins(folder, "redforge pack x -o x.RGM; echo $?") == error);
    CHECK(run_with_plugins(folder, "redforge set x.esp header.version=1.7 -o x.RGM; echo $?").find(error) !=
          std::string::npos);
    CHECK(run_with_plugins(folder, "redforge new plugin -o x.RGM --force -q; ls x.RGM") == "x.RGM\n");
    CHECK(run_with_plugins(folder, "redforge set x.RGM header.version=1.7 -i -q --no-backup; echo $?") == "0\n");
}

TEST_CASE("localised plugins: numbers of texts in a patch, and string files that are left behind", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(
        folder, "echo '<plugin header_size=\"later\"><header flags=\"localized\" form_version=\"44\" "
                "version=\"1.7\"/><group type=\"top\" label=\"BOOK\"><record type=\"BOOK\" editor_id=\"Tome\" "
                "form_id=\"00000900\"><name string_id=\"0x7\" text=\"\"/></record></group></plugin>' | redforge pack "
                "- -o L.esm -q; mkdir Strings out; echo '<strings kind=\"plain\"><string id=\"0x7\" "
                "text=\"Old\"/></strings>' | redforge pack - -o Strings/L_English.STRINGS -q; echo '<edits "
                "patch=\"1\"><set path=\"records[Tome].name.string_id\" was=\"0x00000007\" value=\"0x00000008\"/>"
                "</edits>' > p.xml");
    const std::string output =
        run_with_plugins(folder, "redforge apply p.xml L.esm -o N.esm; echo $?; ls N.esm 2>/dev/null");
    CHECK(output.starts_with("redforge: L.esm: a patch has no texts of string files, and record 00000900 Tome gets the "
                             "text 00000008; "));
    CHECK(output.ends_with("; --force applies the patch with its numbers\n2\n"));
    CHECK(run_with_plugins(folder, "redforge apply p.xml L.esm -o N.esm --force -q; redforge get N.esm "
                                   "records[Tome].name.string_id") == "0x00000008\n");
    CHECK(run_with_plugins(folder, "redforge unpack L.esm -o out/M") ==
          "out/M: note: this localised plugin has no string files here; copy those of L.esm, and name them M_LANGUAGE\n"
          "L.esm -> out/M (unpacked folder)\n");
    CHECK(run_with_plugins(folder, "redforge unpack L.esm; redforge pack L -o out/L.esm") ==
          "L.esm -> L (unpacked folder)\n"
          "out/L.esm: note: this localised plugin has no string files here; copy those of L, and name them L_LANGUAGE\n"
          "L -> out/L.esm (file)\n");
}

TEST_CASE("git-setup: --undo removes its lines from all .gitattributes of the repository", "[cli][git]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_with_plugins(
        folder, "git init -q . && mkdir -p sub/inner other && redforge git-setup -q && redforge git-setup sub -q && "
                "redforge git-setup sub/inner -q && echo '*.txt text' >> sub/.gitattributes && git add sub");
    CHECK(run_with_plugins(
              folder, "cd other; redforge git-setup --undo -q; cd ..; find . -name .gitattributes | xargs grep .; git "
                      "config --local --get-regexp redforge") == "*.txt text\n");
}
