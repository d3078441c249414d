// Several views, showing and hiding panes, the command palette, and changed keys.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/views_bench.hpp"

#include <algorithm>
#include <memory>
#include <set>

#ifndef _WIN32
#include <dlfcn.h>
#endif
#include <wx/dcmemory.h>
#include <wx/image.h>

#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/command_palette.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/shortcuts.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::Bench;
using test::canvas_of;
using test::first_door;
using test::process_events;
using test::second_door;
using test::to_screen;
using test::Vec3;
using test::Views;

}  // namespace

TEST_CASE("views: four views show one scene and share the selection")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    CHECK(bench.frame->scene().canvases().size() == 1);
    bench.canvas->SetFocus();
    process_events();
    bench.press('4', wxMOD_CONTROL);
    REQUIRE(bench.frame->scene().canvases().size() == 4);
    for (int i = 0; i < 100 && !bench.frame->scene().is_idle(); ++i) {
        process_events(50);
    }
    CHECK(bench.frame->scene().is_idle());
    CHECK(bench.view(0).control().view() == render::View::camera);
    CHECK(bench.view(1).control().view() == render::View::top);
    CHECK(bench.view(2).control().view() == render::View::front);
    CHECK(bench.view(3).control().view() == render::View::side);
    for (const std::size_t number : {std::size_t{1}, std::size_t{3}}) {
        INFO(number);
        bench.frame->part<SelectActions>().select_none();  // handles are in front of objects
        process_events();
        test::click(to_screen(bench.view(number), number == 1 ? first_door : second_door));
        CHECK(bench.selected() == (number == 1 ? "objects[4]" : "objects[5]"));
        CHECK(bench.frame->scene().canvas() == &bench.view(number));
        CHECK(bench.view(0).gizmo());
    }
    // Keys rotate the view that was clicked. As a single view, it keeps its direction.
    bench.press('7');
    CHECK(bench.view(3).control().view() == render::View::top);
    bench.press('1', wxMOD_CONTROL);
    REQUIRE(bench.frame->scene().canvases().size() == 1);
    CHECK(bench.frame->scene().canvas()->control().view() == render::View::top);
    CHECK(bench.frame->scene().canvas()->GetSize() == bench.frame->scene().GetClientSize());
    bench.press('2', wxMOD_CONTROL);
    CHECK(bench.frame->scene().canvases().size() == 2);
}

TEST_CASE("views: handles, keys and the context menu act in their own view")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().four_views();
    bench.frame->select({"objects[4]"});
    process_events();
    bench.frame->part<ViewActions>().frame_selected();
    process_events(200);
    // The red arrow in the front view. X grows to the left there.
    SceneCanvas& front = bench.view(2);
    const wxPoint middle = to_screen(front, front.gizmo()->centre);
    const wxPoint tip = to_screen(front, front.gizmo()->centre + Vec3{-0.1F, 0, 0});
    const int way = tip.x > middle.x ? 1 : -1;
    test::drag(wxMOUSE_BTN_LEFT, middle + wxPoint(45 * way, 0), middle + wxPoint(80 * way, 20));
    CHECK(bench.value("objects[4].position.z") == "300");
    CHECK(std::stoi(bench.value("objects[4].position.x")) > 200);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.value("objects[4].position.x") == "200");
    // The key Up moves up in the front view, and away in the top view.
    front.SetFocus();
    process_events();
    bench.press(WXK_UP);
    CHECK(bench.value("objects[4].position.y") == "-16");
    bench.press('Z', wxMOD_CONTROL);
    bench.view(1).SetFocus();
    process_events();
    bench.press(WXK_UP);
    CHECK(bench.value("objects[4].position.y") == "0");
    CHECK(bench.value("objects[4].position.z") == "316");
    bench.press('Z', wxMOD_CONTROL);
    // G follows the pointer in the view under it.
    wxUIActionSimulator person;
    person.MouseMove(to_screen(bench.view(1), first_door));
    process_events();
    bench.press('G');
    CHECK(bench.frame->scene().canvas() == &bench.view(1));
    person.MouseMove(to_screen(bench.view(1), first_door) + wxPoint(40, 0));
    process_events();
    person.MouseClick();
    process_events(120);
    CHECK(bench.frame->session()->undo_name() == "Move DOOR01");
    CHECK(bench.value("objects[4].position.y") == "0");
    CHECK(bench.value("objects[4].position.x") != "200");
}

