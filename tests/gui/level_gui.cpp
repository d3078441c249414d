// Tools of level design in the window: corner snapping, alignment by points, scattered copies, walk paths and filled
// walk maps.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <catch2/catch.hpp>

#include <cmath>
#include <memory>
#include <vector>

#include <wx/sizer.h>

#include "editor/views/actions/level_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/number_dialog.hpp"
#include "editor/views/frame/game_files.hpp"
#include "scene/placement.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::canvas_of;
using test::click;
using test::process_events;
using test::to_screen;
using test::Views;

/// A window on the sample map, with a game folder whose model CRATE is a cube with sides of 80 map units.
struct LevelBench {
    test::Folder game;
    Views bench;
    SceneCanvas* canvas{};

    LevelBench()
    {
        game.put("FXART/CRATE.3DC", test::file_of(test::cube(40, {.colour = 1})));
        game.put("FXART/A.COL", test::palette_file());
        bench.frame->part<GameFiles>().use_game_folder(game.path);
        canvas = canvas_of(bench);
    }
    [[nodiscard]] LevelActions& tools() const { return bench.frame->part<LevelActions>(); }
    [[nodiscard]] Dialogs& dialogs() const { return const_cast<Dialogs&>(bench.frame->dialogs()); }
    [[nodiscard]] double number(const std::string& path) const { return std::stod(bench.value(path)); }

    /// Places static 0 as a crate at a position, without rotation.
    void put_crate(const std::string& place)
    {
        bench.frame->select({"statics[0]"});
        REQUIRE(bench.set("model_name", "CRATE"));
        REQUIRE(bench.set("rotation_matrix", "268435456 0 0 0 268435456 0 0 0 268435456"));
        const auto comma = place.find(' ');
        const auto second = place.find(' ', comma + 1);
        REQUIRE(bench.set("position.x", place.substr(0, comma)));
        REQUIRE(bench.set("position.y", place.substr(comma + 1, second - comma - 1)));
        REQUIRE(bench.set("position.z", place.substr(second + 1)));
        canvas = canvas_of(bench);
    }
    void look_from_above(const std::string& path)
    {
        bench.frame->select({path});
        bench.frame->part<ViewActions>().view_top();
        bench.frame->part<ViewActions>().frame_selected();
        canvas->SetFocus();
        process_events(250);
    }
    [[nodiscard]] wxPoint at(double x, double y, double z) const
    {
        return to_screen(*canvas, scene::view_position(x, y, z));
    }
};

}  // namespace

TEST_CASE("level tools: K draws a path of walk nodes by clicks, as one step")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.look_from_above("walk_maps[0].nodes[3]");
    const std::size_t steps = level.bench.frame->session()->steps_done();
    level.bench.press('K');
    REQUIRE(level.tools().draws_path());
    CHECK(level.canvas->takes_points());
    CHECK(level.bench.status().find("Walk path: 0 new nodes") == 0);
    click(level.at(350, 0, 320));  // the node is at (300, 0, 300)
    click(level.at(390, 0, 350));
    CHECK(level.bench.status().find("Walk path: 2 new nodes") == 0);
    CHECK(level.bench.selected() == "walk_maps[0].nodes[3]");  // the clicks select nothing
    level.bench.press(WXK_BACK);
    CHECK_FALSE(level.bench.frame->session()->find("walk_maps[0].nodes[5]"));
    level.bench.press(WXK_RETURN);
    CHECK_FALSE(level.tools().active());
    CHECK_FALSE(level.canvas->takes_points());
    CHECK(level.bench.frame->session()->undo_name() == "Draw walk path");
    CHECK(level.bench.frame->session()->steps_done() == steps + 1);
    CHECK(level.bench.selected() == "walk_maps[0].nodes[4]");
    CHECK(std::fmod(level.number("walk_maps[0].nodes[4].node_pos_x"), 16) == 0);
    CHECK(level.bench.value("walk_maps[0].nodes[4].routes[0].target_node_id") == "3");
    level.bench.press('K');
    click(level.at(330, 0, 350));
    level.bench.press(WXK_ESCAPE);
    CHECK_FALSE(level.tools().active());
    CHECK(level.bench.frame->session()->steps_done() == steps + 1);
    CHECK_FALSE(level.bench.frame->session()->find("walk_maps[0].nodes[5]"));
    CHECK(level.bench.selected() == "walk_maps[0].nodes[4]");
}

