// Unpacked folders on the command line: no file is ignored silently, and verbs that write keep a folder complete.
#include <cstdlib>
#include <string>

#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "program.hpp"
#include "runner/skip.hpp"

using namespace redforge::test;

namespace {

/// A folder with the sample map S.RGM and the unpacked folder S. Backups are in the subfolder `state`.
class UnpackedMap {
public:
    UnpackedMap() { REQUIRE(run("redforge new map --sample -o S.RGM -q && redforge unpack S.RGM -q").status == 0); }
    [[nodiscard]] ProcessResult run(const std::string& command) const
    {
        return run_shell(folder_.path(), "export XDG_STATE_HOME=\"$PWD/state\"; " + command);
    }
    [[nodiscard]] std::string text(const std::string& name) const { return read_whole(folder_.path() / name); }

private:
    TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("pack: reports a source that map.xml does not name", "[cli][folder]")
{
    const UnpackedMap map;
    const ProcessResult packed =
        map.run("printf 'actor NEW01\\n{\\n    end\\n}\\n' > S/scripts/NEW01.soup; redforge pack S -o T.RGM");
    CHECK(packed.status == 2);
    CHECK(packed.output ==
          "redforge: S/scripts/NEW01.soup: not a part of the unpacked folder: map.xml does not name it; "
          "name it in map.xml (file=\"scripts/NEW01.soup\"), move it out of the folder, or remove it\n");
}

TEST_CASE("pack: reports a record file that plugin.xml does not name", "[cli][folder]")
{
    const UnpackedMap map;
    const ProcessResult packed = map.run("redforge new plugin --sample -o P.esp -q && redforge unpack P.esp -q && "
                                         "mkdir P/WEAP && cp P/SCPT/*.xml P/WEAP/V2.xml; redforge pack P -o Q.esp");
    CHECK(packed.status == 2);
    CHECK(packed.output.starts_with("redforge: P/WEAP/V2.xml: not a part of the unpacked folder"));
}

TEST_CASE("pack: reports each file that no text names, wherever it is in the folder", "[cli][folder]")
{
    const UnpackedMap map;
    REQUIRE(map.run("redforge new plugin --sample -o P.esp -q && redforge unpack P.esp -q").status == 0);
    const auto output_with = [&](const std::string& file) {
        const std::string folder = file.substr(0, 1);
        const std::string add = "mkdir -p \"$(dirname " + file + ")\"; echo x > " + file;
        return map
            .run("cp -r " + folder + " old; " + add + "; redforge pack " + folder + " -o X -q; echo $?; rm -rf X " +
                 folder + "; mv old " + folder)
            .output;
    };
    for (const std::string file :
         {"S/NEW01.soup", "S/Scripts/NEW01.soup", "S/Scripts/GUARD01.soup", "S/extra.xml", "S/images/302-044.png",
          "S/a/b/x.WAV", "S/old/map.xml.soup", "P/V.xml", "P/Weapons/V.xml", "P/Compiled/x.txt"}) {
        const std::string name = file.substr(2);
        const std::string document = file[0] == 'S' ? "map.xml" : "plugin.xml";
        CHECK(output_with(file) == "redforge: " + file + ": not a part of the unpacked folder: " + document +
                                       " does not name it; name it in " + document + " (file=\"" + name +
                                       "\"), move it out of the folder, or remove it\n2\n");
    }
    for (const std::string file : {"S/README.md", "S/LICENSE.txt", "S/map.xsd", "S/map.xml.orig", "S/docs/notes.txt",
                                   "S/.github/x.xml", "S/other/map.xml", "P/Readme.txt"}) {
        INFO(file);
        CHECK(output_with(file) == "0\n");
    }
}

TEST_CASE("pack: reports a file next to the change records of a save", "[cli][folder][corpus]")
{
    const char* const corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr || !has_shell()) {
        return skip("REDFORGE_CORPUS names no folder");
    }
    const TemporaryFolder folder;
    const ProcessResult packed =
        run_shell(folder.path(), "save=$(ls '" + std::string(corpus) +
                                     "'/oblivion-saves/*.ess | head -1); redforge unpack \"$save\" -o V -q; redforge "
                                     "pack V -q -o V.ess && cmp \"$save\" V.ess && mkdir V/npc && echo x > "
                                     "V/npc/zz.xml && redforge pack V -o W.ess; echo $?; ls W.ess 2>/dev/null");
    CHECK(
        packed.output.starts_with("redforge: V/npc/zz.xml: not a part of the unpacked folder: save.xml does not name"));
    CHECK(packed.output.ends_with("\n2\n"));
}

TEST_CASE("check: an edited source that does not compile is one error, at its line", "[cli][folder]")
{
    const UnpackedMap map;
    REQUIRE(map.run("redforge new plugin --sample -o P.esp -q && redforge unpack P.esp -q && echo 'junk (' >> "
                    "P/scripts/Greeting.txt")
                .status == 0);
    const std::string place = "file=P/scripts/Greeting.txt,line=5,col=1,";
    for (const std::string verb : {"check", "script check"}) {
        const ProcessResult checked = map.run("redforge " + verb + " P --github 2>/dev/null");
        INFO(verb << ": " << checked.output);
        CHECK(checked.status == 2);
        CHECK(checked.output.find(place) != std::string::npos);
        CHECK(checked.output.find("::error") == checked.output.rfind("::error"));
    }
}

TEST_CASE("check: a mod is not an unpacked folder", "[cli][folder]")
{
    const UnpackedMap map;
    CHECK(map.run("redforge mod new a.mod -q; mkdir a.mod/files; echo x > a.mod/files/x.xml; redforge get a.mod name")
              .output == "a\n");
}

TEST_CASE("pack: skips hidden files and backup files of editors", "[cli][folder]")
{
    const UnpackedMap map;
    const ProcessResult packed =
        map.run("cd S/scripts && touch x~ .x.swp .gitignore .DS_Store Thumbs.db && mkdir .git && touch .git/index && "
                "cd ../.. && redforge pack S -o T.RGM -q && cmp S.RGM T.RGM");
    CHECK(packed.output.empty());
    CHECK(packed.status == 0);
}

TEST_CASE("backups restore: restores one complete state of a folder", "[cli][folder]")
{
    const UnpackedMap map;
    REQUIRE(map.run("redforge set S objects[0].id=99 -i -q && redforge rename actor DOOR01 GATE S -i -q").status == 0);
    CHECK(map.run("redforge backups list S | wc -l").output == "2\n");
    const ProcessResult restored = map.run("redforge backups restore S 2 -q && redforge pack S -o T.RGM -q && "
                                           "cmp S.RGM T.RGM; ls S/scripts");
    CHECK(restored.output == "DOOR01.soup\nGUARD01.soup\n");  // the file that rename added is removed
    const ProcessResult undone = map.run("redforge backups restore S -q; ls S/scripts; redforge get S objects[0].id");
    CHECK(undone.output == "GATE.soup\nGUARD01.soup\n99\n");
}

TEST_CASE("backups restore: follows no link out of a folder", "[cli][folder]")
{
    const UnpackedMap map;
    REQUIRE(map.run("redforge set S objects[0].id=99 -i -q && mv S/scripts/DOOR01.soup mine && echo own > mine && "
                    "ln -s ../../mine S/scripts/DOOR01.soup")
                .status == 0);
    const ProcessResult restored = map.run("redforge backups restore S");
    CHECK(restored.status == 2);
    CHECK(restored.output.find("S/scripts/DOOR01.soup: is a link") != std::string::npos);
    CHECK(map.text("mine") == "own\n");
    CHECK(map.run("redforge get S/map.xml objects[0].id").status == 2);  // the link leads out of the folder
}

TEST_CASE("backups restore: rejects a backup that is not the whole folder", "[cli][folder]")
{
    const UnpackedMap map;
    REQUIRE(
        map.run("redforge set S objects[0].id=99 -i -q && rm state/redforge/backups/*/*/scripts/DOOR01.soup").status ==
        0);
    const ProcessResult restored = map.run("redforge backups restore S; redforge get S objects[0].id");
    CHECK(restored.output.find("does not contain the whole folder: scripts/DOOR01.soup is missing") !=
          std::string::npos);
    CHECK(restored.output.ends_with("\n99\n"));
}

TEST_CASE("script format and check --fix: follow no link out of a folder", "[cli][folder]")
{
    const UnpackedMap map;
    REQUIRE(map.run("mv S/scripts/DOOR01.soup mine && sed -i 's/^/    /' mine && cp mine before && "
                    "ln -s ../../mine S/scripts/DOOR01.soup")
                .status == 0);
    const ProcessResult formatted = map.run("redforge script format -i S");
    CHECK(formatted.status == 2);
    CHECK(formatted.output.find("scripts/DOOR01.soup: is a link") != std::string::npos);
    CHECK(map.text("mine") == map.text("before"));
    REQUIRE(map.run("sed -i 's/^ *end$/    if var1 = 1\\n    end\\n&/' mine && cp mine before").status == 0);
    const ProcessResult fixed = map.run("redforge script check --fix S");
    INFO(fixed.output);
    CHECK(fixed.status != 0);
    CHECK(map.text("mine") == map.text("before"));
}

TEST_CASE("script format: one backup has all sources of the folder before the change", "[cli][folder]")
{
    const UnpackedMap map;
    REQUIRE(map.run("sed -i 's/^/    /' S/scripts/*.soup && cp -r S before && redforge script format S -i").status ==
            0);
    CHECK(map.run("redforge backups list S | wc -l").output == "1\n");
    CHECK(map.run("redforge backups restore S -q && diff -r before S").output.empty());
}
