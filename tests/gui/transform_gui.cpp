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
struct Hands : Bench {
    SceneCanvas* canvas{};
    Hands()
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
    Hands hands;
    SECTION("view")
    {
        if (hands.canvas != nullptr) {
            hands.canvas->SetFocus();
        }
    }
    SECTION("outliner")
    {
        hands.frame->outliner().tree().SetFocus();
    }
    settle();
    hands.keys("GX100");
    CHECK(hands.place() == "300 0 300");
    CHECK_FALSE(hands.frame->session()->modified());
    hands.press(WXK_RETURN);
    CHECK(hands.undo_name() == "Move DOOR01");
    hands.keys("RY90");
    hands.press(WXK_RETURN);
    CHECK(hands.value("objects[4].angle.y") == "1024");
    CHECK(hands.undo_name() == "Rotate DOOR01");
    hands.keys("GZ5");
    CHECK(hands.place() == "300 0 305");
    hands.press(WXK_ESCAPE);
    CHECK(hands.place() == "300 0 300");
    hands.press('Z', wxMOD_CONTROL);
    hands.press('Z', wxMOD_CONTROL);
    CHECK(hands.place() == "200 0 300");
    CHECK_FALSE(hands.frame->session()->modified());
}

TEST_CASE("what is being moved is kept when something else is done: a save has it")
{
    Hands hands;
    hands.keys("GX100");
    hands.press('S', wxMOD_CONTROL);
    CHECK(hands.saved_value("objects[4].position.x") == "300");
    CHECK_FALSE(hands.frame->tool().active());
}

TEST_CASE("arrow keys move by the grid in the view, as one step; elsewhere they lead from row to row")
{
    Hands hands;
    if (hands.canvas == nullptr) {
        return;
    }
    hands.frame->view_top();
    hands.canvas->SetFocus();
    settle();
    hands.press(WXK_RIGHT);
    hands.press(WXK_RIGHT);
    hands.press(WXK_UP);
    hands.press(WXK_PAGEUP);
    CHECK(hands.place() == "232 -16 316");
    hands.press('Z', wxMOD_CONTROL);
    CHECK(hands.place() == "200 0 300");
    CHECK_FALSE(hands.frame->session()->can_undo());
    hands.press(']');
    CHECK(hands.frame->snapping().grid == 32);
    hands.press('[');
    hands.frame->outliner().tree().SetFocus();
    settle();
    hands.press(WXK_DOWN);
    CHECK(hands.place() == "200 0 300");
    CHECK(hands.frame->session()->path_of(hands.frame->session()->selection().front()) == "objects[5]");
}

TEST_CASE("an arrow of the gizmo and the thing itself are dragged, by the grid unless Ctrl is held")
{
    Hands hands;
    if (hands.canvas == nullptr) {
        return;
    }
    hands.frame->view_top();
    hands.frame->frame_selected();
    settle();
    REQUIRE(hands.canvas->gizmo());
    const wxPoint middle = screen_place(*hands.canvas, hands.canvas->gizmo()->centre);
    SECTION("arrow")
    {
        test::drag(wxMOUSE_BTN_LEFT, middle + wxPoint(50, 0), middle + wxPoint(90, 33));
        CHECK(hands.value("objects[4].position.z") == "300");
        const int x = std::stoi(hands.value("objects[4].position.x"));
        CHECK(x > 200);
        CHECK(x % 16 == 0);
    }
    SECTION("the thing, on the ground")
    {
        test::drag(wxMOUSE_BTN_LEFT, middle, middle + wxPoint(60, -60));
        CHECK(hands.value("objects[4].position.y") == "0");
        const int z = std::stoi(hands.value("objects[4].position.z"));
        CHECK(z > 300);
        CHECK(z % 16 == 0);
    }
    CHECK(hands.undo_name() == "Move DOOR01");
    hands.frame->undo();
    settle();
    CHECK(hands.place() == "200 0 300");
    CHECK_FALSE(hands.frame->session()->can_undo());
}

