// Drags and clicks on handles in the view: rims, arrows, locations, nodes of walk maps; colours and the browser.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/scene_bench.hpp"

#include "editor/model/scene/scene_records.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/clipboard.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "gui/complaints.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using scene::Vec3;
using test::Bench;
using test::canvas_of;
using test::click;
using test::drag;
using test::process_events;
using test::to_screen;

/// Position of the lamp of the sample map: map (300, -60, 400).
const Vec3 lamp{-15, 3, -3256.8F};

/// Converts a map position to the viewport.
Vec3 seen(double x, double y, double z)
{
    return scene::view_position(x, y, z);
}

/// Returns the point that is `pixels` from one screen position towards another.
wxPoint along(const wxPoint& from, const wxPoint& to, int pixels)
{
    const wxPoint way = to - from;
    const double length = std::hypot(way.x, way.y);
    return from + wxPoint(static_cast<int>(std::lround(way.x / length * pixels)),
                          static_cast<int>(std::lround(way.y / length * pixels)));
}

/// Selects the lamp of the sample map, sets its radius to 100, and looks at it from above.
void look_at_lamp(Bench& bench)
{
    bench.frame->part<TransformActions>().snap_to({false, 16, 64});
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("radius", "100"));
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
}
/// A point on its rim, away from the arrows.
const Vec3 on_rim{3.5355F, 0, -3.5355F};

}  // namespace

TEST_CASE("handles: dragging the rim of a light sets its radius as one step")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    look_at_lamp(bench);
    REQUIRE(canvas->grips().size() == 1);
    CHECK(canvas->grips()[0].size == Approx(5));
    drag(wxMOUSE_BTN_LEFT, to_screen(*canvas, lamp + on_rim), to_screen(*canvas, lamp + on_rim * 2.0F));
    process_events(120);
    const int radius = std::stoi(bench.value("lights[0].radius"));
    CHECK(radius > 190);
    CHECK(radius < 210);
    CHECK(bench.frame->session()->undo_name() == "Set Radius of Light 2195179707 [0]");
    bench.frame->part<EditActions>().undo();
    process_events(120);
    CHECK(bench.value("lights[0].radius") == "100");
    CHECK(canvas->grips()[0].size == Approx(5));
}

TEST_CASE("handles: dragging the end of a rope sets its length")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->select({"ropes[0]"});
    bench.frame->part<ViewActions>().view_front();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    REQUIRE(canvas->grips().size() == 1);
    const Vec3 end = seen(260, -80, 400) - Vec3{0, 6 * 0.8F, 0};
    drag(wxMOUSE_BTN_LEFT, to_screen(*canvas, end), to_screen(*canvas, end - Vec3{0, 4 * 0.8F, 0}));
    process_events(120);
    CHECK(bench.value("ropes[0].length") == "10");
    CHECK(bench.frame->session()->undo_name() == "Set Length of BUCKET");
}

TEST_CASE("grid: shows a colour of three fields as one line; a typed name sets all three")
{
    Bench bench;
    bench.frame->select({"lights[0]"});
    process_events();
    wxPropertyGrid& grid = bench.frame->properties().grid();
    wxPGProperty* const colour = bench.frame->properties().line("red")->GetParent();
    REQUIRE(colour->GetLabel() == "Colour");
    CHECK(colour->GetValueAsString() == "#FFDCA0");  // 255, 220, 160
    REQUIRE(grid.SelectProperty(colour, true));
    process_events();
    bench.press('a', wxMOD_CONTROL);
    wxUIActionSimulator().Text("blue");
    process_events();
    bench.press(WXK_RETURN);
    CHECK(bench.value("lights[0].red") == "0");
    CHECK(bench.value("lights[0].green") == "0");
    CHECK(bench.value("lights[0].blue") == "255");
    CHECK(bench.frame->session()->undo_name() == "Set Colour of Light 2195179707 [0]");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.value("lights[0].green") == "220");
    CHECK_FALSE(bench.frame->session()->can_undo());
}

