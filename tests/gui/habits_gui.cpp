// Automatic behaviour of the window: stores view settings, shows undone changes, displays current keys.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <algorithm>
#include <memory>

#include <wx/menu.h>

#ifndef _WIN32
#include <dlfcn.h>
#endif

#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/uses_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::Bench;
using test::canvas_of;
using test::first_door;
using test::process_events;
using test::Vec3;
using test::Views;

}  // namespace

TEST_CASE("views: settings are remembered, and Reset Layout restores the defaults")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().four_views();
    process_events();
    const wxPoint corner = bench.view(0).ClientToScreen(wxPoint(60, 60));
    test::drag(wxMOUSE_BTN_RIGHT, corner, corner + wxPoint(100, 0), WXK_CONTROL);
    bench.view(3).SetFocus();
    process_events();
    bench.press('9');
    bench.press('Z');
    bench.frame->part<ViewActions>().toggle_symbols();
    bench.frame->run(action_named("View, Symbols Of, Sounds"));
    bench.frame->part<ViewActions>().one_view();
    const float yaw = 0.5F - 0.5028432F;
    const auto check = [&] {
        CHECK(bench.view(0).control().direction().yaw == Approx(yaw).margin(0.001));
        CHECK(bench.view(0).control().view() == render::View::camera);
        CHECK(bench.view(0).shading() == render::Shading::textured);
        CHECK(bench.view(1).control().view() == render::View::top);
        CHECK(bench.view(3).control().view() == render::View::iso);
        CHECK(bench.view(3).shading() == render::Shading::wireframe);
    };
    bench.frame->Close(true);
    process_events();
    bench.frame = new MainFrame(Dialogs{});
    bench.frame->Show();
    process_events(200);
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    canvas_of(bench);
    // The single view is the one with the focus.
    REQUIRE(bench.frame->scene().canvases().size() == 1);
    CHECK(bench.frame->scene().canvas()->control().view() == render::View::iso);
    CHECK(bench.frame->part<ViewActions>().is_wireframe());
    CHECK(bench.frame->part<ViewActions>().symbols_shown());
    CHECK_FALSE(bench.frame->part<ViewActions>().shows_symbol<render::Symbol::sound>());
    CHECK(bench.frame->part<ViewActions>().shows_symbol<render::Symbol::light>());
    bench.frame->part<ViewActions>().four_views();
    process_events();
    check();
    // Another file keeps the views.
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    canvas_of(bench);
    check();
    bench.frame->part<PaneActions>().reset_layout();
    process_events();
    CHECK(load_view_settings() == render::parse_view_settings(render::format_view_settings({})));
    bench.frame->part<ViewActions>().four_views();
    process_events();
    CHECK(bench.view(3).control().view() == render::View::side);
    CHECK(bench.view(3).shading() == render::Shading::textured);
    CHECK(bench.frame->part<ViewActions>().shows_symbol<render::Symbol::sound>());
}

