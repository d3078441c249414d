// Law 4, "nothing is destroyed", for folders: at any moment, the path has the complete old or new folder.
#include <array>
#include <set>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/file.h>

#include "core/files/files.hpp"
#include "core/files/folder_builder.hpp"
#include "file_faults.hpp"
#include "folder_fixture.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("write_folder: a new folder has its files and no siblings", "[files][folder]")
{
    const TempFolder folder;
    const mode_t before = umask(027);
    const auto written = write_first(folder / "out/");
    umask(before);
    REQUIRE(outcome(written) == "written");
    CHECK_FALSE(written->backup);
    CHECK(is_first(folder / "out"));
    CHECK(names_in(folder.path()) == Names{"out"});
    CHECK(fs::status(folder / "out").permissions() == fs::perms(0750));
    CHECK(fs::status(folder / "out/scripts").permissions() == fs::perms(0750));
    CHECK(fs::status(folder / "out/map.xml").permissions() == fs::perms(0640));
}

TEST_CASE("write_folder: simultaneous writers do not remove each other's folders", "[files][folder]")
{
    const TempFolder folder;
    constexpr int each = 150;
    std::array<std::set<std::string>, 4> error;
    std::vector<std::thread> writers;
    for (std::size_t writer = 0; writer < error.size(); ++writer) {
        writers.emplace_back([&, writer] {
            for (int i = 0; i < each; ++i) {
                const std::string name = fmt::format("out{}_{}", writer, i);
                if (const std::string result = outcome(write_folder(folder / name, {}, ours)); result != "written") {
                    error[writer].insert(result);
                }
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    CHECK(error == std::array<std::set<std::string>, 4>{});
    CHECK(names_in(folder.path()).size() == 4 * each);
}

TEST_CASE("write_folder: writes an empty folder for no files", "[files][folder]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_folder(folder / "out", {}, ours)) == "written");
    CHECK(fs::is_empty(folder / "out"));
    CHECK(names_in(folder.path()) == Names{"out"});
}

TEST_CASE("write_folder: replaces an existing folder if allowed, an empty one always", "[files][folder]")
{
    const TempFolder folder;
    fs::create_directory(folder / "out");
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    CHECK(is_first(folder / "out"));

    CHECK(outcome(write_second(folder / "out")) ==
          fmt::format("exists: {}: already exists and is not empty; choose another name; nothing "
                      "was changed",
                      (folder / "out").string()));
    CHECK(is_first(folder / "out"));

    fs::permissions(folder / "out", fs::perms(0711));
    REQUIRE(outcome(write_second(folder / "out", replacing)) == "written");
    CHECK(is_second(folder / "out"));
    CHECK(fs::status(folder / "out").permissions() == fs::perms(0711));
    CHECK(names_in(folder.path()) == Names{"out"});
}

TEST_CASE("write_folder: does not replace a folder with other content", "[files][folder]")
{
    const auto check_rejected = [](const char* name, const std::function<void(const fs::path&)>& add) {
        const TempFolder folder;
        REQUIRE(outcome(write_first(folder / "out")) == "written");
        add(folder / "out" / name);
        const Names before = names_below(folder.path());
        const auto error = write_second(folder / "out", replacing);
        CHECK(outcome(error) ==
              fmt::format("exists: {}: contains '{}', which is not part of the output; move it away or choose "
                          "another folder; nothing was changed",
                          (folder / "out").string(), name));
        CHECK(names_below(folder.path()) == before);
    };
    const auto file = [](const fs::path& path) { put(path, "mine"); };
    check_rejected("notes.txt", file);
    check_rejected("DOOR.soup", file);
    check_rejected("scripts/notes.txt", file);
    check_rejected("scripts/.hidden.soup", file);
    const auto empty_folder = [](const fs::path& path) { fs::create_directories(path); };
    check_rejected(".git", empty_folder);
    check_rejected("scripts/old", empty_folder);
    check_rejected("scripts/old.soup", empty_folder);
    check_rejected("scripts/link.soup", [](const fs::path& path) { fs::create_symlink("DOOR.soup", path); });
}

TEST_CASE("write_folder: rejects names that leave the folder or conflict", "[files][folder]")
{
    const TempFolder folder;
    const auto error_text = [&](const std::vector<fs::path>& names) {
        std::vector<FolderFile> files;
        for (const fs::path& name : names) {
            files.push_back({name, {as_bytes("x")}});
        }
        const auto written = write_folder(folder / "out", files, {});
        return written ? std::string("written") : written.error().message;
    };
    for (const char* name : {"", "..", "../a", "a/../b", "./a", "a//../b", "/a", "a/"}) {
        CHECK(error_text({name}) == fmt::format("the name '{}' does not stay below the folder", name));
    }
    CHECK(error_text({std::string("a\0b", 3)}).find("does not stay below the folder") != std::string::npos);
    CHECK(error_text({"a", "b", "a"}) == "the name 'a' occurs twice");
    CHECK(error_text({"a/b", "a"}) == "the name 'a' is both a file and a folder");
    for (const char* name : {".git/hooks/post-checkout", ".GIT/config", "a/.git/HEAD", ".git. /x", "git~1/x",
                             ".git::$INDEX_ALLOCATION/x"}) {
        CHECK(error_text({name}) == fmt::format("the name '{}' is inside a .git folder", name));
    }
    CHECK(names_in(folder.path()).empty());
}

TEST_CASE("write_folder: rejects a file in the way and a missing parent folder", "[files][folder]")
{
    const TempFolder folder;
    const std::string root = folder.path().string();
    put(folder / "out", "a file");
    CHECK(outcome(write_first(folder / "out", replacing)) ==
          fmt::format("exists: {}/out: is a file, not a folder; choose another name, or move the file away; nothing "
                      "was changed",
                      root));
    CHECK(content_of(folder / "out") == "a file");
    CHECK(outcome(write_first(folder / "no/out")) ==
          fmt::format("io: {0}/no/out: there is no folder '{0}/no'; make the folder first, or choose another", root));
    fs::create_directory(folder / "here");
    CHECK(in_child([&] {
              fs::current_path(folder / "here");
              return outcome(write_first(".", replacing));
          }) == "written");
    CHECK(is_first(folder / "here"));
}

TEST_CASE("write_folder: keeps a link to a folder", "[files][folder]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "real")) == "written");
    fs::create_directory_symlink("real", folder / "out");
    REQUIRE(outcome(write_second(folder / "out", replacing)) == "written");
    CHECK(fs::read_symlink(folder / "out") == "real");
    CHECK(is_second(folder / "real"));
}

TEST_CASE("write_folder: backs up the whole old folder once for the same content", "[files][folder]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    const auto second = write_second(folder / "out", with_backup);
    REQUIRE(outcome(second) == "written");
    REQUIRE(second->backup);
    CHECK(is_first(*second->backup));
    CHECK(is_second(folder / "out"));

    REQUIRE(outcome(write_first(folder / "out", replacing)) == "written");
    const auto again = write_second(folder / "out", with_backup);
    REQUIRE(outcome(again) == "written");
    CHECK(again->backup == second->backup);
    CHECK(names_in(folder.path()) == Names{"out"});

    // One different byte makes the content different.
    put(folder / "out/scripts/DOOR.soup", "door Two");
    const auto other = write_first(folder / "out", with_backup);
    REQUIRE(outcome(other) == "written");
    CHECK(other->backup != second->backup);
    CHECK(content_of(*other->backup / "scripts/DOOR.soup") == "door Two");
    CHECK(names_in(folder.path()) == Names{"out"});
}

TEST_CASE("write_folder: cancelling keeps the old folder", "[files][folder]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    std::atomic<bool> cancel{true};
    const auto stopped = write_second(folder / "out", {.overwrite = Overwrite::allow, .cancel = &cancel});
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == ErrorCode::cancelled);
    CHECK(is_first(folder / "out"));
    CHECK(names_in(folder.path()) == Names{"out"});
}

TEST_CASE("write_folder: several writers take turns", "[files][folder]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    std::atomic<int> won{0};
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
        writers.emplace_back([&, i] {
            for (int k = 0; k < 5; ++k) {
                const auto write = i % 2 == 0 ? write_first : write_second;
                won += write(folder / "out", replacing) ? 1 : 0;
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    CHECK(won == 20);
    CHECK((is_first(folder / "out") || is_second(folder / "out")));
    CHECK(names_in(folder.path()) == Names{"out"});
}

TEST_CASE("write_folder: waits for a folder that another program writes", "[files][folder]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    const int other = open((folder / "out").c_str(), O_RDONLY | O_CLOEXEC);
    REQUIRE(flock(other, LOCK_EX) == 0);
    std::atomic<bool> cancel{false};
    std::atomic<bool> released{false};
    bool waited = false;
    std::thread writer([&] {
        const auto written = write_second(folder / "out", {.overwrite = Overwrite::allow, .cancel = &cancel});
        waited = released && (written || written.error().code == ErrorCode::cancelled);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(is_first(folder / "out"));
    released = true;
    SECTION("until the writer ends")
    {
        close(other);
        writer.join();
        CHECK(is_second(folder / "out"));
    }
    SECTION("until it is cancelled")
    {
        cancel = true;
        writer.join();
        close(other);
        CHECK(is_first(folder / "out"));
    }
    CHECK(waited);
}

TEST_CASE("write_folder: removes folders of killed writers, and keeps links in them", "[files][folder]")
{
    const TempFolder folder;
    put(folder / ".out.redforge-0123456789ab/scripts/DOOR.soup", "half");
    put(folder / ".x.redforge-ba9876543210/map.xml", "half");
    put(folder / ".x.redforge-BA9876543210/map.xml", "somebody's");
    put(folder / ".in-use.redforge-ba9876543211/map.xml", "half");
    put(folder / "precious/letter", "mine");
    fs::create_directory(folder / ".l.redforge-ba9876543212");
    fs::create_directory_symlink(folder / "precious", folder / ".l.redforge-ba9876543212/link");
    const int writer = open((folder / ".in-use.redforge-ba9876543211").c_str(), O_RDONLY | O_CLOEXEC);
    REQUIRE(flock(writer, LOCK_EX) == 0);
    SECTION("in a folder")
    {
        REQUIRE(outcome(write_first(folder / "out")) == "written");
    }
    SECTION("in a file")
    {
        REQUIRE(outcome(write_file(folder / "out", as_bytes("x"))) == "written");
    }
    close(writer);
    CHECK(names_in(folder.path()) == Names{".in-use.redforge-ba9876543211", ".l.redforge-ba9876543212",
                                           ".x.redforge-BA9876543210", "out", "precious"});
    CHECK(content_of(folder / "precious/letter") == "mine");
}

TEST_CASE("write_folder: writes changed files only and keeps others", "[files][folder]")
{
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    put(folder / "out/NOTES.txt", "mine");
    put(folder / "out/.git/HEAD", "ref");
    put(folder / "out/scripts/OWN.soup", "my own");
    chmod((folder / "out/map.xml").c_str(), 0600);
    const auto node_of = [&](const char* name) {
        struct stat status {};
        return stat((folder / "out" / name).c_str(), &status) == 0 ? status.st_ino : 0;
    };
    const auto guard = node_of("scripts/GUARD.soup");
    const auto home = node_of(".");

    std::vector<FolderFile> files = first_map();
    files[0].content = {as_bytes("<map three/>")};
    const auto one = write_folder(folder / "out", files, beside_others, replacing);
    REQUIRE(outcome(one) == "written");
    CHECK_FALSE(one->unchanged);
    CHECK(content_of(folder / "out/map.xml") == "<map three/>");
    CHECK(fs::status(folder / "out/map.xml").permissions() == fs::perms(0600));
    CHECK(node_of("scripts/GUARD.soup") == guard);
    CHECK(node_of(".") == home);
    CHECK(need(write_folder(folder / "out", files, beside_others, with_backup)).unchanged);

    REQUIRE(outcome(write_folder(folder / "out", second_map(), beside_others, replacing)) == "written");
    CHECK(names_below(folder / "out") == Names{".git", ".git/HEAD", "NOTES.txt", "map.xml", "scripts",
                                               "scripts/DOOR.soup", "scripts/OWN.soup", "scripts/WITCH.soup"});
    CHECK(content_of(folder / "out/scripts/OWN.soup") == "my own");
    CHECK(fs::status(folder / "out/map.xml").permissions() == fs::perms(0600));
}

TEST_CASE("write_folder: does not replace a file from another source", "[files][folder]")
{
    const TempFolder folder;
    put(folder / "out/scripts/DOOR.soup", "my own");
    const FolderRules none_before{.others = FolderRules::Others::stay};
    const auto error = write_folder(folder / "out", first_map(), none_before, replacing);
    CHECK(outcome(error) ==
          fmt::format(
              "exists: {}: already exists and is not one of the files written there before; move it away or choose "
              "another folder; nothing was changed",
              (folder / "out/scripts/DOOR.soup").string()));
    CHECK(names_below(folder / "out") == Names{"scripts", "scripts/DOOR.soup"});
    put(folder / "out/scripts/DOOR.soup", "door one");  // equal content is not replaced
    CHECK(outcome(write_folder(folder / "out", first_map(), none_before, replacing)) == "written");
}

TEST_CASE("write_folder: keeps a folder that changed after it was read", "[files][folder]")
{
    const TempFolder folder;
    const auto first = write_first(folder / "out");
    REQUIRE(outcome(first) == "written");
    const WriteOptions as_read{.overwrite = Overwrite::allow, .backup = true, .expected = &first->seen};
    put(folder / "out/scripts/GUARD.soup", "Guard");
    CHECK(
        outcome(write_second(folder / "out", as_read)) ==
        fmt::format("changed: {}: was changed by another program after it was read here; read it again and repeat the "
                    "change, or save under another name; nothing was changed",
                    (folder / "out/scripts/GUARD.soup").string()));
    fs::remove(folder / "out/scripts/GUARD.soup");
    CHECK(write_second(folder / "out", as_read).error().message ==
          "was removed by another program after it was read here");
    CHECK(content_of(folder / "out/map.xml") == "<map one/>");
    put(folder / "out/scripts/GUARD.soup", "guard");
    CHECK(outcome(write_second(folder / "out", as_read)) == "written");
    CHECK(is_second(folder / "out"));
}

TEST_CASE("write_folder: ignores redo instructions inside a folder", "[files][folder]")
{
    // A folder as in a git clone from an unknown author.
    const TempFolder folder;
    REQUIRE(outcome(write_first(folder / "out")) == "written");
    put(folder / "out/.git/HEAD", "ref: refs/heads/main");
    put(folder / "out/.redforge-write/0", "#!/bin/sh\n");
    put(folder / "out/.redforge-write/journal", "redforge folder write 1\nwrite - - - .git/hooks/post-checkout\nend\n");
    const Names before = names_below(folder / "out");

    const auto reading = begin_reading(folder / "out");
    REQUIRE(reading);
    CHECK(reading->unfinished.empty());
    CHECK_FALSE(finish_writing(folder / "out").value());
    CHECK(names_below(folder / "out") == before);
    const_cast<Reading&>(*reading).lock.reset();

    const auto written = write_folder(folder / "out", second_map(), beside_others, replacing);
    REQUIRE(outcome(written) == "written");
    CHECK(written->notes ==
          Names{"its folder .redforge-write is left over from an older version of redforge; nothing in it is used, and "
                "it can be deleted"});
    CHECK(names_below(folder / "out") == Names{".git", ".git/HEAD", ".redforge-write", ".redforge-write/0",
                                               ".redforge-write/journal", "map.xml", "scripts", "scripts/DOOR.soup",
                                               "scripts/WITCH.soup"});
}

TEST_CASE("write_folder: does not follow links in a folder", "[files][folder]")
{
    const TempFolder folder;
    const auto error_text = [&] {
        return outcome(write_folder(folder / "out", first_map(), beside_others, replacing));
    };
    const std::string words = "is a link, and links in a folder are not followed; move it away or choose another "
                              "folder; nothing was changed";
    put(folder / "elsewhere/DOOR.soup", "door zero");
    fs::create_directory(folder / "out");
    fs::create_directory_symlink(folder / "elsewhere", folder / "out/scripts");
    CHECK(error_text() == fmt::format("exists: {}: {}", (folder / "out/scripts").string(), words));
    fs::remove(folder / "out/scripts");
    fs::create_directory(folder / "out/scripts");
    fs::create_symlink(folder / "elsewhere/DOOR.soup", folder / "out/scripts/DOOR.soup");
    CHECK(error_text() == fmt::format("exists: {}: {}", (folder / "out/scripts/DOOR.soup").string(), words));
    CHECK(names_below(folder / "elsewhere") == Names{"DOOR.soup"});
    CHECK(content_of(folder / "elsewhere/DOOR.soup") == "door zero");
}

TEST_CASE("write_files: writes several files of a folder as one step", "[files][folder]")
{
    const TempFolder folder;
    put(folder / "crate.obj", "old model");
    put(folder / "notes.txt", "mine");
    const std::vector<FolderFile> files{{"crate.obj", {as_bytes("model")}}, {"crate.mtl", {as_bytes("colours")}}};
    CHECK(outcome(write_files(folder.path(), files)) ==
          fmt::format(
              "exists: {}: already exists and is not one of the files written there before; move it away or choose "
              "another folder; nothing was changed",
              (folder / "crate.obj").string()));
    CHECK(names_below(folder.path()) == Names{"crate.obj", "notes.txt"});
    REQUIRE(outcome(write_files(folder.path(), files, replacing)) == "written");
    CHECK(names_below(folder.path()) == Names{"crate.mtl", "crate.obj", "notes.txt"});
    CHECK(content_of(folder / "crate.obj") == "model");
    CHECK(content_of(folder / "crate.mtl") == "colours");
    CHECK(content_of(folder / "notes.txt") == "mine");
    CHECK(outcome(write_files(folder / "gone", files)) ==
          fmt::format("io: {0}: there is no folder '{0}'; make the folder first, or choose another",
                      (folder / "gone").string()));
    CHECK(outcome(write_files(folder / "notes.txt", files)).find("make the folder") == std::string::npos);
}

TEST_CASE("folder builder: a folder appears only when it is finished, with all files", "[files][folder]")
{
    const TempFolder folder;
    auto builder = FolderBuilder::begin(folder / "out");
    REQUIRE(builder);
    REQUIRE(*builder);
    const std::string large(std::size_t{33} << 20U, 'x');  // more than the builder keeps
    REQUIRE((*builder)->add("map.xml", SharedBytes(std::string("<map/>"))));
    REQUIRE((*builder)->add("scripts/LARGE.soup", SharedBytes(large)));
    REQUIRE((*builder)->add("scripts/DOOR.soup", SharedBytes(std::string("door"))));
    CHECK_FALSE(fs::exists(folder / "out"));
    const auto written = (*builder)->finish();
    REQUIRE(written);
    REQUIRE(*written);
    CHECK((*written)->seen.files.at("map.xml") == fingerprint_of(as_bytes("<map/>")));
    CHECK(names_below(folder / "out") == Names{"map.xml", "scripts", "scripts/DOOR.soup", "scripts/LARGE.soup"});
    CHECK(content_of(folder / "out/scripts/LARGE.soup") == large);
    CHECK(names_in(folder.path()) == Names{"out"});
}

TEST_CASE("folder builder: an unfinished folder leaves nothing", "[files][folder]")
{
    const TempFolder folder;
    {
        auto builder = FolderBuilder::begin(folder / "out");
        REQUIRE(builder);
        REQUIRE((*builder)->add("map.xml", SharedBytes(std::string(std::size_t{33} << 20U, 'x'))));
        const Status twice = (*builder)->add("map.xml", {});
        REQUIRE_FALSE(twice);
        CHECK(twice.error().message == "the name 'map.xml' occurs twice");
        CHECK_FALSE((*builder)->add("../map.xml", {}));
        CHECK_FALSE((*builder)->add(".git/config", {}));
    }
    CHECK(names_in(folder.path()).empty());
}

TEST_CASE("folder builder: a folder that another program creates is kept", "[files][folder]")
{
    const TempFolder folder;
    auto builder = FolderBuilder::begin(folder / "out");
    REQUIRE(builder);
    REQUIRE((*builder)->add("map.xml", SharedBytes(std::string("<map/>"))));
    fs::create_directory(folder / "out");
    const auto written = (*builder)->finish();
    REQUIRE(written);
    CHECK_FALSE(*written);
    CHECK(fs::is_empty(folder / "out"));
    const auto again = FolderBuilder::begin(folder / "out");
    REQUIRE(again);
    CHECK_FALSE(*again);
}
