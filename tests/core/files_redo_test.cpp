// Law 4, "nothing is destroyed": only the next write of the same user completes a killed write of a folder.
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "core/files/files.hpp"
#include "core/files/files_parts.hpp"
#include "file_faults.hpp"
#include "folder_fixture.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// A folder with an interrupted write: DOOR.soup is replaced, map.xml and WITCH.soup wait, GUARD.soup is still to be
/// removed.
struct Interrupted {
    TempFolder folder;
    fs::path out = folder / "out";
    fs::path list;

    Interrupted()
    {
        setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
        REQUIRE(outcome(write_first(out)) == "written");
        const auto of = [](const char* content) { return fingerprint_of(as_bytes(content)); };
        const std::vector<files::FolderStep> steps{
            {"map.xml", of("<map one/>"), of("<map two/>"), ".redforge-next-000000000001"},
            {"scripts/DOOR.soup", of("door one"), of("door two"), ".redforge-next-000000000002"},
            {"scripts/WITCH.soup", {}, of("witch"), ".redforge-next-000000000003"},
            {"scripts/GUARD.soup", of("guard"), {}, ".redforge-next-000000000004"},
        };
        put(out / ".redforge-next-000000000001", "<map two/>");
        put(out / "scripts/DOOR.soup", "door two");
        put(out / "scripts/.redforge-next-000000000003", "witch");
        const auto opened = platform::open_folder(out);
        REQUIRE(opened);
        const auto made = files::put_redo_list(*opened, steps, out);
        REQUIRE(made);
        list = *made;
    }
    Interrupted(const Interrupted&) = delete;
    Interrupted& operator=(const Interrupted&) = delete;
    ~Interrupted() { unsetenv("XDG_STATE_HOME"); }

    [[nodiscard]] std::string finish() const
    {
        const auto finished = finish_writing(out);
        return !finished ? describe(finished.error()) : *finished ? "finished" : "nothing to do";
    }
};

/// Runs in a child, because environment variables are global.
std::string with_interrupted(const std::function<std::string(const Interrupted&)>& work)
{
    return in_child([&] { return work(Interrupted()); });
}

std::string names_of(const fs::path& path)
{
    return fmt::format("{}", fmt::join(names_below(path), " "));
}

}  // namespace

TEST_CASE("redo: reserved hidden names end with twelve hexadecimal digits", "[core]")
{
    for (const char* const name :
         {".redforge-next-0123456789ab", ".out.redforge-0123456789ab", ".o.redforge-ffffffffffff"}) {
        INFO(name);
        CHECK(files::is_hidden_name(name));
    }
    CHECK(files::is_temporary_name(".redforge-next-0123456789ab"));
    CHECK_FALSE(files::is_temporary_name(".out.redforge-0123456789ab"));
    for (const char* const name : {"", "0123456789ab", ".0123456789ab", ".hidden0123456789ab",
                                   "out.redforge-0123456789ab", ".redforge-0123456789ab", ".out.redforge-0123456789aB",
                                   ".out.redforge-123456789ab", ".out.redforge-0123456789ab.txt", "..redforge-"}) {
        INFO(name);
        CHECK_FALSE(files::is_hidden_name(name));
    }
}

TEST_CASE("redo: an interrupted write is reported and completed by the next write", "[files][folder]")
{
    CHECK(with_interrupted([](const Interrupted& it) {
              const std::string before = names_of(it.out);
              const auto reading = begin_reading(it.out);
              const bool same = names_of(it.out) == before;
              return fmt::format("{} {}", same, reading ? reading->unfinished : "failed");
          }) ==
          "true writing this folder was interrupted, and 3 of 4 files are still to be replaced; the next command that "
          "writes there (set or apply with --in-place, unpack -o) completes it");
    CHECK(with_interrupted([](const Interrupted& it) {
              const std::string first = it.finish();
              return fmt::format("{} {} {} {}", first, is_second(it.out), names_of(it.out), fs::exists(it.list));
          }) == "finished true map.xml scripts scripts/DOOR.soup scripts/WITCH.soup false");
    const mode_t before = umask(0);  // the permissions of the list do not depend on the umask
    const std::string open_to_all = with_interrupted([](const Interrupted& it) { return it.finish(); });
    umask(before);
    CHECK(open_to_all == "finished");
    CHECK(with_interrupted([](const Interrupted& it) {
              const std::string written = outcome(write_first(it.out, replacing));
              return fmt::format("{} {} {}", written, is_first(it.out), names_of(it.out));
          }) == "written true map.xml scripts scripts/DOOR.soup scripts/GUARD.soup");
    CHECK(with_interrupted([](const Interrupted& it) {
              fs::rename(it.out, it.folder / "moved");
              const auto finished = finish_writing(it.folder / "moved");
              return fmt::format("{} {}", finished.value_or(false), is_second(it.folder / "moved"));
          }) == "true true");
}

