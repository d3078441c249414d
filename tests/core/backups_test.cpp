// Backups: their folder, their number and their names.
#include <cstdlib>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/files/backups.hpp"
#include "core/files/files.hpp"
#include "file_faults.hpp"

using namespace redforge;
using namespace redforge::test;

using Names = std::vector<std::string>;

TEST_CASE("backups: are in the system's state folder, separate by path", "[files][backups]")
{
    const BackupPlace place{.folder = "/state/redforge/backups"};
    const fs::path one = backups_of(place, "/games/a/ISLAND.RGM");
    const fs::path two = backups_of(place, "/games/b/ISLAND.RGM");
    CHECK(one.parent_path() == "/state/redforge/backups");
    CHECK(one.filename().string().starts_with("ISLAND.RGM-"));
    CHECK(one.filename().string().size() == std::string("ISLAND.RGM-").size() + 10);
    CHECK(one != two);
    CHECK(backups_of(place, "/games/b/../a/ISLAND.RGM") == one);
    // A removed file has the same folder, whether its path is relative or absolute.
    CHECK(backups_of(place, "gone.RGM") == backups_of(place, fs::current_path() / "gone.RGM"));
    CHECK(backups_of(place, "gone/") == backups_of(place, fs::current_path() / "gone"));

    const auto with = [](const char* limit, const char* state, const char* home) {
        return in_child([&] {
            const std::array<std::pair<const char*, const char*>, 3> values{
                {{"REDFORGE_BACKUPS", limit}, {"XDG_STATE_HOME", state}, {"HOME", home}}};
            for (const auto& [name, value] : values) {
                static_cast<void>(value != nullptr ? setenv(name, value, 1) : unsetenv(name));
            }
            const auto found = backup_place();
            return found ? fmt::format("{} {}", found->limit, found->folder.string()) : describe(found.error());
        });
    };
    CHECK(with(nullptr, "/s", "/h") == "10 /s/redforge/backups");
    CHECK(with("3", nullptr, "/h") == "3 /h/.local/state/redforge/backups");
    CHECK(with(nullptr, "relative", "/h") == "10 /h/.local/state/redforge/backups");
    CHECK(with("0", nullptr, nullptr) == "0 ");
    CHECK(with(nullptr, nullptr, nullptr) ==
          "no place for backups: neither HOME nor XDG_STATE_HOME is set; set "
          "XDG_STATE_HOME to a folder that can be written, or REDFORGE_BACKUPS to 0 for no backups");
    CHECK(
        with("many", "/s", "/h") ==
        "REDFORGE_BACKUPS is \"many\", not a number; it is the number of backups to keep for each file, or 0 for none");
}

TEST_CASE("backups: keeps the newest ones and the newest of each recent day", "[files][backups]")
{
    const Names names{"A.20260110-080000.RGM", "A.20260111-080000.RGM",   "A.20260111-090000.RGM",
                      "A.20260112-080000.RGM", "A.20260112-080000-2.RGM", "A.20260113-080000.RGM"};
    CHECK(superseded(names, "A.RGM", 2, "20260111") ==
          Names{"A.20260112-080000.RGM", "A.20260111-080000.RGM", "A.20260110-080000.RGM"});
    CHECK(superseded(names, "A.RGM", 6, "20260111").empty());
    CHECK(original_name("A.20260112-080000-10.RGM") == "A.RGM");
    CHECK(original_name("A.2026.RGM") == "A.2026.RGM");
    CHECK(backups_among(Names{"A.RGM", "A.20260112-080000-10.RGM", "A.20260112-080000-9.RGM", "A.2026.RGM",
                              "A.20260112-080000-x.RGM", "AB.20260112-080000.RGM", "A.20260112-080000.RGX"},
                        "A.RGM") == Names{"A.20260112-080000-9.RGM", "A.20260112-080000-10.RGM"});
}

TEST_CASE("backups: keeps no more backups of a file than the limit", "[files][backups]")
{
    const TempFolder folder;
    put(folder / "a", "0");
    const std::string left = in_child([&] {
        setenv("REDFORGE_BACKUPS", "3", 1);
        std::string text;
        for (const char* next : {"1", "2", "3", "4", "5", "6"}) {
            const auto written =
                write_file(folder / "a", as_bytes(next), {.overwrite = Overwrite::allow, .backup = true});
            text = written ? written->backup->parent_path().string() : outcome(written);
        }
        return text;
    });
    std::vector<std::string> contents;
    for (const std::string& name : names_below(left)) {
        contents.push_back(content_of(fs::path(left) / name));
    }
    std::sort(contents.begin(), contents.end());
    CHECK(contents == Names{"3", "4", "5"});
    CHECK(in_child([&] {
              setenv("REDFORGE_BACKUPS", "0", 1);
              const auto none =
                  write_file(folder / "a", as_bytes("7"), {.overwrite = Overwrite::allow, .backup = true});
              return none && !none->backup ? std::string("none") : outcome(none);
          }) == "none");
}

TEST_CASE("backups: without space for a backup, the file is not replaced", "[files][backups]")
{
    const TempFolder folder;
    put(folder / "a", "old");
    put(folder / "state", "a file where a folder should be");
    const std::string text = in_child([&] {
        setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
        return outcome(write_file(folder / "a", as_bytes("new"), {.overwrite = Overwrite::allow, .backup = true}));
    });
    CHECK(text.starts_with("io: cannot keep a backup in "));
    CHECK(text.ends_with("set XDG_STATE_HOME to a folder that can be written, or REDFORGE_BACKUPS to 0 for no backups; "
                         "nothing was changed"));
    CHECK(content_of(folder / "a") == "old");
    CHECK(names_below(folder.path()) == Names{"a", "state"});
}
