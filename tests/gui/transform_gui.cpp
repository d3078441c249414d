// Moving and turning as a person does it: keys, numbers, handles, boxes.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/scene_bench.hpp"

#include "editor/views/outliner.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::canvas_of;
using test::screen_place;
using test::settle;

/// A window on the sample map, with door 4 (at 200, 0, 300, turned by 512) selected and snapping by 16.
struct ToolBench : Bench {
    SceneCanvas* canvas{};
    ToolBench()
    {
        canvas = canvas_of(*this);
        frame->snap_to({.on = true, .grid = 16, .angle = 64});
        frame->select({"objects[4]"});
        settle();
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

TEST_CASE("G X 100 Enter and R Y 90 Enter move and turn, from every pane; Esc takes back; each is one step")
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
    settle();
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

TEST_CASE("what is being moved is kept when something else is done: a save has it")
{
    ToolBench bench;
    bench.keys("GX100");
    bench.press('S', wxMOD_CONTROL);
    CHECK(bench.saved_value("objects[4].position.x") == "300");
    CHECK_FALSE(bench.frame->tool().active());
}

TEST_CASE("arrow keys move by the grid in the view, as one step; elsewhere they lead from row to row")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->view_top();
    bench.canvas->SetFocus();
    settle();
    bench.press(WXK_RIGHT);
    bench.press(WXK_RIGHT);
    bench.press(WXK_UP);
    bench.press(WXK_PAGEUP);
    CHECK(bench.place() == "232 -16 316");
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.place() == "200 0 300");
    CHECK_FALSE(bench.frame->session()->can_undo());
    bench.press(']');
    CHECK(bench.frame->snapping().grid == 32);
    bench.press('[');
    bench.frame->outliner().tree().SetFocus();
    settle();
    bench.press(WXK_DOWN);
    CHECK(bench.place() == "200 0 300");
    CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().front()) == "objects[5]");
}

TEST_CASE("an arrow of the gizmo and the thing itself are dragged, by the grid unless Ctrl is held")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->view_top();
    bench.frame->frame_selected();
    settle();
    REQUIRE(bench.canvas->gizmo());
    const wxPoint middle = screen_place(*bench.canvas, bench.canvas->gizmo()->centre);
    SECTION("arrow")
    {
        test::drag(wxMOUSE_BTN_LEFT, middle + wxPoint(50, 0), middle + wxPoint(90, 33));
        CHECK(bench.value("objects[4].position.z") == "300");
        const int x = std::stoi(bench.value("objects[4].position.x"));
        CHECK(x > 200);
        CHECK(x % 16 == 0);
    }
    SECTION("the thing, on the ground")
    {
        test::drag(wxMOUSE_BTN_LEFT, middle, middle + wxPoint(60, -60));
        CHECK(bench.value("objects[4].position.y") == "0");
        const int z = std::stoi(bench.value("objects[4].position.z"));
        CHECK(z > 300);
        CHECK(z % 16 == 0);
    }
    CHECK(bench.undo_name() == "Move DOOR01");
    bench.frame->undo();
    settle();
    CHECK(bench.place() == "200 0 300");
    CHECK_FALSE(bench.frame->session()->can_undo());
}

TEST_CASE("Ctrl+click toggles, a dragged box selects, with Shift adds")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->view_top();
    bench.frame->frame_all();
    settle();
    const auto place = [&](float x, float z) {
        return screen_place(*bench.canvas, {-x / 20, 0, (z * 256 - 16777215) / 5120});
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

TEST_CASE("copy, cut and paste by keys; what is pasted is selected and has an id of its own")
{
    ToolBench bench;
    bench.frame->outliner().tree().SetFocus();
    settle();
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

TEST_CASE("angles are typed in degrees, for a matrix too; Esc in the view selects nothing")
{
    ToolBench bench;
    CHECK(bench.shown("angle.y") == "90° = 512/2048");
    bench.type("angle.y", "45");
    CHECK(bench.value("objects[4].angle.y") == "256");
    CHECK(bench.shown("angle.y") == "45° = 256/2048");
    bench.type("angle.y", "+90");
    CHECK(bench.value("objects[4].angle.y") == "768");
    bench.frame->select({"statics[0]"});
    settle();
    CHECK(bench.shown("rotation_matrix:y") == "0° = 0/2048");
    bench.type("rotation_matrix:y", "90");
    CHECK(bench.value("statics[0].rotation_matrix") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(bench.undo_name() == "Rotate WALL01");
    if (bench.canvas != nullptr) {
        bench.canvas->SetFocus();
        settle();
        bench.press(WXK_ESCAPE);
        CHECK(bench.frame->session()->selection().empty());
    }
}

TEST_CASE("what is hidden is not picked and not changed; Show All brings it back")
{
    ToolBench bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->view_top();
    bench.frame->frame_all();
    bench.frame->hide_selected();
    settle();
    const wxPoint door = screen_place(*bench.canvas, {-10, 0, (300.0F * 256 - 16777215) / 5120});
    test::click(door);
    CHECK(bench.frame->session()->selection().empty());
    CHECK(bench.frame->has_hidden());
    bench.frame->show_hidden();
    settle();
    test::click(door);
    CHECK(bench.frame->session()->selection().size() == 1);
    CHECK_FALSE(bench.frame->session()->modified());
}
