// Reading and writing whole files without system faults.
#include <array>
#include <regex>
#include <thread>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/xattr.h>

#include "core/files/backups.hpp"
#include "core/files/files.hpp"
#include "file_faults.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

unsigned mode_of(const fs::path& path)
{
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

}  // namespace

TEST_CASE("write_file: a new file has the content, without other files", "[files]")
{
    const TempFolder folder;
    const std::string content("one\0two\n", 8);
    const auto written = write_file(folder / "a.rgm", as_bytes(content));
    REQUIRE(outcome(written) == "written");
    CHECK_FALSE(written->backup);
    CHECK(content_of(folder / "a.rgm") == content);
    CHECK(names_below(folder.path()) == std::vector<std::string>{"a.rgm"});

    REQUIRE(outcome(write_file(folder / "empty", as_bytes(""))) == "written");
    CHECK(fs::file_size(folder / "empty") == 0);
}

TEST_CASE("write_file: joins pieces in order", "[files]")
{
    const TempFolder folder;
    // More pieces than one system call takes, some of them empty, and one that spans several steps of 1 MiB.
    const std::string big(3 * 1024 * 1024 + 1, 'b');
    std::vector<std::span<const std::byte>> pieces(200, as_bytes("xy"));
    pieces.insert(pieces.begin() + 100, as_bytes(""));
    pieces.push_back(as_bytes(big));
    pieces.push_back(as_bytes("end"));
    REQUIRE(outcome(write_file(folder / "a", Chunks(pieces))) == "written");

    std::string expected;
    for (int i = 0; i < 200; ++i) {
        expected += "xy";
    }
    expected += big + "end";
    CHECK((content_of(folder / "a") == expected));
}

TEST_CASE("write_file: a new file follows the umask", "[files]")
{
    const TempFolder folder;
    const mode_t before = umask(027);
    const auto written = write_file(folder / "a", as_bytes("x"));
    umask(before);
    REQUIRE(outcome(written) == "written");
    CHECK(mode_of(folder / "a") == 0640);
}

TEST_CASE("write_file: does not replace an existing file without permission", "[files]")
{
    const TempFolder folder;
    put(folder / "a.rgm", "old");
    const auto error = write_file(folder / "a.rgm", as_bytes("new"));
    REQUIRE_FALSE(error);
    CHECK(error.error().code == ErrorCode::exists);
    CHECK(describe(error.error()) ==
          fmt::format("{}: already exists; choose another name; nothing was changed", (folder / "a.rgm").string()));
    CHECK(content_of(folder / "a.rgm") == "old");

    REQUIRE(outcome(write_file(folder / "a.rgm", as_bytes("new"), replacing)) == "written");
    CHECK(content_of(folder / "a.rgm") == "new");
    CHECK(names_below(folder.path()) == std::vector<std::string>{"a.rgm"});
}

TEST_CASE("write_file: exactly one of many exclusive writers succeeds", "[files]")
{
    const TempFolder folder;
    for (int round = 0; round < 10; ++round) {
        const fs::path path = folder / fmt::format("f{}", round);
        std::atomic<int> won{0};
        std::atomic<int> error{0};
        std::vector<std::thread> writers;
        for (int i = 0; i < 8; ++i) {
            writers.emplace_back([&] {
                const auto written = write_file(path, as_bytes("content"));
                won += written ? 1 : 0;
                error += !written && written.error().code == ErrorCode::exists ? 1 : 0;
            });
        }
        for (std::thread& writer : writers) {
            writer.join();
        }
        CHECK(won == 1);
        CHECK(error == 7);
    }
    CHECK(hidden_below(folder.path()).empty());
}