TEST_CASE("undo: undone and redone records are selected and scrolled into view")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->select({"objects[4]"});
    bench.frame->part<ViewActions>().frame_selected();
    bench.frame->part<EditActions>().duplicate_records();
    process_events();
    CHECK(bench.selected() == "objects[5]");
    const auto in_sight = [&](const Vec3& place) {
        const auto pixel = render::pixel_of(bench.canvas->camera(), place, bench.canvas->extent());
        return pixel && pixel->x > 0 && pixel->y > 0 && pixel->x < bench.canvas->extent().width &&
               pixel->y < bench.canvas->extent().height;
    };
    CHECK(in_sight(first_door));
    const Vec3 pivot = bench.canvas->control().pivot();
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.selected() == "objects[4]");
    CHECK(bench.canvas->control().pivot().x == pivot.x);  // already visible: the view does not move
    bench.frame->part<EditActions>().redo();
    process_events();
    CHECK(bench.selected() == "objects[5]");

    bench.frame->select({"objects[4]"});
    bench.frame->part<EditActions>().remove_records();
    process_events();
    const auto look_away = [&] {
        const wxPoint corner = bench.canvas->ClientToScreen(wxPoint(60, 60));
        for (int i = 0; i < 8; ++i) {
            test::drag(wxMOUSE_BTN_MIDDLE, corner, corner + wxPoint(300, 300));
        }
    };
    look_away();
    REQUIRE_FALSE(in_sight(first_door));
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.selected() == "objects[4]");
    CHECK(in_sight(first_door));
    wxDataViewItemArray lines;
    bench.frame->outliner().tree().GetSelections(lines);
    CHECK(lines.size() == 1);
    // A target chosen in a list becomes visible, too.
    look_away();
    bench.frame->select({"actors[0]"});
    bench.frame->part<UsesActions>().find_uses();
    REQUIRE_FALSE(in_sight(first_door));
    bench.frame->uses().on_go(bench.frame->uses().uses().front());
    process_events();
    CHECK(bench.selected() == "objects[4]");
    CHECK(in_sight(first_door));
    // A click in the list of steps does the same.
    bench.frame->select({"lights[0]"});
    process_events();
    const wxWindow& list = bench.frame->history();
    bench.frame->history().GetParent()->Show();
    static_cast<wxAuiNotebook*>(bench.frame->history().GetParent())->SetSelection(1);
    process_events();
    wxRect first;
    REQUIRE(bench.frame->history().GetItemRect(0, first));
    test::click(list.ClientToScreen(first.GetPosition() + wxPoint(20, first.height / 2)));
    CHECK(bench.frame->session()->steps_done() == 0);
    CHECK(bench.selected() == "objects[4]");
}

TEST_CASE("outliner: Left collapses a row or selects its parent, Right expands it")
{
    Views bench;
    bench.frame->select({"objects[4]"});
    wxDataViewCtrl& tree = bench.frame->outliner().tree();
    tree.SetFocus();
    process_events();
    bench.press(WXK_LEFT);
    CHECK(bench.selected() == "objects");
    CHECK(tree.IsExpanded(tree.GetSelection()));
    bench.press(WXK_LEFT);
    CHECK(bench.selected() == "objects");
    CHECK_FALSE(tree.IsExpanded(tree.GetSelection()));
    bench.press(WXK_RIGHT);
    CHECK(bench.selected() == "objects");
    CHECK(tree.IsExpanded(tree.GetSelection()));
    bench.press(WXK_RIGHT);
    CHECK(bench.selected() == "objects[0]");
    bench.press(WXK_RIGHT);
    CHECK(bench.selected() == "objects[0]");  // the object has no rows
    bench.press(WXK_LEFT);
    bench.press(WXK_LEFT);
    bench.press(WXK_LEFT);
    CHECK(bench.selected().empty());  // the row of the document is selected
    bench.press(WXK_LEFT);
    bench.press(WXK_LEFT);
    CHECK(bench.selected().empty());
    bench.press(WXK_RIGHT);
    CHECK(tree.IsExpanded(tree.GetSelection()));
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("menus: menus and tooltips show the current shortcuts")
{
    Views bench;
    bench.new_keys = KeyMap({{"Record, Remove", "Ctrl+K"}, {"Script, Apply", ""}});
    bench.frame->change_keys();
    const std::unique_ptr<wxMenu> menu(bench.frame->make_outliner_menu());
    CHECK(menu->FindItem(wxID_DELETE)->GetItemLabel() == "&Remove\tCtrl+K");
    CHECK(bench.frame->GetMenuBar()->FindItem(wxID_DELETE)->GetItemLabel() == "&Remove\tCtrl+K");
    CHECK(bench.frame->script().apply_tooltip() == "Apply the script to the document");
    bench.new_keys = KeyMap{};
    bench.frame->change_keys();
    CHECK(bench.frame->script().apply_tooltip() == "Apply the script to the document (Ctrl+Enter)");
}

TEST_CASE("keys: work without a view and without a file")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.canvas->SetFocus();
    process_events();
    SECTION("a plugin replaces a map")
    {
        const std::filesystem::path plugin = bench.folder / "Mod.esp";
        REQUIRE(write_file(plugin, test::sample_file("plugin")).has_value());
        REQUIRE(bench.frame->open_file(plugin).has_value());
        bench.other_path = bench.file;
        process_events();
    }
    SECTION("a window without a file")
    {
        bench.frame->Close(true);
        process_events();
        Dialogs dialogs;
        dialogs.ask_open_path = [&bench](wxWindow&) { return bench.file; };
        bench.frame = new MainFrame(std::move(dialogs));
        bench.frame->Show();
        bench.frame->Raise();
        process_events(300);
    }
    REQUIRE_FALSE(bench.frame->scene().canvas()->IsShownOnScreen());
    CHECK(wxWindow::FindFocus() != bench.frame->scene().canvas());
    bench.press('O', wxMOD_CONTROL);
    REQUIRE(bench.frame->session());
    CHECK(bench.frame->session()->path() == bench.file);
}

