// The actor page: contents for the selection, typing, and playing animations.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/scene_bench.hpp"

#include "editor/views/actions/actor_actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/actor_preview.hpp"
#include "gui/complaints.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::process_events;

struct ActorWindow : Bench {
    using Bench::Bench;

    [[nodiscard]] ActorPane& page() const { return frame->actor(); }
    [[nodiscard]] std::string selected() const { return status(1); }
    [[nodiscard]] int row_of(std::string_view key) const
    {
        const std::vector<ActorLine>& lines = page().lines();
        const auto line = std::ranges::find(lines, key, &ActorLine::key);
        INFO(key);
        REQUIRE(line != lines.end());
        return static_cast<int>(line - lines.begin());
    }
    [[nodiscard]] std::string cell(std::string_view key, int col) const
    {
        return from_wx(page().grid().GetCellValue(row_of(key), col));
    }
    void open_page(const std::string& path)
    {
        frame->select({path});
        process_events();
        press('E', wxMOD_CONTROL | wxMOD_SHIFT);
        process_events(200);
        REQUIRE(page().IsShownOnScreen());
    }
    void go_to(std::string_view key, int col = 1)
    {
        page().grid().GoToCell(row_of(key), col);
        page().grid().SetFocus();
        process_events();
    }
    void type_over(const char* text)
    {
        wxUIActionSimulator person;
        person.Text(text);
        process_events();
        press(WXK_RETURN);
    }
};

}  // namespace

TEST_CASE("actor page: edits the values of its object as steps, and selects records")
{
    ActorWindow bench;
    const test::Complaints complaints;
    bench.open_page("objects[5]");
    CHECK(bench.cell("", 0) == "\u25b8 Actor");
    bench.go_to("");
    bench.press(WXK_RETURN);  // opens a line with lines below it
    CHECK(bench.cell("", 0) == "\u25be Actor");
    CHECK(bench.cell("strings[1]", 1) == "closed");
    bench.go_to("strings[1]");
    CHECK(bench.selected() == "actors[0].strings[1]");
    bench.type_over("shut");
    CHECK(bench.value("actors[0].strings[1].value") == "shut");
    CHECK(bench.frame->session()->undo_name() == "Set Text of closed");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.cell("strings[1]", 1) == "closed");
    bench.go_to("strings[0]");
    bench.press(WXK_DELETE);
    CHECK(bench.cell("strings[0]", 1) == "closed");
    CHECK(bench.frame->session()->undo_name() == "Remove opened");
    bench.go_to("instances");
    bench.press(WXK_DELETE);
    CHECK(bench.value("actors[0].script_name") == "DOOR01");  // a value is not a record
    CHECK(test::Complaints::text == "");
}

TEST_CASE("actor page: a click on a record opens and selects it")
{
    ActorWindow bench;
    bench.open_page("actors[0]");
    wxGrid& grid = bench.page().grid();
    grid.MakeCellVisible(bench.row_of("groups[4]"), 0);
    process_events();
    const wxRect cell = grid.CellToRect(bench.row_of("groups[4]"), 0);
    const wxPoint at = grid.CalcScrolledPosition(wxPoint(cell.x + 30, cell.y + cell.height / 2));
    test::click(grid.GetGridWindow()->ClientToScreen(at));
    process_events(100);
    CHECK(bench.selected() == "actors[0].groups[1]");
    CHECK(bench.row_of("groups[4].commands[1]") > bench.row_of("groups[4]"));
    CHECK(grid.GetGridCursorRow() == bench.row_of("groups[4]"));
    CHECK(bench.page().preview().run().pictures.size() == 2);
    bench.frame->select({"actors[0].strings[1]"});
    process_events(200);
    CHECK(grid.GetGridCursorRow() == bench.row_of("strings[1]"));
}

