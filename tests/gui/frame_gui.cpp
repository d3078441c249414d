// User sessions in the window: open, select, type, undo, save, close.
#include <catch2/catch.hpp>

#include <filesystem>
#include <set>

#include "core/files/files.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "gui/bench.hpp"
#include "gui/complaints.hpp"
#include "rgm/map.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::Complaints;
using test::process_events;

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

TEST_CASE("grid: a typed value is saved, and only its bytes change")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    process_events();
    REQUIRE(bench.shown("position.x") == "200");

    bench.type("position.x", "74565");  // 0x012345
    CHECK(bench.shown("position.x") == "74565");
    CHECK(bench.frame->GetTitle() == "*SAMPLE.RGM - Redforge");

    SECTION("undo and redo select it again")
    {
        bench.frame->part<EditActions>().undo();
        process_events();
        CHECK(bench.shown("position.x") == "200");
        CHECK(bench.frame->GetTitle() == "SAMPLE.RGM - Redforge");
        bench.frame->part<EditActions>().redo();
        process_events();
        CHECK(bench.shown("position.x") == "74565");
    }
    bench.frame->save();
    process_events();
    CHECK(bench.frame->GetTitle() == "SAMPLE.RGM - Redforge");

    const Bytes saved = bench.on_disk();
    const std::vector<std::size_t> places = differences(bench.original, saved);
    REQUIRE(places.size() == 3);
    CHECK(places[2] == places[0] + 2);
    CHECK(saved[places[0]] == std::byte{0x45});
    CHECK(saved[places[1]] == std::byte{0x23});
    CHECK(saved[places[2]] == std::byte{0x01});
    CHECK(bench.saved_value("objects[4].position.x") == std::to_string(0x012345));

    // Undo goes back past the save.
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.frame->GetTitle() == "*SAMPLE.RGM - Redforge");
    bench.frame->save();
    CHECK(bench.on_disk() == bench.original);
}

TEST_CASE("grid: Problems reports a rejected value, without a dialog or a change")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.type("position.x", "8388608");  // one more than the maximum of 24 bits
    // The lines above return, so no modal dialog is open.
    CHECK(bench.frame->session()->modified() == false);
    REQUIRE(bench.frame->problems().GetItemCount() == 1);
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)) ==
          "objects[4].position.x: value \"8388608\"; expected a number from -8388608 to 8388607.99609375 in steps of "
          "1/256");
    bench.press(WXK_ESCAPE);  // discards the text
    CHECK(bench.shown("position.x") == "200");
    CHECK(bench.frame->problems().GetItemCount() == 1);
    CHECK(bench.frame->commit());
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("grid: mixed values are blank; a typed value is set for all as one step")
{
    Bench bench;
    bench.frame->select({"objects[4]", "objects[5]"});
    process_events();
    CHECK(bench.shown("script_name") == "DOOR01");
    CHECK(bench.shown("position.z").empty());
    bench.type("position.z", "350");
    CHECK(bench.frame->session()->undo_name() == "Move 2 objects");
    CHECK(bench.shown("position.z") == "350");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.shown("position.z").empty());
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("grid: a value that is being typed is set for the record it was typed for")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.begin_to_type("position.x", "111");
    const auto arrived = [&] {
        process_events(120);
        CHECK(bench.value("objects[4].position.x") == "111");
        CHECK(bench.value("objects[5].position.x") == "200");
        CHECK(bench.value("lights[0].intensity") == "200");
    };
    SECTION("another record of its kind is selected")
    {
        bench.frame->select({"objects[5]"});
        arrived();
        CHECK(bench.shown("position.x") == "200");
    }
    SECTION("a record with fewer and other fields is selected")
    {
        bench.frame->select({"lights[0]"});
        arrived();
        bench.frame->select({"actors[0].strings[0]"});
        process_events();
        CHECK(bench.value("actors[0].strings[0].value") == "opened");
    }
    SECTION("nothing is selected, like after a click on empty space")
    {
        bench.frame->select({});
        arrived();
    }
    SECTION("a row is clicked")
    {
        wxDataViewCtrl& tree = bench.frame->outliner().tree();
        tree.SetFocus();
        process_events();
        bench.press(WXK_DOWN);
        arrived();
        CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().front()) == "objects[5]");
    }
    SECTION("a search is typed")
    {
        bench.frame->filter("script_name:GUARD*");
        arrived();
    }
    SECTION("Ctrl+Z undoes the typing, not a step")
    {
        bench.press('Z', wxMOD_CONTROL);
        CHECK(bench.value("objects[4].position.x") == "200");
        CHECK(bench.frame->session()->steps().empty());
    }
    SECTION("the document is saved")
    {
        bench.press('S', wxMOD_CONTROL);
        arrived();
        CHECK(bench.saved_value("objects[4].position.x") == "111");
    }
    SECTION("the window is closed")
    {
        bench.answer = SaveChoice::save;
        bench.frame->quit();
        bench.frame = nullptr;
        process_events();
        CHECK(bench.asked == 1);
        CHECK(bench.saved_value("objects[4].position.x") == "111");
    }
}

