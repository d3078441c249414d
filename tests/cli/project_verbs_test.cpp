// A project: its settings apply to each verb, and `build` makes its game files.
#include <string>

#include <catch2/catch.hpp>

#include "program.hpp"
#include "runner/skip.hpp"

using namespace redforge::test;

namespace {

/// Runs commands in a folder with its own state folder.
std::string run_in_project(const TemporaryFolder& folder, const std::string& commands)
{
    return run_shell(folder.path(), "export XDG_STATE_HOME=$PWD/.state; " + commands).output;
}

/// Makes a project with an unpacked map and a build rule.
void make_project(const TemporaryFolder& folder)
{
    run_in_project(folder, "redforge new map --sample -o ISLE.RGM -q; redforge unpack ISLE.RGM -o text/ISLE -q; "
                           "printf '[[build]]\\nfrom = \"text/*\"\\nto = \"MAPS/*.RGM\"\\n' > redforge.toml");
}

}  // namespace

TEST_CASE("build: writes the changed game files of a project", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    CHECK(run_in_project(folder, "redforge build status; echo $?") == "not built               MAPS/ISLE.RGM\n1\n");
    CHECK(run_in_project(folder, "redforge build 2>&1; cmp ISLE.RGM MAPS/ISLE.RGM && echo same") ==
          "ISLE -> MAPS/ISLE.RGM\n1 file built, 0 up to date\nsame\n");
    CHECK(run_in_project(folder, "redforge build 2>&1; redforge build status; echo $?") ==
          "0 files built, 1 up to date\nup to date              MAPS/ISLE.RGM\n0\n");
    CHECK(
        run_in_project(folder,
                       "redforge set text/ISLE 'lights[0].radius=77' -i -q; redforge build status; redforge build -q; "
                       "redforge get MAPS/ISLE.RGM 'lights[0].radius'") ==
        "outdated                MAPS/ISLE.RGM\n77\n");
}

TEST_CASE("build: does not replace a game file that was changed", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    run_in_project(folder, "redforge build -q; redforge set MAPS/ISLE.RGM 'lights[0].radius=5' -i -q");
    CHECK(run_in_project(folder, "redforge build 2>&1; echo $?; redforge get MAPS/ISLE.RGM 'lights[0].radius'") ==
          "redforge: MAPS/ISLE.RGM: has changes that no build made; unpack it to keep the changes; --force replaces it "
          "and keeps a backup\n0 files built, 0 up to date, 1 failed\n2\n5\n");
    CHECK(run_in_project(folder, "redforge build clean 2>&1; echo $?; ls MAPS") ==
          "redforge: MAPS/ISLE.RGM: was changed since it was built, and stays\n0 files removed\n2\nISLE.RGM\n");
    CHECK(
        run_in_project(folder,
                       "redforge build make --force -q; cmp ISLE.RGM MAPS/ISLE.RGM && echo same; redforge backups list "
                       "MAPS/ISLE.RGM | wc -l; redforge build clean 2>&1; ls MAPS") == "same\n2\n1 file removed\n");
}

TEST_CASE("build: reports errors of sources and rules, and builds the rest", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    run_in_project(folder, "mkdir text/BAD; echo '<map' > text/BAD/map.xml");
    const std::string built = run_in_project(folder, "redforge build 2>&1; echo $?; ls MAPS");
    CHECK(built.find("text/BAD") != std::string::npos);
    CHECK(built.ends_with("1 file built, 0 up to date, 1 failed\n2\nISLE.RGM\n"));
    run_in_project(folder, "printf '[[build]]\\nfrom = \"texs/*\"\\nto = \"MAPS/*.RGM\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, "redforge build 2>&1; echo $?").find("redforge.toml:1: cannot list ") !=
          std::string::npos);
    CHECK(run_in_project(folder, "rm redforge.toml; redforge build 2>&1; echo $?")
              .starts_with("redforge: build: no redforge.toml in this folder or above it"));
}

TEST_CASE("build: rebuilds scripts if the game's names change", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    run_in_project(folder,
                   "mkdir game; echo '[world]' > game/world.ini; echo 'game = \"game\"' | cat - redforge.toml > t; "
                   "mv t redforge.toml; redforge build -q");
    CHECK(run_in_project(folder, "redforge build status") == "up to date              MAPS/ISLE.RGM\n");
    CHECK(run_in_project(folder, "echo world_map[0]=A.RGM >> game/world.ini; redforge build status") ==
          "outdated                MAPS/ISLE.RGM\n");
}

TEST_CASE("build: rejects what pack rejects", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in_project(folder,
                   "redforge new plugin -o A.esp -q; redforge new record WEAP MySword A.esp -i -q; "
                   "redforge unpack A.esp -o text/A -q; f=$(ls text/A/*/*.xml | head -1); cp $f ${f%.xml}2.xml; "
                   "printf '[[build]]\\nfrom = \"text/A\"\\nto = \"Data/A.esp\"\\n' > redforge.toml");
    const std::string packed = run_in_project(folder, "redforge pack text/A -o B.esp 2>&1; echo $?");
    const std::string built = run_in_project(folder, "redforge build 2>&1; echo $?; ls Data");
    CHECK(packed.ends_with("\n2\n"));
    CHECK(built.starts_with(packed.substr(0, packed.size() - 2)));
    CHECK(built.find("0 files built") != std::string::npos);
}