TEST_CASE("views: linked views show the same position")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().four_views();
    process_events();
    const Vec3 before = bench.view(3).control().pivot();
    const wxPoint corner = bench.view(1).ClientToScreen(wxPoint(60, 60));
    test::drag(wxMOUSE_BTN_MIDDLE, corner, corner + wxPoint(30, 40));
    CHECK(bench.view(3).control().pivot().z == before.z);
    bench.frame->part<ViewActions>().toggle_link();
    test::drag(wxMOUSE_BTN_MIDDLE, corner, corner + wxPoint(30, 40));
    CHECK(bench.view(3).control().pivot().z == bench.view(1).control().pivot().z);
    CHECK(bench.view(3).control().pivot().z != before.z);
    CHECK(stored_link());
}

TEST_CASE("hide: kinds, symbols and objects can be hidden or locked for a map")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events();
    const wxPoint lamp = to_screen(*bench.canvas, {-15, 3, (400.0F * 256 - 16777215) / 5120});
    const wxPoint door = to_screen(*bench.canvas, first_door);
    bench.frame->run(action_named("View, Show, Lights"));
    process_events();
    test::click(lamp);
    CHECK(bench.selected() == "0");
    bench.frame->run(action_named("View, Show, Lights"));
    bench.frame->run(action_named("View, Symbols Of, Lights"));
    process_events();
    test::click(lamp);
    CHECK(bench.selected() == "0");
    bench.frame->run(action_named("View, Symbols Of, Lights"));
    process_events();
    test::click(lamp);
    CHECK(bench.selected() == "lights[0]");
    bench.frame->run(action_named("Select, Lock Kind, Objects"));
    process_events();
    test::click(door);
    CHECK(bench.selected() == "0");
    bench.frame->select({"flats[0]"});
    bench.frame->part<SelectActions>().hide_selected();
    process_events();
    CHECK_FALSE(bench.frame->session()->modified());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    CHECK(bench.frame->part<SelectActions>().hiding().locked_kinds == std::set{scene::Kind::object});
    CHECK(bench.frame->part<SelectActions>().hiding().hidden.size() == 1);
    canvas_of(bench);
    CHECK(from_wx(bench.frame->GetStatusBar()->GetStatusText()).ends_with("; some are hidden (Select, Show All)"));
    bench.frame->part<SelectActions>().show_hidden();
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    CHECK(bench.frame->part<SelectActions>().hiding().empty());
}

TEST_CASE("outliner: a group can be hidden, locked and shown")
{
    Views bench;
    bench.frame->part<PaneActions>().group_outliner(Grouping::actor);
    process_events();
    const auto row_hint = [&](const std::string& path, bool of_group) {
        auto& model = static_cast<OutlineModel&>(*bench.frame->outliner().tree().GetModel());
        Outline& outline = model.outline();
        const Outline::Row row = outline.find(bench.frame->session()->find(path).value()).value();
        wxVariant content;
        model.GetValue(content, OutlineModel::item_of(of_group ? outline.above(row) : row), 1);
        return from_wx(content.GetString());
    };
    bench.frame->select({"objects[4]", "objects[5]"});
    bench.frame->run(action_named("Select, Hide"));
    process_events();
    CHECK(row_hint("objects[4]", true) == "hidden, 2 records");
    CHECK(row_hint("objects[5]", false).starts_with("hidden, Kind 3D object"));
    CHECK(row_hint("objects[6]", true) == "1 record");
    bench.frame->select({"objects[6]"});
    bench.frame->run(action_named("Select, Lock"));
    process_events();
    CHECK(row_hint("objects[6]", true) == "locked, 1 record");
    // Hidden records can be selected in the outliner only, and are shown without the others.
    bench.frame->select({"objects[5]"});
    bench.frame->run(action_named("Select, Show Selected"));
    process_events();
    CHECK(row_hint("objects[4]", true) == "2 records");
    CHECK(row_hint("objects[4]", false).starts_with("hidden, "));
    CHECK(row_hint("objects[5]", false).starts_with("Kind 3D object"));
    CHECK(bench.selected() == "objects[5]");
    CHECK(bench.frame->part<SelectActions>().hiding().hidden.size() == 1);
    CHECK(bench.frame->part<SelectActions>().hiding().locked.size() == 1);
    bench.frame->part<SelectActions>().show_hidden();
    process_events();
    CHECK(row_hint("objects[4]", false).starts_with("Kind 3D object"));
}

