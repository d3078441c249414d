// Law 4, "nothing is destroyed", for a file: a full disk, a failed write and a kill keep the old file.
#include <csignal>
#include <grp.h>

#include <catch2/catch.hpp>
#include <sys/file.h>
#include <sys/resource.h>

#include "core/files/backups.hpp"
#include "core/files/files.hpp"
#include "core/platform/files.hpp"
#include "file_faults.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("write_file: a full disk keeps the old file", "[files][fault]")
{
    const TempFolder folder;
    const std::string text = in_child([&]() -> std::string {
        if (!mount_small_disk(folder.path())) {
            return "skip: no small disk can be mounted";
        }
        put(folder / "a", "old");
        const Bytes too_big(2 * 1024 * 1024);
        const auto replaced = write_file(folder / "a", too_big, with_backup);
        const auto made = write_file(folder / "b", too_big);
        return fmt::format("{}|{}|{}|{}|{}", replaced ? "" : replaced.error().message, made ? "" : made.error().message,
                           made ? "" : made.error().hint, content_of(folder / "a"),
                           fmt::join(names_below(folder.path()), " "));
    });
    if (!skipped(text)) {
        CHECK(text == "cannot write: No space left on device|cannot write: No space left on device|"
                      "free some space and try again; nothing was changed|old|a");
    }
}

TEST_CASE("write_file: a file size limit keeps the old file", "[files][fault]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    CHECK(in_child([&] {
              signal(SIGXFSZ, SIG_IGN);
              const rlimit limit{1500 * 1024, 1500 * 1024};  // in the middle of the second step of 1 MiB
              setrlimit(RLIMIT_FSIZE, &limit);
              return outcome(write_file(folder / "a", Bytes(2 * 1024 * 1024), with_backup));
          }) == fmt::format("io: {}: cannot write: File too large; the disk or a limit (see ulimit -f) allows no file "
                            "of this size; nothing was changed",
                            (folder / "a").string()));
    CHECK(content_of(folder / "a") == "old");
    CHECK(names_below(folder.path()) == Names{"a"});
}

TEST_CASE("write_file: a failed system call keeps the old file", "[files][fault]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    const std::string path = (folder / "a").string();
    struct Case {
        std::vector<Fault> faults;
        std::string expected;
    };
    const std::vector<Case> cases{
        {{reject(SYS_writev, EIO)},
         "cannot write: Input/output error; the disk may be failing; check it before going on"},
        {{reject(SYS_fsync, EIO)},
         "cannot store on the disk: Input/output error; the disk may be failing; check it before going on"},
        {{reject(SYS_fsync, ENOSPC)},
         "cannot store on the disk: No space left on device; free some space and try again; nothing was changed"},
        {{reject(SYS_pread64, EIO)},
         "cannot read back the new content: Input/output error; the disk may be failing; "
         "check it before going on"},
        {{reject(SYS_renameat, EACCES)},
         "cannot replace the old file: Permission denied; check the permissions of the file and of its folder"},
        {{reject(SYS_renameat, EBUSY)},
         "cannot replace the old file: Device or resource busy; the name is a mount point or in use by the system; "
         "choose another"},
    };
    for (const Case& one : cases) {
        for (const WriteOptions& options : {replacing, with_backup}) {
            const std::string text =
                in_child_with(one.faults, [&] { return outcome(write_file(folder / "a", as_bytes("new"), options)); });
            if (!skipped(text)) {
                CHECK(text == fmt::format("io: {}: {}", path, one.expected));
            }
            CHECK(content_of(folder / "a") == "old");
            CHECK(names_below(folder.path()) == Names{"a"});
        }
    }
}

TEST_CASE("write_file: detects a disk that stores other bytes", "[files][fault]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    const std::string path = (folder / "a").string();
    const auto written_to = [&](void (*lie)(int)) {
        return in_child([&] {
            return trap(SYS_fsync, lie) ? outcome(write_file(folder / "a", as_bytes("0123456789"), with_backup))
                                        : std::string("skip: fsync cannot be trapped here");
        });
    };
    const std::string changed = written_to([](int file) { static_cast<void>(pwrite(file, "X", 1, 5) + 1); });
    const std::string cut = written_to([](int file) { static_cast<void>(ftruncate(file, 4) + 1); });
    const std::string grown = written_to([](int file) { static_cast<void>(pwrite(file, "X", 1, 10) + 1); });
    if (!skipped(changed)) {
        const std::string hint = "the disk may be failing; the old content is unchanged";
        CHECK(changed ==
              fmt::format("mismatch: {}: byte 5 (0x5): 0x35 was written, 0x58 is read back; {}", path, hint));
        CHECK(cut == fmt::format("mismatch: {}: byte 4 (0x4): the new content is cut off when it is read back; {}",
                                 path, hint));
        CHECK(grown ==
              fmt::format("mismatch: {}: byte 10 (0xA): more bytes are read back than were written; {}", path, hint));
    }
    CHECK(content_of(folder / "a") == "old");
    CHECK(names_below(folder.path()) == Names{"a"});
}

