// Game files under git: differences are shown as text, branches that edit one map are merged.
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "edit/town.hpp"
#include "program.hpp"
#include "runner/skip.hpp"

using namespace redforge::test;

namespace {

bool has_git()
{
    const bool has = run_shell(TemporaryFolder().path(), "git --version").status == 0;
    if (!has) {
        redforge::test::skip("there is no git");
    }
    return has;
}

/// A repository with a map, set up for redforge, independent of the user's git settings.
struct Repository {
    TemporaryFolder folder;

    Repository()
    {
        run("git init -q . && git config user.name A && git config user.email a@b.c && git config core.pager cat");
        run("redforge new map --sample -o ISLAND.RGM");
        run("redforge git-setup && git add . && git commit -qm base");
        run("git branch -M main && git checkout -qb other");
    }
    ProcessResult run(const std::string& command)
    {
        return run_shell(folder.path(), "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null; " + command);
    }
    /// Commits a change of the map on a branch.
    void commit(const std::string& branch, const std::string& change)
    {
        const ProcessResult done = run("git checkout -q " + branch + " && redforge set ISLAND.RGM " + change +
                                       " -o ISLAND.RGM && git commit -qam " + branch);
        INFO(done.output);
        REQUIRE(done.status == 0);
    }
};

}  // namespace

TEST_CASE("git: shows map differences as text and merges branches of one map", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    repository.commit("other", "objects[4].position.x=123");
    const std::string shown = repository.run("git diff main other").output;
    CHECK(shown.find("+    <object id=\"5\"") != std::string::npos);
    CHECK(shown.find("position.x=\"123\"") != std::string::npos);
    repository.commit("main", "objects[4].position.y=-77 lights[0].radius=900");

    const ProcessResult merged = repository.run("git merge -q -m joined other");
    INFO(merged.output);
    CHECK(merged.status == 0);
    CHECK(
        repository.run("redforge get ISLAND.RGM objects[4].position.x objects[4].position.y lights[0].radius").output ==
        "objects[4].position.x=123\nobjects[4].position.y=-77\nlights[0].radius=900\n");

    repository.run("git checkout -q other");
    repository.commit("other", "lights[0].radius=1");
    repository.commit("main", "lights[0].radius=2");
    const ProcessResult error = repository.run("git merge -m joined other");
    CHECK(error.status == 1);
    CHECK(error.output.find("ISLAND.RGM: lights[0] 2195179707: radius: base 600, ours 2, theirs 1\n") !=
          std::string::npos);
    CHECK(repository.run("git diff --name-only --diff-filter=U").output == "ISLAND.RGM\n");
    CHECK(repository.run("redforge get ISLAND.RGM lights[0].radius").output == "2\n");
}

TEST_CASE("git: merging a map updates its PVO, and pvo check detects a stale one", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    // The PVO has two statics, and object 0 of scripts as number 2.
    const ProcessResult made = repository.run(
        "git checkout -q main && printf '<visibility half_size=\"65536\" objects=\"0 1 2\"><node leaf=\"0\"/>"
        "<leaf runs=\"3 0\"/></visibility>' > v.xml && redforge pack v.xml -q -o ISLAND.PVO && rm v.xml && "
        "redforge git-setup -q && git add . && git commit -qm pvo && git branch -f other && redforge pvo check "
        "ISLAND.RGM");
    INFO(made.output);
    REQUIRE(made.status == 0);
    const auto change = [&](const std::string& branch, const std::string& edits) {
        const ProcessResult done = repository.run(
            "git checkout -q " + branch + " && printf '<edits>" + edits +
            "</edits>' > e.xml && redforge apply e.xml ISLAND.RGM -i --no-backup && rm e.xml && git commit -qam " +
            branch);
        INFO(done.output);
        REQUIRE(done.status == 0);
    };
    const auto objects = [&] { return repository.run("redforge get ISLAND.PVO objects").output; };
    change("other", "<add path=\"statics\"><static id=\"90\"/><static id=\"91\"/></add>");
    change("main", "<add path=\"statics\"><static id=\"80\"/></add>");
    const std::string ours = read_whole(repository.folder.path() / "ISLAND.PVO");
    CHECK(objects() == "0 1 3 2\n");
    const ProcessResult merged = repository.run("git merge -q -m joined other");
    INFO(merged.output);
    REQUIRE(merged.status == 0);
    CHECK(objects() == "0 1 5 2 3 4\n");
    CHECK(repository.run("redforge pvo check ISLAND.RGM").output == "ISLAND.PVO: fits ISLAND.RGM\n");

    // After a merge that kept one side, object 0 of scripts counts as a static.
    const auto wrong = [&] { return repository.run("redforge pvo check ISLAND.RGM"); };
    std::ofstream(repository.folder.path() / "ISLAND.PVO", std::ios::binary) << ours;
    CHECK(wrong().status == 1);
    CHECK(wrong().output.find(
              "git has it with an earlier map of 3 statics, and the map has 5 now: 2 entries are wrong") !=
          std::string::npos);
    CHECK(repository.run("redforge pvo follow ISLAND.RGM").status == 0);
    CHECK(objects() == "0 1 5 2 3 4\n");
    CHECK(wrong().output == "ISLAND.PVO: fits ISLAND.RGM\n");
}