TEST_CASE("layout: a narrow window shows all tools; the list of kinds appears on demand")
{
    Views bench;
    const auto& panes = bench.frame->part<PaneActions>();
    auto& select = bench.frame->part<SelectActions>();
    CHECK(select.picked_kinds().IsShown());
    bench.frame->SetSize(1000, 700);
    process_events(200);
    CHECK_FALSE(select.picked_kinds().IsShown());
    CHECK(panes.tools()->GetToolBarFits());
    bench.frame->run(action_named("Select, Pick, Only Lights"));
    process_events(200);
    CHECK(select.picked_kinds().IsShown());
    CHECK(select.picked_kinds().GetStringSelection() == "Pick Lights");
    bench.frame->run(action_named("Select, Pick, All Kinds"));
    process_events(200);
    CHECK_FALSE(select.picked_kinds().IsShown());
    bench.frame->SetSize(1200, 800);
    process_events(200);
    CHECK(select.picked_kinds().IsShown());
}

TEST_CASE("layout: panes can be hidden, are remembered, and return with Reset Layout")
{
    Views bench;
    CHECK(bench.frame->outliner().IsShownOnScreen());
    bench.press('1', wxMOD_ALT);
    CHECK_FALSE(bench.frame->outliner().IsShownOnScreen());
    CHECK(bench.frame->part<PaneActions>().properties_shown());
    bench.frame->part<PaneActions>().toggle_pane("bottom");
    bench.frame->part<ViewActions>().two_views();
    process_events();
    bench.frame->Close(true);
    process_events();
    bench.frame = new MainFrame(Dialogs{});
    bench.frame->Show();
    process_events(200);
    CHECK_FALSE(bench.frame->part<PaneActions>().outliner_shown());
    CHECK_FALSE(bench.frame->part<PaneActions>().bottom_shown());
    CHECK(bench.frame->part<PaneActions>().properties_shown());
    CHECK(bench.frame->scene().view_layout().count == ViewCount::two);
    bench.frame->part<PaneActions>().reset_layout();
    process_events();
    CHECK(bench.frame->outliner().IsShownOnScreen());
    CHECK(bench.frame->part<PaneActions>().bottom_shown());
    CHECK(bench.frame->scene().view_layout() == ViewLayout{});
}

TEST_CASE("layout: at 1000 x 700 panes fold, and unfold in a larger window")
{
    Views bench;
    bench.frame->SetSize(1400, 800);
    process_events(200);
    const int outliner = bench.frame->outliner().GetSize().x;
    bench.frame->SetSize(1000, 700);
    process_events(300);
    CHECK(bench.frame->scene().GetSize().x >= 640);
    CHECK(bench.frame->scene().GetSize().y >= 490);
    CHECK(bench.frame->outliner().GetSize().x > 150);
    // All side panes are on the right, one above another.
    const int right = bench.frame->scene().GetScreenRect().GetRight();
    CHECK(bench.frame->outliner().GetScreenPosition().x > right);
    CHECK(bench.frame->properties().GetScreenPosition().x > right);
    CHECK(bench.frame->properties().GetScreenPosition().y > bench.frame->outliner().GetScreenRect().GetBottom());
    // A tab opens its list, and a search opens its results.
    auto* const tabs =
        dynamic_cast<wxAuiToolBar*>(wxWindow::FindWindowByName("Problems, history or search results", bench.frame));
    REQUIRE(tabs != nullptr);
    CHECK(tabs->IsShownOnScreen());
    CHECK_FALSE(bench.frame->history().IsShownOnScreen());
    const wxRect tab = tabs->GetToolRect(tabs->FindToolByIndex(1)->GetId());
    test::click(tabs->ClientToScreen(tab.GetPosition() + tab.GetSize() / 2));
    process_events(300);
    CHECK(bench.frame->history().IsShownOnScreen());
    CHECK_FALSE(tabs->IsShownOnScreen());
    bench.frame->part<PaneActions>().toggle_bottom();
    process_events(300);
    CHECK_FALSE(bench.frame->history().IsShownOnScreen());
    CHECK(tabs->IsShownOnScreen());
    bench.frame->SetSize(1400, 800);
    process_events(300);
    CHECK(bench.frame->outliner().GetSize().x == outliner);
    CHECK(bench.frame->outliner().GetScreenRect().GetRight() < bench.frame->scene().GetScreenPosition().x);
    CHECK(bench.frame->part<PaneActions>().bottom_shown());
    // The height does not grow with each change of the size.
    bench.frame->SetSize(1000, 700);
    process_events(300);
    bench.frame->SetSize(1400, 800);
    process_events(300);
    CHECK(bench.frame->outliner().GetSize().x == outliner);
}

