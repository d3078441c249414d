// The record table in the window: cells by keys, blocks by the clipboard, filters, and the shared selection.
#include <catch2/catch.hpp>

#include <wx/textctrl.h>

#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/table_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/panes/clipboard.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "gui/bench.hpp"
#include "gui/complaints.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::Complaints;
using test::process_events;

/// A window whose table shows the selection and has the focus.
struct TableBench : Bench {
    explicit TableBench(const std::string& path = "objects[4]")
    {
        frame->select({path});
        frame->part<TableActions>().toggle_table();
        process_events();
    }
    TablePane& table() { return frame->table(); }
    wxGrid& grid() { return table().grid(); }
    int column(std::string_view name)
    {
        const std::optional<int> found = table().column_named(name);
        INFO(name);
        REQUIRE(found.has_value());
        return *found;
    }
    void go_to(int row, std::string_view name)
    {
        grid().ClearSelection();
        grid().GoToCell(row, column(name));
        grid().SetFocus();
        process_events();
    }
    std::string cell(int row, std::string_view name) { return from_wx(grid().GetCellValue(row, column(name))); }
    void text(const char* typed)
    {
        wxUIActionSimulator().Text(typed);
        process_events();
    }
    std::string selected()
    {
        std::string paths;
        for (const NodeRef& ref : frame->session()->selection()) {
            paths += (paths.empty() ? "" : " ") + frame->session()->path_of(ref);
        }
        return paths;
    }
};

}  // namespace

TEST_CASE("table: another list starts at its first column and row")
{
    TableBench bench;
    bench.frame->SetSize(800, 600);
    process_events(300);
    bench.grid().Scroll(4, 0);
    process_events();
    REQUIRE(bench.grid().GetViewStart().x > 0);
    bench.frame->select({"lights[0]"});
    process_events();
    CHECK(bench.grid().GetViewStart() == wxPoint(0, 0));
}

TEST_CASE("table: replaces the view and restores it")
{
    const Complaints complaints;
    TableBench bench;
    CHECK(bench.table().IsShownOnScreen());
    CHECK_FALSE(bench.frame->scene().IsShownOnScreen());
    CHECK(bench.grid().GetNumberRows() == 7);
    CHECK(bench.grid().GetGridCursorRow() == 4);
    CHECK(bench.grid().GetRowLabelValue(4) == "DOOR01 [4]");
    bench.press('T', wxMOD_CONTROL);
    CHECK(bench.frame->scene().IsShownOnScreen());
    CHECK_FALSE(bench.table().IsShownOnScreen());
    bench.press('T', wxMOD_CONTROL);
    CHECK(bench.table().has_focus());
    CHECK(Complaints::text.empty());
}

TEST_CASE("table: Enter and Tab set a cell, F2 edits, Esc cancels, each is one step")
{
    TableBench bench;
    bench.go_to(4, "position.x");
    bench.text("12");
    CHECK(bench.table().is_typing());
    bench.press(WXK_RETURN);
    CHECK(bench.value("objects[4].position.x") == "12");
    CHECK(bench.frame->session()->steps_done() == 1);
    CHECK(bench.frame->session()->undo_name() == "Move DOOR01");
    CHECK(bench.grid().GetGridCursorRow() == 5);
    CHECK(bench.selected() == "objects[5]");
    bench.text("34");
    bench.press(WXK_TAB);
    CHECK(bench.value("objects[5].position.x") == "34");
    CHECK(bench.grid().GetGridCursorCol() == bench.column("position.x") + 1);
    bench.go_to(4, "position.x");
    bench.press(WXK_F2);
    bench.text("9");
    bench.press(WXK_ESCAPE);
    CHECK(bench.value("objects[4].position.x") == "12");
    CHECK_FALSE(bench.table().is_typing());
    bench.text("77");
    bench.press('S', wxMOD_CONTROL);
    CHECK(bench.saved_value("objects[4].position.x") == "77");
    CHECK_FALSE(bench.table().is_typing());
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.value("objects[4].position.x") == "12");
    CHECK(bench.cell(4, "position.x") == "12");

    SECTION("a typed value is set when another record is selected")
    {
        bench.go_to(6, "position.z");
        bench.text("1000");
        bench.frame->select({"lights[0]"});
        process_events();
        CHECK(bench.value("objects[6].position.z") == "1000");
        CHECK(bench.grid().GetNumberRows() == 1);
        CHECK(bench.cell(0, "radius") == "600");
    }
    SECTION("a rejected value stays in its cell")
    {
        bench.go_to(4, "position.x");
        bench.text("far");
        bench.press(WXK_RETURN);
        CHECK(bench.table().is_typing());
        CHECK(bench.frame->problems().GetItemText(0, 1).Contains("value \"far\""));
        CHECK(bench.value("objects[4].position.x") == "12");
        bench.frame->select({"lights[0]"});
        process_events();
        CHECK(bench.selected() == "objects[4]");
        bench.press(WXK_ESCAPE);
        bench.frame->select({"lights[0]"});
        process_events();
        CHECK(bench.selected() == "lights[0]");
    }
}

