// Moving and rotating by user input: keys, numbers, handles, boxes.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/scene_bench.hpp"

#include <set>

#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/scene/transform_strip.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::canvas_of;
using test::process_events;
using test::to_screen;

/// A window that shows the sample map. Door 4 (at 200, 0, 300, rotated by 512) is selected, and snapping is 16.
struct ToolBench : Bench {
    SceneCanvas* canvas{};
    ToolBench()
    {
        canvas = canvas_of(*this);
        frame->part<TransformActions>().snap_to({.on = true, .grid = 16, .angle = 64});
        frame->select({"objects[4]"});
        process_events();
    }
    void keys(std::string_view text)
    {
        for (const char key : text) {
            press(key);
        }
    }
    std::string place(const std::string& path = "objects[4]") const
    {
        return value(path + ".position.x") + " " + value(path + ".position.y") + " " + value(path + ".position.z");
    }
    std::string undo_name() const { return frame->session()->undo_name(); }
};

}  // namespace

TEST_CASE("transform: G X 100 Enter and R Y 90 Enter work in every pane, as one step each")
{
    ToolBench bench;
    SECTION("view")
    {
        if (bench.canvas != nullptr) {
            bench.canvas->SetFocus();
        }
    }
    SECTION("outliner")
    {
        bench.frame->outliner().tree().SetFocus();
    }
    process_events();
    bench.keys("GX100");
    CHECK(bench.place() == "300 0 300");
    CHECK_FALSE(bench.frame->session()->modified());
    bench.press(WXK_RETURN);
    CHECK(bench.undo_name() == "Move DOOR01");
    bench.keys("RY90");
    bench.press(WXK_RETURN);
    CHECK(bench.value("objects[4].angle.y") == "1024");
    CHECK(bench.undo_name() == "Rotate DOOR01");
    bench.keys("GZ5");
    CHECK(bench.place() == "300 0 305");
    bench.press(WXK_ESCAPE);
    CHECK(bench.place() == "300 0 300");
    bench.press('Z', wxMOD_CONTROL);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.place() == "200 0 300");
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("transform: another action keeps the move in progress; a save contains it")
{
    ToolBench bench;
    bench.keys("GX100");
    bench.press('S', wxMOD_CONTROL);
    CHECK(bench.saved_value("objects[4].position.x") == "300");
    CHECK_FALSE(bench.frame->part<TransformActions>().tool().active());
}

TEST_CASE("transform: arrow keys move by the grid in a view, and select rows elsewhere")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.canvas->SetFocus();
    process_events();
    bench.press(WXK_RIGHT);
    bench.press(WXK_RIGHT);
    bench.press(WXK_UP);
    bench.press(WXK_PAGEUP);
    CHECK(bench.place() == "232 -16 316");
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.place() == "200 0 300");
    CHECK_FALSE(bench.frame->session()->can_undo());
    bench.press(']');
    CHECK(bench.frame->part<TransformActions>().snapping().grid == 32);
    bench.press('[');
    bench.frame->outliner().tree().SetFocus();
    process_events();
    bench.press(WXK_DOWN);
    CHECK(bench.place() == "200 0 300");
    CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().front()) == "objects[5]");
}

TEST_CASE("transform: gizmo arrows and objects drag by the grid, without it with Ctrl")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_selected();
    process_events();
    REQUIRE(bench.canvas->gizmo());
    const wxPoint middle = to_screen(*bench.canvas, bench.canvas->gizmo()->centre);
    SECTION("arrow")
    {
        test::drag(wxMOUSE_BTN_LEFT, middle + wxPoint(50, 0), middle + wxPoint(90, 33));
        CHECK(bench.value("objects[4].position.z") == "300");
        const int x = std::stoi(bench.value("objects[4].position.x"));
        CHECK(x > 200);
        CHECK(x % 16 == 0);
    }
    SECTION("the object, on the ground")
    {
        test::drag(wxMOUSE_BTN_LEFT, middle, middle + wxPoint(60, -60));
        CHECK(bench.value("objects[4].position.y") == "0");
        const int z = std::stoi(bench.value("objects[4].position.z"));
        CHECK(z > 300);
        CHECK(z % 16 == 0);
    }
    CHECK(bench.undo_name() == "Move DOOR01");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.place() == "200 0 300");
    CHECK_FALSE(bench.frame->session()->can_undo());
}