TEST_CASE("layout: outliner and browser are tabs in a small window, stacked in a large one")
{
    Views bench;
    auto* const tabs = dynamic_cast<wxAuiToolBar*>(wxWindow::FindWindowByName("Outliner or browser", bench.frame));
    REQUIRE(tabs != nullptr);
    bench.frame->SetSize(1400, 900);
    process_events(300);
    CHECK_FALSE(tabs->IsShownOnScreen());
    CHECK(bench.frame->outliner().IsShownOnScreen());
    CHECK(bench.frame->browser().IsShownOnScreen());
    bench.frame->SetSize(1000, 900);
    process_events(300);
    CHECK(tabs->IsShownOnScreen());
    CHECK(tabs->GetScreenPosition().y < bench.frame->outliner().GetScreenPosition().y);
    CHECK_FALSE(bench.frame->browser().IsShownOnScreen());
    for (wxPoint before(-1, -1); before != tabs->GetScreenPosition();) {  // panes move one after another
        before = tabs->GetScreenPosition();
        process_events(300);
    }
    const wxRect tab = tabs->GetToolRect(tabs->FindToolByIndex(1)->GetId());
    test::click(tabs->ClientToScreen(tab.GetPosition() + tab.GetSize() / 2));
    process_events(300);
    CHECK(bench.frame->browser().IsShownOnScreen());
    CHECK_FALSE(bench.frame->outliner().IsShownOnScreen());
    bench.frame->SetSize(1400, 900);
    process_events(300);
    CHECK(bench.frame->outliner().IsShownOnScreen());
    CHECK(bench.frame->browser().IsShownOnScreen());
}

TEST_CASE("layout: an outliner that was hidden is above the properties again in a small window")
{
    Views bench;
    bench.frame->SetSize(1000, 900);
    process_events(300);
    for (int i = 0; i < 2; ++i) {
        bench.frame->run(action_named("View, Panes, Outliner"));
        process_events(300);
    }
    REQUIRE(bench.frame->outliner().IsShownOnScreen());
    CHECK(bench.frame->outliner().GetScreenPosition().y < bench.frame->properties().GetScreenPosition().y);
}

TEST_CASE("layout: in a small window, the highlighted tab is the visible pane")
{
    Views bench;
    auto* const tabs = dynamic_cast<wxAuiToolBar*>(wxWindow::FindWindowByName("Outliner or browser", bench.frame));
    REQUIRE(tabs != nullptr);
    bench.frame->SetSize(1000, 900);
    process_events(300);
    const auto highlighted = [&] {
        std::string names;
        for (int i = 0; i < 2; ++i) {
            const wxAuiToolBarItem& tab = *tabs->FindToolByIndex(i);
            names += (tab.GetState() & wxAUI_BUTTON_STATE_CHECKED) != 0 ? from_wx(tab.GetLabel()) + " " : "";
        }
        return names;
    };
    const auto shown = [&] {
        return std::string(bench.frame->outliner().IsShownOnScreen() ? "Outliner " : "") +
               (bench.frame->browser().IsShownOnScreen() ? "Browser " : "");
    };
    CHECK(highlighted() == "Outliner ");
    for (const char* const keys : {"1", "1", "4", "1", "4", "4", "1"}) {  // Alt+1: outliner, Alt+4: browser
        bench.press(*keys, wxMOD_ALT);
        process_events(200);
        INFO(keys);
        CHECK(highlighted() == shown());
    }
}

#ifndef _WIN32