TEST_CASE("write_file: all of many replacing writers succeed", "[files]")
{
    const TempFolder folder;
    std::atomic<int> won{0};
    std::vector<std::thread> writers;
    for (int i = 0; i < 8; ++i) {
        writers.emplace_back([&] {
            for (int k = 0; k < 10; ++k) {
                won += write_file(folder / "f", as_bytes("content"), replacing) ? 1 : 0;
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    CHECK(won == 80);
    CHECK(names_below(folder.path()) == std::vector<std::string>{"f"});
}

TEST_CASE("write_file: keeps permissions, attributes and owner", "[files]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    chmod((folder / "a").c_str(), 0604);
    const bool attributes = setxattr((folder / "a").c_str(), "user.origin", "disc", 4, 0) == 0;
    const bool owner = chown((folder / "a").c_str(), 12345, 23456) == 0;
    REQUIRE(outcome(write_file(folder / "a", as_bytes("new"), replacing)) == "written");
    CHECK(mode_of(folder / "a") == 0604);
    if (attributes) {
        std::array<char, 8> value{};
        CHECK(getxattr((folder / "a").c_str(), "user.origin", value.data(), value.size()) == 4);
        CHECK(std::string(value.data()) == "disc");
    } else {
        WARN("no extended attributes here: not checked");
    }
    if (owner) {
        struct stat status {};
        REQUIRE(stat((folder / "a").c_str(), &status) == 0);
        CHECK(status.st_uid == 12345);
        CHECK(status.st_gid == 23456);
    } else {
        WARN("not root: the owner is not checked");
    }
}

TEST_CASE("write_file: keeps a symbolic link and replaces its target", "[files]")
{
    const TempFolder folder;
    put(folder / "real/a.rgm", "old");
    fs::create_symlink("real/a.rgm", folder / "link");
    fs::create_symlink("link", folder / "link-to-link");
    const auto written = write_file(folder / "link-to-link", as_bytes("new"), with_backup);
    REQUIRE(outcome(written) == "written");
    CHECK(fs::read_symlink(folder / "link") == "real/a.rgm");
    CHECK(fs::read_symlink(folder / "link-to-link") == "link");
    CHECK(content_of(folder / "real/a.rgm") == "new");
    REQUIRE(written->backup);
    CHECK(written->backup->parent_path() == backups_of(backup_place().value(), folder / "real/a.rgm"));

    fs::create_symlink("real/b.rgm", folder / "ahead");
    REQUIRE(outcome(write_file(folder / "ahead", as_bytes("b"))) == "written");
    CHECK(content_of(folder / "real/b.rgm") == "b");
    CHECK(fs::is_symlink(folder / "ahead"));

    fs::create_symlink("circle", folder / "circle");
    const auto circle = write_file(folder / "circle", as_bytes("c"), replacing);
    REQUIRE_FALSE(circle);
    CHECK(circle.error().hint == "the symbolic links lead in a circle");
}

TEST_CASE("write_file: a backup has a dated name", "[files]")
{
    const TempFolder folder;
    const fs::path path = folder / "a.rgm";
    put(path, "0");
    const auto began = std::chrono::steady_clock::now();
    std::vector<fs::path> backups;
    for (const char* next : {"1", "2", "3", "4", "5"}) {
        const auto written = write_file(path, as_bytes(next), with_backup);
        REQUIRE(outcome(written) == "written");
        REQUIRE(written->backup);
        CHECK(std::regex_match(written->backup->filename().string(), std::regex(R"(a\.\d{8}-\d{6}(-\d+)?\.rgm)")));
        backups.push_back(*written->backup);
    }
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(content_of(backups[i]) == std::to_string(i));
    }
    CHECK(names_below(folder.path()) == std::vector<std::string>{"a.rgm"});
    if (std::chrono::steady_clock::now() - began < std::chrono::seconds(3)) {
        // Five backups within four seconds: at least two are from the same second.
        CHECK(std::any_of(backups.begin(), backups.end(),
                          [](const fs::path& name) { return name.string().ends_with("-2.rgm"); }));
    }

    SECTION("a new file needs no permission")
    {
        const auto written = write_file(folder / "b.rgm", as_bytes("x"), with_backup);
        REQUIRE(outcome(written) == "written");
        CHECK_FALSE(written->backup);
    }
}

TEST_CASE("write_file: reuses the newest backup if it has the same bytes", "[files]")
{
    const TempFolder folder;
    const fs::path path = folder / "a";
    put(path, "one");
    const fs::path backups = backups_of(backup_place().value(), path);
    put(backups / "a.20010203-040506", "older");
    put(backups / "a.20010203-040506-10", "one");
    put(backups / "a.20010203-040506-9", "two");
    put(backups / "a.20300203", "not a backup of ours");
    const auto first = write_file(path, as_bytes("two"), with_backup);
    REQUIRE(outcome(first) == "written");
    CHECK(first->backup->filename() == "a.20010203-040506-10");
    CHECK(names_below(backups).size() == 4);

    // "two" is in an older backup, but not in the newest.
    const auto second = write_file(path, as_bytes("three"), with_backup);
    REQUIRE(outcome(second) == "written");
    CHECK(content_of(*second->backup) == "two");
    CHECK(names_below(backups).size() == 5);
}

TEST_CASE("write_file: keeps a file that changed after it was read", "[files]")
{
    const TempFolder folder;
    const fs::path path = folder / "a";
    put(path, "read");
    const FileSnapshot seen{{{"", fingerprint_of(as_bytes("read"))}}};
    const WriteOptions as_read{.overwrite = Overwrite::allow, .backup = true, .expected = &seen};
    put(path, "Read");  // equal length, in the same file
    CHECK(
        outcome(write_file(path, as_bytes("new"), as_read)) ==
        fmt::format("changed: {}: was changed by another program after it was read here; read it again and repeat the "
                    "change, or save under another name; nothing was changed",
                    path.string()));
    CHECK(content_of(path) == "Read");
    fs::remove(path);
    CHECK(write_file(path, as_bytes("new"), as_read).error().message ==
          "was removed by another program after it was read here");
    CHECK(names_below(folder.path()).empty());
    put(path, "read");
    const auto written = write_file(path, as_bytes("new"), as_read);
    REQUIRE(outcome(written) == "written");
    CHECK(written->seen == FileSnapshot{{{"", fingerprint_of(as_bytes("new"))}}});
}

TEST_CASE("write_file: of writers that read the same content, exactly one succeeds", "[files]")
{
    const TempFolder folder;
    for (int round = 0; round < 20; ++round) {
        put(folder / "f", "read");
        const FileSnapshot seen{{{"", fingerprint_of(as_bytes("read"))}}};
        std::atomic<int> won{0};
        std::vector<std::thread> writers;
        for (int i = 0; i < 4; ++i) {
            writers.emplace_back([&, i] {
                const std::string text = fmt::format("written by {}", i);
                won += write_file(folder / "f", as_bytes(text), {.overwrite = Overwrite::allow, .expected = &seen}) ? 1
                                                                                                                    : 0;
            });
        }
        for (std::thread& writer : writers) {
            writer.join();
        }
        CHECK(won == 1);
    }
}

TEST_CASE("write_file: does not touch a file with the same content on request", "[files]")
{
    const TempFolder folder;
    put(folder / "a", "same");
    struct stat before {};
    REQUIRE(stat((folder / "a").c_str(), &before) == 0);
    const WriteOptions keeping{.overwrite = Overwrite::allow, .backup = true, .keep_same = true};
    const auto written = write_file(folder / "a", as_bytes("same"), keeping);
    REQUIRE(outcome(written) == "written");
    CHECK(written->unchanged);
    CHECK_FALSE(written->backup);
    struct stat after {};
    REQUIRE(stat((folder / "a").c_str(), &after) == 0);
    CHECK(after.st_ino == before.st_ino);
    CHECK_FALSE(need(write_file(folder / "a", as_bytes("more"), keeping)).unchanged);
}

TEST_CASE("write_file: keeps long attributes, and reports a broken hard link", "[files]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    const std::string long_value(20000, 'v');
    const fs::path file = folder / "a";
    const bool attributes = setxattr(file.c_str(), "user.long", long_value.data(), long_value.size(), 0) == 0;
    fs::create_hard_link(folder / "a", folder / "other");
    const auto written = write_file(folder / "a", as_bytes("new"), replacing);
    REQUIRE(outcome(written) == "written");
    CHECK(written->notes ==
          std::vector<std::string>{"it had another name, a hard link, which still leads to the old content"});
    if (attributes) {
        std::string value(30000, ' ');
        CHECK(getxattr(file.c_str(), "user.long", value.data(), value.size()) == 20000);
    } else {
        WARN("no long extended attributes here: not checked");
    }
}

TEST_CASE("write_file: backs up a file with a second name by copy", "[files]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    fs::create_hard_link(folder / "a", folder / "other");
    const auto written = write_file(folder / "a", as_bytes("new"), with_backup);
    REQUIRE(outcome(written) == "written");
    std::ofstream(folder / "other") << "changed";  // through the other name, in place
    CHECK(content_of(folder / "a") == "new");
    CHECK(content_of(*written->backup) == "old");
}

TEST_CASE("write_file: an impossible output path has a hint", "[files]")
{
    const TempFolder folder;
    const std::string root = folder.path().string();
    put(folder / "file", "x");
    const auto error_text = [&](const std::string& path) {
        return outcome(write_file(path, as_bytes("y"), replacing));
    };
    CHECK(error_text(root + "/no/a") ==
          fmt::format("io: {0}/no/a: there is no folder '{0}/no'; make the folder first, or choose another", root));
    CHECK(error_text(root + "/file/a") ==
          fmt::format("io: {0}/file/a: '{0}/file' is not a folder; make the folder first, or choose another", root));
    CHECK(error_text(root) == fmt::format("io: {0}: is a folder, not a file; name a file in it", root));
    CHECK(error_text(root + "/new/") ==
          fmt::format("io: {0}/new/: names a folder, not a file; add the name of a file", root));
    CHECK(error_text("") == "io: the output has an empty name; give it a name");
    CHECK(error_text(root + "/" + std::string(300, 'n')).find("choose a shorter name") != std::string::npos);
    CHECK(names_below(folder.path()) == std::vector<std::string>{"file"});
}

TEST_CASE("write_file: writes and replaces the longest possible name", "[files]")
{
    const TempFolder folder;
    const std::string name(255, 'n');
    REQUIRE(outcome(write_file(folder / name, as_bytes("1"))) == "written");
    REQUIRE(outcome(write_file(folder / name, as_bytes("2"), replacing)) == "written");
    CHECK(names_below(folder.path()) == std::vector<std::string>{name});
    const auto kept = write_file(folder / name, as_bytes("3"), with_backup);
    REQUIRE(outcome(kept) == "written");
    CHECK(content_of(*kept->backup) == "2");
}

TEST_CASE("write_file: writes directly to pipes and devices", "[files]")
{
    const TempFolder folder;
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    std::string received;
    std::thread reader([&] { received = content_of(folder / "pipe"); });
    const auto written = write_file(folder / "pipe", as_bytes("through"));
    reader.join();
    CHECK(outcome(written) == "written");
    CHECK(received == "through");
    CHECK(fs::is_fifo(folder / "pipe"));
    CHECK(outcome(write_file("/dev/null", as_bytes("x"))) == "written");
}

TEST_CASE("write_file: a dash is standard output", "[files]")
{
    const TempFolder folder;
    put(folder / "in", "from stdin");
    in_child([&] {
        dup2(open((folder / "out").c_str(), O_CREAT | O_WRONLY, 0600), STDOUT_FILENO);
        dup2(open((folder / "in").c_str(), O_RDONLY), STDIN_FILENO);
        const auto read = read_text_file("-");
        return outcome(write_file("-", as_bytes(read.value_or("nothing read"))));
    });
    CHECK(content_of(folder / "out") == "from stdin");
    CHECK(in_child([&] {
              dup2(open(folder.path().c_str(), O_RDONLY), STDIN_FILENO);
              return outcome(read_file("-"));
          }) == "io: standard input: is a folder, not a file; name a file in it");
    CHECK(in_child([] {
              signal(SIGPIPE, SIG_IGN);
              int ends[2] = {-1, -1};
              if (pipe(ends) == 0) {
                  close(ends[0]);
                  dup2(ends[1], STDOUT_FILENO);
              }
              return outcome(write_file("-", as_bytes("x")));
          }) == "io: standard output: cannot write: Broken pipe; the program that reads the output has ended");
}

TEST_CASE("write_file: cancelling leaves nothing", "[files]")
{
    const TempFolder folder;
    put(folder / "old", "old");
    std::atomic<bool> cancel{true};
    const WriteOptions options{.overwrite = Overwrite::allow, .backup = true, .cancel = &cancel};
    for (const char* name : {"old", "new"}) {
        const auto written = write_file(folder / name, as_bytes("x"), options);
        REQUIRE_FALSE(written);
        CHECK(written.error().code == ErrorCode::cancelled);
    }
    CHECK(names_below(folder.path()) == std::vector<std::string>{"old"});
    CHECK(content_of(folder / "old") == "old");

    SECTION("in the middle")
    {
        cancel = false;
        REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
        const Bytes big(8 * 1024 * 1024);
        std::size_t received = 0;
        std::thread reader([&] {
            std::ifstream pipe(folder / "pipe", std::ios::binary);
            std::vector<char> buffer(64 * 1024);
            while (pipe.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || pipe.gcount() > 0) {
                cancel = true;
                received += static_cast<std::size_t>(pipe.gcount());
            }
        });
        const auto written = write_file(folder / "pipe", big, options);
        reader.join();
        REQUIRE_FALSE(written);
        CHECK(written.error().code == ErrorCode::cancelled);
        CHECK(received == 1024 * 1024);  // one step
    }
}

TEST_CASE("read_file: reads files, pipes and files without a size completely", "[files]")
{
    const TempFolder folder;
    const std::string odd("a\0\r\n\xFF", 5);
    put(folder / "odd", odd);
    CHECK(read_text_file(folder / "odd").value_or("") == odd);
    CHECK(need(read_file(folder / "odd")).back() == std::byte{0xFF});
    CHECK(read_fingerprint(folder / "odd").value() == fingerprint_of(as_bytes(odd)));
    CHECK(outcome(read_fingerprint(folder.path())) == outcome(read_file(folder.path())));
    put(folder / "empty", "");
    CHECK(need(read_file(folder / "empty")).empty());
    CHECK(need(read_fingerprint(folder / "empty")).size == 0);
    CHECK(need(read_text_file("/proc/self/status")).starts_with("Name:"));

    const std::string big(300 * 1000, 'p');
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(folder / "pipe") << big; });
    const auto piped = read_text_file(folder / "pipe", max_read, Pipes::allow);
    writer.join();
    CHECK((piped.value_or("") == big));
}

TEST_CASE("read_file: stops at the limit", "[files]")
{
    const TempFolder folder;
    put(folder / "ten", "0123456789");
    CHECK(read_text_file(folder / "ten", 10).value_or("") == "0123456789");
    const std::string path = (folder / "ten").string();
    CHECK(outcome(read_file(folder / "ten", 9)) ==
          fmt::format("unsupported: {0}: larger than 9 bytes, the maximum; is this the right file?", path));
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(folder / "pipe") << std::string(2000001, 'x'); });
    CHECK(outcome(read_file(folder / "pipe", 2000000, Pipes::allow)) ==
          fmt::format("unsupported: {}/pipe: larger than 2000000 bytes, the maximum; is this the right "
                      "file?",
                      folder.path().string()));
    writer.join();
}