TEST_CASE("git-setup: a second run changes nothing; removal is complete", "[cli][git]")
{
    const TemporaryFolder folder;
    const auto run = [&](const std::string& command) {
        return run_shell(folder.path(), "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null; " + command);
    };
    if (!has_git()) {
        return;
    }
    const ProcessResult outside = run("redforge git-setup 2>&1");
    CHECK(outside.status == 2);
    CHECK(outside.output == "redforge: .: not in a git repository; make one with git init\n");
    run("git init -q . && printf '*.png binary' > .gitattributes && cp .git/config before");
    const ProcessResult first = run("redforge git-setup");
    CHECK(first.status == 0);
    CHECK(first.output.find("+ ./.gitattributes: *.[Rr][Gg][Mm] -text diff=redforge merge=redforge\n") !=
          std::string::npos);
    CHECK(first.output.find("redforge' merge %O %A %B -o %A --no-backup --name=%P\n") != std::string::npos);
    CHECK(first.output.find("+ git config merge.redforge.driver '/") != std::string::npos);
    CHECK(run("redforge git-setup").output == "already set up\n");
    CHECK(run("head -n 1 .gitattributes").output == "*.png binary\n");
    CHECK(run("grep -v -e redforge -e 'wav -text' -e 'bin -text' .gitattributes").output == "*.png binary\n");
    CHECK(run("sort .gitattributes | uniq -d").output == "");
    for (const std::string pattern :
         {"*.[Rr][Gg][Mm]", "*.3[Dd][Cc]", "*.[Ee][Ss][Mm]", "[Tt][Ee][Xx][Bb][Ss][Ii].*"}) {
        CHECK(run("grep -cF '" + pattern + " -text diff=redforge merge=redforge' .gitattributes").output == "1\n");
    }
    CHECK(run("redforge git-setup --undo").status == 0);
    CHECK(run("cat .gitattributes").output == "*.png binary\n");
    CHECK(run("git config --get-regexp redforge").output == "");
    CHECK(run("redforge git-setup --undo").output == "nothing is set up\n");
}

TEST_CASE("git-setup: names files whose other attributes keep git from merging them", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    CHECK(repository.run("redforge git-setup 2>&1 | grep -v PATH").output == "already set up\n");
    // x.rgm and map.xml need not exist; one.esp is named by a line of its own.
    CHECK(
        repository
            .run("mkdir sub; printf '*.rgm merge=binary\\nmap.xml -merge\\n' > sub/.gitattributes; touch one.esp; "
                 "echo 'one.esp filter=lfs' >> .gitattributes; redforge git-setup 2>&1 | grep -v PATH")
            .output ==
        "already set up\n"
        "note: git cannot merge files like one.esp with redforge, because it stores them in another form: their "
        "attribute filter is lfs; remove it, or set merge=lfs for them after the lines of git-setup\n"
        "note: git does not merge files like sub/x.rgm with redforge: their attribute merge is binary; remove it from "
        "the .gitattributes of the folder\n"
        "note: git does not merge files like sub/map.xml with redforge: their attribute merge is unset; remove it from "
        "the .gitattributes of the folder\n");
}