namespace {

/// Scales all fonts while it exists.
class FontScale {
public:
    explicit FontScale(int scale) { set(scale * 96 * 1024); }
    FontScale(const FontScale&) = delete;
    FontScale& operator=(const FontScale&) = delete;
    ~FontScale() { set(96 * 1024); }

private:
    static void set(int dpi)
    {
        void* const settings = reinterpret_cast<void* (*)()>(dlsym(RTLD_DEFAULT, "gtk_settings_get_default"))();
        reinterpret_cast<void (*)(void*, const char*, ...)>(
            dlsym(RTLD_DEFAULT, "g_object_set"))(settings, "gtk-xft-dpi", dpi, nullptr);
    }
};

}  // namespace

TEST_CASE("layout: with a large font, the side panes of a small window share one place")
{
    const FontScale large(2);
    Views bench;
    bench.frame->SetSize(1000, 700);
    process_events(400);
    Outliner& outliner = bench.frame->outliner();
    const auto line_height = [&] {
        wxDataViewItemArray rows;
        outliner.tree().GetModel()->GetChildren({}, rows);
        return outliner.tree().GetItemRect(rows.front()).height;
    };
    CHECK(outliner.tree().GetClientSize().y >= 5 * line_height());
    CHECK_FALSE(bench.frame->properties().IsShownOnScreen());
    bench.press('2', wxMOD_ALT);
    process_events(200);
    CHECK(bench.frame->properties().IsShownOnScreen());
    CHECK_FALSE(outliner.IsShownOnScreen());
    bench.press('1', wxMOD_ALT);
    process_events(200);
    CHECK(outliner.IsShownOnScreen());
    CHECK_FALSE(bench.frame->properties().IsShownOnScreen());
    bench.frame->SetSize(1200, 1000);
    process_events(400);
    CHECK(outliner.IsShownOnScreen());
    CHECK(bench.frame->properties().IsShownOnScreen());
}

#endif

TEST_CASE("palette: finds an action by letters and runs it if it is enabled")
{
    Views bench;
    bench.frame->open_palette();
    process_events();
    CommandPalette* const palette = bench.frame->palette();
    REQUIRE(palette != nullptr);
    CHECK(palette->found().size() == actions().size());
    palette->filter("redo");
    REQUIRE_FALSE(palette->found().empty());
    CHECK(action_name(*palette->found().front()) == "Edit, Redo");
    palette->choose();  // there is nothing to redo
    CHECK(palette->IsShown());
    CHECK(bench.frame->GetStatusBar()->GetStatusText() == "There is nothing to redo.");
    palette->filter("selall");
    CHECK(action_name(*palette->found().front()) == "Select, All");
    palette->choose();
    process_events();
    CHECK_FALSE(palette->IsShown());
    CHECK(bench.frame->session()->selection().size() > 10);
}

TEST_CASE("shortcuts: a changed key works in menus too, and conflicts are reported")
{
    Views bench;
    Shortcuts dialog(bench.frame, bench.frame->keys());
    dialog.filter("View, Top");
    dialog.set_key("ctrl+s");
    CHECK(dialog.warning() == "The same key: File, Save");
    dialog.set_key("Ctrl+U");
    CHECK(dialog.warning().empty());
    CHECK(dialog.keys().changed() == KeyMap::Changed{{"View, Top", "Ctrl+U"}});
    store_keys(dialog.keys().changed());
    CHECK(stored_keys() == KeyMap::Changed{{"View, Top", "Ctrl+U"}});
    CHECK(find_action(dialog.keys(), 'U', wxMOD_CONTROL, false) == &action_named("View, Top"));
    CHECK(find_action(dialog.keys(), '7', wxMOD_NONE, true) == nullptr);
    store_keys({});
    CHECK(stored_keys().empty());
}