TEST_CASE("status bar: shows the number of selected records while they are selected")
{
    Views bench;
    const auto status = [&](int field) { return from_wx(bench.frame->GetStatusBar()->GetStatusText(field)); };
    bench.frame->part<SelectActions>().select_all();
    process_events();
    const std::string all = status(1);
    CHECK(all.ends_with(" selected"));
    bench.frame->select({"objects[4]"});
    process_events();
    CHECK(status(0).find("selected") == std::string::npos);
    CHECK(status(1) == "objects[4]");
}

TEST_CASE("outliner: Ctrl+A selects the visible rows only")
{
    Views bench;
    const auto paths = [&] {
        std::vector<std::string> all;
        for (const NodeRef& ref : bench.frame->session()->selection()) {
            all.push_back(bench.frame->session()->path_of(ref));
        }
        return all;
    };
    SECTION("with a filter: the matching rows")
    {
        bench.frame->filter("script_name:DOOR*");
        bench.frame->outliner().tree().SetFocus();
        process_events();
        bench.press('A', wxMOD_CONTROL);
        CHECK(paths() == std::vector<std::string>{"actors[0]", "objects[4]", "objects[5]"});
        bench.frame->part<SelectActions>().select_same_kind();
        process_events();
        CHECK(paths() == std::vector<std::string>{"objects[4]", "objects[5]"});
    }
    SECTION("in the view with a filter: only clickable records")
    {
        bench.frame->filter("script_name:DOOR*");
        bench.frame->scene().canvas()->SetFocus();
        process_events();
        bench.press('A', wxMOD_CONTROL);
        CHECK(paths() == std::vector<std::string>{"objects[4]", "objects[5]"});
    }
    SECTION("without hidden records; hiding deselects")
    {
        bench.frame->select({"objects[4]"});
        bench.frame->part<SelectActions>().hide_selected();
        bench.frame->part<SelectActions>().select_all();
        process_events();
        const std::vector<std::string> all = paths();
        CHECK(std::ranges::find(all, "objects[4]") == all.end());
        CHECK(std::ranges::find(all, "objects[5]") != all.end());
        CHECK(std::ranges::find(all, "lights[0]") != all.end());
        bench.frame->part<SelectActions>().toggle_kind<scene::Kind::light>();
        process_events();
        const std::vector<std::string> rest = paths();
        CHECK(std::ranges::find(rest, "lights[0]") == rest.end());
        CHECK(rest.size() < all.size());
    }
    SECTION("in the view without symbols: no records that are only symbols")
    {
        bench.frame->part<ViewActions>().toggle_symbols();
        REQUIRE_FALSE(bench.frame->part<ViewActions>().symbols_shown());
        bench.frame->scene().canvas()->SetFocus();
        process_events();
        bench.frame->part<SelectActions>().select_all();
        process_events();
        const std::vector<std::string> all = paths();
        CHECK(std::ranges::find(all, "lights[0]") == all.end());
    }
}