TEST_CASE("grid: a rejected value stays with its reason and blocks other actions")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.begin_to_type("position.x", "8388608");
    bench.frame->select({"lights[0]"});
    process_events();
    const auto selected = [&] { return bench.frame->session()->path_of(bench.frame->session()->selection().front()); };
    CHECK(selected() == "objects[4]");
    REQUIRE(bench.frame->problems().GetItemCount() == 1);
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)) ==
          "objects[4].position.x: value \"8388608\"; expected a number from -8388608 to 8388607.99609375 in steps of "
          "1/256");
    bench.frame->quit();
    process_events();
    CHECK(bench.frame->IsShown());
    CHECK(bench.asked == 0);
    bench.press(WXK_ESCAPE);
    bench.frame->select({"lights[0]"});
    process_events();
    CHECK(selected() == "lights[0]");
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("grid: after Esc on a rejected value there is nothing to save or undo")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.begin_to_type("position.x", "8388608");
    CHECK(bench.frame->can_save());
    CHECK(bench.frame->part<EditActions>().can_undo());
    SECTION("rejected after Enter")
    {
        bench.press(WXK_RETURN);
    }
    SECTION("rejected when another record is selected")
    {
        bench.frame->select({"lights[0]"});
        process_events();
    }
    SECTION("rejected when the document is saved")
    {
        bench.press('S', wxMOD_CONTROL);
    }
    CHECK(bench.frame->can_save());
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(bench.frame->properties().typed());
    CHECK_FALSE(bench.frame->can_save());
    CHECK_FALSE(bench.frame->part<EditActions>().can_undo());
    CHECK(bench.shown("position.x") == "200");
}

TEST_CASE("keys: outliner, search line and grid share shortcuts, except while typing")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    process_events();
    const auto undo_name = [&] { return bench.frame->session()->undo_name(); };
    const auto try_keys = [&] {
        bench.press('A', wxMOD_CONTROL | wxMOD_SHIFT);
        CHECK(undo_name() == "Add Object");
        bench.press('Z', wxMOD_CONTROL);
        CHECK(undo_name().empty());
        bench.press('Y', wxMOD_CONTROL);
        CHECK(undo_name() == "Add Object");
        bench.press('Z', wxMOD_CONTROL);
        bench.press('Z', wxMOD_CONTROL | wxMOD_SHIFT);
        CHECK(undo_name() == "Add Object");
        bench.press('Z', wxMOD_CONTROL);
        bench.frame->select({"objects[4]"});
        process_events();
    };
    SECTION("outliner")
    {
        bench.frame->outliner().tree().SetFocus();
        process_events();
        try_keys();
        bench.frame->outliner().tree().SetFocus();
        process_events();
        for (const char key : {'X', 'Y', 'Q'}) {  // otherwise GTK's own search would open and clear the selection
            bench.press(key);
        }
        CHECK(bench.frame->session()->selection().size() == 1);
        bench.press('F', wxMOD_CONTROL);
        bench.press('8');
        CHECK(bench.frame->outliner().search_text() == "8");
    }
    SECTION("search line")
    {
        bench.frame->find();
        process_events();
        bench.press('A', wxMOD_CONTROL | wxMOD_SHIFT);
        CHECK(undo_name() == "Add Object");
        bench.press('Z', wxMOD_CONTROL);  // undoes the typing
        CHECK(undo_name() == "Add Object");
        bench.frame->find();
        process_events();
        bench.press('7');
        CHECK(bench.frame->outliner().search_text() == "7");
    }
    SECTION("grid")
    {
        bench.begin_to_type("intensity", "5");
        bench.press('Z', wxMOD_CONTROL);
        CHECK(undo_name().empty());
        bench.press('A', wxMOD_CONTROL | wxMOD_SHIFT);
        CHECK(undo_name() == "Add Object");
    }
}

