// Law 4 on the command line: the program is killed, has no permission or a full disk during a save.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>

#include <unistd.h>

#include <catch2/catch.hpp>

#include "../support/sanitized.hpp"
#include "core/file_fixture.hpp"
#include "program.hpp"
#include "runner/skip.hpp"

using namespace redforge::test;

TEST_CASE("safety: a killed save leaves the old or new file, and the next one cleans up", "[cli][safety]")
{
    struct Save {
        std::string make_old;  ///< makes OLD
        std::string change;    ///< changes a file S; the output path follows
        int kills;
    };
    const std::vector<Save> saves{
        {"redforge new map --sample -o OLD.RGM && mv OLD.RGM OLD", "redforge set S objects[4].position.x=7 -o ", 60},
        {"printf '<texture_bank><image name=\"D02007\" width=\"2\" height=\"1\"><pixels>0102</pixels></image>"
         "</texture_bank>' | redforge pack - -o OLD && redforge image export OLD 7 -o in.png && "
         "printf '<texture_bank><image name=\"D02007\" width=\"2\" height=\"1\"><pixels>0302</pixels></image>"
         "</texture_bank>' | redforge pack - -o OLD",
         "redforge image import in.png S 7 -o ", 20},
        {"printf 'v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nusemtl colour_9\\nf 1 2 3\\n' > in.obj && redforge model import in.obj "
         "-o in.3D && "
         "printf '<rob/>' | redforge pack - -o OLD",
         "redforge archive insert S in.3D -o ", 20},
    };
    for (const Save& save : saves) {
        const TemporaryFolder folder;
        INFO(save.change);
        REQUIRE(run_shell(folder.path(), save.make_old + " && cp OLD S && " + save.change + "NEW").status == 0);
        const std::string old_content = read_whole(folder.path() / "OLD");
        const std::string new_content = read_whole(folder.path() / "NEW");
        const std::vector<std::string> names = names_in(folder.path());
        REQUIRE(old_content != new_content);
        for (int i = 0; i < save.kills; ++i) {
            const std::string delay = "0.00" + std::to_string(i % 10) + std::to_string(i / 10);
            static_cast<void>(
                run_shell(folder.path(), "cp OLD S; " + save.change + "S & sleep " + delay + "; kill -9 $! ; wait"));
            const std::string content = read_whole(folder.path() / "S");
            CHECK((content == old_content || content == new_content));
        }
        CHECK(run_shell(folder.path(), "cp OLD S; " + save.change + "S").status == 0);
        CHECK(names_in(folder.path()) == names);
    }
}

TEST_CASE("safety: two programs that edit one file do not lose a change", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -o NEW.RGM && redforge unpack NEW.RGM -o NEW.xml && "
                                     "redforge unpack NEW.RGM -o NEW")
                .status == 0);
    for (const char* const form : {".RGM", ".xml", ""}) {
        const std::string file = std::string("S") + form;
        for (int round = 0; round < 15; ++round) {
            const ProcessResult outcome =
                run_shell(folder.path(),
                          "rm -rf " + file + "; cp -r NEW" + form + " " + file + "; redforge set " + file +
                              " objects[0].id=1001 -i >/dev/null 2>&1 & redforge set " + file +
                              " objects[1].id=1002 -i >/dev/null 2>&1; second=$?; wait $!; echo $? $second; "
                              "redforge get " +
                              file + " objects[0].id; redforge get " + file + " objects[1].id");
            INFO(file << " in round " << round);
            CHECK(outcome.output == "0 0\n1001\n1002\n");
        }
    }
    CHECK(names_in(folder.path()) == std::vector<std::string>{"NEW", "NEW.RGM", "NEW.xml", "S", "S.RGM", "S.xml"});
}