TEST_CASE("handles: a click selects walk nodes, and J connects the selected ones")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    click(to_screen(*canvas, seen(100, 0, 100)));
    CHECK(bench.status(1) == "walk_maps[0].nodes[0]");
    click(to_screen(*canvas, seen(100, 0, 300)), WXK_CONTROL);
    REQUIRE(bench.frame->session()->selection().size() == 2);
    bench.press('J');
    CHECK(bench.value("walk_maps[0].nodes[0].routes[2].target_node_id") == "2");
    CHECK(bench.value("walk_maps[0].nodes[2].routes[2].target_node_id") == "0");
    CHECK(bench.frame->session()->undo_name() == "Connect 2 walk nodes");
}

TEST_CASE("symbols: adding or selecting a record without a model shows the symbols")
{
    for (const bool chosen : {false, true}) {
        save_view_settings({});
        Bench bench;
        if (canvas_of(bench) == nullptr) {
            return;
        }
        REQUIRE_FALSE(load_view_settings().symbols);  // a map without models shows symbols nevertheless
        if (chosen) {
            bench.frame->part<SelectActions>().set_picked_kind<scene::Kind::light>();
        } else {
            bench.frame->part<AddActions>().add_at(scene::Kind::light, glm::dvec3{100, 0, 100});
        }
        CHECK(load_view_settings().symbols);
    }
    save_view_settings({});
}

TEST_CASE("selection: a box selects records of the chosen kind only")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    wxWindow* const found =
        wxWindow::FindWindowByName("Choose the kind of records that clicks and boxes select", bench.frame);
    auto* const kinds = wxDynamicCast(found, wxChoice);
    REQUIRE(kinds != nullptr);
    const auto choose = [&](const char* label) {
        REQUIRE(kinds->SetStringSelection(label));
        wxCommandEvent event(wxEVT_CHOICE, kinds->GetId());
        event.SetInt(kinds->GetSelection());
        event.SetEventObject(kinds);
        kinds->ProcessWindowEvent(event);
        process_events();
    };
    const wxPoint corner = canvas->ClientToScreen(wxPoint(3, 40));
    const wxSize size = canvas->GetClientSize();
    bench.frame->part<ViewActions>().toggle_symbol<render::Symbol::light>();
    CHECK_FALSE(bench.frame->part<ViewActions>().shows_symbol<render::Symbol::light>());
    choose("Pick Lights");
    CHECK(bench.frame->part<ViewActions>().shows_symbol<render::Symbol::light>());
    click(to_screen(*canvas, seen(100, 0, 100)));  // a node of a walk map
    CHECK_FALSE(bench.status(1).starts_with("walk_maps"));
    drag(wxMOUSE_BTN_LEFT, corner, canvas->ClientToScreen(wxPoint(size.x - 3, size.y - 3)));
    CHECK(bench.status(1) == "lights[0]");
    bench.frame->select({});  // hides its rim
    process_events();
    choose("Pick All Kinds");
    drag(wxMOUSE_BTN_LEFT, corner, canvas->ClientToScreen(wxPoint(size.x - 3, size.y - 3)));
    CHECK(bench.frame->session()->selection().size() > 3);
}

TEST_CASE("references: F12 goes to the target, Shift+F12 lists uses, Ctrl+A selects them")
{
    Bench bench;
    bench.frame->select({"objects[4]"});
    process_events();
    bench.press(WXK_F12);
    CHECK(bench.status(1) == "actors[0]");
    bench.press(WXK_F12, wxMOD_SHIFT);
    const std::vector<Use>& uses = bench.frame->uses().uses();
    REQUIRE(uses.size() == 2);
    CHECK(uses[0].where == "objects[4] at 200 0 300");
    CHECK(uses[0].what == "Script");
    CHECK(uses[0].text == "DOOR01");
    CHECK(uses[1].where == "objects[5] at 200 0 500");
    CHECK(bench.status() == "2 records use actor DOOR01");
    bench.press('A', wxMOD_CONTROL);
    CHECK(bench.status(1) == "2 selected");
    REQUIRE(bench.set("script_name", "GUARD01"));
    CHECK(bench.value("objects[4].script_name") == "GUARD01");
    CHECK(bench.value("objects[5].script_name") == "GUARD01");
    bench.frame->select({"actors[0]"});
    process_events(400);
    bench.press(WXK_F12, wxMOD_SHIFT);
    CHECK(bench.frame->uses().uses().empty());
    CHECK(bench.status() == "Nothing uses actor DOOR01");
}