TEST_CASE("git: log survives an unreadable file, and .gitattributes links are not followed", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    repository.run(": > EMPTY.esp && git add . && git commit -qm empty && echo x > EMPTY.esp && git commit -qam text");
    const ProcessResult log = repository.run("git log -p");
    CHECK(log.status == 0);
    CHECK(log.output.find("+an empty file: 0 bytes, hash ") != std::string::npos);
    CHECK(log.output.find("+a text file: 2 bytes, hash ") != std::string::npos);
    CHECK(log.output.find("+<map") != std::string::npos);
    CHECK(repository.run("redforge textconv gone.esp").status == 0);

    repository.run(
        "mv .gitattributes elsewhere && ln -s elsewhere .gitattributes && git config --unset merge.redforge.name");
    const ProcessResult linked = repository.run("redforge git-setup");
    CHECK(linked.status == 2);
    CHECK(linked.output.find("is a symbolic link, which git does not read") != std::string::npos);
    CHECK(repository.run("rm .gitattributes && redforge git-setup -q").output == "");
}

TEST_CASE("git: branches of an unpacked map are merged, rebased and cherry-picked", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    REQUIRE(repository
                .run("redforge unpack ISLAND.RGM -o text -q && git rm -q ISLAND.RGM && git add . && "
                     "git commit -qm text && git tag base")
                .status == 0);
    const std::string join[] = {"git merge -q -m joined other", "git rebase -q other", "git cherry-pick other"};
    for (int pair = 0; pair < 20; ++pair) {
        const std::string first = "objects[" + std::to_string(pair % 6) + "]";
        // The second edit changes a neighbour, or another field of the same record.
        const std::string second = "objects[" + std::to_string(pair % 6 + (pair % 4 == 3 ? 0 : 1)) + "]";
        const std::string ours = first + ".position.x=" + std::to_string(1000 + pair);
        const std::string theirs = second + ".position.y=" + std::to_string(2000 + pair);
        for (const std::string& command : join) {
            const ProcessResult made = repository.run(
                "set -e; git checkout -q -B other base; redforge set text " + theirs +
                " -i -q --no-backup; git commit -qam theirs; git checkout -q -B main base; redforge set text " + ours +
                " -i -q --no-backup; git commit -qam ours; " + command);
            INFO(command << ", pair " << pair << "\n" << made.output);
            CHECK(made.status == 0);
            CHECK(repository.run("redforge get text " + first + ".position.x " + second + ".position.y").output ==
                  ours + "\n" + theirs + "\n");
            CHECK(repository.run("git status --porcelain").output == "");
        }
    }
}

TEST_CASE("git: objects with one id at two positions are a conflict with markers", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    repository.run("redforge unpack ISLAND.RGM -o text -q && git rm -q ISLAND.RGM && git add . && "
                   "git commit -qm text && git tag base");
    const auto add = [](const std::string& branch, const std::string& copied, const std::string& to) {
        return "git checkout -q -B " + branch + " base; printf '<edits><duplicate path=\"objects[" + copied +
               "]\" to=\"" + to +
               "\"><set path=\"id\" value=\"999999\"/></duplicate></edits>' | "
               "redforge apply - text -i -q --no-backup; git commit -qam " +
               branch + "; ";
    };
    const ProcessResult joined =
        repository.run(add("other", "3", "5") + add("main", "4", "1") + "git merge -q -m joined other");
    INFO(joined.output);
    CHECK(joined.status == 1);
    CHECK(repository.run("grep -c -e '<<<<<<< ours' -e '=======' -e '>>>>>>> theirs' text/map.xml").output == "3\n");
    CHECK(repository.run("grep -c 'id=\"999999\"' text/map.xml").output == "2\n");
    CHECK(repository.run("redforge pack text -o NEW.RGM").status == 2);
}

