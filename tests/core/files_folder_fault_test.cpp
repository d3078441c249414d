// Law 4, "nothing is destroyed", for a folder: a full disk, a failed write and a kill keep the old folder.
#include <catch2/catch.hpp>
#include <sys/resource.h>

#include "core/files/files.hpp"
#include "file_faults.hpp"
#include "folder_fixture.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("write_folder: a failure keeps the old folder", "[files][folder][fault]")
{
    const std::vector<std::vector<Fault>> failing{
        {reject(SYS_writev, ENOSPC)},   {reject(SYS_fsync, EIO)},
        {reject(SYS_pread64, EIO)},     {reject(SYS_mkdirat, ENOSPC)},
        {reject(SYS_renameat2, EPERM)}, {reject(SYS_renameat2, EINVAL), reject(SYS_renameat, EPERM)},
    };
    for (const std::vector<Fault>& faults : failing) {
        const TempFolder folder;
        REQUIRE(outcome(write_first(folder / "out")) == "written");
        const std::string text = in_child_with(faults, [&] {
            const auto written = write_second(folder / "out", with_backup);
            return std::string(written ? "written" : code_name(written.error().code));
        });
        if (!skipped(text)) {
            CHECK(text == "io");
        }
        CHECK(is_first(folder / "out"));
        CHECK(names_in(folder.path()) == Names{"out"});
        CHECK(names_below(folder / "out") == first_names);
    }
}

TEST_CASE("write_folder: a full disk keeps the old folder", "[files][folder][fault]")
{
    const TempFolder folder;
    const std::string text = in_child([&]() -> std::string {
        if (!mount_small_disk(folder.path())) {
            return "skip: no small disk can be mounted";
        }
        const std::string big(300 * 1024, 'b');
        std::vector<FolderFile> files{{"map.xml", {as_bytes("<map two/>")}}};
        for (const char* name : {"scripts/A.soup", "scripts/B.soup", "scripts/C.soup", "scripts/D.soup"}) {
            files.push_back({name, {as_bytes(big)}});
        }
        const std::string first = outcome(write_first(folder / "out"));
        const auto second = write_folder(folder / "out", files, ours, with_backup);
        return fmt::format("{} {} {} {}", first, second ? "written" : second.error().message, is_first(folder / "out"),
                           fmt::join(names_in(folder.path()), " "));
    });
    if (!skipped(text)) {
        CHECK(text == "written cannot write: No space left on device true out");
    }
}

TEST_CASE("write_folder: works on file systems without optional features", "[files][folder][fault]")
{
    const std::vector<std::vector<Fault>> lacking{
        {},
        {reject(SYS_renameat2, EINVAL)},  // no exclusive rename
        {reject(SYS_flock, ENOLCK)},
    };
    const auto all_ways = [](const fs::path& root) {
        const std::string made = outcome(write_first(root / "out"));
        const std::string error = outcome(write_second(root / "out")).substr(0, 6);
        const std::string replaced = outcome(write_second(root / "out", replacing));
        const bool clean = names_in(root) == Names{"out"};
        const auto kept = write_first(root / "out", with_backup);
        return fmt::format("{} {} {} {} {} {}", made, error, replaced, clean, outcome(kept),
                           kept && kept->backup && is_second(*kept->backup));
    };
    for (const std::vector<Fault>& faults : lacking) {
        const TempFolder folder;
        const std::string text = in_child_with(faults, [&] { return all_ways(folder.path()); });
        if (!skipped(text)) {
            CHECK(text == "written exists written true written true");
            CHECK(is_first(folder / "out"));
            CHECK(names_in(folder.path()) == Names{"out"});
        }
    }
    const TempFolder folder;
    CHECK(in_child([&] {
              const rlimit few{32, 32};
              setrlimit(RLIMIT_NOFILE, &few);
              std::vector<FolderFile> files{{"map.xml", {as_bytes("m")}}};
              for (char name = 'A'; name <= 'Z'; ++name) {
                  files.push_back({fmt::format("scripts/{}.soup", name), {as_bytes("s")}});
              }
              return outcome(write_folder(folder / "out", files, ours));
          }) == "written");
    CHECK(names_in(folder / "out/scripts").size() == 26);
}