TEST_CASE("table: an edited cell is visible at the end, even in a narrow window")
{
    TableBench bench;
    bench.go_to(4, "angle.y");
    bench.text("12");
    bench.grid().Scroll(0, 0);
    bench.grid().GetGridWindow()->SetSize(60, 200);
    const auto left = [&] {
        int x = 0;
        bench.grid().CalcScrolledPosition(bench.grid().CellToRect(4, bench.column("angle.y")).x, 0, &x, nullptr);
        return x;
    };
    REQUIRE(left() > 60);
    bench.press(WXK_RETURN);
    CHECK(bench.value("objects[4].angle.y") == "68");  // 12 degrees of 2048 a turn
    CHECK(left() <= 60);
}

TEST_CASE("table: pastes a block as one step; copies, fills down and clears cells")
{
    TableBench bench;
    bench.go_to(4, "position.x");
    REQUIRE(set_clipboard("1\t2\t3\n4\t5\t6\n"));
    bench.press('V', wxMOD_CONTROL);
    CHECK(bench.value("objects[4].position.x") == "1");
    CHECK(bench.value("objects[5].position.z") == "6");
    CHECK(bench.frame->session()->undo_name() == "Paste 6 values");
    CHECK(bench.frame->session()->steps_done() == 1);

    const int x = bench.column("position.x");
    bench.grid().SelectBlock(4, x, 5, x + 1);
    process_events();
    CHECK(bench.selected() == "objects[4] objects[5]");
    bench.press('C', wxMOD_CONTROL);
    CHECK(clipboard_text() == "1\t2\n4\t5\n");

    bench.grid().SelectBlock(4, x, 6, x);
    bench.press('D', wxMOD_CONTROL);
    CHECK(bench.value("objects[6].position.x") == "1");
    CHECK(bench.value("objects[5].position.x") == "1");
    CHECK(bench.value("objects[5].position.y") == "5");
    CHECK(bench.frame->session()->undo_name() == "Fill down 2 values");
    bench.press(WXK_DELETE);
    CHECK(bench.value("objects[4].position.x") == "0");
    CHECK(bench.frame->session()->undo_name() == "Clear 3 values");
    CHECK(bench.grid().GetNumberRows() == 7);

    SECTION("a wider block does not match the columns")
    {
        for (const int from : {x, x + 1}) {
            bench.grid().ClearSelection();
            bench.grid().SelectBlock(4, from, 4, from);
            bench.grid().SelectBlock(5, x, 5, x + 1, true);
            process_events();
            bench.press('D', wxMOD_CONTROL);
            CHECK(bench.status() == "Select cells in the same columns");
            CHECK(bench.value("objects[5].position.y") == "5");
        }
    }
    SECTION("blocks in different columns do not match")
    {
        bench.grid().SelectBlock(4, x, 4, x);
        bench.grid().SelectBlock(5, x + 1, 5, x + 1, true);
        process_events();
        const std::size_t steps = bench.frame->session()->steps_done();
        REQUIRE(set_clipboard("99"));
        for (const int key : {'V', 'D', 'C'}) {
            bench.press(key, wxMOD_CONTROL);
            CHECK(bench.status() == "Select cells in the same columns");
        }
        bench.press(WXK_DELETE);
        CHECK(bench.status() == "Select cells in the same columns");
        CHECK(clipboard_text() == "99");
        CHECK(bench.frame->session()->steps_done() == steps);
        CHECK(bench.value("objects[5].position.y") == "5");
    }
    SECTION("Ctrl+Enter sets all selected cells")
    {
        bench.text("55");
        bench.press(WXK_RETURN, wxMOD_CONTROL);
        CHECK(bench.value("objects[4].position.x") == "55");
        CHECK(bench.value("objects[6].position.x") == "55");
        CHECK(bench.frame->session()->undo_name() == "Set Position X of 3 records");
    }
    SECTION("whole rows are copied and removed as records")
    {
        bench.grid().SelectRow(6);
        process_events();
        bench.press('C', wxMOD_CONTROL);
        CHECK(clipboard_records().starts_with("<records"));
        CHECK(clipboard_text().find("GUARD01\t") != std::string::npos);
        bench.press(WXK_DELETE);
        CHECK(bench.grid().GetNumberRows() == 6);
        CHECK(bench.selected() == "objects[5]");
        bench.press('V', wxMOD_CONTROL);
        CHECK(bench.grid().GetNumberRows() == 7);
        CHECK(bench.value("objects[6].script_name") == "GUARD01");
        bench.grid().SelectRow(0);
        bench.press('D', wxMOD_CONTROL);
        CHECK(bench.grid().GetNumberRows() == 8);
    }
}

