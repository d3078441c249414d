// Writing and reading files: behaviour that is equal on all systems, and names that systems treat differently.
#include <catch2/catch.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/bytes/mapped_file.hpp"
#include "core/file_fixture.hpp"
#include "core/files/files.hpp"
#include "core/platform/files.hpp"
#include "core/platform/process.hpp"
#include "support/game.hpp"

using namespace redforge;
using redforge::test::content_of;
using redforge::test::Folder;
using redforge::test::names_below;
namespace fs = std::filesystem;

namespace {

ByteView bytes_of(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

}  // namespace

TEST_CASE("files: a file is written, replaced only if allowed, and has no leftovers", "[files]")
{
    const Folder folder;
    const fs::path file = folder.path / "a.rgm";
    REQUIRE(write_file(file, bytes_of("one")));
    const auto error = write_file(file, bytes_of("two"));
    REQUIRE_FALSE(error);
    CHECK(error.error().code == ErrorCode::exists);
    CHECK(content_of(file) == "one");
    REQUIRE(write_file(file, bytes_of("three"), {.overwrite = Overwrite::allow}));
    CHECK(content_of(file) == "three");
    CHECK(names_below(folder.path) == std::vector<std::string>{"a.rgm"});
}

TEST_CASE("files: names in any script and paths over 260 characters work", "[files]")
{
    const Folder folder;
    fs::path deep = folder.path;
    for (int i = 0; i < 6; ++i) {
        deep /= fs::path(u8"Länge-Карты-" + std::u8string(40, u8'x'));
    }
    const auto home = platform::open_folder(folder.path);
    REQUIRE(home);
    REQUIRE_FALSE(platform::make_private_folder(deep));
    const fs::path file = deep / fs::path(u8"ДВЕРЬ ü 01.RGM");
    REQUIRE(write_file(file, bytes_of("door")));
    const auto read = read_file(file);
    REQUIRE(read);
    CHECK(std::string(reinterpret_cast<const char*>(read->data()), read->size()) == "door");
    const auto opened = platform::open_folder(deep);
    REQUIRE(opened);
    CHECK(platform::names_in(*opened).value() == std::vector<std::string>{"ДВЕРЬ ü 01.RGM"});
    REQUIRE(write_file(file, bytes_of("gate"), {.overwrite = Overwrite::allow}));
    CHECK(read_file(file).value().size() == 4);
}

TEST_CASE("write_folder: creates a folder, writes changed files, and uses forward slashes", "[files][folder]")
{
    const Folder folder;
    const fs::path out = folder.path / "out";
    const std::array<std::span<const std::byte>, 1> one{bytes_of("1")};
    const std::array<std::span<const std::byte>, 1> two{bytes_of("2")};
    std::vector<FolderFile> files{{"map.xml", {one.begin(), one.end()}},
                                  {"scripts/DOOR.soup", {one.begin(), one.end()}}};
    const auto made = write_folder(out, files, {}, {});
    REQUIRE(made);
    CHECK(names_below(out) == std::vector<std::string>{"map.xml", "scripts", "scripts/DOOR.soup"});
    CHECK(made->seen.files.contains("scripts/DOOR.soup"));

    files[1].content = {two.begin(), two.end()};
    const FolderRules rules{.previous = {"map.xml", "scripts/DOOR.soup", "scripts/GONE.soup"}};
    REQUIRE(write_folder(out, files, rules, {.overwrite = Overwrite::allow}));
    CHECK(content_of(out / "scripts" / "DOOR.soup") == "2");
    CHECK(content_of(out / "map.xml") == "1");

    files.pop_back();
    REQUIRE(write_folder(out, files, rules, {.overwrite = Overwrite::allow}));
    CHECK(names_below(out) == std::vector<std::string>{"map.xml"});
    CHECK(names_below(folder.path) == std::vector<std::string>{"out", "out/map.xml"});
}

TEST_CASE("files: a read-only file is not replaced", "[files]")
{
    const Folder folder;
    folder.put("a", "one");
    fs::permissions(folder.path / "a", fs::perms::owner_read);
    std::ofstream probe(folder.path / "a", std::ios::app);
    if (probe.is_open()) {
        return;  // root may write everything
    }
    const auto error = write_file(folder.path / "a", bytes_of("two"), {.overwrite = Overwrite::allow});
    REQUIRE_FALSE(error);
    CHECK(error.error().message == "cannot replace this read-only file: Permission denied");
    CHECK(content_of(folder.path / "a") == "one");
    fs::permissions(folder.path / "a", fs::perms::owner_all);
}

TEST_CASE("folder lock: allows one writer or several readers", "[files][folder]")
{
    const Folder folder;
    const auto opened = platform::open_folder(folder.path);
    REQUIRE(opened);
    {
        const auto first = platform::lock_folder(*opened, false);
        const auto second = platform::lock_folder(*opened, false);
        REQUIRE(first);
        REQUIRE(second);
        const auto alone = platform::lock_folder(*opened, true);
        REQUIRE_FALSE(alone);
        CHECK(alone.error() == std::errc::operation_would_block);
    }
    const auto alone = platform::lock_folder(*opened, true);
    REQUIRE(alone);
    CHECK_FALSE(platform::lock_folder(*opened, false));
}

TEST_CASE("files: missing files and folders have the same message on every system", "[files]")
{
    const Folder folder;
    folder.put("file", "x");
    const auto missing = read_file(folder.path / "none");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().message == "cannot open: No such file or directory");
    const auto below = write_file(folder.path / "none" / "a", bytes_of("x"));
    REQUIRE_FALSE(below);
    CHECK(below.error().hint == "make the folder first, or choose another");
    CHECK(read_file(folder.path).error().message == "is a folder, not a file");
}