TEST_CASE("selection: Ctrl+click toggles, a box selects, Shift adds")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events();
    const auto place = [&](float x, float z) {
        return to_screen(*bench.canvas, {-x / 20, 0, (z * 256 - 16777215) / 5120});
    };
    const auto selected = [&] { return bench.frame->session()->selection().size(); };
    test::click(place(200, 500), WXK_CONTROL);  // door 5
    CHECK(selected() == 2);
    test::click(place(200, 500), WXK_CONTROL);
    CHECK(selected() == 1);
    test::drag(wxMOUSE_BTN_LEFT, place(190, 515), place(230, 485));
    REQUIRE(selected() == 1);
    CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().front()) == "objects[5]");
    test::drag(wxMOUSE_BTN_LEFT, place(230, 635), place(250, 605), WXK_SHIFT);
    CHECK(selected() == 2);  // and the flat
}

TEST_CASE("clipboard: a pasted record is selected and has its own id")
{
    ToolBench bench;
    bench.frame->outliner().tree().SetFocus();
    process_events();
    bench.press('C', wxMOD_CONTROL);
    CHECK(bench.frame->GetStatusBar()->GetStatusText() == "Copied DOOR01");
    bench.press('V', wxMOD_CONTROL);
    CHECK(bench.frame->GetStatusBar()->GetStatusText() == "Paste 1 object");
    CHECK(bench.undo_name() == "Paste 1 object");
    CHECK(bench.value("objects[7].script_name") == "DOOR01");
    CHECK(bench.value("objects[7].id") == "8");
    bench.press('X', wxMOD_CONTROL);
    CHECK(bench.undo_name() == "Cut DOOR01");
    bench.press('Z', wxMOD_CONTROL);
    bench.press('Z', wxMOD_CONTROL);
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("strip: angles are typed in degrees, also for a matrix; Esc deselects")
{
    ToolBench bench;
    CHECK(bench.shown("angle.y") == "90° = 512/2048");
    bench.type("angle.y", "45");
    CHECK(bench.value("objects[4].angle.y") == "256");
    CHECK(bench.shown("angle.y") == "45° = 256/2048");
    bench.type("angle.y", "+90");
    CHECK(bench.value("objects[4].angle.y") == "768");
    bench.frame->select({"statics[0]"});
    process_events();
    CHECK(bench.shown("rotation_matrix:y") == "0° = 0/2048");
    bench.type("rotation_matrix:y", "90");
    CHECK(bench.value("statics[0].rotation_matrix") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(bench.undo_name() == "Rotate WALL01");
    if (bench.canvas != nullptr) {
        bench.canvas->SetFocus();
        process_events();
        bench.press(WXK_ESCAPE);
        CHECK(bench.frame->session()->selection().empty());
    }
}

TEST_CASE("hide: hidden records cannot be picked or changed until Show All")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    bench.frame->part<SelectActions>().hide_selected();
    process_events();
    const wxPoint door = to_screen(*bench.canvas, {-10, 0, (300.0F * 256 - 16777215) / 5120});
    test::click(door);
    CHECK(bench.frame->session()->selection().empty());
    CHECK(bench.frame->part<SelectActions>().has_hidden());
    bench.frame->part<SelectActions>().show_hidden();
    process_events();
    test::click(door);
    CHECK(bench.frame->session()->selection().size() == 1);
    CHECK_FALSE(bench.frame->session()->modified());
}

namespace {

/// Types into fields of the strip.
struct StripBench : ToolBench {
    void type_in_field(const std::string& field, const wxString& text)
    {
        wxTextCtrl* const line = frame->properties().strip().line(field);
        REQUIRE(line != nullptr);
        line->SetFocus();
        process_events();
        type_over(text);
    }
    std::string there(const std::string& field)
    {
        const wxTextCtrl* const line = frame->properties().strip().line(field);
        return line == nullptr ? "not shown" : from_wx(line->GetValue());
    }
    bool has_focus(const std::string& field)
    {
        return frame->properties().strip().line(field) == wxWindow::FindFocus();
    }
};

}  // namespace

TEST_CASE("strip: Enter sets position or rotation, Tab goes on, each is one step")
{
    StripBench bench;
    CHECK(bench.there("position.x") == "200");
    CHECK(bench.there("position.z") == "300");
    CHECK(bench.there("angle.y") == "90\u00b0");
    bench.type_in_field("position.x", "+100");
    bench.press(WXK_RETURN);
    CHECK(bench.place() == "300 0 300");
    CHECK(bench.there("position.x") == "300");
    CHECK(bench.has_focus("position.x"));
    CHECK(bench.undo_name() == "Move DOOR01");
    bench.type_in_field("position.x", "250");
    bench.press(WXK_TAB);
    CHECK(bench.place() == "250 0 300");
    CHECK(bench.has_focus("position.y"));
    bench.type_in_field("angle.y", "+45");
    bench.press(WXK_RETURN);
    CHECK(bench.value("objects[4].angle.y") == "768");
    CHECK(bench.there("angle.y") == "135\u00b0");
    CHECK(bench.frame->session()->steps_done() == 3);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.there("angle.y") == "90\u00b0");
    // A pending value is applied to its record for any next action.
    bench.type_in_field("position.y", "-40");
    bench.frame->select({"objects[5]"});
    process_events();
    CHECK(bench.value("objects[4].position.y") == "-40");
    CHECK(bench.value("objects[5].position.y") == "0");
    CHECK(bench.there("position.z") == "500");
}