TEST_CASE("safety: no verb runs redo instructions of a cloned folder", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(),
                      "redforge new map --sample -o M.RGM && redforge unpack M.RGM -o clone && cd clone && "
                      "mkdir -p .git/hooks .redforge-write && echo ref > .git/HEAD && "
                      "echo '#!/bin/sh' > .redforge-write/0 && "
                      "printf 'redforge folder write 1\\nwrite - - - .git/hooks/post-checkout\\nend\\n' "
                      "> .redforge-write/journal && cp -r . ../before")
                .status == 0);
    for (const char* const command :
         {"info clone", "verify clone", "get clone objects[0].id", "find clone objects", "diff clone M.RGM",
          "unpack clone -o new.xml", "pack clone -o NEW.RGM", "info clone/map.xml"}) {
        INFO(command);
        CHECK(run_shell(folder.path(), std::string("redforge ") + command).status == 0);
        CHECK(run_shell(folder.path(), "diff -r before clone").output.empty());
    }
    const ProcessResult set = run_shell(folder.path(), "redforge set clone objects[0].id=4242 -i --no-backup");
    CHECK(set.output == "1 change -> clone\nclone: its folder .redforge-write is left over from an older version of "
                        "redforge; nothing in it is used, and it can be deleted\n");
    CHECK(run_shell(folder.path(), "diff -rq before clone").output ==
          "Files before/map.xml and clone/map.xml differ\n");
}

TEST_CASE("unpack: a record with a 240-letter name round-trips as a folder", "[cli][safety]")
{
    const TemporaryFolder folder;
    const std::string name(240, 'x');
    const ProcessResult outcome =
        run_shell(folder.path(),
                  "redforge new plugin --sample -o S.esp && redforge unpack S.esp -o P.xml && "
                  "sed -i 's/editor_id=\"[^\"]*\"/editor_id=\"" +
                      name +
                      "\"/' P.xml && redforge pack P.xml -o P.esp && redforge unpack P.esp -o dir && "
                      "redforge pack dir -o BACK.esp && cmp P.esp BACK.esp && grep -c " +
                      name + " P.xml; find dir -type f | awk -F/ 'length($NF) > 140' ; find dir -name '*xxx*' | wc -l");
    INFO(outcome.output);
    CHECK(outcome.output.ends_with("\n1\n3\n"));
}

TEST_CASE("safety: writes all scripts into a folder or none, and follows no link", "[cli][safety]")
{
    const TemporaryFolder folder;
    const ProcessResult made =
        run_shell(folder.path(), "redforge new map --sample -o S.RGM && redforge unpack S.RGM -o S && "
                                 "redforge script assemble S.RGM -o S/scripts");
    REQUIRE(made.status == 0);
    CHECK(made.output.find("2 scripts -> S/scripts; backup: ") != std::string::npos);
    CHECK(read_whole(folder.path() / "S/scripts/GUARD01.soup").starts_with("; GUARD01, start 0"));
    REQUIRE(run_shell(folder.path(), "mv S/scripts/GUARD01.soup mine && ln -s ../../mine S/scripts/GUARD01.soup && "
                                     "cp S/scripts/DOOR01.soup before")
                .status == 0);
    const std::string mine = read_whole(folder.path() / "mine");
    const ProcessResult error = run_shell(folder.path(), "redforge script disassemble S.RGM -o S/scripts");
    CHECK(error.status == 2);
    CHECK(error.output ==
          "redforge: S/scripts/GUARD01.soup: is a link, and links in a folder are not followed; move it "
          "away or choose another folder; nothing was changed\n");
    CHECK(read_whole(folder.path() / "mine") == mine);
    CHECK(read_whole(folder.path() / "S/scripts/DOOR01.soup") == read_whole(folder.path() / "before"));
}

TEST_CASE("safety: no command waits for a pipe in a game folder", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "mkdir MAPS SOUND && redforge new map --sample -q -o MAPS/S.RGM && "
                                     "mkfifo MAPS/X.ROB SOUND/MAIN.SFX")
                .status == 0);
    const ProcessResult outcome =
        run_shell(folder.path(), "timeout 20 redforge check MAPS/S.RGM --select unknown-sound --game .");
    CHECK(outcome.output ==
          "note: ./MAPS/X.ROB: cannot open the archive\n"
          "MAPS/S.RGM: warning: the sounds cannot be checked: ./SOUND/MAIN.SFX: is a pipe, not a file; put the "
          "file itself there [unknown-sound]\n0 errors, 1 warning, 0 notes\n");
    CHECK(outcome.status == 1);
}

