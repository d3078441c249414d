// User sessions in the 3D view: look, point, frame, move, and choose the game's folder.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "gui/scene_bench.hpp"
#include "gui/views_bench.hpp"

#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "model/model.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using scene::Vec3;
using test::Bench;
using test::canvas_of;
using test::click;
using test::drag;
using test::first_door;
using test::process_events;
using test::second_door;
using test::to_screen;

void check_near(Vec3 found, Vec3 expected)
{
    INFO(found.x << ' ' << found.y << ' ' << found.z);
    CHECK(found.x == Approx(expected.x).margin(0.01));
    CHECK(found.y == Approx(expected.y).margin(0.01));
    CHECK(found.z == Approx(expected.z).margin(0.01));
}

/// A game folder with a map, and a model for its two doors.
struct GameBench : test::Folder {
    std::filesystem::path model{};
    static rgm::Map map()
    {
        rgm::Map map = rgm::sample_map();
        test::set_value(map, "objects[4,5].model_name", "CRATE");
        return map;
    }
    GameBench()
    {
        put("FXART/CRATE.3DC", test::file_of(test::cube(30, {.colour = 1})));
        put("FXART/A.COL", test::palette_file());
    }
};

}  // namespace

TEST_CASE("scene: a map without a game folder shows symbols; a click selects, F frames")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    CHECK(canvas->symbols());
    CHECK(bench.frame->scene().scene()->scene.markers.size() == 14);
    CHECK(bench.status() == "Only symbols are shown. Choose File, Game Folder to see models.");

    click(to_screen(*canvas, second_door));
    CHECK(bench.status(1) == "objects[5]");
    CHECK(bench.shown("position.z") == "500");
    bench.press('F');
    check_near(canvas->control().pivot(), second_door);
    // The status bar shows the pointer's position while it is in the view; here in the plane of the door.
    bench.press('7');
    wxUIActionSimulator().MouseMove(canvas->ClientToScreen(wxPoint(canvas->GetSize().x / 2, canvas->GetSize().y / 2)));
    process_events(200);
    CHECK(bench.status(2) == "200, 0, 500");
    wxUIActionSimulator().MouseMove(bench.frame->outliner().GetScreenPosition() + wxPoint(40, 60));
    process_events(200);
    CHECK(bench.status(2).empty());
    bench.press('5');
    // A click on empty space clears the selection.
    click(canvas->ClientToScreen(wxPoint(5, 5)));
    CHECK(bench.status(1) == "0 selected");
}

TEST_CASE("scene: a move in the grid moves the view's object; the camera stays")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    const render::LoadedScene* const scene = bench.frame->scene().scene();
    const wxPoint middle = canvas->ClientToScreen(wxPoint(100, 100));
    drag(wxMOUSE_BTN_MIDDLE, middle, middle + wxPoint(20, 10));
    const Vec3 eye = canvas->control().eye();
    bench.frame->select({"objects[5]"});
    bench.type("position.x", "400");
    check_near(scene->scene.markers[5].position, {-20, 0, second_door.z});
    CHECK(canvas_of(bench) == canvas);
    click(to_screen(*canvas, {-20, 0, second_door.z}));
    CHECK(bench.status(1) == "objects[5]");
    bench.frame->part<EditActions>().undo();
    process_events();
    check_near(scene->scene.markers[5].position, second_door);
    CHECK(bench.frame->scene().scene() == scene);
    check_near(canvas->control().eye(), eye);

    // An added record is in the scene at once, and the camera stays.
    bench.frame->part<EditActions>().duplicate_records();
    CHECK(bench.frame->scene().scene() == scene);
    CHECK(scene->scene.markers.size() == 15);
    bench.frame->part<EditActions>().undo();
    CHECK(scene->scene.markers.size() == 14);
    CHECK(canvas_of(bench) == canvas);
    CHECK_FALSE(bench.status().starts_with("Loading"));
    check_near(canvas->control().eye(), eye);
}

TEST_CASE("camera: mouse and keys move it; digits select flat views, except while typing")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    const render::ViewControl& control = canvas->control();
    const wxPoint middle = canvas->ClientToScreen(wxPoint(100, 100));
    const Vec3 eye = control.eye();
    const Vec3 pivot = control.pivot();
    drag(wxMOUSE_BTN_RIGHT, middle, middle + wxPoint(40, 10));
    check_near(control.eye(), eye);
    CHECK(std::abs(control.pivot().x - pivot.x) > 0.5F);
    drag(wxMOUSE_BTN_MIDDLE, middle, middle + wxPoint(0, 30));
    CHECK(control.eye().y > eye.y + 0.5F);
    const Vec3 before = control.eye();
    wxUIActionSimulator person;
    person.KeyDown('W');
    process_events(300);
    CHECK(control.flying());
    person.KeyUp('W');
    process_events(100);
    CHECK_FALSE(control.flying());
    CHECK(std::abs(control.eye().z - before.z) > 0.05F);

    bench.press('7');
    CHECK(control.view() == render::View::top);
    bench.press('1');
    CHECK(control.view() == render::View::front);
    bench.press('3');
    CHECK(control.view() == render::View::side);
    bench.press('5');
    CHECK(control.view() == render::View::camera);
    bench.frame->find();
    process_events();
    bench.press('7');
    CHECK(control.view() == render::View::camera);
    CHECK(bench.frame->outliner().search_text() == "7");
}