TEST_CASE("git: branches of an unpacked plugin are merged by records and fields", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const ProcessResult prepared = repository.run(
        "set -e; redforge new plugin --sample -o Mod.esp -q; printf '<edits><add path=\"entries\"><group type=\"top\" "
        "label=\"GLOB\">"
        "<record type=\"GLOB\" editor_id=\"Hour\" form_id=\"01000810\"/></group><group type=\"top\" "
        "label=\"WEAP\"><record "
        "type=\"WEAP\" editor_id=\"Sword\" form_id=\"01000820\"><weapon damage=\"7\" weight=\"20\"/></record></group>"
        "</add></edits>' | redforge apply - Mod.esp -i -q --no-backup; redforge unpack Mod.esp -q; git rm -q --cached "
        "ISLAND.RGM; rm Mod.esp ISLAND.RGM; git add .; git commit -qm text; git tag base");
    INFO(prepared.output);
    REQUIRE(prepared.status == 0);
    const auto added = [](std::string_view name, std::string_view form_id) {
        return "printf '<edits><add path=\"entries[label=GLOB]\"><record type=\"GLOB\" editor_id=\"" +
               std::string(name) + "\" form_id=\"" + std::string(form_id) +
               "\"/></add></edits>' | redforge apply - Mod -i -q --no-backup; ";
    };
    const std::string ours =
        added("Ours", "01000830") +
        "redforge set Mod records[Sword].weapon.damage=9 -i -q --no-backup; sed -i 's/met "
        "== 0/met == 3/' Mod/scripts/Greeting.txt; redforge pack Mod -o Mod.esp -q; redforge unpack Mod.esp -o Mod "
        "-q --force --no-backup; rm Mod.esp; git add .; git commit -qm ours";
    const std::string theirs =
        added("Theirs", "01000831") +
        "redforge set Mod records[Sword].weapon.weight=3 -i -q --no-backup; sed -i 's/met to 1/met "
        "to 6/' Mod/scripts/Greeting.txt; redforge pack Mod -o Mod.esp -q; redforge unpack Mod.esp -o Mod "
        "-q --force --no-backup; rm Mod.esp; git add .; git commit -qm theirs";
    for (const std::string command :
         {"git merge -q -m joined other", "git rebase -q other", "git cherry-pick other >/dev/null"}) {
        const ProcessResult made = repository.run("set -e; git checkout -q -B other base; " + theirs +
                                                  "; git checkout -q -B main base; " + ours + "; " + command);
        INFO(command << "\n" << made.output);
        REQUIRE(made.status == 0);
        CHECK(repository.run("git status --porcelain").output == "");
        const ProcessResult read = repository.run(
            "redforge pack Mod -o Joined.esp -q; redforge verify Joined.esp -q; redforge get Joined.esp "
            "records[Sword].weapon.damage records[Sword].weapon.weight records[Ours].form_id records[Theirs].form_id; "
            "redforge get Joined.esp records[Greeting].compiled | grep 'met .*[36]'; rm Joined.esp");
        CHECK(read.output ==
              "records[Sword].weapon.damage=9\nrecords[Sword].weapon.weight=3\nrecords[Ours].form_id=01000830\n"
              "records[Theirs].form_id=01000831\n  if met == 3\n    set met to 6\n");
    }
    const ProcessResult error = repository.run(
        "set -e; git checkout -q -B other base; redforge set Mod records[Sword].weapon.damage=1 -i -q --no-backup; git "
        "commit -qam theirs; git checkout -q -B main base; redforge set Mod records[Sword].weapon.damage=2 -i -q "
        "--no-backup; git commit -qam ours; git merge -m joined other");
    CHECK(error.status == 1);
    CHECK(error.output.find("Mod/WEAP/Sword.xml: records[Sword].weapon: damage: base 7, ours 2, theirs 1\n") !=
          std::string::npos);
}