TEST_CASE("write_folder: keeps a file that was added meanwhile", "[files][folder][fault]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    static fs::path added;
    added = folder / "out/scripts/notes.txt";
    const std::string text = in_child([&]() -> std::string {
        // The files are synced after the old folder was listed.
        if (!trap(SYS_fsync, [](int) { close(open(added.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600)); })) {
            return "skip: system calls cannot be trapped here";
        }
        return outcome(write_second(folder / "out", replacing));
    });
    if (!skipped(text)) {
        CHECK(text == "written");
        CHECK(names_below(folder / "out") ==
              Names{"map.xml", "scripts", "scripts/DOOR.soup", "scripts/WITCH.soup", "scripts/notes.txt"});
    }
}

TEST_CASE("write_folder: keeps a file that was changed meanwhile", "[files][folder][fault]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    static fs::path changed;
    changed = folder / "out/scripts/DOOR.soup";
    const std::string text = in_child([&]() -> std::string {
        if (!trap(SYS_fsync, [](int) {
                const int file = open(changed.c_str(), O_WRONLY | O_CLOEXEC);
                static_cast<void>(::write(file, "DOOR", 4) + 1);
                close(file);
            })) {
            return "skip: system calls cannot be trapped here";
        }
        const auto written = write_second(folder / "out", replacing);
        return written ? "written" : written.error().message;
    });
    if (!skipped(text)) {
        CHECK(text == "was changed by another program after it was read here");
        CHECK(content_of(folder / "out/map.xml") == "<map one/>");
        CHECK(content_of(changed) == "DOOR one");
        CHECK(names_below(folder / "out") == first_names);
    }
}

TEST_CASE("write_folder: does not replace another folder that appeared meanwhile", "[files][folder][fault]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    static fs::path out;
    out = folder / "out";
    const std::string text = in_child([&]() -> std::string {
        if (!trap(SYS_fsync, [](int) {
                // Only the first time: a second rename would fail, because "away" is not empty.
                if (rename(out.c_str(), (out.string() + "-away").c_str()) == 0) {
                    mkdir(out.c_str(), 0700);
                    close(open((out / "notes.txt").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
                }
            })) {
            return "skip: system calls cannot be trapped here";
        }
        const auto written = write_second(folder / "out", replacing);
        return written ? "written" : written.error().message;
    });
    if (!skipped(text)) {
        CHECK(text == "contains 'notes.txt', which is not part of the output");
        CHECK(names_in(folder / "out") == Names{"notes.txt"});
        CHECK(is_first(folder / "out-away"));
        CHECK(names_in(folder.path()) == Names{"out", "out-away"});
    }
}

TEST_CASE("write_folder: after a kill the next writer finds the old or new folder", "[files][folder][fault]")
{
    become_reaper();
    for (const bool there : {false, true}) {
        int old_seen = 0;
        int new_seen = 0;
        bool completed = false;  // by the reader
        bool killed = true;
        for (int stop = 1; killed; ++stop) {
            const TempFolder folder;
            if (there) {
                REQUIRE(outcome(write_first(folder / "out")) == "written");
            }
            killed = killed_at_stop(stop, [&] { static_cast<void>(write_second(folder / "out", replacing)); });
            INFO("killed at stop " << stop);
            const bool was_half = fs::exists(folder / "out") && !is_first(folder / "out") && !is_second(folder / "out");
            REQUIRE(finish_writing(folder / "out"));
            const bool exists = fs::exists(folder / "out");
            const bool is_new = exists && is_second(folder / "out");
            completed = completed || (was_half && is_new);
            (is_new ? new_seen : old_seen) += 1;
            CHECK((is_new || (there ? is_first(folder / "out") : !exists)));
            // The next write removes leftovers.
            REQUIRE(outcome(write_first(folder / "out", replacing)) == "written");
            CHECK(names_below(folder / "out") == first_names);
            CHECK(names_in(folder.path()) == Names{"out"});
        }
        CHECK(old_seen > 20);
        CHECK(new_seen > 1);
        CHECK(completed == there);
    }
}

TEST_CASE("write_folder: after random kills a reader finds a whole folder", "[files][folder][fault]")
{
    become_reaper();
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    for (unsigned round = 0; round < 60; ++round) {
        killed_after(2000 + (round * 7919) % 12000, [&] {
            static_cast<void>(write_second(folder / "out", replacing));
            static_cast<void>(write_first(folder / "out", replacing));
        });
        INFO("round " << round);
        REQUIRE(finish_writing(folder / "out"));
        CHECK((is_first(folder / "out") || is_second(folder / "out")));
        CHECK(names_in(folder.path()) == Names{"out"});
    }
}