TEST_CASE("files: a file is replaced while its old content is mapped", "[files]")
{
    const Folder folder;
    folder.put("a", "one");
    const auto memory = map_file(folder.path / "a");
    REQUIRE(memory);
    REQUIRE(write_file(folder.path / "a", bytes_of("two"), {.overwrite = Overwrite::allow}));
    CHECK(std::string(reinterpret_cast<const char*>(memory->view().data()), memory->size()) == "one");  // NOLINT
    CHECK(content_of(folder.path / "a") == "two");
}

TEST_CASE("wildcards: expand where the shell does not", "[files]")
{
    const Folder folder;
    for (const char* const name : {"b.RGM", "A.rgm", "c.txt", ".d.RGM"}) {
        folder.put(name, "x");
    }
    const auto of = [&](const char* word) { return (folder.path / word).string(); };
#ifdef _WIN32
    CHECK(platform::expanded(of("*.rgm")) == std::vector{of("A.rgm"), of("b.RGM")});
    CHECK(platform::expanded(of("?.txt")) == std::vector{of("c.txt")});
#else
    CHECK(platform::expanded(of("*.rgm")) == std::vector{of("*.rgm")});
#endif
    CHECK(platform::expanded(of("*.3D")) == std::vector{of("*.3D")});
    CHECK(platform::expanded("objects[*].id") == std::vector<std::string>{"objects[*].id"});
}

#ifdef _WIN32
TEST_CASE("files: rejects names that Windows reserves", "[files]")
{
    const Folder folder;
    const auto home = platform::open_folder(folder.path);
    REQUIRE(home);
    for (const char* const name : {"a:b", "a?", "a*", "end.", "end ", "a<b", "a|b", "a\"b", "a\\b"}) {
        INFO(name);
        const auto made = platform::open_file(*home, name, platform::Access::create);
        REQUIRE_FALSE(made);
        CHECK(made.error() == std::errc::invalid_argument);
    }
    CHECK(names_below(folder.path).empty());
}

TEST_CASE("files: a file that the game holds open is kept and reported", "[files]")
{
    const Folder folder;
    folder.put("a", "one");
    const std::ifstream game(folder.path / "a");  // other programs can read and write it, but not remove it
    const auto error = write_file(folder.path / "a", bytes_of("two"), {.overwrite = Overwrite::allow});
    REQUIRE_FALSE(error);
    CHECK(error.error().hint.starts_with("another program has it open"));
    CHECK(content_of(folder.path / "a") == "one");
    CHECK(names_below(folder.path) == std::vector<std::string>{"a"});
}
#endif

#ifndef _WIN32
TEST_CASE("process: returns status and output, and reports a missing program", "[files]")
{
    const auto done = platform::run({"sh", "-c", "echo printed; exit 3"});
    REQUIRE(done);
    CHECK(done->status == 3);
    CHECK(done->output == "printed\n");
    CHECK_FALSE(platform::run({"/no/such/program"}));
}
#endif