TEST_CASE("level tools: another action keeps the path; the same key ends it")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.look_from_above("walk_maps[0].nodes[3]");
    level.bench.press('K');
    click(level.at(350, 0, 320));
    level.bench.press('K');
    CHECK_FALSE(level.tools().active());
    CHECK(level.bench.frame->session()->undo_name() == "Draw walk path");
    level.bench.press('K');
    click(level.at(330, 0, 350));
    level.bench.press('Z', wxMOD_CONTROL);
    CHECK_FALSE(level.tools().active());
    CHECK(level.bench.frame->session()->find("walk_maps[0].nodes[4]"));
    CHECK_FALSE(level.bench.frame->session()->find("walk_maps[0].nodes[5]"));
}

TEST_CASE("level tools: filling a walk map asks for its numbers, and stays on the floor")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.game.put("FXART/FLOOR.3DC", test::file_of(test::cube(400, {.colour = 1})));
    level.bench.frame->part<ViewActions>().load_scene();
    level.canvas = canvas_of(level.bench);
    level.put_crate("2000 0 2000");
    REQUIRE(level.bench.set("model_name", "FLOOR"));  // its top is the square of 800 units at Y -400
    level.canvas = canvas_of(level.bench);
    std::string asked;
    level.dialogs().which_walk_fill = [&](wxWindow&, const WalkFill& initial, const std::string& note) {
        asked = note;
        WalkFill order = initial;
        order.spacing = 100;
        order.obstacles = false;
        return std::optional(order);
    };
    const std::size_t steps = level.bench.frame->session()->steps_done();
    level.tools().fill_walk_map_at({2000, -400, 2000});
    process_events();
    CHECK(asked ==
          "The walk map begins at 2000, -400, 2000.\nThe nodes become a new walk map. Select a walk map to extend it.");
    // From 1600 to 2400: nodes at 1600, 1700, ... 2400 are on the floor, at least in its middle.
    CHECK(level.bench.status().find("Fill walk map: ") == 0);
    CHECK(level.bench.selected() == "walk_maps[1].nodes[0]");
    CHECK(level.bench.value("walk_maps[1].nodes[0].node_pos_y") == "-400");
    CHECK(level.bench.frame->session()->find("walk_maps[1].nodes[48]"));
    CHECK_FALSE(level.bench.frame->session()->find("walk_maps[1].nodes[81]"));
    CHECK(level.bench.frame->session()->steps_done() == steps + 1);
    level.tools().fill_walk_map_at({9000, 0, 9000});
    CHECK(level.bench.status().find("there is no ground at the start") != std::string::npos);
}

TEST_CASE("level tools: scattered copies are selected, and the status says how many fit")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.dialogs().which_scatter = [](wxWindow&, const ScatterCopies& initial) {
        ScatterCopies order = initial;
        order.count = 40;
        order.radius = 150;
        order.gap = 100;
        order.on_ground = false;
        return std::optional(order);
    };
    level.bench.frame->select({"objects[4]"});
    level.bench.press('R', wxMOD_CONTROL | wxMOD_SHIFT);
    CHECK(level.bench.frame->session()->undo_name() == "Duplicate DOOR01");
    CHECK(level.bench.frame->session()->steps_done() == 1);
    const std::size_t copies = level.bench.frame->session()->selection().size();
    CHECK(copies > 1);
    CHECK(level.bench.status() ==
          "Duplicate DOOR01: only " + std::to_string(copies) + " of 40 fit; choose a larger radius or a smaller gap");
}

TEST_CASE("level tools: two clicks move the selection to a corner of another model")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.put_crate("1000 0 1000");
    level.bench.frame->select({"statics[1]"});
    REQUIRE(level.bench.set("model_name", "CRATE"));
    REQUIRE(level.bench.set("rotation_matrix", "268435456 0 0 0 268435456 0 0 0 268435456"));
    REQUIRE(level.bench.set("position.x", "1200"));
    REQUIRE(level.bench.set("position.y", "0"));
    REQUIRE(level.bench.set("position.z", "1000"));
    level.canvas = canvas_of(level.bench);
    level.bench.frame->select({"statics[0]", "statics[1]"});
    level.bench.frame->part<ViewActions>().view_top();
    level.bench.frame->part<ViewActions>().frame_selected();
    level.bench.frame->select({"statics[1]"});
    level.canvas->SetFocus();
    process_events(250);
    const std::size_t steps = level.bench.frame->session()->steps_done();
    SECTION("by clicks")
    {
        CHECK(level.canvas->gizmo());
        level.bench.press('M', wxMOD_SHIFT);
        REQUIRE(level.tools().aligns());
        CHECK_FALSE(level.canvas->gizmo());               // handles would cover corners
        click(level.at(1160, -40, 960) + wxPoint(2, 1));  // near the corner of statics[1]
        click(level.at(1040, -40, 960) + wxPoint(-1, 2));
        level.bench.press(WXK_RETURN);
        CHECK_FALSE(level.tools().active());
        CHECK(level.canvas->gizmo());
        CHECK(level.bench.frame->session()->undo_name().starts_with("Align "));
    }
    SECTION("by a drag with corner snapping")
    {
        level.bench.press('C', wxMOD_CONTROL | wxMOD_SHIFT);
        CHECK(level.bench.frame->part<TransformActions>().snaps_to_corners());
        const wxPoint grabbed = level.at(1170, -40, 970);
        level.bench.frame->part<TransformActions>().show_rings();  // so that no arrow is at the grabbed point
        process_events();
        test::drag(wxMOUSE_BTN_LEFT, grabbed, level.at(1040, -40, 960) + wxPoint(2, -2));
        CHECK(level.bench.frame->session()->undo_name().starts_with("Move "));
        level.bench.frame->part<TransformActions>().show_arrows();
        level.bench.frame->part<TransformActions>().snap_to({});
    }
    CHECK(level.number("statics[1].position.x") == Approx(1080).margin(0.02));
    CHECK(level.number("statics[1].position.y") == Approx(0).margin(0.02));
    CHECK(level.number("statics[1].position.z") == Approx(1000).margin(0.02));
    CHECK(level.bench.frame->session()->steps_done() == steps + 1);
    CHECK(level.bench.selected() == "statics[1]");
}