TEST_CASE("outliner: a row shows the current values of its record, also after undo")
{
    Bench bench;
    const auto row_text = [&] {
        wxVariant value;
        wxDataViewCtrl& tree = bench.frame->outliner().tree();
        tree.GetModel()->GetValue(value, tree.GetSelection(), 0);
        return from_wx(value.GetString());
    };
    bench.frame->select({"objects[4]"});
    bench.type("script_name", "GATE07");
    CHECK(row_text() == "GATE07 [4]");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(row_text() == "DOOR01 [4]");
}

TEST_CASE("outliner: a selection that the filter hides is kept, with a message")
{
    Bench bench;
    bench.frame->filter("script_name:GUARD*");
    process_events();
    bench.frame->select({"lights[0]"});
    process_events();
    CHECK(bench.frame->outliner().query() == "script_name:GUARD*");
    CHECK(bench.shown("radius") == "600");
    CHECK(from_wx(bench.frame->GetStatusBar()->GetStatusText(0)) == "The filter hides the selection.");
    bench.press(WXK_SHIFT);  // marks the message as read
    bench.frame->filter("chair");
    CHECK(from_wx(bench.frame->GetStatusBar()->GetStatusText(0)) == "Nothing is called chair");
}

TEST_CASE("keys: Ctrl+D duplicates, Alt+Up moves, Del removes, Ctrl+Z undoes")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.frame->outliner().tree().SetFocus();
    process_events();
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

TEST_CASE("keys: Del belongs to the text while a value is typed")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    wxPropertyGrid& grid = bench.frame->properties().grid();
    REQUIRE(grid.SelectProperty(bench.frame->properties().line("intensity"), true));
    process_events();
    bench.press('a', wxMOD_CONTROL);
    bench.press(WXK_DELETE);
    CHECK(bench.frame->session()->find("objects[6]").has_value());
    CHECK_FALSE(bench.frame->session()->can_undo());
}

TEST_CASE("keys: Del in the lower lists removes no record")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    auto* const book = dynamic_cast<wxAuiNotebook*>(bench.frame->history().GetParent());
    REQUIRE(book != nullptr);
    for (wxWindow* const list :
         {static_cast<wxWindow*>(&bench.frame->history()), static_cast<wxWindow*>(&bench.frame->problems())}) {
        book->SetSelection(static_cast<size_t>(book->GetPageIndex(list)));
        list->SetFocus();
        process_events();
        bench.press(WXK_DELETE);
        CHECK(bench.frame->session()->find("objects[6]").has_value());
        CHECK_FALSE(bench.frame->session()->can_undo());
    }
    bench.frame->outliner().tree().SetFocus();
    process_events();
    bench.press(WXK_DELETE);
    CHECK(bench.frame->session()->undo_name() == "Remove DOOR01");
}

namespace {

/// Returns the toolbar with Undo.
wxAuiToolBar& tool_bar_of(const Bench& bench)
{
    wxAuiToolBar* bar = nullptr;
    for (wxWindow* const child : bench.frame->GetChildren()) {
        auto* const found = dynamic_cast<wxAuiToolBar*>(child);
        bar = found != nullptr && found->FindTool(wxID_UNDO) != nullptr ? found : bar;
    }
    REQUIRE(bar != nullptr);
    return *bar;
}

}  // namespace