TEST_CASE("build: names game files whose source was renamed, and status lists them", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    run_in_project(folder, "redforge build -q; mv text/ISLE text/COAST");
    CHECK(run_in_project(folder, "redforge build 2>&1; redforge build status; echo $?") ==
          "COAST -> MAPS/COAST.RGM\nnote: MAPS/ISLE.RGM was built from a source that no longer exists; remove the "
          "file\n1 file built, 0 up to date\nup to date              MAPS/COAST.RGM\n"
          "no source               MAPS/ISLE.RGM\n1\n");
    CHECK(run_in_project(folder, "rm MAPS/ISLE.RGM; redforge build 2>&1; redforge build status; echo $?") ==
          "0 files built, 1 up to date\nup to date              MAPS/COAST.RGM\n0\n");
}

TEST_CASE("build: rejects sources of game files that differ only in case", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    run_in_project(folder, "redforge unpack ISLE.RGM -o other/isle -q; printf '[[build]]\\nfrom = \"other/*\"\\nto = "
                           "\"MAPS/*.RGM\"\\n' >> redforge.toml");
    CHECK(run_in_project(folder, "redforge build 2>&1 | sed \"s#$PWD/##g\"; ls") ==
          "redforge: redforge.toml:4: text/ISLE and other/isle both make MAPS/isle.RGM; each game file has one source; "
          "upper and lower case are equal on Windows\nISLE.RGM\nother\nredforge.toml\ntext\n");
}

TEST_CASE("build: rejects a game file that would be a source, ignoring case", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    run_in_project(folder, "printf '[[build]]\\nfrom = \"text/*\"\\nto = \"TEXT/*.RGM\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, "redforge build 2>&1 | sed \"s#$PWD/##g\"; ls text") ==
          "redforge: redforge.toml:1: TEXT/ISLE.RGM would be a source of a rule: from = text/*; use different folders; "
          "upper and lower case are equal on Windows\nISLE\n");
}

TEST_CASE("project: prints one note for a folder that does not exist", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in_project(folder,
                   "redforge new map --sample -o A.RGM -q; cp A.RGM B.RGM; echo 'game = \"gone\"' > redforge.toml");
    CHECK(run_in_project(folder, "redforge get A.RGM B.RGM 'objects[0].id' 2>&1 >/dev/null | sed \"s#$PWD/##g\"") ==
          "note: redforge.toml: the folder of \"game\" does not exist: gone\n");
}

TEST_CASE("project: rules change the severities of checks", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    const std::string check = "redforge check ISLE.RGM -q | grep unused-string | cut -d: -f3 | sort -u";
    CHECK(run_in_project(folder, check) == " note\n");
    run_in_project(folder, "printf '[check.rules]\\nunused-string = \"error\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, check + "; redforge check ISLE.RGM -q >/dev/null; echo $?") == " error\n1\n");
    run_in_project(folder, "printf '[check.rules]\\nunused-string = \"off\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, check) == "");
    CHECK(run_in_project(folder, "redforge check ISLE.RGM --select unused-string -q | wc -l") == "2\n");
    run_in_project(folder, "printf '[check.rules]\\nunused-strin = \"off\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, "redforge check ISLE.RGM 2>&1")
              .find("redforge.toml:2: a rule for the unknown check \"unused-strin\"; did you mean unused-string?") !=
          std::string::npos);
}

TEST_CASE("project: an invalid settings file is an error in every verb that reads a file", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_project(folder);
    run_in_project(folder, "echo 'gaem = \"x\"' > redforge.toml");
    for (const std::string command :
         {"info ISLE.RGM", "get ISLE.RGM objects[0].id", "config", "build", "check ISLE.RGM"}) {
        INFO(command);
        CHECK(run_in_project(folder, "redforge " + command +
                                         " 2>&1 | grep -o 'redforge.toml:1: unknown setting \"gaem\"; did you mean "
                                         "game?' | sort -u") ==
              "redforge.toml:1: unknown setting \"gaem\"; did you mean game?\n");
    }
}

TEST_CASE("config: prints the settings with their sources", "[cli][project]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in_project(folder, "mkdir G; printf 'game = \"G\"\\nencoding = \"1250\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, "redforge config | sed \"s#$PWD/##\"") == "redforge.toml\n"
                                                                           "game            G  (redforge.toml)\n"
                                                                           "data            -\n"
                                                                           "encoding        1250  (redforge.toml)\n"
                                                                           "commands        -\n"
                                                                           "definitions     -\n"
                                                                           "check.fail-on   -\n"
                                                                           "check.baseline  -\n"
                                                                           "scripts.indent  -\n");
}

TEST_CASE("project: scripts.indent sets the indentation of Oblivion scripts", "[cli]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in_project(folder, "printf 'scn A\\nbegin GameMode\\nreturn\\nend\\n' > A.txt");
    CHECK(run_in_project(folder, "redforge script format A.txt") == "scn A\nbegin GameMode\n    return\nend\n");
    run_in_project(folder, "printf '[scripts]\\nindent = \"tab\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, "redforge script format A.txt") == "scn A\nbegin GameMode\n\treturn\nend\n");
    run_in_project(folder, "printf '[scripts]\\nindent = \"2\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, "redforge script format A.txt") == "scn A\nbegin GameMode\n  return\nend\n");
    run_in_project(folder, "printf '[scripts]\\nindent = \"5\"\\n' > redforge.toml");
    CHECK(run_in_project(folder, "redforge config 2>&1 | sed \"s#$PWD/##\"") ==
          "redforge: redforge.toml:2: indent is \"5\"; use one of: 2 3 4 8 tab\n");
}