TEST_CASE("git: record files follow masters that another branch adds", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const ProcessResult made = repository.run(
        "set -e; echo '<plugin header_size=\"later\"><header form_version=\"44\" version=\"1.7\" "
        "next_object_id=\"00000801\"><master name=\"Skyrim.esm\"/></header><group type=\"top\" label=\"FLST\">"
        "<record type=\"FLST\" editor_id=\"Old\" form_id=\"01000800\" form_version=\"44\"><form form_id=\"00012345\"/>"
        "</record></group></plugin>' | redforge pack - -o Mod.esp -q; redforge unpack Mod.esp -q; rm Mod.esp; git add "
        "Mod; "
        "git commit -qm base; git checkout -q -b left; redforge new record FLST New Mod -i -q --no-backup; "
        "git add Mod; git commit -qm left; git checkout -q other; redforge masters Mod add Update.esm -i -q "
        "--no-backup; "
        "git commit -qam masters; git merge -q -m joined left >joined.log; redforge pack Mod -o Mod.esp -q; "
        "redforge get Mod.esp 'records[*].form_id'; redforge masters Mod.esp");
    CHECK(made.status == 0);
    CHECK(made.output == "01000801\nrecords[Old].form_id=02000800\nrecords[New].form_id=02000801\n"
                         "00 Skyrim.esm (1 reference)\n01 Update.esm (not used)\n");
}

TEST_CASE("git: branches of one actor in an unpacked save are merged by fields", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const std::string skill = "redforge set Quick 'npc[form_id=0001D15C].skills.";
    const ProcessResult made =
        repository.run("set -e; redforge new save --sample -o Quick.ess -q; redforge unpack Quick.ess -q; rm "
                       "Quick.ess; git add Quick; "
                       "git commit -qm save; git checkout -q -b left; " +
                       skill + "blade=90' -i -q --no-backup; git commit -qam theirs; git checkout -q other; " + skill +
                       "block=91' -i -q --no-backup; git commit -qam ours; git merge -q -m joined left >joined.log; "
                       "redforge get Quick "
                       "npc[0].skills.blade npc[0].skills.block");
    CHECK(made.status == 0);
    CHECK(made.output == "changes[1].skills.blade=90\nchanges[1].skills.block=91\n");
}

TEST_CASE("git: merges Cyrillic plugins and saves as files and unpacked", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const ProcessResult prepared = repository.run(R"(set -e
redforge pack - -o Меч.esp -q <<'END'
<plugin encoding="1251" header_size="oblivion"><header><author text="Иван"/></header><group type="top" label="WEAP"><record type="WEAP" editor_id="Sword" form_id="00000820"><name text="Железный меч"/><weapon damage="7" weight="20"/></record></group></plugin>
END
redforge new save --sample -o Игра.ess -q
redforge set Игра.ess header.player_name=Герой 'plugins[1].name=Рыцари.esp' --encoding 1251 -i -q --no-backup
redforge unpack Меч.esp -q; redforge unpack Игра.ess -q
git add .; git commit -qm base; git branch -f main)");
    INFO(prepared.output);
    REQUIRE(prepared.status == 0);
    const auto change = [&](const std::string& branch, const std::string& plugin, const std::string& save) {
        std::string command = "set -e; git checkout -q " + branch + ";";
        for (const std::string suffix : {"", ".esp"}) {
            command += "redforge set Меч" + suffix + " " + plugin + " -i -q --no-backup; ";
        }
        for (const std::string suffix : {"", ".ess"}) {
            command += "redforge set Игра" + suffix + " " + save + " -i -q --no-backup; ";
        }
        const ProcessResult made = repository.run(command + "git commit -qam " + branch);
        INFO(made.output);
        REQUIRE(made.status == 0);
    };
    change("other", "'records[Sword].name.text=Острый меч'", "npc[0].full_name.value=Борис");
    change("main", "records[Sword].weapon.damage=9", "header.player_name=Анна npc[0].skills.blade=90");
    const ProcessResult merged = repository.run(
        "git merge -q -m joined other >/dev/null && git status --porcelain; redforge get Меч.esp "
        "records[Sword].name.text "
        "records[Sword].weapon.damage; redforge get Игра.ess header.player_name npc[0].full_name.value "
        "npc[0].skills.blade npc[0].spells[0].form; redforge diff Меч.esp Меч && redforge diff Игра.ess Игра");
    CHECK(merged.output ==
          "records[Sword].name.text=Острый меч\nrecords[Sword].weapon.damage=9\nheader.player_name=Анна\n"
          "changes[1].full_name.value=Борис\nchanges[1].skills.blade=90\n"
          "changes[1].spells[0].form=Рыцари.esp:000800\n");
    CHECK(merged.status == 0);
    const ProcessResult shown = repository.run("git log -1 --first-parent -p HEAD^2 -- Меч.esp");
    CHECK(shown.output.find("+      <name text=\"Острый меч\"/>\n") != std::string::npos);
}