TEST_CASE("safety: no verb waits for a pipe in a searched folder", "[cli][safety]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    const auto run = [&](const std::string& command) { return run_shell(folder.path(), "timeout 20 " + command); };
    REQUIRE(run_shell(folder.path(),
                      "mkdir -p G/sub && redforge new map --sample -q -o G/S.RGM && cp -r G H && cp -r G I && "
                      "mkfifo G/pipe G/sub/note.txt H/pipe I/pipe I/B.RGM I/SOUP386.DEF I/WORLD.INI I/ENGLISH.RTX "
                      "I/MAIN.SFX I/obse-commands.txt && redforge unpack G/S.RGM -q -o U && mkfifo U/scripts/P.soup && "
                      "echo '<edits><set path=\"objects[0].position.x\" value=\"6\"/></edits>' > e.xml")
                .status == 0);
    const std::string skipped = "G/pipe: skipped: a pipe, a socket or a device, not a file\n"
                                "G/sub/note.txt: skipped: a pipe, a socket or a device, not a file\n";
    struct Row {
        std::string command;
        std::string last;
        int max_status{1};
    };
    const std::vector<Row> rows{
        {"redforge info -r", ""},
        {"redforge check -r", ""},
        {"redforge check --fix -n -r", ""},
        {"redforge find -r", "'objects[0]'"},
        {"redforge get -r", "objects[0].id"},
        {"redforge unpack -o out -r", ""},
        {"redforge unpack --xml -o out -r", ""},
        {"redforge set -n -r", "objects[0].position.x=6"},
        {"redforge apply e.xml -n -r", ""},
        {"redforge rename actor GUARD01 G -n -r", ""},
        {"redforge render -o out -r", "", 2},  // a map needs its game
        {"redforge diff H", ""},
        {"redforge diff --xml -o patches H", ""},
        {"redforge mod new new.mod --original H --from", ""},
        {"redforge script list", ""},
        {"redforge script show", ""},
        {"redforge script check", ""},
        {"redforge script grep end", ""},
        {"redforge script xref GUARD01", ""},
    };
    for (const Row& row : rows) {
        INFO(row.command);
        const ProcessResult result = run(row.command + " G " + row.last);
        INFO(result.output);
        CHECK(result.status <= row.max_status);
        CHECK(result.output.find(skipped) != std::string::npos);
        // A pipe with the name of a game file is an error.
        const ProcessResult error = run(row.command + " I " + row.last);
        INFO(error.output);
        CHECK(error.status == 2);
        CHECK(error.output.find("I/B.RGM: is a pipe, not a file") != std::string::npos);
    }
    const ProcessResult unlisted = run("redforge script check U");
    CHECK(unlisted.status == 2);
    CHECK(unlisted.output.find("U/scripts/P.soup: is a pipe, not a file") != std::string::npos);
    CHECK(run("redforge check U").status == 2);
    CHECK(run("redforge verify G").status == 0);
    CHECK(run("redforge verify I").status == 2);
    // A pipe that the user named is read.
    CHECK(run_shell(folder.path(), "cat G/S.RGM > G/pipe & redforge get G/pipe objects[0].id").status == 0);
}

TEST_CASE("mod new and diff: a link to a folder is reported, because it is not compared", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(),
                      "mkdir G more && redforge new map --sample -q -o G/S.RGM && cp -r G H && ln -s ../more G/more")
                .status == 0);
    for (const std::string command :
         {"redforge mod new linked.mod --original H --from G", "redforge diff --xml -o linked H G"}) {
        const ProcessResult linked = run_shell(folder.path(), command);
        INFO(linked.output);
        CHECK(linked.output.find("G/more: skipped: a link to a folder; put a copy of the folder here\n") !=
              std::string::npos);
        CHECK(linked.status <= 1);
    }
}