TEST_CASE("transform: Shift+D and Alt+drag duplicate and move as one step")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    bench.frame->select({"objects[4]"});
    bench.canvas->SetFocus();
    process_events();
    const auto marked_row = [&] {
        wxVariant value;
        wxDataViewCtrl& tree = bench.frame->outliner().tree();
        tree.GetModel()->GetValue(value, tree.GetSelection(), 0);
        return from_wx(value.GetString());
    };
    bench.press('D', wxMOD_SHIFT);
    CHECK(marked_row() == "DOOR01 [5]");
    bench.press(WXK_ESCAPE);
    CHECK(bench.selected() == "objects[4]");
    CHECK(marked_row() == "DOOR01 [4]");
    bench.press('D', wxMOD_SHIFT);
    bench.press('X');
    bench.press('8');
    bench.press(WXK_RETURN);
    CHECK(bench.selected() == "objects[5]");
    CHECK(bench.value("objects[5].position.x") == "208");
    CHECK(bench.frame->session()->steps() == std::vector<std::string>{"Duplicate DOOR01"});
    bench.press('Z', wxMOD_CONTROL);
    CHECK_FALSE(bench.frame->session()->modified());

    bench.frame->select({"objects[4]"});
    process_events(200);
    const wxPoint door = to_screen(*bench.canvas, first_door);
    wxUIActionSimulator person;
    SECTION("Alt is pressed during the drag, because the window manager uses Alt+press")
    {
        person.MouseMove(door);
        process_events();
        person.MouseDown();
        process_events();
        person.MouseMove(door + wxPoint(30, -30));
        process_events();
        CHECK(bench.frame->session()->steps() == std::vector<std::string>{"Duplicate DOOR01"});  // undone
        CHECK(bench.frame->session()->steps_done() == 0);
        person.KeyDown(WXK_ALT);
        SECTION("and the drag continues")
        {
            person.MouseMove(door + wxPoint(60, -60));
            process_events();
        }
        SECTION("and the drag ends")
        {
        }
        person.MouseUp();
        process_events();
        person.KeyUp(WXK_ALT);
    }
    SECTION("Alt is held from the beginning")
    {
        const auto event = [&](wxEventType kind, const wxPoint& at) {  // these events bypass the window manager
            wxMouseEvent made(kind);
            made.SetPosition(bench.canvas->ScreenToClient(at));
            made.SetAltDown(true);
            made.SetLeftDown(kind == wxEVT_MOTION);
            made.m_clickCount = 1;
            bench.canvas->ProcessWindowEvent(made);
            process_events();
        };
        event(wxEVT_LEFT_DOWN, door);
        event(wxEVT_MOTION, door + wxPoint(60, -60));
        event(wxEVT_LEFT_UP, door + wxPoint(60, -60));
    }
    process_events(200);
    CHECK(bench.frame->session()->steps() == std::vector<std::string>{"Duplicate DOOR01"});
    CHECK(bench.value("objects[4].position.z") == "300");
    CHECK(bench.value("objects[5].id") == "8");
    CHECK(bench.value("objects[5].position.z") != "300");
    CHECK(bench.value("objects[5].position.y") == "0");
    CHECK(marked_row() == "DOOR01 [5]");
}

TEST_CASE("selection: a press right after a click drags the clicked object")
{
    Views bench;
    bench.frame->select({"objects[4]"});
    process_events(200);
    const wxPoint door = bench.canvas->ScreenToClient(to_screen(*bench.canvas, first_door));
    const auto event = [&](wxEventType kind, const wxPoint& at) {
        wxMouseEvent made(kind);
        made.SetPosition(at);
        made.SetLeftDown(kind == wxEVT_MOTION);
        bench.canvas->ProcessWindowEvent(made);
        process_events();
    };
    event(wxEVT_LEFT_DCLICK, door);  // wx sends a double click
    event(wxEVT_MOTION, door + wxPoint(60, -60));
    event(wxEVT_LEFT_UP, door + wxPoint(60, -60));
    process_events(200);
    CHECK(bench.frame->session()->steps() == std::vector<std::string>{"Move DOOR01"});
}

TEST_CASE("views: the splitter between views can be dragged after a click")
{
    Views bench;
    bench.frame->part<ViewActions>().two_views();
    process_events(200);
    ScenePane& pane = bench.frame->scene();
    const wxSize size = pane.GetClientSize();
    const auto event = [&](wxEventType kind, double across) {
        wxMouseEvent made(kind);
        made.SetPosition({static_cast<int>(size.x * across), size.y / 3});
        pane.ProcessWindowEvent(made);
        process_events();
    };
    event(wxEVT_LEFT_DOWN, 0.5);
    event(wxEVT_MOTION, 0.3);
    event(wxEVT_LEFT_UP, 0.3);
    CHECK(pane.view_layout().across == Approx(0.3).margin(0.01));
    event(wxEVT_LEFT_DCLICK, 0.3);
    event(wxEVT_MOTION, 0.6);
    event(wxEVT_LEFT_UP, 0.6);
    CHECK(pane.view_layout().across == Approx(0.6).margin(0.01));
    event(wxEVT_LEFT_DOWN, 0.6);
    event(wxEVT_LEFT_DCLICK, 0.6);
    event(wxEVT_LEFT_UP, 0.6);
    CHECK_FALSE(pane.HasCapture());
}