TEST_CASE("strip: shows common values of a selection; +10 applies to each record")
{
    StripBench bench;
    bench.frame->select({"objects[4]", "objects[5]"});
    process_events();
    CHECK(bench.there("position.x") == "200");
    CHECK(bench.there("position.z").empty());
    bench.type_in_field("position.z", "+10");
    bench.press(WXK_RETURN);
    CHECK(bench.place("objects[4]") == "200 0 310");
    CHECK(bench.place("objects[5]") == "200 0 510");
    CHECK(bench.frame->session()->steps_done() == 1);
    bench.type_in_field("position.z", "7");
    bench.press(WXK_RETURN);
    CHECK(bench.place("objects[5]") == "200 0 7");
    CHECK(bench.there("position.z") == "7");
    // An object and a light share a position, but not an angle.
    bench.frame->select({"objects[4]", "lights[0]"});
    process_events();
    CHECK(bench.there("position.z").empty());
    CHECK(bench.there("angle.y") == "not shown");
    bench.frame->select({"statics[1]"});
    process_events();
    CHECK(bench.there("rotation_matrix:y") == "270\u00b0");
    bench.frame->select({"actors[0]"});
    process_events();
    CHECK_FALSE(bench.frame->properties().strip().IsShown());
}

TEST_CASE("strip: numbers are shown whole in a narrow pane")
{
    StripBench bench;
    bench.frame->select({"statics[0]"});
    bench.type("position.x", "-1234567");
    bench.type("rotation_matrix:y", "33.3333");
    PropertyPane& pane = bench.frame->properties();
    std::set<int> tops;
    for (const int width : {400, 250}) {
        INFO(width);
        pane.SetSize(width, 700);
        process_events();
        tops.clear();
        for (const char* const field : {"position.x", "position.y", "position.z", "rotation_matrix:x",
                                        "rotation_matrix:y", "rotation_matrix:z"}) {
            const wxTextCtrl* const line = pane.strip().line(field);
            REQUIRE(line != nullptr);
            CHECK(line->GetSize().x >= line->GetSizeFromText(line->GetValue()).x);
            tops.insert(line->GetPosition().y);
        }
        CHECK(tops.size() == (width == 400 ? 2 : 3));  // in a narrow pane, a line for each axis
    }
}

TEST_CASE("strip: a rejected number stays in its field; Esc cancels it")
{
    StripBench bench;
    bench.type_in_field("position.x", "house");
    bench.press(WXK_RETURN);
    CHECK(bench.there("position.x") == "house");
    CHECK(bench.place() == "200 0 300");
    CHECK(bench.has_focus("position.x"));
    bench.press(WXK_ESCAPE);
    CHECK(bench.there("position.x") == "200");
    CHECK_FALSE(bench.frame->session()->modified());
    CHECK(bench.has_focus("position.x"));
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(bench.has_focus("position.x"));
    CHECK(bench.frame->session()->selection().size() == 1);
}

TEST_CASE("strip: dragging a label changes one unit a pixel, on the grid, as one step")
{
    StripBench bench;
    const wxPoint label = bench.frame->properties().strip().label_place("position.x");
    test::drag(wxMOUSE_BTN_LEFT, label, label + wxPoint(40, 0));
    CHECK(bench.place() == "232 0 300");
    CHECK(bench.frame->session()->steps_done() == 1);
    CHECK(bench.there("position.x") == "232");
}