TEST_CASE("browser: a model can be dragged into the view, and with Ctrl onto an object")
{
    test::Folder game;
    game.put("FXART/CRATE.3DC", test::file_of(test::cube(30, {.colour = 1})));
    game.put("FXART/LAMP.3DC", test::file_of(test::cube(10, {.colour = 2})));
    game.put("FXART/A.COL", test::palette_file());
    rgm::Map map = rgm::sample_map();
    test::set_value(map, "objects[4,5].model_name", "CRATE");
    Bench bench("SAMPLE.RGM", map);
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    process_events(300);
    BrowserGrid& grid = bench.frame->browser().grid();
    for (int i = 0; i < 100 && grid.items().empty(); ++i) {
        process_events(50);
    }
    REQUIRE(grid.items().size() == 2);
    CHECK(grid.items()[0].name == "CRATE");
    CHECK(grid.items()[0].uses == 2);
    CHECK(grid.items()[1].name == "LAMP");
    CHECK(grid.items()[1].uses == 0);
    for (int i = 0; i < 100 && !grid.thumbnails().idle(); ++i) {
        process_events(50);
    }
    const auto crate = grid.thumbnails().find({.model = "CRATE", .extension = grid.items()[0].extension});
    REQUIRE(crate != nullptr);
    CHECK(crate->width == 80);
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    const auto middle_of = [&](std::size_t item) {
        const wxRect tile = grid.tile(item);
        return grid.ClientToScreen(wxPoint(tile.x + tile.width / 2, tile.y + tile.height / 3));
    };
    SECTION("into the view")
    {
        drag(wxMOUSE_BTN_LEFT, middle_of(1), to_screen(*canvas, seen(300, 0, 320)));
        process_events(200);
        CHECK(bench.value("statics[2].model_name") == "LAMP");
        CHECK(std::abs(std::stoi(bench.value("statics[2].position.x")) - 300) < 8);
        CHECK(std::abs(std::stoi(bench.value("statics[2].position.z")) - 320) < 8);
        CHECK(bench.status(1) == "statics[2]");
        bench.frame->part<EditActions>().undo();
        process_events();
        CHECK_FALSE(bench.frame->session()->can_undo());
    }
    SECTION("Escape during the drag cancels it")
    {
        wxUIActionSimulator person;
        person.MouseMove(middle_of(1));
        person.MouseDown();
        process_events();
        person.MouseMove(middle_of(1) + wxPoint(20, 20));
        process_events();
        person.MouseMove(to_screen(*canvas, seen(300, 0, 320)));
        process_events();
        bench.press(WXK_ESCAPE);
        person.MouseUp();
        process_events();
        CHECK_FALSE(bench.frame->session()->can_undo());
    }
    SECTION("onto an object")
    {
        drag(wxMOUSE_BTN_LEFT, middle_of(1), to_screen(*canvas, seen(200, 0, 300)), WXK_CONTROL);
        process_events(200);
        CHECK(bench.value("objects[4].model_name") == "LAMP");
        CHECK(bench.frame->session()->undo_name() == "Use LAMP for DOOR01");
    }
}

TEST_CASE("clipboard: objects pasted into an empty map bring their actor")
{
    std::string copied;
    {
        const Bench sample;
        copied = sample.frame->session()->copied({sample.frame->session()->find("objects[4]").value()});
    }
    Bench bench("EMPTY.RGM", rgm::new_map());
    const test::Complaints complaints;
    REQUIRE(set_clipboard(copied));
    bench.frame->part<EditActions>().paste_records();
    process_events(300);
    CHECK(bench.value("objects[0].script_name") == "DOOR01");
    CHECK(bench.value("actors[0].script_name") == "DOOR01");
    CHECK(bench.status(1) == "objects[0]");
    CHECK(bench.status() == "Paste 1 object, with actor DOOR01");
    CHECK(test::Complaints::text == "");
}

