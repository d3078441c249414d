// Work without a mouse: names for screen readers, the Tab key, and menus by a key.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <wx/grid.h>
#include <wx/propgrid/propgrid.h>
#include <wx/srchctrl.h>
#include <wx/stc/stc.h>

#ifndef _WIN32
#include <dlfcn.h>
#endif

#include "editor/model/rows/browser_items.hpp"
#include "editor/views/actions/table_actions.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/scene/tile_canvas.hpp"
#include "gui/complaints.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::process_events;
using test::Views;

#ifndef _WIN32
/// Returns the name that a screen reader reads for a window.
std::string accessible_name(const wxWindow& window)
{
    auto* const accessible_of = reinterpret_cast<void* (*)(void*)>(dlsym(RTLD_DEFAULT, "gtk_widget_get_accessible"));
    auto* const name_of = reinterpret_cast<const char* (*)(void*)>(dlsym(RTLD_DEFAULT, "atk_object_get_name"));
    void* const accessible = accessible_of(window.m_wxwindow != nullptr ? window.m_wxwindow : window.GetHandle());
    const char* const name = accessible == nullptr ? nullptr : name_of(accessible);
    return name == nullptr ? "" : name;
}

/// Calls `visit` with all windows in a window.
void visit_windows(const wxWindow& window, const std::function<void(const wxWindow&)>& visit)
{
    visit(window);
    for (const wxWindow* const child : window.GetChildren()) {
        visit_windows(*child, visit);
    }
}
#endif

}  // namespace

#ifndef _WIN32
TEST_CASE("screen readers: every view, list, table, text and search line has a name")
{
    Views bench;
    bench.frame->select({"objects[4]"});
    bench.frame->part<TableActions>().toggle_table();
    process_events();
    std::size_t count = 0;
    visit_windows(*bench.frame, [&](const wxWindow& window) {
        const bool is_own = dynamic_cast<const TileCanvas*>(&window) != nullptr ||
                            dynamic_cast<const SceneCanvas*>(&window) != nullptr ||
                            dynamic_cast<const wxGrid*>(&window) != nullptr ||
                            dynamic_cast<const wxPropertyGrid*>(&window) != nullptr ||
                            dynamic_cast<const wxStyledTextCtrl*>(&window) != nullptr ||
                            dynamic_cast<const wxSearchCtrl*>(&window) != nullptr;
        if (is_own) {
            ++count;
            INFO(from_wx(window.GetClassInfo()->GetClassName()) << " in " << from_wx(window.GetParent()->GetName()));
            CHECK_FALSE(accessible_name(window).empty());
        }
    });
    CHECK(count >= 9);
    CHECK(accessible_name(bench.frame->outliner().tree()) == "Outliner");
}

TEST_CASE("screen readers: a grid and the tiles are named after their current line")
{
    Views bench;
    bench.frame->select({"lights[0]"});
    process_events();
    wxPropertyGrid& grid = bench.frame->properties().grid();
    wxPropertyGridEvent selected(wxEVT_PG_SELECTED, grid.GetId());
    selected.SetProperty(bench.frame->properties().line("radius"));
    grid.ProcessWindowEvent(selected);  // as wx sends it if the user selects the line
    CHECK(accessible_name(grid).starts_with("Properties: Radius: "));
    BrowserGrid& tiles = bench.frame->browser().grid();
    bench.frame->browser().show_kind(BrowserKind::actors);
    tiles.SetFocus();
    process_events();
    bench.press(WXK_RIGHT);
    REQUIRE(tiles.selected() != nullptr);
    CHECK(accessible_name(tiles) == "Browser: " + tiles.selected()->name);
}
#endif

TEST_CASE("keyboard: Tab leaves the tiles of the browser")
{
    Views bench;
    if (!bench.frame->browser().IsShownOnScreen()) {
        return;
    }
    BrowserGrid& tiles = bench.frame->browser().grid();
    tiles.SetFocus();
    process_events();
    bench.press(WXK_TAB, wxMOD_SHIFT);
    CHECK(bench.frame->browser().is_searching());
    bench.press(WXK_TAB);
    CHECK(wxWindow::FindFocus() == &tiles);
}

TEST_CASE("lists: GTK does not complain about the filter line in a window of any size")
{
    Views bench;
    const test::Complaints heard;
    for (const wxSize& size : {wxSize(1200, 800), wxSize(500, 300), wxSize(320, 240), wxSize(900, 500)}) {
        bench.frame->SetSize(size);
        process_events(120);
    }
    INFO(test::Complaints::text);
    CHECK(test::Complaints::text.find("egative") == std::string::npos);
}

TEST_CASE("keyboard: a view that F6 reaches has a border until a button is pressed")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->outliner().tree().SetFocus();
    process_events(100);
    const auto border = [&] { return bench.canvas->shows_focus(); };
    CHECK_FALSE(border());
    for (int i = 0; i < 3 && !bench.canvas->HasFocus(); ++i) {
        bench.frame->part<PaneActions>().next_pane();
        process_events(100);
    }
    REQUIRE(bench.canvas->HasFocus());
    CHECK(border());
    test::click(bench.canvas->ClientToScreen(wxPoint(40, 200)));
    CHECK_FALSE(border());
}