TEST_CASE("table: header filters hide rows, Ctrl+A selects the rest, a header sorts")
{
    TableBench bench;
    bench.go_to(4, "script_name");
    bench.press('F', wxMOD_CONTROL);
    REQUIRE(bench.table().filter_line("script_name")->HasFocus());
    bench.text("door");
    process_events(300);
    CHECK(bench.grid().GetNumberRows() == 2);
    bench.press(WXK_RETURN);
    CHECK(bench.table().has_focus());
    bench.press('A', wxMOD_CONTROL);
    CHECK(bench.selected() == "objects[4] objects[5]");
    bench.set("position.y", "-7");
    CHECK(bench.value("objects[5].position.y") == "-7");
    CHECK(bench.value("objects[6].position.y") == "0");

    // Added records are shown regardless of the filter.
    bench.frame->select({"objects[6]"});
    bench.frame->part<EditActions>().duplicate_records();
    process_events();
    CHECK(bench.grid().GetNumberRows() == 3);
    CHECK(bench.selected() == "objects[7]");
    CHECK(bench.grid().GetGridCursorRow() == 2);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.grid().GetNumberRows() == 2);

    bench.go_to(0, "script_name");
    bench.press('F', wxMOD_CONTROL);
    bench.press(WXK_ESCAPE);
    CHECK(bench.grid().GetNumberRows() == 7);
    bench.table().sort_by(bench.column("position.z"));
    bench.table().sort_by(bench.column("position.z"));
    process_events();
    CHECK(bench.cell(0, "position.z") == "500");
    bench.frame->select({"objects[6]"});
    process_events();
    CHECK(bench.grid().GetGridCursorRow() == 1);
    bench.table().sort_by(bench.column("position.z"));
    CHECK(bench.cell(0, "position.z") == "0");
}

TEST_CASE("table: Ctrl keys do nothing if the filter hides every row")
{
    TableBench bench;
    bench.go_to(4, "script_name");
    bench.press('F', wxMOD_CONTROL);
    bench.text("nothing is called so");
    process_events(300);
    REQUIRE(bench.grid().GetNumberRows() == 0);
    bench.press(WXK_RETURN);
    REQUIRE(bench.table().has_focus());
    for (const int key : {WXK_DOWN, WXK_RIGHT, WXK_HOME, WXK_END, WXK_SPACE}) {
        bench.press(key, wxMOD_CONTROL);
        CHECK(bench.grid().GetGridCursorRow() == -1);
        CHECK(bench.grid().GetGridCursorCol() == -1);
    }
}

TEST_CASE("table: columns are chosen and remembered for each record type")
{
    TableBench bench;
    bench.table().choose_columns({"position.z", "script_name"});
    process_events();
    CHECK(bench.grid().GetNumberCols() == 2);
    bench.grid().SetColSize(0, 333);
    bench.frame->select({"lights[0]"});
    process_events();
    CHECK(bench.grid().GetNumberCols() > 5);
    bench.frame->select({"objects[5]"});
    process_events();
    CHECK(bench.grid().GetNumberCols() == 2);
    CHECK(bench.column("script_name") == 1);
    bench.table().choose_columns({});
    CHECK(bench.grid().GetNumberCols() > 5);
    store_columns(bench.table().table()->record_type(), "");
}

TEST_CASE("table: opens for plugins and saves; nested lists are tables too")
{
    const Complaints complaints;
    TableBench bench;
    const auto open = [&](const std::string& name, const Bytes& bytes) {
        bench.file = bench.folder / name;
        REQUIRE(write_file(bench.file, bytes).has_value());
        REQUIRE(bench.frame->open_file(bench.file).has_value());
        process_events();
    };
    open("Mod.esp", test::sample_file("plugin"));
    CHECK(bench.table().IsShownOnScreen());
    CHECK(bench.cell(0, "editor_id") == "Greeting");
    open("Quick.ess", test::sample_file("save"));
    CHECK(bench.table().IsShownOnScreen());
    bench.frame->select({"changes[1].factions"});
    process_events();
    bench.go_to(0, "rank");
    bench.text("3");
    bench.press(WXK_RETURN);
    CHECK(bench.value("changes[1].factions[0].rank") == "3");
    CHECK(bench.cell(0, "form_id") == "000222A7  Oblivion.esm:0222A7");
    bench.frame->part<EditActions>().add_record();
    process_events();
    CHECK(bench.grid().GetNumberRows() == 2);
    bench.frame->select({"changes[1].full_name"});
    process_events();
    CHECK(bench.selected() == "changes[1].full_name");
    CHECK(bench.grid().GetNumberRows() == 1);  // the NPCs
    bench.frame->part<EditActions>().remove_records();
    process_events();
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(Complaints::text.empty());
}

TEST_CASE("table: switches to another list if its own list is removed")
{
    TableBench bench("actors[1].strings");
    CHECK(bench.grid().GetNumberRows() == 2);
    bench.go_to(1, "value");
    bench.press(WXK_F2);
    bench.text("x");
    bench.frame->select({"actors[1]"});
    process_events();
    CHECK(bench.value("actors[1].strings[1].value") == "haltx");
    CHECK(bench.grid().GetNumberRows() == 2);  // the actors
    bench.frame->select({"actors[1].strings[0]"});
    process_events();
    bench.frame->part<EditActions>().undo();
    process_events();
    bench.frame->select({"actors[1]"});
    bench.frame->part<EditActions>().remove_records();
    process_events();
    CHECK(bench.grid().GetNumberRows() == 1);
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.grid().GetNumberRows() == 2);
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    CHECK(bench.table().IsShownOnScreen());
    bench.frame->part<TableActions>().toggle_table();
}