TEST_CASE("walk map: P lets a marker walk the routes until Esc; the map does not change")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    canvas->SetFocus();
    bench.frame->select({"objects[4]"});
    process_events();
    bench.press('P');
    CHECK_FALSE(bench.frame->part<ViewActions>().animates());  // without a game's models, this map has nothing to
                                                               // animate
    CHECK(bench.status() == "This map has no ropes. Select a walk map or a walk node to animate its routes.");
    bench.frame->select({"walk_maps[0].nodes[2]"});
    process_events();
    bench.press('P');
    REQUIRE(bench.frame->part<ViewActions>().animates());
    REQUIRE(canvas->walker().has_value());
    CHECK(bench.status() == "Animation: a pin walks the routes, and stops before blocked ones; Esc ends it");
    const Vec3 before = canvas->walker()->place();
    process_events(300);
    CHECK(glm::distance(before, canvas->walker()->place()) > 1);
    // Selecting another node restarts there.
    bench.frame->select({"walk_maps[0].nodes[0]"});
    const WalkLines walk = walk_lines(bench.frame->session()->root(), bench.frame->session()->selection());
    CHECK(canvas->walker()->place() == walk.nodes[0].place);
    canvas->SetFocus();
    process_events();
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(bench.frame->part<ViewActions>().animates());
    CHECK_FALSE(canvas->walker().has_value());
    CHECK(bench.status(1) == "walk_maps[0].nodes[0]");
    CHECK_FALSE(bench.frame->session()->modified());
}

TEST_CASE("camera: F5 walks at eye height, and Esc returns to the previous view")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    const Vec3 pivot = canvas->control().pivot();
    canvas->SetFocus();
    wxUIActionSimulator().MouseMove(to_screen(*canvas, lamp));
    process_events();
    bench.press(WXK_F5);
    process_events(200);
    CHECK(canvas->plays());
    CHECK(bench.frame->part<ViewActions>().plays_map());
    CHECK(canvas->control().view() == render::View::camera);
    CHECK(canvas->control().eye().x == Approx(lamp.x).margin(0.5));
    CHECK(canvas->control().eye().z == Approx(lamp.z).margin(0.5));
    // E talks; the sample map has no game folder.
    bench.press('E');
    CHECK(bench.status() == "no game folder is known; choose it with File, Game Folder");
    CHECK_FALSE(canvas->subtitle());
    CHECK(canvas->plays());
    bench.press(WXK_ESCAPE);
    CHECK_FALSE(canvas->plays());
    CHECK(canvas->control().view() == render::View::top);
    CHECK(canvas->control().pivot().x == Approx(pivot.x));
    CHECK(bench.frame->session()->selection().size() == 1);  // Esc did nothing else
}

TEST_CASE("camera: actors play their animations during a walk, until P stops them")
{
    test::Folder game;
    game.put("FXART/DOORA001.3DC", test::file_of(test::shrinking_cube()));
    game.put("FXART/A.COL", test::palette_file());
    Bench bench;
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    if (canvas_of(bench) == nullptr) {
        return;
    }
    // Group 4 of the doors, with two frames, becomes group 0.
    bench.frame->select({"actors[0].groups[0]"});
    REQUIRE(bench.set("group_index", "9"));
    bench.frame->select({"actors[0].groups[1]"});
    REQUIRE(bench.set("group_index", "0"));
    canvas_of(bench);
    auto& view = bench.frame->part<ViewActions>();
    view.toggle_play();
    CHECK(view.plays_map());
    CHECK_FALSE(view.animates());  // the animations are loaded in the background
    for (int i = 0; i < 200 && !view.animates(); ++i) {
        process_events(50);
    }
    CHECK(view.plays_map());
    CHECK(view.animates());
    CHECK(bench.status().find("Esc ends it, P stops the animation") != std::string::npos);
    CHECK(bench.frame->scene().scene()->scene.animations.size() == 1);
    view.toggle_animation();
    CHECK_FALSE(view.animates());
    view.toggle_animation();
    CHECK(bench.status() == "Animation: sky, water and characters move; Esc ends it");
    view.toggle_play();
    CHECK_FALSE(view.animates());
}

