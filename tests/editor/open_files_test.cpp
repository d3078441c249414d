// The list of files that a window has open.
#include <catch2/catch.hpp>

#include "editor/model/session/open_files.hpp"
#include "editor/session_support.hpp"

using namespace redforge;
using namespace redforge::editor;

TEST_CASE("open files: a closed window leaves no list; a killed one's list is read once")
{
    const test::SampleFile sample;
    const std::filesystem::path lists = sample.folder / "windows";
    const std::filesystem::path kept = sample.folder / "kept";
    {
        OpenFiles list = OpenFiles::begin(lists).value();
        REQUIRE(list.set({"/a/LONG NAME.RGM", "/b/B.RGM"}));
        REQUIRE(list.set({"/a/A.RGM", "/b/line\nbreak.RGM"}));
        CHECK(take_left_open(lists).empty());  // its window is open
        std::filesystem::copy(lists / "1.open", kept);
    }
    CHECK(std::filesystem::is_empty(lists));
    for (const char* const name : {"1.open", "2.open"}) {
        std::filesystem::copy(kept, lists / name);
    }
    CHECK(take_left_open(lists) == std::vector<std::filesystem::path>{"/a/A.RGM", "/b/line\nbreak.RGM"});
    CHECK(take_left_open(lists).empty());
    CHECK(take_left_open(sample.folder / "none").empty());
}