TEST_CASE("arrange: aligns, distributes, and moves the selection to the last record")
{
    Views bench;
    bench.frame->select({"objects[4]", "objects[6]"});
    bench.frame->run(action_named("Transform, Align, X Greatest"));
    process_events();
    CHECK(bench.value("objects[4].position.x") == "320");
    CHECK(bench.frame->session()->undo_name() == "Align 2 objects");
    bench.frame->run(action_named("Transform, Take Position of Last"));
    process_events();
    CHECK(bench.value("objects[4].position.z") == "400");
    CHECK_FALSE(bench.frame->part<TransformActions>().can_distribute());
}

TEST_CASE("frame: dropped files open in tabs")
{
    Views bench;
    const std::filesystem::path other = bench.folder / "OTHER.RGM";
    REQUIRE(write_file(other, bench.original).has_value());
    bench.frame->select({"objects[4]"});
    bench.set("position.x", "1");
    DocumentActions& documents = bench.frame->part<DocumentActions>();
    CHECK(documents.open_all({other, bench.file}));
    CHECK(bench.frame->session()->path() == bench.file);
    CHECK(bench.value("objects[4].position.x") == "1");
    CHECK(bench.asked == 0);
    CHECK(last_folder() == bench.folder);
    CHECK_FALSE(documents.open_all({bench.folder / "NONE.RGM"}));
}

TEST_CASE("shortcuts: docs/window.md has the table of --keys, and all keys are unique")
{
    const Bytes page = read_file(redforge::test::source_folder() / "docs" / "window.md").value();
    const std::string text(reinterpret_cast<const char*>(page.data()), page.size());
    const std::string mark = "<!-- keys -->\n";
    REQUIRE(text.find(mark) != std::string::npos);
    CHECK(text.substr(text.find(mark) + mark.size()) == key_table());
    const std::vector<KeyBinding> bindings = bindings_of({});
    for (const KeyBinding& binding : bindings) {
        INFO(binding.action);
        CHECK(key_conflicts(bindings, binding.action).empty());
        CHECK(std::ranges::count(bindings, binding.action, &KeyBinding::action) == 1);
    }
}

TEST_CASE("layout: panes keep their last sizes in a small window")
{
    Views bench;
    bench.frame->SetSize(1400, 900);
    process_events(300);
    // Lives as long as the panes: on Windows, wx reports an error if a handler is removed during nested events.
    const auto widths = std::make_shared<std::set<int>>();
    const auto least = std::make_shared<int>(10000);
    bench.frame->properties().Bind(wxEVT_SIZE, [widths](wxSizeEvent& event) {
        widths->insert(event.GetSize().x);
        event.Skip();
    });
    bench.frame->history().Bind(wxEVT_SIZE, [least, &history = bench.frame->history()](wxSizeEvent& event) {
        *least = history.IsShown() ? std::min(*least, event.GetSize().y) : *least;
        event.Skip();
    });
    bench.frame->SetSize(1000, 620);
    process_events(400);
    CHECK(widths->size() == 1);
    CHECK(*least >= 60);
}

TEST_CASE("layout: the lower panes can be as high as the panes beside the views allow")
{
    Views bench;
    bench.frame->SetSize(1200, 900);
    process_events(400);
    REQUIRE(bench.frame->browser().IsShownOnScreen());
    wxWindow* const lists = bench.frame->history().GetParent();
    const wxPoint top = lists->GetScreenPosition();
    test::drag(wxMOUSE_BTN_LEFT, top + wxPoint(300, -3), top + wxPoint(300, -600));
    process_events(200);
    CHECK(lists->GetScreenPosition().y < top.y - 50);
    CHECK(bench.frame->outliner().GetSize().y >= 150);
    CHECK(bench.frame->browser().GetSize().y >= 150);
    CHECK(bench.frame->browser().GetScreenRect().GetBottom() < lists->GetScreenPosition().y);
    bench.frame->SetSize(1200, 800);
    process_events(400);
    CHECK(bench.frame->outliner().GetSize().y >= 150);
    CHECK(bench.frame->browser().GetSize().y >= 150);
}