TEST_CASE("Ctrl+click toggles, a dragged box selects, with Shift adds")
{
    Hands hands;
    if (hands.canvas == nullptr) {
        return;
    }
    hands.frame->view_top();
    hands.frame->frame_all();
    settle();
    const auto place = [&](float x, float z) {
        return screen_place(*hands.canvas, {-x / 20, 0, (z * 256 - 16777215) / 5120});
    };
    const auto selected = [&] { return hands.frame->session()->selection().size(); };
    wxUIActionSimulator person;
    person.KeyDown(WXK_CONTROL);
    test::click(place(200, 500));  // door 5
    CHECK(selected() == 2);
    test::click(place(200, 500));
    CHECK(selected() == 1);
    person.KeyUp(WXK_CONTROL);
    settle();
    test::drag(wxMOUSE_BTN_LEFT, place(190, 515), place(230, 485));
    REQUIRE(selected() == 1);
    CHECK(hands.frame->session()->path_of(hands.frame->session()->selection().front()) == "objects[5]");
    person.KeyDown(WXK_SHIFT);
    test::drag(wxMOUSE_BTN_LEFT, place(230, 635), place(250, 605));
    person.KeyUp(WXK_SHIFT);
    settle();
    CHECK(selected() == 2);  // and the flat
}

TEST_CASE("copy, cut and paste by keys; what is pasted is selected and has an id of its own")
{
    Hands hands;
    hands.frame->outliner().tree().SetFocus();
    settle();
    hands.press('C', wxMOD_CONTROL);
    CHECK(hands.frame->GetStatusBar()->GetStatusText() == "Copied DOOR01");
    hands.press('V', wxMOD_CONTROL);
    CHECK(hands.frame->GetStatusBar()->GetStatusText() == "Paste 1 object");
    CHECK(hands.undo_name() == "Paste 1 object");
    CHECK(hands.value("objects[7].script_name") == "DOOR01");
    CHECK(hands.value("objects[7].id") == "8");
    hands.press('X', wxMOD_CONTROL);
    CHECK(hands.undo_name() == "Cut DOOR01");
    hands.press('Z', wxMOD_CONTROL);
    hands.press('Z', wxMOD_CONTROL);
    CHECK_FALSE(hands.frame->session()->modified());
}

TEST_CASE("angles are typed in degrees, for a matrix too; Esc in the view selects nothing")
{
    Hands hands;
    CHECK(hands.shown("angle.y") == "90° = 512/2048");
    hands.type("angle.y", "45");
    CHECK(hands.value("objects[4].angle.y") == "256");
    CHECK(hands.shown("angle.y") == "45° = 256/2048");
    hands.type("angle.y", "+90");
    CHECK(hands.value("objects[4].angle.y") == "768");
    hands.frame->select({"statics[0]"});
    settle();
    CHECK(hands.shown("rotation_matrix:y") == "0° = 0/2048");
    hands.type("rotation_matrix:y", "90");
    CHECK(hands.value("statics[0].rotation_matrix") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(hands.undo_name() == "Rotate WALL01");
    if (hands.canvas != nullptr) {
        hands.canvas->SetFocus();
        settle();
        hands.press(WXK_ESCAPE);
        CHECK(hands.frame->session()->selection().empty());
    }
}

TEST_CASE("what is hidden is not picked and not changed; Show All brings it back")
{
    Hands hands;
    if (hands.canvas == nullptr) {
        return;
    }
    hands.frame->view_top();
    hands.frame->frame_all();
    hands.frame->hide_selected();
    settle();
    const wxPoint door = screen_place(*hands.canvas, {-10, 0, (300.0F * 256 - 16777215) / 5120});
    test::click(door);
    CHECK(hands.frame->session()->selection().empty());
    CHECK(hands.frame->has_hidden());
    hands.frame->show_hidden();
    settle();
    test::click(door);
    CHECK(hands.frame->session()->selection().size() == 1);
    CHECK_FALSE(hands.frame->session()->modified());
}