TEST_CASE("toolbar: a second press before the release does not capture the mouse twice")
{
    Bench bench;
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("radius", "601"));
    process_events();
    wxAuiToolBar& bar = tool_bar_of(bench);
    const wxRect undo = bar.GetToolRect(wxID_UNDO);
    for (const wxEventType type : {wxEVT_LEFT_DOWN, wxEVT_LEFT_DCLICK, wxEVT_LEFT_UP}) {
        wxMouseEvent event(type);
        event.SetPosition({undo.x + undo.width / 2, undo.y + undo.height / 2});
        bar.GetEventHandler()->ProcessEvent(event);
    }
    process_events();
    CHECK_FALSE(bar.HasCapture());
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("toolbar: tooltips show the current shortcuts")
{
    Bench bench;
    const wxAuiToolBar& bar = tool_bar_of(bench);
    CHECK(bar.GetToolShortHelp(wxID_UNDO) == "Undo the last change (Ctrl+Z)");
    bench.new_keys.emplace();
    bench.new_keys->set("Edit, Undo", "F5", "Ctrl+Z");
    bench.frame->change_keys();
    CHECK(bar.GetToolShortHelp(wxID_UNDO) == "Undo the last change (F5)");
    bench.new_keys.emplace();
    bench.frame->change_keys();
    CHECK(bar.GetToolShortHelp(wxID_UNDO) == "Undo the last change (Ctrl+Z)");
}

TEST_CASE("edit: records of several lists are duplicated as one step")
{
    Bench bench;
    bench.frame->select({"objects[4]", "lights[0]"});
    process_events();
    bench.frame->part<EditActions>().duplicate_records();
    CHECK(bench.frame->session()->undo_name() == "Duplicate 2 records");
    CHECK(bench.frame->session()->selection().size() == 2);
    CHECK(bench.frame->session()->find("objects[7]").has_value());
    CHECK(bench.frame->session()->find("lights[1]").has_value());
    bench.frame->part<EditActions>().undo();
    CHECK_FALSE(bench.frame->session()->find("lights[1]").has_value());
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("frame: closing asks before changes are lost")
{
    Bench bench;
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("radius", "601"));
    process_events();
    SECTION("cancel keeps the window open")
    {
        bench.answer = SaveChoice::cancel;
        bench.frame->quit();
        process_events();
        CHECK(bench.asked == 1);
        CHECK(bench.frame->IsShown());
        CHECK(bench.frame->session()->modified());
    }
    SECTION("save writes, then closes")
    {
        bench.answer = SaveChoice::save;
        bench.frame->quit();
        bench.frame = nullptr;
        process_events();
        CHECK(bench.asked == 1);
        CHECK(bench.saved_value("lights[0].radius") == "601");
    }
    SECTION("discard closes and writes nothing")
    {
        bench.frame->quit();
        bench.frame = nullptr;
        process_events();
        CHECK(bench.asked == 1);
        CHECK(bench.on_disk() == bench.original);
    }
}

TEST_CASE("frame: a failed save shows the reason and keeps the file and the changes")
{
    Bench bench;
    bench.other_path = bench.folder / "nowhere" / "X.RGM";
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("radius", "601"));
    process_events();
    bench.frame->save_as();
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 0)) == "Save");
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)).find("nowhere") != std::string::npos);
    CHECK(bench.frame->session()->modified());
    CHECK(bench.frame->session()->path() == bench.file);
    CHECK(bench.on_disk() == bench.original);
}

TEST_CASE("outliner: a filter shows the matches and selects the first")
{
    Bench bench;
    bench.frame->filter("script_name:GUARD*");
    process_events();
    CHECK(bench.frame->session()->path_of(bench.frame->outliner().first_found().value()) == "actors[1]");
    bench.frame->filter("radius:600");
    process_events();
    CHECK(bench.shown("radius") == "600");
    bench.frame->filter("");
    process_events();
    CHECK(bench.shown("radius") == "600");
}

TEST_CASE("outliner: grouping by actor selects its objects, and is remembered")
{
    Bench bench;
    auto* const choice =
        dynamic_cast<wxChoice*>(wxWindow::FindWindowByName("Choose how the list is grouped", bench.frame));
    REQUIRE(choice != nullptr);
    CHECK(choice->IsShownOnScreen());
    bench.frame->select({"objects[4]"});
    bench.frame->part<PaneActions>().group_outliner(Grouping::actor);
    process_events();
    CHECK(choice->GetStringSelection() == "Actor");
    const auto current = [&] {
        wxDataViewCtrl& tree = bench.frame->outliner().tree();
        wxVariant name;
        tree.GetModel()->GetValue(name, tree.GetCurrentItem(), 0);
        return name.GetString();
    };
    CHECK(current() == "DOOR01 [4]");
    bench.frame->outliner().tree().SetFocus();
    process_events();
    bench.press(WXK_LEFT);
    CHECK(current() == "DOOR01");
    CHECK(bench.status(1) == "2 selected");
    bench.press(WXK_RIGHT);
    CHECK(current() == "DOOR01 [4]");
    CHECK(bench.status(1) == "objects[4]");
    // It stays selected if it moves to another group.
    bench.set("script_name", "GUARD01");
    CHECK(current() == "GUARD01 [4]");
    CHECK(bench.frame->outliner().tree().GetSelectedItemsCount() == 1);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(current() == "DOOR01 [4]");
    CHECK(stored_grouping() == Grouping::actor);
    bench.frame->part<PaneActions>().group_outliner(Grouping::kind);
    CHECK(stored_grouping() == Grouping::kind);
}

