// Typing in the window: keys of text fields, live filters, sums, pane keys, and the selection in a filtered table.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <wx/srchctrl.h>

#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/table_actions.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/list_filter.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/row_list.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/script/text_undo.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::Bench;
using test::canvas_of;
using test::process_events;
using test::Views;

std::string selected_paths(const Bench& bench)
{
    std::string paths;
    for (const NodeRef& ref : bench.frame->session()->selection()) {
        paths += (paths.empty() ? "" : " ") + bench.frame->session()->path_of(ref);
    }
    return paths;
}

void type_text(const char* text)
{
    wxUIActionSimulator().Text(text);
    process_events(300);  // longer than the pause before a filter is applied
}

wxSearchCtrl& browser_line(const Bench& bench)
{
    for (wxWindow* const child : bench.frame->browser().GetChildren()) {
        if (auto* const line = dynamic_cast<wxSearchCtrl*>(child)) {
            return *line;
        }
    }
    FAIL("the browser has no search line");
    std::abort();
}

}  // namespace

TEST_CASE("text line: Ctrl+Z, Ctrl+Y, Ctrl+D and Ctrl+I do not act on the map")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    REQUIRE(bench.set("position.x", "111"));
    bench.frame->outliner().focus_filter();
    process_events();
    type_text("ab");
    for (const char key : {'D', 'I', 'Z'}) {
        bench.press(key, wxMOD_CONTROL);
    }
    CHECK(bench.frame->outliner().search_text() == "a");
    CHECK(bench.value("objects[4].position.x") == "111");
    CHECK(bench.frame->session()->steps().size() == 1);
    CHECK(selected_paths(bench) == "objects[4]");
}

TEST_CASE("properties: Ctrl+Z undoes typing while a value is typed, and a step otherwise")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    process_events();
    REQUIRE(bench.set("intensity", "7"));
    bench.begin_to_type("intensity", "85");
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.value("objects[4].intensity") == "7");
    CHECK(bench.frame->session()->steps().size() == 1);
    bench.press(WXK_ESCAPE);
    bench.press(WXK_ESCAPE);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.frame->session()->can_redo());
}

TEST_CASE("properties: a number can be typed as a sum")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    process_events();
    bench.type("intensity", "1024/3");
    CHECK(bench.value("objects[4].intensity") == "341");
    bench.type("intensity", "(20+22)*2");
    CHECK(bench.value("objects[4].intensity") == "84");
    bench.type("intensity", "8/0");
    CHECK(bench.value("objects[4].intensity") == "84");
}

TEST_CASE("lists: typing filters the rows of the current list, and Esc clears the line")
{
    Views bench;
    ProblemsPane& problems = bench.frame->problems();
    problems.clear();
    problems.add("Save", "a disk is full");
    problems.add("Open", "a file is missing");
    bench.frame->bottom().SetSelection(0);
    problems.SetFocus();
    process_events();
    bench.press('F', wxMOD_CONTROL);
    ListFilter& filter = bench.frame->list_filter();
    REQUIRE(filter.is_searching());
    type_text("FULL disk");
    CHECK(filter.count() == wxString::Format("1 of %zu", problems.count_rows()));
    CHECK(problems.GetItemCount() == 1);
    CHECK(problems.GetItemText(0, 1) == "a disk is full");
    problems.add("Close", "a new error is never hidden");
    CHECK(problems.GetItemText(0, 1) == "a new error is never hidden");
    CHECK(filter.line().GetValue().empty());
    filter.focus();
    type_text("full");
    CHECK(problems.GetItemCount() == 1);
    bench.press(WXK_ESCAPE);
    CHECK(filter.count().empty());
    CHECK(problems.GetItemCount() > 1);
    CHECK(filter.is_searching());
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(filter.is_searching());
}

TEST_CASE("lists: each list has its own filter, and a filtered step goes to its state")
{
    Views bench;
    bench.frame->select({"objects[4]"});
    bench.set("position.x", "1");
    bench.set("intensity", "2");
    bench.set("position.y", "3");
    HistoryPane& history = bench.frame->history();
    bench.frame->bottom().SetSelection(1);
    ListFilter& filter = bench.frame->list_filter();
    filter.line().SetValue("intensity");
    CHECK(filter.count() == "1 of 4");
    history.on_go(2);
    CHECK(bench.frame->session()->steps_done() == 2);
    wxRect line;
    REQUIRE(history.GetItemRect(0, line));
    bench.frame->part<EditActions>().undo();
    process_events();
    test::click(history.ClientToScreen(line.GetPosition() + wxPoint(20, line.height / 2)));
    CHECK(bench.frame->session()->steps_done() == 2);
    bench.frame->bottom().SetSelection(2);
    CHECK(filter.line().GetValue().empty());
    bench.frame->uses().show({Use{{}, "Script A", "Line 1", "door"}, Use{{}, "Script B", "Line 9", "chair"}});
    filter.line().SetValue("b chair");
    CHECK(filter.count() == "1 of 2");
    CHECK(bench.frame->uses().GetItemText(0, 0) == "Script B");
    bench.frame->bottom().SetSelection(1);
    CHECK(filter.line().GetValue() == "intensity");
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    CHECK(filter.line().GetValue().empty());
}