TEST_CASE("history: a line of the list of steps is as wide as the list")
{
    Bench bench;
    wxListView& list = bench.frame->history();
    static_cast<wxAuiNotebook*>(list.GetParent())->SetSelection(1);
    for (const int width : {1500, 900}) {
        INFO(width);
        list.SetSize(width, 120);
        process_events();
        wxRect line;
        REQUIRE(list.GetItemRect(0, line));
        CHECK(line.width == list.GetClientSize().x);
    }
}

TEST_CASE("properties: the labels have the width of the longest, or the width that the user drags")
{
    test::forget_settings();
    Views bench;
    bench.frame->select({"objects[4]"});
    process_events(200);
    wxPropertyGrid& grid = bench.frame->properties().grid();
    wxPGProperty* const line = bench.frame->properties().line("script_name");
    REQUIRE(line != nullptr);
    CHECK(grid.GetSplitterPosition() > grid.GetTextExtent(line->GetLabel()).x);
    const auto shown = [&] {
        const wxPGCell& cell = bench.frame->properties().line("script_name")->GetCell(0);
        return cell.HasText() ? cell.GetText() : line->GetLabel();
    };
    CHECK(shown() == line->GetLabel());
    CHECK(grid.GetSplitterPosition() <= grid.GetClientSize().x * 60 / 100);
    const wxRect place = grid.GetPropertyRect(line, line);
    const wxPoint edge(grid.GetSplitterPosition(), grid.CalcScrolledPosition(place.GetPosition()).y + place.height / 2);
    test::drag(wxMOUSE_BTN_LEFT, grid.ClientToScreen(edge), grid.ClientToScreen(wxPoint(60, edge.y)));
    CHECK(grid.GetSplitterPosition() < 75);
    CHECK(shown().EndsWith("..."));
    CHECK(line->GetLabel() == "Script");
    CHECK(stored_label_share() == 100 * grid.GetSplitterPosition() / grid.GetClientSize().x);
    const int dragged = grid.GetSplitterPosition();
    bench.frame->select({"lights[0]"});
    process_events(200);
    CHECK(std::abs(grid.GetSplitterPosition() - dragged) <= 4);  // whole percents
    bench.frame->select({"objects[4]"});
    process_events(200);
    test::move_to(grid.ClientToScreen(wxPoint(45, edge.y)));
    CHECK(grid.GetToolTipText() == bench.frame->properties().line("script_name")->GetLabel());
    test::move_to(grid.ClientToScreen(wxPoint(dragged + 40, edge.y)));
    CHECK(grid.GetToolTipText().empty());
    test::forget_settings();
}

TEST_CASE("rename: previews all references of an actor, and is one step")
{
    Bench bench;
    bench.frame->select({"objects[4]"});  // a door: an object of DOOR01
    process_events();
    REQUIRE(bench.frame->part<EditActions>().can_rename());
    bench.frame->run(action_named("Record, Rename..."));
    CHECK(bench.frame->session()->steps_done() == 0);  // no step was made

    bench.new_name = "GATE01";
    bench.frame->run(action_named("Record, Rename..."));
    process_events();
    const std::vector<DifferenceRow> rows = edit_rows(bench.renaming);
    CHECK(rows == std::vector<DifferenceRow>{{"actors[0].script_name", "", "DOOR01", "GATE01"},
                                             {"objects[4].script_name", "", "DOOR01", "GATE01"},
                                             {"objects[5].script_name", "", "DOOR01", "GATE01"}});
    CHECK(bench.frame->session()->undo_name() == "Rename DOOR01 to GATE01");
    const auto names = [&] {
        const auto matches = edit::resolve(bench.frame->session()->root(), "objects[*].script_name");
        return (*matches)[4].field.text() + " " + (*matches)[5].field.text();
    };
    CHECK(names() == "GATE01 GATE01");
    bench.frame->part<EditActions>().undo();
    CHECK(names() == "DOOR01 DOOR01");

    bench.new_name = "GUARD01";  // the name of another actor
    bench.frame->run(action_named("Record, Rename..."));
    CHECK(bench.frame->session()->steps_done() == 0);
    bench.frame->select({"lights[0]"});
    process_events();
    CHECK_FALSE(bench.frame->part<EditActions>().can_rename());
}