TEST_CASE("actor page: a rejected value stays open; another actor is shown next to it")
{
    ActorWindow bench;
    bench.open_page("actors[1]");
    bench.go_to("locations[1]");
    bench.type_over("1, 2");
    CHECK(bench.page().is_typing());
    CHECK(bench.status().find("expected 3: X, Y, Z") != std::string::npos);
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(bench.page().is_typing());
    CHECK(bench.value("actors[1].locations[1].offset_x") == "2560");
    bench.page().compare_with(bench.frame->session()->find("actors[0]").value());
    process_events();
    CHECK(bench.page().grid().GetColLabelValue(3) == "DOOR01");
    CHECK(bench.cell("strings[1]", 3) == "closed");
    CHECK(bench.cell("locations[1]", 3) == "(none)");
    ActorPageOptions options = bench.page().options();
    options.only_differences = true;
    bench.page().set_options(options);
    CHECK(std::ranges::none_of(bench.page().lines(), [](const ActorLine& line) { return line.key == "script_pc"; }));
}

TEST_CASE("actor page: plays an animation group with the frames of its files")
{
    test::Folder game;
    game.put("FXART/GUARA001.3DC", test::file_of(test::cube(30, {.colour = 1})));
    game.put("FXART/A.COL", test::palette_file());
    ActorWindow bench;
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    if (test::canvas_of(bench) == nullptr) {
        return;
    }
    bench.open_page("actors[1]");
    ActorPreview& preview = bench.page().preview();
    CHECK(preview.run().pictures.size() == 1);
    CHECK(preview.plays());
    for (int i = 0; i < 100 && !preview.is_drawn(); ++i) {
        process_events(50);
    }
    CHECK(preview.is_drawn());
    CHECK(preview.words() == "1 of 1: frame 0; goes back to command 0");
    bench.frame->select({"actors[0].groups[1].commands[2]"});
    // A group begins with its first frame when it is shown.
    const auto appears = [&](const std::string& words) {
        for (int i = 0; i < 250 && preview.words() != words; ++i) {
            process_events(20);
        }
        return preview.words() == words;
    };
    CHECK(appears("1 of 2: frame 1; ends"));
    CHECK(appears("2 of 2: frame 7, PlaySound 12, 100; ends"));
    REQUIRE(preview.run().pictures.size() == 2);
    CHECK(preview.run().pictures[1].frame == 7);
    CHECK(appears("1 of 2: frame 1; ends"));  // and again from the first one
    preview.play(false);
    CHECK_FALSE(preview.plays());
    bench.frame->part<ActorActions>().toggle_actor();
    process_events();
    CHECK_FALSE(bench.page().IsShown());
}

TEST_CASE("actor page: columns fill the width after each resize")
{
    ActorWindow bench;
    bench.open_page("actors[0]");
    wxGrid& grid = bench.page().grid();
    const auto width = [&] { return grid.GetColSize(0) + grid.GetColSize(1) + grid.GetColSize(2); };
    grid.SetSize(240, grid.GetSize().y);
    process_events();
    CHECK(width() <= grid.GetClientSize().x);
    grid.SetSize(500, grid.GetSize().y);  // like when the pictures next to it are hidden
    process_events();
    CHECK(width() > grid.GetClientSize().x - 3);
    CHECK(width() <= grid.GetClientSize().x);
}

TEST_CASE("actor page: a rejected text is not typed into a read-only line")
{
    ActorWindow bench;
    bench.open_page("actors[0]");
    auto& grid = dynamic_cast<TableGrid&>(bench.page().grid());
    grid.type_again(bench.row_of("strings"), 1, "x");  // a heading; a failed assertion of wx fails this test
    CHECK_FALSE(bench.page().is_typing());
    grid.type_again(bench.row_of("strings[0]"), 1, "x");
    CHECK(bench.page().is_typing());
    bench.page().cancel_edit();
}

TEST_CASE("actor page: an actor without animation groups shows a text instead of pictures")
{
    ActorWindow bench;
    bench.open_page("actors[0]");
    CHECK(bench.page().preview().words() != "This actor has no animation groups.");
    bench.frame->select({"actors[0].groups[0]", "actors[0].groups[1]"});
    process_events();
    bench.frame->part<EditActions>().remove_records();
    process_events();
    bench.frame->select({"actors[0]"});
    process_events();
    CHECK(bench.page().preview().words() == "This actor has no animation groups.");
}