TEST_CASE("git: merges a localised plugin and its strings in another code page", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const ProcessResult prepared = repository.run(R"(set -e
redforge pack - -o Mod.esp -q <<'END'
<plugin header_size="later"><header flags="localized" form_version="44"/><group type="top" label="WEAP"><record type="WEAP" editor_id="Sword" form_id="00000820"><name text="" string_id="0x11"/></record><record type="WEAP" editor_id="Axe" form_id="00000821"><name text="" string_id="0x12"/></record></group></plugin>
END
mkdir Strings; redforge pack - -o Strings/Mod_Russian.STRINGS -q <<'END'
<strings encoding="1251" kind="plain"><string id="17" text="Железный меч"/><string id="18" text="Топор"/></strings>
END
redforge unpack Mod.esp -q; git add .; git commit -qm base; git branch -f main)");
    INFO(prepared.output);
    REQUIRE(prepared.status == 0);
    const auto change = [&](const std::string& branch, const std::string& field, const std::string& text) {
        const ProcessResult made = repository.run("set -e; git checkout -q " + branch + "; redforge set Mod " + field +
                                                  " -i -q --no-backup; redforge set Mod.esp " + field +
                                                  " -i -q --no-backup; redforge set Strings/Mod_Russian.STRINGS '" +
                                                  text + "' -i -q --no-backup; git commit -qam " + branch);
        INFO(made.output);
        REQUIRE(made.status == 0);
    };
    change("other", "records[Sword].name.string_id=0x12", "strings[id=17].text=Острый меч");
    change("main", "records[Axe].name.string_id=0x11", "strings[id=18].text=Секира");
    const ProcessResult merged =
        repository.run("git merge -q -m joined other >/dev/null && git status --porcelain; redforge get Mod.esp "
                       "records[*].name.string_id; redforge get Strings/Mod_Russian.STRINGS strings[*].text; redforge "
                       "diff Mod.esp Mod");
    CHECK(merged.output == "records[Sword].name.string_id=0x00000012\nrecords[Axe].name.string_id=0x00000011\n"
                           "strings[0].text=Острый меч\nstrings[1].text=Секира\n");
    CHECK(merged.status == 0);
}

TEST_CASE("git: merges script sources by statements, with conflicts in the file", "[cli][git][script]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const std::string source =
        "actor A\n{\n    if var0 = 1\n    {\n        goto #out\n    }\n    var0 = 1\n    var1 = 2\n"
        "#out:\n    end\n}\n";
    const auto write = [&](const std::string& from, const std::string& to) {
        std::string text = source;
        text.replace(text.find(from), from.size(), to);
        return "printf '" + text + "' > A.soup; ";
    };
    repository.run(write("actor", "actor") + "git add . && git commit -qm script && git tag base");
    repository.run("git checkout -q -B other base; " + write("var1 = 2", "var1 = 2\n    var2 = 3") +
                   "git commit -qam theirs; git checkout -q -B main base; " +
                   write("var0 = 1\n    {", "var0 = 7\n    {") + "git commit -qam ours");
    CHECK(repository.run("git merge -q -m joined other").status == 0);
    const std::string merged = repository.run("cat A.soup").output;
    CHECK(merged.find("var0 = 7") != std::string::npos);
    CHECK(merged.find("var2 = 3") != std::string::npos);

    repository.run("git checkout -q -B other base; " + write("var1 = 2", "var1 = 4") +
                   "git commit -qam theirs; git checkout -q -B main base; " + write("var1 = 2", "var1 = 5") +
                   "git commit -qam ours");
    const ProcessResult error = repository.run("git merge -m joined other");
    CHECK(error.status == 1);
    CHECK(error.output.find("A.soup: both change the same statements\n") != std::string::npos);
    CHECK(repository.run("cat A.soup")
              .output.find("<<<<<<< ours\n    var1 = 5\n||||||| base\n    var1 = 2\n=======\n"
                           "    var1 = 4\n>>>>>>> theirs\n") != std::string::npos);
}