TEST_CASE("verify and -r: a link to a folder is reported, because it is not searched", "[cli]")
{
    if (!has_shell()) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "mkdir -p G/sub more && redforge new map --sample -q -o G/S.RGM && "
                                     "ln -s ../../more G/sub/more && ln -s ../more G/more")
                .status == 0);
    const std::string notes = "G/more: skipped: a link to a folder; name it as well to include it\n"
                              "G/sub/more: skipped: a link to a folder; name it as well to include it\n";
    for (const std::string command : {"redforge verify G", "redforge find -r G objects[0].id"}) {
        const ProcessResult result = run_shell(folder.path(), command + " 2>&1 >/dev/null");
        CHECK(result.output.starts_with(notes));
        CHECK(result.status == 0);
    }
}

TEST_CASE("check: settings use the game folder around them or the given one", "[cli]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "mkdir -p GAME/MAPS OTHER/MAPS copy && touch GAME/MAPS/A.RGM && "
                                     "printf '[world]\\r\\nworld_map[0]=MAPS\\\\A.RGM\\r\\n' > GAME/WORLD.INI && "
                                     "cp GAME/WORLD.INI copy && cp GAME/WORLD.INI OTHER")
                .status == 0);
    const auto output_of = [&](const std::string& command) {
        return run_shell(folder.path(), command + " --select unknown-file").output;
    };
    const std::string finding = "WORLD.INI: sections[0].lines[0].value: warning: there is no file MAPS\\A.RGM "
                                "[unknown-file]\n0 errors, 1 warning, 0 notes\n";
    CHECK(output_of("redforge check GAME/WORLD.INI") == "nothing found\n");
    CHECK(output_of("REDFORGE_GAME=GAME redforge check OTHER/WORLD.INI") == "OTHER/" + finding);
    CHECK(output_of("redforge check copy/WORLD.INI") == "nothing found\n");
    CHECK(output_of("redforge check copy/WORLD.INI --game GAME") == "nothing found\n");
    CHECK(output_of("redforge check copy/WORLD.INI --game OTHER") == "copy/" + finding);
}

TEST_CASE("safety: an archive that changed while it was read is not overwritten", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(
        run_shell(folder.path(),
                  "printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl colour_9\nf 1 2 3\n' > A.obj && "
                  "redforge model import A.obj -o A.3D && printf '<rob/>' | redforge pack - -o X.ROB && mkfifo B.xml")
            .status == 0);
    // The second model comes through a pipe, which gives time to change the archive after it was read.
    const ProcessResult outcome =
        run_shell(folder.path(),
                  "redforge unpack A.3D -o M.xml 2>/dev/null; redforge archive insert X.ROB B.xml -i & sleep 0.3; "
                  "redforge archive insert X.ROB A.3D -i --no-backup; cat M.xml > B.xml; wait $!; echo $?; "
                  "redforge archive list X.ROB --json | grep -c place");
    INFO(outcome.output);
    CHECK(outcome.output ==
          "1 change -> X.ROB\nredforge: X.ROB: was changed by another program after it was read here; "
          "read it again and repeat the change, or save under another name; nothing was changed\n2\n1\n");
}

TEST_CASE("safety: picture and model folders do not replace other files", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(
        run_shell(folder.path(),
                  "printf '<texture_bank><image name=\"D02007\" width=\"1\" height=\"1\"><pixels>01</pixels></image>"
                  "</texture_bank>' | redforge pack - -o BANK && printf '<rob/>' | redforge pack - -o X.ROB && "
                  "mkdir mine && echo x > mine/holiday.png && echo y > mine/CRATE.3D")
            .status == 0);
    for (const char* const command : {"redforge image export BANK -o mine", "redforge archive extract X.ROB -o mine"}) {
        INFO(command);
        CHECK(run_shell(folder.path(), command).status == 2);
        CHECK(run_shell(folder.path(), "cat mine/*").output == "y\nx\n");
        CHECK(names_in(folder.path() / "mine") == std::vector<std::string>{"CRATE.3D", "holiday.png"});
    }
}