TEST_CASE("browser: another kind clears the filter")
{
    Bench bench;
    bench.frame->browser().show_kind(BrowserKind::models);
    browser_line(bench).SetValue("zzz");
    CHECK(bench.frame->browser().grid().items().empty());
    bench.frame->browser().show_kind(BrowserKind::actors);
    CHECK(browser_line(bench).GetValue().empty());
    CHECK_FALSE(bench.frame->browser().grid().items().empty());
}

TEST_CASE("table: a filter that hides the selected record selects a visible one")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    bench.frame->part<TableActions>().toggle_table();
    process_events();
    TablePane& table = bench.frame->table();
    REQUIRE(table.filter_line("script_name") != nullptr);
    table.filter_line("script_name")->SetValue("GUARD01");
    process_events(300);
    CHECK(selected_paths(bench) == "objects[6]");
    CHECK(bench.shown("script_name") == "GUARD01");

    // A record that the filter hides is selected elsewhere: the edited row becomes the selection.
    bench.frame->select({"objects[4]"});
    process_events();
    table.take_focus();
    table.grid().EnableCellEditControl();
    process_events();
    CHECK(selected_paths(bench) == "objects[6]");
}

TEST_CASE("panes: F6 and Shift+F6 go from pane to pane")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.canvas->SetFocus();
    process_events();
    bench.press(WXK_F6);
    CHECK(is_inside(wxWindow::FindFocus(), &bench.frame->properties()));
    bench.press(WXK_F6, wxMOD_SHIFT);
    CHECK(is_inside(wxWindow::FindFocus(), &bench.frame->scene()));
    for (int i = 0; i < 3; ++i) {
        bench.press(WXK_TAB, wxMOD_CONTROL);
    }
    CHECK(is_inside(wxWindow::FindFocus(), bench.frame->part<PaneActions>().tools()));
    bench.press(WXK_TAB, wxMOD_CONTROL);
    CHECK(is_inside(wxWindow::FindFocus(), &bench.frame->outliner()));
}

TEST_CASE("game folder: another folder is rejected, and not remembered")
{
    Bench bench;
    Dialogs dialogs;
    std::vector<std::string> problems;
    dialogs.which_game_folder = [&](wxWindow&, const std::filesystem::path&,
                                    const std::string& problem) -> std::optional<std::filesystem::path> {
        problems.push_back(problem);
        return problems.size() == 1 ? std::optional(bench.folder / "other") : std::nullopt;
    };
    std::filesystem::create_directories(bench.folder / "other");
    auto* const frame = new MainFrame(std::move(dialogs));
    frame->part<GameFiles>().choose_game_folder();
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].empty());
    CHECK(problems[1].find("neither FXART nor MAPS nor 3DART") != std::string::npos);
    CHECK_FALSE(stored_game_folder().has_value());
    frame->Close(true);
    process_events();
}

TEST_CASE("add: a new object is in the middle of the view, a new rope has a length")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->select({"objects"});
    bench.frame->part<EditActions>().add_record();
    process_events();
    const std::string added = selected_paths(bench);
    CHECK(added.starts_with("objects["));
    CHECK(bench.value(added + ".position.x") != "0");
    bench.frame->select({"ropes"});
    bench.frame->part<EditActions>().add_record();
    process_events();
    CHECK(bench.value(selected_paths(bench) + ".length") == "10");
}

TEST_CASE("views: a number after an unavailable G does not turn the view")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->select({});
    bench.canvas->SetFocus();
    process_events();
    const render::View before = bench.canvas->control().view();
    for (const int key : std::vector<int>{'G', 'X', '1', '7', WXK_RETURN}) {
        bench.press(key);
    }
    CHECK(bench.canvas->control().view() == before);
    bench.press('7');
    CHECK(bench.canvas->control().view() == render::View::top);
}

TEST_CASE("views: Enter with an impossible number keeps the tool for a correction")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->select({"objects[4]"});
    bench.canvas->SetFocus();
    process_events();
    const std::string before = bench.value("objects[4].position.x");
    for (const char key : std::string("GX99999999")) {
        bench.press(key);
    }
    bench.press(WXK_RETURN);
    CHECK(bench.frame->part<TransformActions>().tool().active());
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(bench.frame->part<TransformActions>().tool().active());
    CHECK(bench.value("objects[4].position.x") == before);
}

TEST_CASE("replace: the dialog shows its list as soon as there are rows")
{
    Bench bench;
    std::vector<DifferenceRow> rows;
    ReplaceDialog dialog(bench.frame, {false, [&](const ReplaceWords&) { return rows; }});
    const wxSize small = dialog.GetSize();
    CHECK_FALSE(dialog.list().IsShown());
    dialog.list().set_rows({{"a", "x", "1", "2"}});
    CHECK(dialog.list().IsShown());
    CHECK(dialog.GetSize().y > small.y + 200);
    dialog.list().set_rows({});
    CHECK(dialog.list().IsShown());  // the dialog does not shrink while the user types
}

TEST_CASE("replace: unchecked rows stay as they are")
{
    Bench bench;
    ReplaceDialog dialog(bench.frame,
                         {false, [](const ReplaceWords&) {
                              return std::vector<DifferenceRow>{{"a", "x", "1", "2"}, {"b", "x", "1", "2"}};
                          }});
    dialog.list().check(1, false);
    CHECK(dialog.words().left_out == std::set<std::size_t>{1});
}