TEST_CASE("read_file: stops if the beginning is rejected", "[files]")
{
    const TempFolder folder;
    for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 10000U, 3000000U}) {
        CAPTURE(size);
        const std::string content(size, 'x');
        put(folder / "file", content);
        std::size_t seen = size + 1;
        const auto look = [&](ByteView first) {
            seen = first.size();
            return Status{};
        };
        const auto text = read_text_file(folder / "file", max_read, Pipes::reject, look);
        CHECK((text.value_or("unread") == content));
        CHECK(seen == std::min<std::size_t>(size, 4096));
        const auto reject = [](ByteView first) -> Status { return fail({.message = fmt::format("{}", first.size())}); };
        const auto error = read_text_file(folder / "file", max_read, Pipes::reject, reject);
        REQUIRE_FALSE(error);
        CHECK(error.error().message == fmt::format("{}", std::min<std::size_t>(size, 4096)));
    }
}

TEST_CASE("read_file: rejects devices, and pipes that the user did not name", "[files]")
{
    const TempFolder folder;
    CHECK(outcome(read_file("/dev/zero")) ==
          "io: /dev/zero: is a device, not a file; give a file, or - for standard input");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(outcome(read_file(folder / "pipe")) ==  // does not block, although the pipe has no writer
          fmt::format("io: {}/pipe: is a pipe, not a file; put the file itself there", folder.path().string()));
}

TEST_CASE("read_file: explains failures and suggests similar names", "[files]")
{
    const TempFolder folder;
    const std::string root = folder.path().string();
    put(folder / "ISLAND.RGM", "x");
    CHECK(outcome(read_file(folder / "island.rgm")) ==
          fmt::format("io: {0}/island.rgm: cannot open: No such file or directory; did you mean 'ISLAND.RGM'?", root));
    CHECK(outcome(read_file(folder / "ISLADN.RGM")) ==
          fmt::format("io: {0}/ISLADN.RGM: cannot open: No such file or directory; did you mean 'ISLAND.RGM'?", root));
    CHECK(outcome(read_file(folder / "WORLD.INI")) ==
          fmt::format("io: {0}/WORLD.INI: cannot open: No such file or directory; check the name", root));
    CHECK(outcome(read_file(folder / "maps/A")) ==
          fmt::format("io: {0}/maps/A: cannot open: No such file or directory; there is no folder '{0}/maps'", root));
    CHECK(outcome(read_file(folder.path())) ==
          fmt::format("io: {0}: is a folder, not a file; name a file in it", root));
}
