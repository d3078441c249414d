// What the views draw over a scene is what tests/gui/layouts/drawings.txt says; REDFORGE_UPDATE=1 writes it anew.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <functional>
#include <string>
#include <vector>

#include "editor/views/game_files.hpp"
#include "editor/views/view_actions.hpp"
#include "gui/approved.hpp"
#include "model/model.hpp"
#include "support/game.hpp"
#include "support/overlay_text.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::settle;
using test::Views;

const scene::Vec3 middle{-14, 2, -3255};
constexpr render::Extent2 picture{400, 300};

/// The views with what is drawn over them, as cameras see it that do not depend on the size of the window.
struct Drawings : Views {
    render::Letters letters = test::plain_letters();
    std::string text;

    void add(const std::string& name, const render::Camera& camera)
    {
        text +=
            (text.empty() ? "== " : "\n== ") + name + "\n" + test::overlay_text(canvas->over(camera, picture, letters));
    }
    void add_from_above(const std::string& name)
    {
        canvas->show_grid(0);
        canvas->turn_to(render::View::top);
        add(name, render::flat_camera(render::View::top, middle, 15, 1000, picture.width / picture.height));
    }
    void add_in_space(const std::string& name)
    {
        canvas->show_grid(0);
        canvas->turn_to(render::View::camera);
        add(name, render::look_at(middle + scene::Vec3{12, 14, 18}, middle, 100, picture.width / picture.height));
    }
    void select(const std::vector<std::string>& paths) const
    {
        frame->select(paths);
        settle();
    }
    void run(const std::string& action) const
    {
        frame->run(action_named(action));
        settle();
    }
    void send(wxEventType type, wxPoint at, bool left = false) const
    {
        wxMouseEvent event(type);
        event.SetPosition(at);
        event.SetLeftDown(left);
        event.SetEventObject(canvas);
        canvas->GetEventHandler()->ProcessEvent(event);
    }
};

}  // namespace

TEST_CASE("what is drawn over the views is what the drawings say")
{
    Drawings bench;
    if (bench.canvas == nullptr) {
        return;
    }
    SceneCanvas& canvas = *bench.canvas;
    bench.frame->part<TransformActions>().snap_to({.on = true, .grid = 64, .angle = 64});
    canvas.show_symbols(false);
    bench.select({});
    for (const auto& [view, name] : {std::pair(render::View::top, "from above"),
                                     {render::View::front, "from the front"},
                                     {render::View::side, "from the side"}}) {
        canvas.turn_to(view);
        bench.add(std::string("nothing is selected, ") + name,
                  render::flat_camera(view, middle, 15, 1000, picture.width / picture.height));
    }
    bench.add_in_space("in perspective");
    canvas.mark(true);
    bench.add_in_space("of several views that which has the keys");
    canvas.mark(false);
    canvas.show_symbols(true);
    bench.add_in_space("with symbols: walk maps");
    canvas.show_symbols(false);
    bench.select({"walk_maps[0].nodes[1]"});
    bench.add_in_space("a node of a walk map");
    bench.add_from_above("the same from above");
    bench.select({"objects[4]", "objects[6]"});
    bench.add_in_space("two objects, which have no model");
    canvas.hide_kinds({scene::Kind::object}, {});
    bench.add_in_space("the same, hidden by their kind");
    canvas.hide_kinds({}, {});
    bench.run("Transform, Rotate Handles");
    bench.select({"objects[6]"});
    bench.add_in_space("rings to turn an object");
    bench.add_from_above("rings from above");
    bench.run("Transform, Move Handles");
    bench.add_from_above("arrows from above");
    bench.select({"lights[0]"});
    bench.add_from_above("the rim of a light");
    bench.select({"ropes[0]"});
    bench.add_in_space("the end of a rope");
    bench.select({"actors[1]"});
    bench.add_from_above("locations and spheres of an actor");
    bench.select({"actors[1].locations[1]"});
    bench.add_from_above("a location");
    bench.select({"actors[1].collision_spheres[0]"});
    bench.add_from_above("a sphere");
    bench.select({"markers[1]"});
    canvas.show_names(true);
    bench.add_from_above("names");
    canvas.show_names(false);
    canvas.show_arrows({{middle, middle + scene::Vec3{4, 0, 3}}, {middle, middle + scene::Vec3{0.2F, 0, 0}}});
    bench.add_from_above("arrows from what is selected to what its script reaches; a short one has no head");
    canvas.show_arrows({});
    bench.select({"walk_maps[0]"});
    bench.frame->scene().animate(true);
    bench.frame->scene().animate(false);
    canvas.animate(true);
    canvas.advance(0.25F);
    bench.add_in_space("somebody who walks the routes");
    canvas.animate(false);
    bench.select({"objects[6]"});
    bench.run("Transform, Move");
    bench.press('X');
    bench.add_in_space("moved along an axis");
    bench.press(WXK_ESCAPE);
    bench.select({});
    canvas.turn_to(render::View::top);
    bench.send(wxEVT_LEFT_DOWN, {3, 4}, true);
    bench.send(wxEVT_MOTION, {60, 4}, true);
    bench.send(wxEVT_MOTION, {90, 55}, true);
    bench.add("a box that selects",
              render::flat_camera(render::View::top, middle, 15, 1000, picture.width / picture.height));
    bench.send(wxEVT_LEFT_UP, {90, 55});
    canvas.play(true);
    bench.add("walked through", canvas.camera());
    canvas.play(false);
    test::check_approved("drawings", bench.text);
}

TEST_CASE("outlines of models are drawn where the drawings say")
{
    test::Folder game;
    game.put("FXART/A.COL", test::palette_file());
    for (const char* const name : {"WALL01", "BUCKET", "ROPELINK"}) {
        game.put(std::string("FXART/") + name + ".3D", test::file_of(test::cube(20, {.colour = 9})));
    }
    Drawings bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    REQUIRE(test::canvas_of(bench) != nullptr);
    bench.canvas->show_symbols(false);
    REQUIRE_FALSE(bench.frame->scene().scene()->scene.instances.empty());
    bench.frame->part<TransformActions>().show_arrows();  // again: none
    bench.select({"statics[0]"});
    bench.add_in_space("a wall");
    bench.select({"ropes[0]"});
    bench.add_in_space("a rope with its bucket");
    bench.canvas->animate(true);
    bench.canvas->advance(0.25F);
    bench.add_in_space("the same as it swings");
    bench.canvas->animate(false);
    test::check_approved("outlines", bench.text);
}