TEST_CASE("keys: a function key in a text field reports why it does nothing")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    process_events();
    bench.frame->outliner().GetChildren().front()->SetFocus();
    process_events();
    bench.press(WXK_F9, wxMOD_SHIFT);
    CHECK(bench.status() == "Play Sound is not possible with this selection.");
}

#ifndef _WIN32

TEST_CASE("keys: go to the view if no control has the focus")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    auto* const set_focus = reinterpret_cast<void (*)(void*, void*)>(dlsym(RTLD_DEFAULT, "gtk_window_set_focus"));
    REQUIRE(set_focus != nullptr);
    bench.frame->outliner().tree().SetFocus();
    process_events();
    set_focus(bench.frame->GetHandle(), nullptr);  // like GTK if a pane with the focus is hidden
    process_events();
    bench.press('7');
    CHECK(bench.view(0).control().view() == render::View::top);
}

TEST_CASE("menus: moving over items faster than the window repaints does not crash")
{
    // GTK follows the focus for screen readers, and reports the second item as an error.
    Bench bench;
    auto* const pass = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "gtk_menu_item_select"));
    auto* const leave = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "gtk_menu_item_deselect"));
    REQUIRE(pass != nullptr);
    REQUIRE(leave != nullptr);
    const wxMenu& menu = *bench.frame->GetMenuBar()->GetMenu(0);
    test::call_at_click([&] {
        pass(menu.m_owner);
        for (const std::size_t number : {0U, 1U, 2U}) {
            pass(menu.FindItemByPosition(number)->GetMenuItem());
        }
        for (const std::size_t number : {0U, 1U, 2U}) {  // else GTK opens a submenu after the window is destroyed
            leave(menu.FindItemByPosition(number)->GetMenuItem());
        }
        leave(menu.m_owner);
    });
    process_events();
    CHECK(bench.frame->IsShown());
}

#endif

TEST_CASE("browser: shows the item under the pointer, and selects a record of the document")
{
    Views bench;
    const BrowserGrid& grid = bench.frame->browser().grid();
    grid.on_select({.kind = BrowserKind::models, .name = "WALL01"});
    CHECK(bench.status() == "WALL01: drag into a view to place it; Ctrl+drag onto an object gives it to that object");
    grid.on_select({.kind = BrowserKind::sounds, .name = "12"});
    CHECK(bench.status() == "Sound 12: a double click plays it; a right click has Find Uses");
    grid.on_select({.kind = BrowserKind::voices, .name = "abc", .text = "Hello."});
    CHECK(bench.status() == "abc: \"Hello.\"; a double click plays it");
    BrowserItem item{.kind = BrowserKind::models, .name = "A"};
    item.record = bench.frame->session()->find("statics[1]").value();
    grid.on_select(item);
    CHECK(bench.selected() == "statics[1]");
}

TEST_CASE("browser: a filtered kind keeps the shortcuts and symbols of the view")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.canvas->show_symbols(false);
    bench.canvas->show_symbol(render::Symbol::light, false);
    bench.frame->outliner().tree().SetFocus();
    process_events();
    bench.frame->run(action_named("Select, Pick, Only Lights"));
    process_events();
    CHECK(wxWindow::FindFocus() == bench.canvas);
    CHECK(bench.canvas->symbols());
    CHECK(bench.canvas->shows(render::Symbol::light));
    CHECK(bench.frame->part<SelectActions>().picked_kinds().GetStringSelection() == "Pick Lights");
    bench.frame->run(action_named("Select, Pick, All Kinds"));
    CHECK(bench.frame->part<SelectActions>().picked_kinds().GetStringSelection() == "Pick All Kinds");
}