TEST_CASE("layout: the Problems tab shows the count in a low window too")
{
    Views bench;
    bench.frame->SetSize(1000, 700);
    process_events(300);
    auto* const tabs =
        dynamic_cast<wxAuiToolBar*>(wxWindow::FindWindowByName("Problems, history or search results", bench.frame));
    REQUIRE(tabs != nullptr);
    auto& lists = *static_cast<wxAuiNotebook*>(bench.frame->problems().GetParent());
    bench.frame->problems().clear();
    CHECK(tabs->GetToolLabel(tabs->FindToolByIndex(0)->GetId()) == "Problems");
    bench.frame->problems().add("Save", "cannot");
    bench.frame->problems().add("Open", "cannot");
    CHECK(tabs->GetToolLabel(tabs->FindToolByIndex(0)->GetId()) == "Problems (2)");
    CHECK(lists.GetPageText(0) == "Problems (2)");
}

TEST_CASE("layout: the toolbar's arrow appears if tools do not fit")
{
    Views bench;
    wxAuiToolBar* bar = nullptr;
    for (wxWindow* const child : bench.frame->GetChildren()) {
        auto* const found = dynamic_cast<wxAuiToolBar*>(child);
        bar = found != nullptr && found->FindTool(wxID_SAVE) != nullptr ? found : bar;
    }
    REQUIRE(bar != nullptr);
    const auto has_arrow = [&] {
        constexpr int side = 16;
        wxBitmap drawn(side, side, 24);
        {
            wxMemoryDC dc(drawn);
            dc.SetBackground(*wxWHITE_BRUSH);
            dc.Clear();
            bar->GetArtProvider()->DrawOverflowButton(dc, bar, wxRect(0, 0, side, side), 0);
        }
        const wxImage image = drawn.ConvertToImage();
        return std::any_of(image.GetData(), image.GetData() + 3 * side * side,
                           [](unsigned char c) { return c != 255; });
    };
    bench.frame->SetSize(1400, 900);
    process_events(300);
    CHECK_FALSE(has_arrow());
    bench.frame->SetSize(800, 900);
    process_events(300);
    CHECK(has_arrow());
}

TEST_CASE("bookmarks: a view returns to its stored camera, also after the file is opened again")
{
    Views bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->run(action_named("View, Bookmarks, Go to 3"));
    CHECK(bench.status() == "Bookmark 3 is not set; View, Bookmarks, Store 3 stores the view");
    bench.frame->select({"objects[4]"});
    bench.frame->run(action_named("View, Top"));
    bench.frame->run(action_named("View, Frame Selected"));
    const render::CameraPose pose = bench.canvas->control().pose();
    bench.frame->run(action_named("View, Bookmarks, Store 3"));
    bench.frame->run(action_named("View, Perspective"));
    bench.frame->run(action_named("View, Frame All"));
    REQUIRE_FALSE(bench.canvas->control().pose() == pose);
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    canvas_of(bench);
    bench.frame->run(action_named("View, Bookmarks, Go to 3"));
    CHECK(bench.frame->scene().canvas()->control().pose() == pose);
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("selection: previous and next selection follow clicks, in all panes")
{
    Views bench;
    bench.frame->select({"objects[4]"});
    bench.frame->select({"objects[5]"});
    bench.frame->part<SelectActions>().select_none();
    bench.frame->run(action_named("Select, Previous Selection"));
    CHECK(bench.selected() == "objects[5]");
    CHECK(bench.frame->outliner().tree().GetSelectedItemsCount() == 1);
    bench.frame->run(action_named("Select, Previous Selection"));
    CHECK(bench.selected() == "objects[4]");
    bench.frame->run(action_named("Select, Previous Selection"));
    CHECK(bench.status() == "Previous Selection is not possible with this selection.");
    bench.frame->run(action_named("Select, Next Selection"));
    CHECK(bench.selected() == "objects[5]");
    bench.frame->run(action_named("Select, Next Selection"));
    CHECK(bench.selected() == "objects[5]");
}