TEST_CASE("write_file: a file that appears meanwhile counts as existing", "[files][fault]")
{
    const std::vector<std::vector<Fault>> ways{
        {}, {reject(SYS_renameat2, EINVAL)},  // no exclusive rename
    };
    for (const std::vector<Fault>& faults : ways) {
        const TempFolder folder;
        static fs::path other;
        const auto meanwhile = [&](const fs::path& path, const WriteOptions& options) {
            return in_child([&] {
                other = path;
                const bool ready = install(faults) && trap(SYS_fsync, [](int) {
                                       const int file =
                                           open(other.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
                                       static_cast<void>(::write(file, "theirs", 6) + 1);
                                       close(file);
                                   });
                return ready ? outcome(write_file(path, as_bytes("ours"), options)).substr(0, 7)
                             : std::string("skip: fsync cannot be trapped here");
            });
        };
        const std::string error = meanwhile(folder / "a", {});
        if (!skipped(error)) {
            CHECK(error == "exists:");
            CHECK(content_of(folder / "a") == "theirs");
            CHECK(meanwhile(folder / "b", replacing) == "written");
            CHECK(content_of(folder / "b") == "ours");
            CHECK(names_below(folder.path()) == Names{"a", "b"});
        }
    }
}

TEST_CASE("write_file: works on file systems without optional features", "[files][fault]")
{
    const std::vector<std::vector<Fault>> lacking{
        {},
        {reject(SYS_renameat2, EINVAL)},
        {reject(SYS_flock, ENOLCK)},
    };
    for (const std::vector<Fault>& faults : lacking) {
        const TempFolder folder;
        const std::string text = in_child_with(faults, [&] {
            const std::string made = outcome(write_file(folder / "a", as_bytes("one")));
            const auto error = write_file(folder / "a", as_bytes("never"));
            const std::string replaced = outcome(write_file(folder / "a", as_bytes("two"), replacing));
            const auto kept = write_file(folder / "a", as_bytes("three"), with_backup);
            return fmt::format("{} {} {} {} {}", made, error ? "overwritten" : code_name(error.error().code), replaced,
                               outcome(kept), kept ? content_of(kept->backup.value_or("")) : "");
        });
        if (!skipped(text)) {
            CHECK(text == "written exists written written two");
            CHECK(content_of(folder / "a") == "three");
            CHECK(names_below(folder.path()) == Names{"a"});
        }
    }
}

TEST_CASE("write_file: keeps a file or folder without permission", "[files][fault]")
{
    const TempFolder folder;
    put(folder / "locked/a", "old");
    put(folder / "open/a", "old");
    fs::permissions(folder / "open", fs::perms(0777));
    fs::permissions(folder / "open/a", fs::perms(0444));
    fs::permissions(folder / "locked/a", fs::perms(0666));
    fs::permissions(folder / "locked", fs::perms(0555));
    const auto as_nobody = [](const std::function<std::string()>& work) {
        return in_child([&] {
            constexpr unsigned nobody = 65534;
            if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0)) {
                return std::string("skip: cannot become another user");
            }
            return work();
        });
    };
    const auto error_text = [&](const char* name) {
        return as_nobody([&] { return outcome(write_file(folder / name, as_bytes("new"), with_backup)); });
    };
    const std::string hint = "Permission denied; check the permissions of the file and of its folder";
    const std::string first = error_text("open/a");
    if (!skipped(first)) {
        CHECK(first ==
              fmt::format("io: {}: cannot replace this read-only file: {}", (folder / "open/a").string(), hint));
        CHECK(error_text("locked/a") ==
              fmt::format("io: {}: cannot make a file in this folder: {}", (folder / "locked/a").string(), hint));
        CHECK(error_text("locked/new") ==
              fmt::format("io: {}: cannot make a file in this folder: {}", (folder / "locked/new").string(), hint));
    }
    CHECK(content_of(folder / "open/a") == "old");
    CHECK(content_of(folder / "locked/a") == "old");
    CHECK(names_below(folder.path()) == Names{"locked", "locked/a", "open", "open/a"});
    fs::permissions(folder / "locked", fs::perms(0755));
}