TEST_CASE("grid: dragging the label of a number changes it as one step; Esc cancels")
{
    Bench bench;
    bench.frame->part<TransformActions>().snap_to({false, 16, 64});
    bench.frame->select({"lights[0]"});
    process_events();
    REQUIRE(bench.set("radius", "100"));
    process_events();
    wxPropertyGrid& grid = bench.frame->properties().grid();
    wxPGProperty* const radius = bench.frame->properties().line("radius");
    const wxRect rect = grid.GetPropertyRect(radius, radius);
    const wxPoint label = grid.ClientToScreen(wxPoint(grid.FromDIP(50), rect.y + rect.height / 2));
    wxUIActionSimulator person;
    const auto hold_at = [&](int way) {
        person.MouseMove(label);
        process_events();
        person.MouseDown();
        process_events();
        person.MouseMove(label + wxPoint(way / 2, 0));
        process_events();
        person.MouseMove(label + wxPoint(way, 0));
        process_events();
    };
    hold_at(30);
    person.MouseUp();
    process_events();
    CHECK(bench.value("lights[0].radius") == "130");
    CHECK(bench.frame->session()->undo_name() == "Set Radius of Light 2195179707 [0]");
    hold_at(-20);
    CHECK(bench.value("lights[0].radius") == "110");
    bench.press(WXK_ESCAPE);
    person.MouseUp();
    process_events();
    CHECK(bench.value("lights[0].radius") == "130");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.value("lights[0].radius") == "100");
}

TEST_CASE("handles: with surface snapping, dragged objects stay on the surface below")
{
    const test::Folder folder;
    folder.put("FXART/CRATE.3DC", test::file_of(test::cube(40, {.colour = 1})));
    folder.put("FXART/A.COL", test::palette_file());
    Bench bench;
    SceneCanvas* canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->part<GameFiles>().use_game_folder(folder.path);
    canvas = canvas_of(bench);
    bench.frame->select({"statics[0]"});
    REQUIRE(bench.set("model_name", "CRATE"));
    process_events();
    canvas = canvas_of(bench);
    bench.frame->part<TransformActions>().toggle_surfaces();
    CHECK(bench.frame->part<TransformActions>().snaps_to_surfaces());
    bench.frame->part<TransformActions>().snap_to({.on = false, .surface = true});
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    const auto number = [&](const char* path) { return std::stod(bench.value(path)); };
    const Vec3 crate =
        seen(number("statics[0].position.x"), number("statics[0].position.y"), number("statics[0].position.z"));
    bench.frame->select({"lights[0]"});
    process_events(120);
    bench.press('G');
    wxUIActionSimulator person;
    person.MouseMove(to_screen(*canvas, crate) + wxPoint(0, -1));
    process_events();
    person.MouseMove(to_screen(*canvas, crate));
    process_events(120);
    bench.press(WXK_RETURN);
    const auto top = scene::bounds_of(bench.frame->scene().scene()->scene,
                                      std::set<scene::RecordRef>{{scene::Kind::static_object, 0}});
    REQUIRE(top);
    CHECK(number("lights[0].position.y") == Approx(static_cast<double>(-top->high.y * 20)).margin(1));
    bench.frame->part<TransformActions>().snap_to({});
}

TEST_CASE("handles: Esc cancels dragging the rim of a light")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    look_at_lamp(bench);
    wxUIActionSimulator person;
    const auto hold = [&](const Vec3& from, const Vec3& to) {
        person.MouseMove(to_screen(*canvas, from));
        process_events();
        person.MouseDown();
        process_events();
        person.MouseMove(to_screen(*canvas, to) + wxPoint(1, 1));
        process_events();
        person.MouseMove(to_screen(*canvas, to));
        process_events(120);
    };
    const auto cancel_drag = [&] {
        bench.press(WXK_ESCAPE);
        person.MouseUp();
        process_events(120);
    };
    hold(lamp + on_rim, lamp + on_rim * 2.0F);
    CHECK(bench.value("lights[0].radius") != "100");
    cancel_drag();
    CHECK(bench.value("lights[0].radius") == "100");
    CHECK(bench.frame->session()->undo_name() == "Set Radius of Light 2195179707 [0]");
}

TEST_CASE("handles: a location of an actor can be clicked and dragged")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->part<TransformActions>().snap_to({false, 16, 64});
    bench.frame->select({"actors[1]"});
    bench.frame->select({"actors[1].locations[1]"});
    REQUIRE(bench.set("offset_x", "-20480"));
    bench.frame->select({"actors[1]"});
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    REQUIRE(canvas->points().size() == 2);
    const Vec3 point = seen(240, 0, 380);  // 80 to the side of the guard
    click(to_screen(*canvas, point));
    CHECK(bench.status(1) == "actors[1].locations[1]");
    CHECK(canvas->points().at(1).marked);
    const wxPoint begin = to_screen(*canvas, point);
    const wxPoint end = to_screen(*canvas, seen(240, 0, 480));
    const wxPoint arrow = along(begin, end, 50);
    drag(wxMOUSE_BTN_LEFT, arrow, arrow + (end - begin));  // by the arrow along Z
    process_events(120);
    CHECK(std::stod(bench.value("actors[1].locations[1].offset_z")) / 256 == Approx(80).margin(10));
    CHECK(bench.value("objects[6].position.z") == "400");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.value("actors[1].locations[1].offset_z") == "-5120");
}