TEST_CASE("redo: keeps changes made after the interruption", "[files][folder]")
{
    CHECK(
        with_interrupted([](const Interrupted& it) {
            put(it.out / "map.xml", "<my map/>");
            std::string message = it.finish();
            message.replace(message.find(it.folder.path().string()), it.folder.path().string().size(), "DIR");
            return fmt::format("{}\n{}\n{}", message, content_of(it.out / "map.xml"),
                               fs::exists(it.out / "scripts/GUARD.soup"));
        })
            .starts_with("DIR/out/map.xml: was changed after a write of this folder was interrupted; the content that "
                         "was to be written is "));
    CHECK(with_interrupted([](const Interrupted& it) {
              put(it.out / "map.xml", "<my map/>");
              const std::string message = it.finish();
              return fmt::format("{} {} {} {} {}", message.substr(0, 0), content_of(it.out / "map.xml"),
                                 content_of(it.out / "scripts/DOOR.soup"), fs::exists(it.out / "scripts/GUARD.soup"),
                                 fs::exists(it.list));
          }) == " <my map/> door two true true");
    CHECK(with_interrupted([](const Interrupted& it) {
              put(it.out / "scripts/GUARD.soup", "my guard");
              const std::string message = it.finish();
              return fmt::format("{} {} {}", message, content_of(it.out / "map.xml"),
                                 content_of(it.out / "scripts/GUARD.soup"));
          }) == "finished <map two/> my guard");
    CHECK(with_interrupted([](const Interrupted& it) {
              fs::remove(it.out / ".redforge-next-000000000001");
              const std::string message = it.finish();
              return fmt::format("{} {}", message.find("its new content is gone; delete ") != std::string::npos,
                                 content_of(it.out / "map.xml"));
          }) == "true <map one/>");
}

TEST_CASE("redo: ignores a list that another user could have written", "[files][folder]")
{
    const auto error_text = [](const std::function<void(const Interrupted&)>& change) {
        return with_interrupted([&](const Interrupted& it) {
            change(it);
            const std::string message = it.finish();
            const auto reading = begin_reading(it.out);
            return fmt::format("{} {} {}", message.substr(message.find(": ") + 2, 60), content_of(it.out / "map.xml"),
                               reading && reading->unfinished.empty());
        });
    };
    const std::string words = "cannot complete an interrupted write: users other than its o <map one/> true";
    CHECK(error_text([](const Interrupted& it) { chmod(it.list.c_str(), 0660); }) == words);
    CHECK(error_text([](const Interrupted& it) { chmod(it.list.parent_path().c_str(), 0770); }) == words);
    if (geteuid() == 0) {
        CHECK(error_text([](const Interrupted& it) { static_cast<void>(chown(it.list.c_str(), 1, 1) + 1); }) == words);
    }
    const std::string not_understood = "cannot complete an interrupted write: it cannot be understoo <map one/> true";
    const auto with_name = [](const std::string& name) {
        return [name](const Interrupted& it) {
            std::ofstream(it.list) << "redforge unfinished write 1\n/x\n- - - 5 1 2 .redforge-next-000000000003 "
                                   << name << "\nend\n";
        };
    };
    CHECK(error_text(with_name("../x")) == not_understood);
    CHECK(error_text(with_name("/etc/x")) == not_understood);
    CHECK(error_text(with_name(".git/hooks/post-checkout")) == not_understood);
    CHECK(error_text([](const Interrupted& it) { std::ofstream(it.list) << "something else"; }) == not_understood);
}