TEST_CASE("grid: Tab sets a value and goes on, Shift+Tab goes back, Esc goes to the view")
{
    Bench bench;
    bench.frame->select({"lights[0]"});
    process_events();
    const auto selected_name = [&] {
        const PropertyRow* const row = bench.frame->properties().selected_row();
        return row == nullptr ? std::string{} : row->name;
    };
    bench.begin_to_type("radius", "700");
    bench.press(WXK_TAB);
    CHECK(bench.value("lights[0].radius") == "700");
    CHECK(selected_name() == "intensity");
    bench.press('a', wxMOD_CONTROL);
    wxUIActionSimulator().Text("90");
    process_events();
    bench.press(WXK_TAB, wxMOD_SHIFT);
    CHECK(bench.value("lights[0].intensity") == "90");
    CHECK(selected_name() == "radius");
    bench.press(WXK_ESCAPE);
    wxWindow* const focus = wxWindow::FindFocus();
    REQUIRE(focus != nullptr);
    CHECK_FALSE(bench.frame->properties().IsDescendant(focus));
    CHECK(bench.status(1) == "lights[0]");
}

TEST_CASE("outliner: opening another file clears the filter")
{
    Bench bench;
    bench.frame->filter("script_name:door*");
    process_events();
    REQUIRE(bench.frame->outliner().query() == "script_name:door*");
    const std::filesystem::path other = bench.folder / "OTHER.RGM";
    REQUIRE(write_file(other, bench.original).has_value());
    REQUIRE(bench.frame->open_file(other).has_value());
    process_events();
    CHECK(bench.frame->outliner().query().empty());
    CHECK(bench.frame->outliner().search_text().empty());
    bench.frame->select({"objects[6]"});
    CHECK(bench.frame->outliner().tree().GetSelectedItemsCount() == 1);
}

TEST_CASE("actions: every action runs, with and without a document")
{
    Bench bench;
    std::set<int> ids;
    for (const Action& action : actions()) {
        INFO(action.label);
        CHECK(action.id != 0);
        CHECK(ids.insert(action.id).second);
        CHECK(action.run != nullptr);
        CHECK(std::string(action.help).ends_with('.'));
        if (action.id != wxID_ABOUT &&
            action.id != wxID_EXIT) {  // About opens a modal dialog, and Quit closes the window
            bench.frame->run(action);
            process_events(10);
        }
    }
    bench.frame->Close(true);
    bench.frame = new MainFrame(Dialogs{[](wxWindow&) { return std::optional<std::filesystem::path>{}; }, {}, {}});
    for (const Action& action : actions()) {
        INFO(action.label);
        if (action.id != wxID_ABOUT && action.id != wxID_EXIT) {
            bench.frame->run(action);
        }
    }
}

TEST_CASE("grid: closing a line while the grid scrolls causes no GTK warning")
{
    Bench bench;
    const Complaints complaints;
    bench.frame->SetSize(1000, 500);
    bench.frame->select({"objects[4]"});
    process_events(200);
    wxPropertyGrid& grid = bench.frame->properties().grid();
    REQUIRE(grid.GetVirtualSize().y > grid.GetClientSize().y);
    for (const char* const field : {"position.x", "object_type"}) {
        INFO(field);
        REQUIRE(grid.SelectProperty(bench.frame->properties().line(field), true));
        process_events();
        grid.Scroll(0, 0);
        process_events();
        REQUIRE(grid.GetEditorControl() != nullptr);
        grid.ClearSelection(false);  // its editor is hidden now, and deleted a moment later
        grid.Scroll(0, 3);
        process_events();
        CHECK(grid.GetViewStart().y > 0);
        CHECK(Complaints::text == "");
    }
}