TEST_CASE("git: neighbouring keys of an INI file merge, the same key conflicts", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    repository.run(
        "printf '[items]\\r\\nname[1] = ?a\\r\\ndescription[1] = b\\r\\n' > ITEM.INI; git add . && git commit -qm ini "
        "&& git tag base");
    const auto branches = [&](const std::string& ours, const std::string& theirs) {
        repository.run("git checkout -q -B other base; sed -i '" + theirs + "' ITEM.INI; git commit -qam theirs; " +
                       "git checkout -q -B main base; sed -i '" + ours + "' ITEM.INI; git commit -qam ours");
        return repository.run("git merge -q -m joined other >/dev/null 2>&1; echo $?; cat ITEM.INI");
    };
    CHECK(branches("s/= b/= y/", "s/?a/?x/").output == "0\n[items]\r\nname[1] = ?x\r\ndescription[1] = y\r\n");
    const std::string conflict = branches("s/= b/= y/", "s/= b/= z/").output;
    CHECK(conflict.find("<<<<<<< ours\ndescription[1] = y\r\n||||||| base\ndescription[1] = b\r\n=======\n"
                        "description[1] = z\r\n>>>>>>> theirs\n") != std::string::npos);
}

TEST_CASE("git: merging a text with comments by lines keeps both sides", "[cli][git]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    const ProcessResult merged = run_shell(folder.path(), R"sh(
        printf '[keys]\r\na=1\r\nb=2\r\n' > KEYS.INI; redforge unpack KEYS.INI -o base.xml -q
        sed 's/value="1"/value="60"/' base.xml > ours.xml
        sed 's/value="1"/value="61"/; s/<section/<!-- mine --><section/' base.xml > theirs.xml
        redforge merge base.xml ours.xml theirs.xml --name keys.xml -o out.xml -q; echo "status $?"
        grep -c 'value="60"' out.xml; grep -c 'value="61"' out.xml)sh");
    CHECK(merged.output.find("status 1\n1\n1\n") != std::string::npos);
}

TEST_CASE("git: an unpacked plugin packs after a checkout with core.autocrlf=true", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const ProcessResult packed = repository.run(
        "git config core.autocrlf true; redforge new plugin --sample -q -o P.esp && redforge unpack P.esp -q && "
        "git add . 2>/dev/null && git commit -qm plugin && rm -rf P && git checkout -q P && redforge pack P -q -o "
        "N.esp && "
        "cmp P.esp N.esp");
    CHECK(packed.output.empty());
    CHECK(packed.status == 0);
}

TEST_CASE("git: neighbouring statements of a plugin's script merge", "[cli][git][script]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    repository.run("mkdir -p P/scripts; printf 'scn A\\nshort a\\nshort b\\nbegin GameMode\\n  set a to 1\\n  set b to "
                   "2\\nend\\n' > "
                   "P/scripts/A.txt; git add . && git commit -qm script && git tag base");
    repository.run("git checkout -q -B other base; sed -i 's/a to 1/a to 5/' P/scripts/A.txt; git commit -qam theirs; "
                   "git checkout -q -B main base; sed -i 's/b to 2/b to 7/' P/scripts/A.txt; git commit -qam ours");
    CHECK(repository.run("git merge -q -m joined other >/dev/null 2>&1; echo $?; grep set P/scripts/A.txt").output ==
          "0\n  set a to 5\n  set b to 7\n");
}

TEST_CASE("git: a file whose name begins with a dash is shown as text", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    repository.run(
        "cp ISLAND.RGM ./-a.RGM && git add . && git commit -qm dash && redforge set ./-a.RGM lights[0].radius=99 -i "
        "-q --no-backup");
    CHECK(repository.run("git diff -- ./-a.RGM").output.find("radius=\"99\"") != std::string::npos);
}