TEST_CASE("messages: the last action stays visible while the scene reloads")
{
    Bench bench;
    if (canvas_of(bench) == nullptr) {
        return;
    }
    bench.frame->select({"objects[4]"});
    bench.frame->part<EditActions>().duplicate_records();
    canvas_of(bench);
    process_events(200);
    CHECK(bench.status() == "Duplicate DOOR01");
    CHECK(bench.status(1) == "objects[5]");
}

TEST_CASE("messages: while records are hidden, the last action stays visible")
{
    Bench bench;
    if (canvas_of(bench) == nullptr) {
        return;
    }
    auto& select = bench.frame->part<SelectActions>();
    bench.frame->select({"objects[5]"});
    select.hide_selected();
    process_events();
    CHECK(bench.status() == "1 hidden, 0 locked. Select, Show All shows and unlocks everything.");
    bench.frame->select({"objects[4]"});
    bench.frame->part<EditActions>().duplicate_records();
    process_events(200);
    CHECK(bench.status() == "Duplicate DOOR01");
    // The copy is before the hidden record, which stays hidden.
    CHECK(select.hiding().hidden == NodeRefs{*bench.frame->session()->find("objects[6]")});
    select.show_hidden();
}

TEST_CASE("symbols: in a map that was empty, they stay visible until the user hides them")
{
    const GameBench game;
    Bench bench("MAPS/SAMPLE.RGM");  // the game has no models for it
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    std::filesystem::copy(game.path / "FXART", bench.folder / "FXART");
    bench.frame->part<ViewActions>().load_scene();
    canvas_of(bench);
    REQUIRE(bench.frame->scene().scene()->scene.instances.empty());
    bench.frame->select({"objects[4]"});
    bench.set("model_name", "CRATE");
    REQUIRE(bench.frame->scene().scene()->scene.instances.size() == 1);
    CHECK(canvas->symbols());
    const std::filesystem::path other = bench.folder / "MAPS" / "OTHER.RGM";
    REQUIRE(write_file(other, rgm::write_map(GameBench::map()).value()).has_value());
    REQUIRE(bench.frame->open_file(other).has_value());
    canvas_of(bench);
    CHECK(bench.frame->scene().scene()->scene.instances.size() == 2);
    CHECK(canvas->symbols());
    bench.frame->part<ViewActions>().toggle_symbols();
    REQUIRE(bench.frame->open_file(other).has_value());
    canvas_of(bench);
    CHECK_FALSE(canvas->symbols());
}

TEST_CASE("scene: a map finds models in its game folder; a click on one selects its record")
{
    const GameBench game;
    Bench bench("MAPS/SAMPLE.RGM", GameBench::map());
    if (canvas_of(bench) == nullptr) {
        return;
    }
    CHECK(bench.frame->scene().scene()->scene.instances.empty());
    std::filesystem::copy(game.path / "FXART", bench.folder / "FXART");
    bench.frame->part<ViewActions>().load_scene();  // again
    SceneCanvas* const canvas = canvas_of(bench);
    const render::LoadedScene* const scene = bench.frame->scene().scene();
    REQUIRE(scene->art);
    CHECK(scene->scene.instances.size() == 2);
    CHECK_FALSE(canvas->symbols());  // symbols were shown while there were no models
    bench.frame->select({"objects[5]"});
    bench.frame->part<ViewActions>().frame_selected();
    bench.frame->select({});
    process_events();
    click(to_screen(*canvas, second_door));
    CHECK(bench.status(1) == "objects[5]");
    // The other one is visible at its own position.
    bench.frame->part<ViewActions>().frame_all();
    process_events();
    click(to_screen(*canvas, first_door));
    CHECK(bench.status(1) == "objects[4]");
}

TEST_CASE("game folder: the chosen one is used and remembered")
{
    const GameBench game;
    {
        Bench bench("SAMPLE.RGM", GameBench::map());
        CHECK(stored_game_folder() == std::nullopt);
        canvas_of(bench);
        bench.frame->part<GameFiles>().use_game_folder(game.path);
        if (canvas_of(bench) == nullptr) {
            return;
        }
        CHECK(bench.frame->scene().scene()->scene.instances.size() == 2);
    }
    CHECK(stored_game_folder() == std::nullopt);
    store_game_folder(game.path);
    CHECK(stored_game_folder() == game.path);
    {
        Bench bench("SAMPLE.RGM", GameBench::map());
        canvas_of(bench);
        CHECK(bench.frame->scene().scene()->scene.instances.size() == 2);
    }
    store_game_folder("");
    CHECK(stored_game_folder() == std::nullopt);
}

TEST_CASE("scene: shows a model, reports models without shape, closes while loading")
{
    const GameBench game;
    Bench bench;
    if (canvas_of(bench) == nullptr) {
        return;
    }
    REQUIRE(bench.frame->open_file(game.path / "FXART/CRATE.3DC").has_value());
    canvas_of(bench);
    CHECK(bench.frame->scene().scene()->scene.instances.size() == 1);
    SceneCanvas& canvas = *bench.frame->scene().canvas();
    const auto has_ground = [&] { return !canvas.under(canvas.camera(), canvas.extent()).corners().empty(); };
    CHECK(has_ground());
    bench.frame->part<ViewActions>().view_top();
    CHECK_FALSE(has_ground());
    bench.frame->part<ViewActions>().view_perspective();
    REQUIRE(bench.frame->open_file(game.path / "FXART/A.COL").has_value());
    canvas_of(bench);
    CHECK(bench.frame->scene().scene() == nullptr);
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    bench.frame->Close(true);
    bench.frame = nullptr;
    process_events();
}
