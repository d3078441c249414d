// The window as a person uses it: open, select, type, undo, save, close.
#include <catch2/catch.hpp>

#include <filesystem>

#include "core/files.hpp"
#include "editor/views/actions.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/grid.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/problems.hpp"
#include "editor/views/text.hpp"
#include "gui/bench.hpp"
#include "rgm/map.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::settle;

std::vector<std::size_t> differences(const Bytes& a, const Bytes& b)
{
    std::vector<std::size_t> places;
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) {
            places.push_back(i);
        }
    }
    return places;
}

}  // namespace

TEST_CASE("a value typed into the grid is saved, and only its bytes differ")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    settle();
    REQUIRE(bench.shown("position.x") == "200");

    bench.type("position.x", "74565");  // 0x012345
    CHECK(bench.shown("position.x") == "74565");
    CHECK(bench.frame->GetTitle() == "*SAMPLE.RGM - Redforge");

    SECTION("undo and redo come back to it")
    {
        bench.frame->undo();
        settle();
        CHECK(bench.shown("position.x") == "200");
        CHECK(bench.frame->GetTitle() == "SAMPLE.RGM - Redforge");
        bench.frame->redo();
        settle();
        CHECK(bench.shown("position.x") == "74565");
    }
    bench.frame->save();
    settle();
    CHECK(bench.frame->GetTitle() == "SAMPLE.RGM - Redforge");

    const Bytes saved = bench.on_disk();
    const std::vector<std::size_t> places = differences(bench.original, saved);
    REQUIRE(places.size() == 3);
    CHECK(places[2] == places[0] + 2);
    CHECK(saved[places[0]] == std::byte{0x45});
    CHECK(saved[places[1]] == std::byte{0x23});
    CHECK(saved[places[2]] == std::byte{0x01});
    CHECK(rgm::read_map(saved).value().objects.records[4].position.x.value == 0x012345);

    // Undo reaches back past the save.
    bench.frame->undo();
    settle();
    CHECK(bench.frame->GetTitle() == "*SAMPLE.RGM - Redforge");
    bench.frame->save();
    CHECK(bench.on_disk() == bench.original);
}

TEST_CASE("a refused value is said in the problems pane, not in a box, and changes nothing")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.type("position.x", "8388608");  // one more than 24 bits hold
    // A modal box would have kept the lines above from returning.
    CHECK(bench.frame->session()->modified() == false);
    REQUIRE(bench.frame->problems().GetItemCount() == 1);
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)) ==
          "objects[4].position.x: value \"8388608\"; expected a whole number from -8388608 to 8388607");
}

TEST_CASE("several records at once: what differs is blank, what is typed goes to all as one step")
{
    Bench bench;
    bench.frame->select({"objects[4]", "objects[5]"});
    settle();
    CHECK(bench.shown("script_name") == "DOOR01");
    CHECK(bench.shown("position.z").empty());
    bench.type("position.z", "350");
    CHECK(bench.frame->session()->undo_name() == "Move 2 records");
    CHECK(bench.shown("position.z") == "350");
    bench.frame->undo();
    settle();
    CHECK(bench.shown("position.z").empty());
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("keys: Ctrl+D copies, Alt+Up moves, Del removes, Ctrl+Z takes back")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.frame->outliner().tree().SetFocus();
    settle();
    const auto count = [&] { return std::string(bench.frame->session()->find("objects[7]") ? "8" : "7"); };
    bench.press('D', wxMOD_CONTROL);
    CHECK(count() == "8");
    CHECK(bench.frame->session()->undo_name() == "Duplicate DOOR01");
    bench.press(WXK_UP, wxMOD_ALT);
    CHECK(bench.frame->session()->undo_name() == "Move DOOR01 up");
    bench.press(WXK_DELETE);
    CHECK(count() == "7");
    CHECK(bench.frame->session()->undo_name() == "Remove DOOR01");
    bench.press('Z', wxMOD_CONTROL);
    bench.press('Z', wxMOD_CONTROL);
    bench.press('Z', wxMOD_CONTROL);
    CHECK_FALSE(bench.frame->session()->can_undo());
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("Del while a value is typed belongs to the text")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    wxPropertyGrid& grid = bench.frame->properties().grid();
    REQUIRE(grid.SelectProperty(bench.frame->properties().line("intensity"), true));
    settle();
    bench.press('a', wxMOD_CONTROL);
    bench.press(WXK_DELETE);
    CHECK(bench.frame->session()->find("objects[6]").has_value());
    CHECK_FALSE(bench.frame->session()->can_undo());
}

TEST_CASE("closing asks before changes are lost")
{
    Bench bench;
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("radius", "601"));
    settle();
    SECTION("cancel stays")
    {
        bench.answer = Answer::cancel;
        bench.frame->quit();
        settle();
        CHECK(bench.asked == 1);
        CHECK(bench.frame->IsShown());
        CHECK(bench.frame->session()->modified());
    }
    SECTION("save writes, then closes")
    {
        bench.answer = Answer::save;
        bench.frame->quit();
        bench.frame = nullptr;
        settle();
        CHECK(bench.asked == 1);
        CHECK(rgm::read_map(bench.on_disk()).value().lights.records[0].radius == 601);
    }
    SECTION("discard closes and writes nothing")
    {
        bench.frame->quit();
        bench.frame = nullptr;
        settle();
        CHECK(bench.asked == 1);
        CHECK(bench.on_disk() == bench.original);
    }
}

TEST_CASE("a save that is refused says why and leaves the file and the changes")
{
    Bench bench;
    bench.other_path = bench.folder / "nowhere" / "X.RGM";
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("radius", "601"));
    settle();
    bench.frame->save_as();
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 0)) == "Save");
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)).find("nowhere") != std::string::npos);
    CHECK(bench.frame->session()->modified());
    CHECK(bench.frame->session()->path() == bench.file);
    CHECK(bench.on_disk() == bench.original);
}

TEST_CASE("a filter leaves what fits and selects the first of it")
{
    Bench bench;
    bench.frame->filter("script_name:GUARD*");
    settle();
    CHECK(bench.frame->session()->path_of(bench.frame->outliner().first_found().value()) == "actors[1]");
    bench.frame->filter("radius:600");
    settle();
    CHECK(bench.shown("radius") == "600");
    bench.frame->filter("");
    settle();
    CHECK(bench.shown("radius") == "600");
}

TEST_CASE("every action of the table can be run, with and without a document")
{
    Bench bench;
    for (const Action& action : actions()) {
        INFO(action.label);
        CHECK(action.run != nullptr);
        CHECK(std::string(action.help).ends_with('.'));
        if (action.id != wxID_ABOUT && action.id != wxID_EXIT) {  // one opens a box of its own, one closes the window
            (bench.frame->*action.run)();
            settle(10);
        }
    }
    bench.frame->Close(true);
    bench.frame = new MainFrame(Dialogs{[](wxWindow&) { return std::optional<std::filesystem::path>{}; }, {}, {}});
    for (const Action& action : actions()) {
        INFO(action.label);
        if (action.id != wxID_ABOUT && action.id != wxID_EXIT) {
            (bench.frame->*action.run)();
        }
    }
}