TEST_CASE("handles: dragging the tip of an arrow rotates an object in steps")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->part<TransformActions>().snap_to({true, 16, 512});
    bench.frame->select({"objects[6]"});
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_selected();
    process_events(200);
    const auto arrow = std::ranges::find(canvas->grips(), render::Grip::Kind::heading, &render::Grip::kind);
    REQUIRE(arrow != canvas->grips().end());
    CHECK(arrow->size == Approx(0));
    const wxPoint middle = to_screen(*canvas, seen(320, 0, 400));
    const wxPoint tip = along(middle, to_screen(*canvas, seen(320, 0, 500)), 130);
    const wxPoint aside = along(middle, to_screen(*canvas, seen(220, 0, 400)), 130);
    drag(wxMOUSE_BTN_LEFT, tip, aside);
    process_events(120);
    CHECK(bench.value("objects[6].angle.y") == "512");
    CHECK(bench.frame->session()->undo_name() == "Rotate GUARD01");
    CHECK(bench.value("objects[6].position.x") == "320");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.value("objects[6].angle.y") == "0");
    bench.frame->part<TransformActions>().snap_to({});
}

TEST_CASE("handles: sounds have a rim, doors have none, spheres have one when selected")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    const auto rims = [&] { return std::ranges::count(canvas->grips(), render::Grip::Kind::rim, &render::Grip::kind); };
    bench.frame->select({"objects[4]"});
    REQUIRE(bench.set("radius", "200"));
    CHECK(rims() == 0);
    REQUIRE(bench.set("object_type", "2"));
    process_events();
    REQUIRE(rims() == 1);
    CHECK(canvas->grips()[0].size == Approx(10));
    bench.frame->select({"actors[1]"});
    process_events();
    CHECK(rims() == 0);
    REQUIRE(canvas->spheres().size() == 1);
    bench.frame->part<TransformActions>().snap_to({false, 16, 64});
    bench.frame->select({"actors[1].collision_spheres[0]"});
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    process_events(200);
    REQUIRE(rims() == 1);
    const Vec3 centre = canvas->spheres()[0].centre;
    const Vec3 aside{canvas->spheres()[0].radius * 0.7071F, 0, -canvas->spheres()[0].radius * 0.7071F};
    drag(wxMOUSE_BTN_LEFT, to_screen(*canvas, centre + aside), to_screen(*canvas, centre + aside * 2.0F));
    process_events(120);
    CHECK(std::stoi(bench.value("actors[1].collision_spheres[0].radius")) == Approx(192).margin(12));
    CHECK(bench.frame->session()->undo_name() == "Set Radius of Collision sphere [0] of GUARD01");
    bench.frame->part<EditActions>().undo();
    CHECK(bench.value("actors[1].collision_spheres[0].radius") == "96");
}

TEST_CASE("views: N shows and hides the names of objects")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->part<ViewActions>().view_top();
    bench.frame->part<ViewActions>().frame_all();
    canvas->SetFocus();
    process_events();
    CHECK(canvas->shown_names().empty());
    bench.press('N');
    CHECK(bench.frame->part<ViewActions>().names_shown());
    const auto count = [&](const char* name) { return std::ranges::count(canvas->shown_names(), name); };
    CHECK(count("DOOR01") == 2);
    CHECK(count("GUARD01") == 1);
    bench.frame->select({"markers[1]"});
    CHECK(count("Marker 1") == 1);
    CHECK(count("WALL01") == 0);
    bench.frame->select({"statics[0]"});
    CHECK(count("WALL01") == 1);  // the name of the selection, for any kind
    bench.frame->select({"objects[6]"});
    bench.frame->part<SelectActions>().hide_selected();
    CHECK(count("GUARD01") == 0);
    bench.press('N');
    CHECK_FALSE(bench.frame->part<ViewActions>().names_shown());
    CHECK(canvas->shown_names().empty());
}