TEST_CASE("write_file: a kill leaves the old or new file, and the next write cleans up", "[files][fault]")
{
    become_reaper();
    struct Case {
        bool there;
        WriteOptions options;
    };
    for (const Case& one : {Case{false, {}}, Case{true, replacing}, Case{true, with_backup}}) {
        int old_seen = 0;
        int new_seen = 0;
        bool left_something = false;
        bool killed = true;
        for (int stop = 1; killed; ++stop) {
            const TempFolder folder;
            if (one.there) {
                put(folder / "a", "old");
            }
            killed = killed_at_stop(stop,
                                    [&] { static_cast<void>(write_file(folder / "a", as_bytes("new"), one.options)); });
            INFO("killed at stop " << stop);
            const std::string now = content_of(folder / "a");
            const bool is_new = now == "new";
            (is_new ? new_seen : old_seen) += 1;
            CHECK((is_new || (one.there ? now == "old" : !fs::exists(folder / "a"))));
            left_something = left_something || !hidden_below(folder.path()).empty();
            REQUIRE(outcome(write_file(folder / "b", as_bytes("b"))) == "written");
            CHECK(names_below(folder.path()) == (one.there || is_new ? Names{"a", "b"} : Names{"b"}));
            // The backup is complete before the old file is replaced.
            const fs::path backups = backups_of(backup_place().value(), folder / "a");
            std::size_t whole = 0;
            for (const auto& entry : fs::directory_iterator(fs::exists(backups) ? backups : folder.path())) {
                const bool is_backup = entry.path().filename().string().starts_with("a.2");
                CHECK((!is_backup || content_of(entry.path()) == "old"));
                whole += is_backup ? 1U : 0U;
            }
            CHECK((one.options.backup ? !is_new || whole == 1 : whole == 0));
        }
        // Kills occurred both before and after the exchange.
        CHECK(old_seen > 10);
        CHECK(new_seen > 1);
        CHECK(left_something);
    }
}

TEST_CASE("write_file: random kills leave a whole file", "[files][fault]")
{
    become_reaper();
    const TempFolder folder;
    const std::array<std::string, 2> contents{std::string(200000, 'x'), std::string(300000, 'y')};
    REQUIRE(outcome(write_file(folder / "a", as_bytes(contents[0]))) == "written");
    for (unsigned round = 0; round < 100; ++round) {
        killed_after(1000 + (round * 7919) % 6000, [&] {
            for (const std::string& content : contents) {
                static_cast<void>(write_file(folder / "a", as_bytes(content), replacing));
            }
        });
        const std::string now = content_of(folder / "a");
        INFO("round " << round);
        CHECK((now == contents[0] || now == contents[1]));
    }
    REQUIRE(outcome(write_file(folder / "a", as_bytes("end"), replacing)) == "written");
    CHECK(names_below(folder.path()) == Names{"a"});
}

TEST_CASE("write_file: ignores hidden files of live writers and similar names", "[files][fault]")
{
    const TempFolder folder;
    const std::string in_use = ".a.redforge-0123456789ab";
    const std::string stale = ".a.redforge-ba9876543210";
    const Names others{".a.redforge-", ".a.redforge-0123456789", ".a.redforge-0123456789aX", ".redforge-0123456789ab",
                       "a.redforge-0123456789ab"};
    put(folder / in_use, "half");
    put(folder / stale, "half");
    for (const std::string& name : others) {
        put(folder / name, "somebody's");
    }
    const platform::Handle writer(open((folder / in_use).c_str(), O_RDONLY));
    REQUIRE(flock(static_cast<int>(writer.native()), LOCK_EX) == 0);
    REQUIRE(outcome(write_file(folder / "b", as_bytes("b"))) == "written");
    CHECK(fs::exists(folder / in_use));
    CHECK_FALSE(fs::exists(folder / stale));
    for (const std::string& name : others) {
        CHECK(fs::exists(folder / name));
    }
}