TEST_CASE("safety: a full disk keeps the old file and leaves no temporary file", "[cli][safety]")
{
    const TemporaryFolder folder;
    const std::string disk = (folder.path() / "disk").string();
    if (geteuid() != 0 || run_shell(folder.path(), "mkdir disk && mount -t tmpfs -o size=16k tmpfs disk").status != 0) {
        std::cout << "SKIPPED: A full disk leaves the old file and no litter: mounting a small disk needs root\n";
        return;
    }
    const ProcessResult outcome =
        run_shell(folder.path(),
                  "redforge new map --sample -o big.RGM; cp big.RGM disk/S.RGM; "
                  "head -c 6000 /dev/zero > disk/filler; "
                  "redforge unpack big.RGM -o disk/S.xml; echo status $?; cmp big.RGM disk/S.RGM && ls -A disk");
    static_cast<void>(run_shell(folder.path(), "umount disk"));
    INFO(outcome.output);
    CHECK(outcome.output.find("No space left on device") != std::string::npos);
    CHECK(outcome.output.find("status 2\nS.RGM\nfiller\n") != std::string::npos);
}

TEST_CASE("safety: a folder without permission is rejected and unchanged", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -o S.RGM && mkdir locked && cp S.RGM locked").status ==
            0);
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    const std::string as_somebody =
        geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "chmod a-w locked; ";
    const ProcessResult outcome =
        run_shell(folder.path(), as_somebody + "redforge set locked/S.RGM objects[4].id=9 --in-place");
    static_cast<void>(run_shell(folder.path(), "chmod u+w locked"));
    INFO(outcome.output);
    CHECK(outcome.status != 0);
    CHECK(outcome.output.find("ermission denied") != std::string::npos);
    CHECK(run_shell(folder.path(), "cmp S.RGM locked/S.RGM && ls -A locked").output == "S.RGM\n");
}

TEST_CASE("safety: a folder that cannot be read is an error", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(
        run_shell(folder.path(),
                  "export XDG_STATE_HOME=$PWD/state; redforge new map --sample -q -o S.RGM && redforge unpack S.RGM -q "
                  "&& redforge set S objects[0].id=99 -i -q && cp -r S before && mkdir locked && chmod -R a+rwX .")
            .status == 0);
    REQUIRE(run_shell(folder.path(), "chmod a-rx locked S/scripts").status == 0);
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0777));
    const std::string as_somebody =
        geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : std::string();
    const auto run = [&](const std::string& command) {
        return run_shell(folder.path(), "export XDG_STATE_HOME=$PWD/state; " + as_somebody + "redforge " + command);
    };
    for (const std::string command : {"info locked", "check locked", "info -r locked", "verify locked", "check S",
                                      "backups restore S", "pack S -o T.RGM", "script check S"}) {
        const ProcessResult outcome = run(command);
        INFO(command << ": " << outcome.output);
        CHECK(outcome.status == 2);
        CHECK(outcome.output.find("ermission denied") != std::string::npos);
        CHECK(outcome.output.find("without a document") == std::string::npos);
    }
    CHECK(run_shell(folder.path(), "chmod u+rwx locked S/scripts; diff -r S before").output.empty());
}

TEST_CASE("output: ignores a closed pipe, and reports a full disk of stdout", "[cli][safety]")
{
    const TemporaryFolder folder;
    // The program writes nothing before the pipe is closed. 141 is 128 + SIGPIPE.
    const ProcessResult stopped =
        run_shell(folder.path(), "{ until [ -e closed ]; do sleep 0.02; done; redforge --help; echo $? >&2; } | "
                                 "{ exec <&-; touch closed; }");
    CHECK(stopped.output == "141\n");
    const ProcessResult full = run_shell(folder.path(), "redforge --help > /dev/full");
    CHECK(full.status == 2);
    CHECK(full.output == "redforge: cannot write to standard output; is the disk full?\n");
}