namespace {

/// Returns the records and fields that a merge or a patch reports as conflicts: "objects[3]: position.x".
std::set<std::string> conflicts_in(const std::string& json)
{
    std::set<std::string> places;
    for (const nlohmann::json& conflict : nlohmann::json::parse(json).at("conflicts")) {
        places.insert(conflict.at("path").get<std::string>() + ": " + conflict.at("field").get<std::string>());
    }
    return places;
}

}  // namespace

TEST_CASE("git: merge, git merge and a patch give the same result for random edits", "[cli][git]")
{
    Repository repository;
    if (!has_git()) {
        return;
    }
    const TemporaryFolder beside;
    const std::string maps = beside.path().string() + "/";
    const redforge::edit::Document base = town();
    const auto write = [&](const std::string& name, const redforge::edit::Document& document) {
        const redforge::Bytes bytes = document.write().value();
        std::ofstream(maps + name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    };
    write("base.rgm", base);
    REQUIRE(repository
                .run("set -e; cp " + maps +
                     "base.rgm ISLAND.RGM; redforge unpack ISLAND.RGM -o text -q; git add .; git commit -qm town; "
                     "git tag base")
                .status == 0);
    const char* const wanted = std::getenv("REDFORGE_PAIRS");
    const int pairs = wanted == nullptr ? 8 : std::atoi(wanted);
    int clean = 0;
    for (int seed = 0; seed < pairs; ++seed) {
        const auto sides = random_sides(base, static_cast<std::uint64_t>(seed));
        write("ours.rgm", sides[0]);
        write("theirs.rgm", sides[1]);
        const auto commit = [&](const std::string& branch, const std::string& side) {
            return "git checkout -qfB " + branch + " base; cp " + maps + side +
                   ".rgm ISLAND.RGM; redforge unpack ISLAND.RGM -o text -q --force --no-backup; git commit -q "
                   "--allow-empty -am " +
                   side + "; ";
        };
        const ProcessResult git = repository.run("set -e; git reset -q --hard; " + commit("other", "theirs") +
                                                 commit("main", "ours") + "git merge -q -m joined other");
        const ProcessResult merge = repository.run(
            "cd " + maps + "; redforge merge base.rgm ours.rgm theirs.rgm -o merged.rgm --json -q 2>/dev/null");
        const ProcessResult patch =
            repository.run("cd " + maps +
                           "; redforge diff base.rgm theirs.rgm --xml > p.xml; redforge apply p.xml "
                           "ours.rgm --3way -o patched.rgm --json -q 2>/dev/null");
        INFO("seed " << seed << "\n" << merge.output << patch.output << git.output);
        CHECK(patch.status == merge.status);
        CHECK(git.status == merge.status);
        if (merge.status == 0) {
            ++clean;
            CHECK(repository.run("cmp " + maps + "merged.rgm " + maps + "patched.rgm").output == "");
            CHECK(repository.run("cmp ISLAND.RGM " + maps + "merged.rgm").output == "");
            CHECK(repository
                      .run("redforge pack text -o " + maps + "packed.rgm -q; cmp " + maps + "packed.rgm " + maps +
                           "merged.rgm")
                      .output == "");
            CHECK(repository.run("git status --porcelain").output == "");
            continue;
        }
        // All three report the same records and fields, and git leaves the conflicts to the user.
        const std::set<std::string> places = conflicts_in(merge.output);
        CHECK(conflicts_in(patch.output) == places);
        for (const std::string& place : places) {
            const std::string record = place.substr(0, place.find(": "));
            CHECK(git.output.find("ISLAND.RGM: " + record) != std::string::npos);
            CHECK(git.output.find(place.ends_with(": script") ? std::string("text/scripts/DOOR.soup: both change")
                                                              : "text/map.xml: " + record) != std::string::npos);
        }
        CHECK(repository.run("git diff --name-only --diff-filter=U").output.find("ISLAND.RGM\n") == 0);
    }
    CHECK(clean > pairs / 3);
    CHECK((pairs < 50 || clean < pairs));
}