TEST_CASE("views: a model that becomes taller is not cut off in the top view")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.game.put("FXART/TOWER.3DC", test::file_of(test::cube(400, {.colour = 1})));
    level.put_crate("2000 0 2000");
    level.bench.frame->part<ViewActions>().load_scene();
    level.canvas = canvas_of(level.bench);
    level.look_from_above("statics[0]");
    CHECK_FALSE(level.canvas->camera().can_see(scene::view_position(2000, -400, 2000), 0.1F));
    REQUIRE(level.bench.set("model_name", "TOWER"));  // its top is at Y -400
    CHECK(level.canvas->camera().can_see(scene::view_position(2000, -400, 2000), 0.1F));
}

TEST_CASE("views: a position next to a floor has the height of the nearest model")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.put_crate("2000 0 2000");
    level.look_from_above("statics[0]");
    // The middle of the view stays at Y 0.
    REQUIRE(level.bench.set("position.y", "-40"));
    const auto height_at = [&](const render::Pixel& pixel) {
        const auto place = level.canvas->place_at(pixel);
        REQUIRE(place);
        return scene::map_place(*place).y;
    };
    CHECK(height_at({3, 3}) == Approx(-40).margin(0.1));
    level.bench.frame->part<ViewActions>().view_perspective();
    process_events();
    CHECK(height_at({3, level.canvas->extent().height - 3}) == Approx(-40).margin(0.1));
    // In a view from the front, the pointer gives the height.
    level.bench.frame->part<ViewActions>().view_front();
    process_events();
    CHECK(height_at({3, 3}) != Approx(-40).margin(5));
}

TEST_CASE("add here: a node that is added on a floor belongs to the selected walk map")
{
    LevelBench level;
    if (level.canvas == nullptr) {
        return;
    }
    level.put_crate("2000 0 2000");
    level.look_from_above("statics[0]");
    level.bench.frame->select({"walk_maps[0].nodes[0]"});
    process_events();
    std::vector<std::unique_ptr<test::Later>> keys;  // the menu receives them as soon as it is open
    level.canvas->Bind(wxEVT_MENU_OPEN, [&](wxMenuEvent&) {
        const auto press_later = [&](int milliseconds, int key) {
            keys.push_back(std::make_unique<test::Later>(milliseconds, [key] { wxUIActionSimulator().Char(key); }));
        };
        if (keys.empty()) {
            press_later(400, 'A');          // Add Here
            press_later(1000, 'W');         // Walk Node
            press_later(5000, WXK_ESCAPE);  // if the machine was too slow for the keys: else the menu stays open
            press_later(6000, WXK_ESCAPE);
        }
    });
    test::move_to(level.at(2000, -40, 2000));
    wxUIActionSimulator().MouseClick(wxMOUSE_BTN_RIGHT);
    process_events(1500);
    REQUIRE_FALSE(keys.empty());
    CHECK(level.bench.selected() == "walk_maps[0].nodes[4]");
}

TEST_CASE("level tools: a dialog cannot be smaller than its contents")
{
    const LevelBench level;
    const ScatterDialog dialog(level.bench.frame, ScatterCopies{});
    CHECK(dialog.GetMinSize() == dialog.GetSize());
    CHECK(dialog.GetSizer()->GetMinSize().y <= dialog.GetClientSize().y);
}