TEST_CASE("signals: Ctrl+C and SIGTERM end the program with the signal's status", "[cli][safety]")
{
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "edits.xml") << [] {
        std::string text = "<edits>";
        for (int i = 0; i < 20000; ++i) {
            text += "<set path=\"objects[script_name=DOOR*].id\" value=\"" + std::to_string(i) + "\"/>";
        }
        return text + "</edits>";
    }();
    std::ofstream(folder.path() / "objects.xml") << [] {
        std::string text = "<map><objects>";
        for (int i = 0; i < 2000; ++i) {
            text += "<object script_name=\"DOOR01\"/>";
        }
        return text + "</objects></map>";
    }();
    REQUIRE(run_shell(folder.path(), "redforge pack objects.xml -o S.RGM && mkfifo pipe").status == 0);
    for (const char* const command : {
             "redforge info pipe",                       // waits for a writer
             "redforge info - 0<>pipe",                  // waits for bytes
             "redforge apply edits.xml S.RGM -o T.RGM",  // works for many seconds
         }) {
        for (const auto& [signal, status] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
            INFO(command << " " << signal);
            const auto begin = std::chrono::steady_clock::now();
            const ProcessResult outcome =
                run_shell(folder.path(), std::string(command) + " & sleep 0.4; kill -" + signal + " $!; wait $!");
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
            CHECK(took.count() < 15);  // the first two would wait forever, and the third takes longer
            CHECK(outcome.status == status);
        }
    }
}

TEST_CASE("memory: too little memory is reported as an error", "[cli][safety]")
{
    if constexpr (sanitized) {
        redforge::test::skip("a sanitized program needs its shadow memory under a limit");
        return;
    }
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "large.RGM") << [] {
        std::string bytes("MPOB\x0f\xff\xff\xfe", 8);
        return bytes + std::string(0x0FFFFFFE, '\0') + "END ";
    }();
    const ProcessResult info = run_shell(folder.path(), "ulimit -v 300000; redforge info large.RGM");
    CHECK(info.output == "redforge: there is not enough memory\n");
    CHECK(info.status == 2);
    const ProcessResult verify = run_shell(folder.path(), "ulimit -v 300000; redforge verify large.RGM");
    CHECK(verify.output == "unreadable large.RGM: there is not enough memory\n0 ok, 0 different, 1 unreadable\n");
    CHECK(verify.status == 2);
}

TEST_CASE("messages: lists at most twenty sections that are kept as bytes", "[cli][safety]")
{
    const TemporaryFolder folder;
    std::ofstream file(folder.path() / "odd.RGM");
    file << std::string("MPOB\0\0\0\4\0\0\0\0", 12);
    for (char c = 'A'; c <= 'Y'; ++c) {
        file << std::string("ZZZ") + c << std::string(4, '\0');
    }
    file << "END ";
    file.close();
    const ProcessResult verify = run_shell(folder.path(), "redforge verify odd.RGM");
    CHECK(
        verify.output ==
        "ok         odd.RGM (216 bytes); kept as bytes: ZZZA, ZZZB, ZZZC, ZZZD, ZZZE, ZZZF, ZZZG, ZZZH, ZZZI, ZZZJ, "
        "ZZZK, ZZZL, ZZZM, ZZZN, ZZZO, ZZZP, ZZZQ, ZZZR, ZZZS, ZZZT and 5 more\n"
        "1 ok, 0 different, 0 unreadable\n"
        "kept as bytes: 1 x ZZZA, 1 x ZZZB, 1 x ZZZC, 1 x ZZZD, 1 x ZZZE, 1 x ZZZF, 1 x ZZZG, 1 x ZZZH, 1 x ZZZI, "
        "1 x ZZZJ, 1 x ZZZK, 1 x ZZZL, 1 x ZZZM, 1 x ZZZN, 1 x ZZZO, 1 x ZZZP, 1 x ZZZQ, 1 x ZZZR, 1 x ZZZS, 1 x ZZZT "
        "and 5 more\n");
    CHECK(verify.status == 0);
}
