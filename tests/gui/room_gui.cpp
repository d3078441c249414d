// Building a room: a new map, models placed on the grid, meshes of objects, several numbers typed in one line.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include <catch2/catch.hpp>

#include <memory>

#include "check/map_order.hpp"
#include "core/files/files.hpp"
#include "editor/views/actions/browser_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "gui/scene_bench.hpp"
#include "scene/placement.hpp"
#include "sound/sfx.hpp"
#include "sound/wav.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::canvas_of;
using test::process_events;

/// Types into the line of a composite.
void type_line(Bench& bench, const char* label, const char* text)
{
    wxPropertyGrid& grid = bench.frame->properties().grid();
    wxPGProperty* const line = grid.GetPropertyByLabel(label);
    REQUIRE(line != nullptr);
    REQUIRE(grid.SelectProperty(line, true));
    process_events();
    bench.press('A', wxMOD_CONTROL);
    wxUIActionSimulator().Text(text);
    process_events();
    bench.press(WXK_RETURN);
}

/// Waits until the browser has items, and returns them.
const std::vector<BrowserItem>& items_of(const Bench& bench)
{
    bench.frame->browser().refresh();
    for (int i = 0; i < 100 && bench.frame->browser().grid().items().empty(); ++i) {
        process_events(50);
    }
    REQUIRE_FALSE(bench.frame->browser().grid().items().empty());
    return bench.frame->browser().grid().items();
}

/// Returns an effect of 0.1 s, 8 bits.
Bytes one_sound()
{
    const auto samples = std::make_shared<const Bytes>(Bytes(2205, std::byte{200}));
    sound::Effects file;
    file.effects = {{0, {}, sound::make_wav({}, samples, *samples)}};
    sound::update_dependents({}, file);
    return sound::write_effects(file).value();
}

}  // namespace

TEST_CASE("strip: the coordinates of a position are typed in one line, as one step")
{
    Bench bench;
    bench.frame->select({"statics[0]"});
    process_events();
    type_line(bench, "Position", "100, -20, 300");
    CHECK(bench.value("statics[0].position.x") == "100");
    CHECK(bench.value("statics[0].position.y") == "-20");
    CHECK(bench.value("statics[0].position.z") == "300");
    CHECK(bench.frame->session()->steps_done() == 1);
    type_line(bench, "Rotation", "0 90 0");
    CHECK(bench.shown("rotation_matrix:y") == "90° = 512/2048");
    // Too few numbers are rejected with a message, and nothing changes.
    type_line(bench, "Position", "7, 8");
    CHECK(bench.value("statics[0].position.x") == "100");
    CHECK(bench.frame->session()->steps_done() == 2);
}

TEST_CASE("strip: a mixed coordinate keeps its values when the line is typed")
{
    Bench bench;
    bench.frame->select({"objects[4]", "objects[5]"});
    process_events();
    REQUIRE(bench.value("objects[4].position.z") == "300");
    REQUIRE(bench.value("objects[5].position.z") == "500");
    type_line(bench, "Position", "210, -64, ...");
    CHECK(bench.value("objects[4].position.z") == "300");
    CHECK(bench.value("objects[5].position.z") == "500");
    CHECK(bench.value("objects[4].position.x") == "210");
    CHECK(bench.value("objects[5].position.y") == "-64");
}

TEST_CASE("new map: copies the first actors of the open map")
{
    rgm::Map map = rgm::sample_map();
    map.sizes.records.resize(2);
    rgm::Actor cyrus = map.actors.records.back();
    cyrus.header.script_name = "CYRUS";
    map.actors.records.push_back(cyrus);
    Bench bench("SAMPLE.RGM", map);
    bench.other_path = bench.folder / "ROOM.RGM";
    bench.frame->new_map();
    process_events();
    CHECK(bench.frame->session()->path() == *bench.other_path);
    CHECK(bench.value("actors[22].script_name") == "CYRUS");
    CHECK(bench.value("actors[22].animation_files[0].file_path") == "fxart\\GUARA001.3DC");  // copied from the open map
    CHECK_FALSE(bench.frame->session()->find("actors[24]"));
    CHECK_FALSE(bench.frame->session()->find("objects[0]"));
    CHECK(bench.frame->session()->find("sizes[1]"));
    CHECK_FALSE(bench.frame->session()->modified());
    CHECK(bench.status().find("Made ROOM.RGM, with the first 1 actor of SAMPLE.RGM and a marker.") !=
          std::string::npos);
    CHECK(std::filesystem::exists(*bench.other_path));
    const SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    // The centre of the view is the centre of the world.
    const auto place = canvas->place_at({canvas->extent().width / 2, canvas->extent().height / 2});
    REQUIRE(place);
    const glm::dvec3 middle = scene::map_place(*place);
    CHECK(std::abs(middle.x - 32768) < 64);
    CHECK(std::abs(middle.z - 32768) < 64);
}

TEST_CASE("views: a view follows an object that leaves it after a typed position")
{
    Bench bench;
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->select({"statics[0]"});
    process_events(200);
    type_line(bench, "Position", "30000, 0, 30000");
    process_events(200);
    const auto pixel = render::pixel_of(canvas->camera(), scene::view_position(30000, 0, 30000), canvas->extent());
    REQUIRE(pixel);
    CHECK(pixel->x > 0);
    CHECK(pixel->x < static_cast<float>(canvas->extent().width));
    CHECK(pixel->y > 0);
    CHECK(pixel->y < static_cast<float>(canvas->extent().height));
}

TEST_CASE("sizes: a new mesh gets the size that the game folder gives for it")
{
    Bench bench("MAPS/ROOM.RGM");
    std::filesystem::create_directories(bench.folder / "FXART");
    REQUIRE(write_file(bench.folder / "FXART/CRATE.3D", test::file_of(test::cube(30, {.colour = 1}))).has_value());
    bench.frame->select({"objects[4]"});
    process_events();
    const std::size_t rows = rgm::sample_map().sizes.records.size();
    bench.type("model_name", "CRATE");
    bench.frame->set_value({bench.frame->session()->selection(), "has_mesh", "1"});
    process_events();
    REQUIRE(bench.value("objects[4].size_row") == std::to_string(rows));
    CHECK(bench.value("sizes[" + std::to_string(rows) + "].total.z") == "60");
}

TEST_CASE("layout: panes keep their dragged width until the window is resized")
{
    Bench bench;
    bench.frame->SetSize(1400, 900);
    process_events(400);
    wxWindow& side = bench.frame->outliner();
    const int before = side.GetSize().x;
    const wxPoint edge = side.ClientToScreen(wxPoint(side.GetSize().x + 2, 40));
    test::drag(wxMOUSE_BTN_LEFT, edge, edge + wxPoint(350, 0));
    process_events(200);
    const int dragged = side.GetSize().x;
    REQUIRE(dragged > before + 250);
    // GTK sometimes sends this event although the size is unchanged.
    bench.frame->SendSizeEvent();
    process_events(200);
    CHECK(side.GetSize().x == dragged);
    bench.frame->SetSize(1300, 900);
    process_events(400);
    CHECK(side.GetSize().x < dragged);
}

TEST_CASE("browser: places a model on the grid in X and Z, and rounds its height")
{
    test::Folder game;
    game.put("FXART/CRATE.3DC", test::file_of(test::cube(30, {.colour = 1})));
    game.put("FXART/A.COL", test::palette_file());
    Bench bench;
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    if (canvas_of(bench) == nullptr) {
        return;
    }
    process_events(300);
    Snapping snapping = bench.frame->part<TransformActions>().snapping();
    snapping.on = true;
    snapping.grid = 64;
    bench.frame->part<TransformActions>().snap_to(snapping);
    CHECK(bench.frame->part<TransformActions>().snap_new_position({100, 31.4, -40}) == glm::dvec3(128, 31, -64));
    bench.frame->browser().grid().on_choose(BrowserItem(items_of(bench).at(0)));
    process_events();
    CHECK(std::stoi(bench.value("statics[2].position.x")) % 64 == 0);
    CHECK(std::stoi(bench.value("statics[2].position.z")) % 64 == 0);
    snapping.grid = 16;
    bench.frame->part<TransformActions>().snap_to(snapping);
}

TEST_CASE("browser: the menu of a sound exports it as a WAV file")
{
    test::Folder game;
    game.put("FXART/A.COL", test::palette_file());
    game.put("SOUND/MAIN.SFX", one_sound());
    Bench bench;
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    if (canvas_of(bench) == nullptr) {
        return;
    }
    Browser& browser = bench.frame->browser();
    bench.frame->SetSize(1200, 900);
    process_events(300);
    browser.show_kind(BrowserKind::sounds);
    process_events(200);
    BrowserGrid& grid = browser.grid();
    REQUIRE(items_of(bench).size() == 1);
    CHECK(grid.items()[0].name == "0");
    bench.sound_file = bench.folder / "out.wav";
    REQUIRE(write_file(*bench.sound_file, Bytes(6)).has_value());
    const test::MenuKey keys(grid, 'E');  // Export
    const BrowserItem sound = grid.items()[0];
    SECTION("Export")
    {
        test::call_at_click([&] { grid.on_menu(sound); });
        process_events(900);
        REQUIRE(keys.opened() == 1);
        CHECK(bench.asked_sound == "0");
        CHECK(bench.status() == "Exported out.wav");
        const Bytes written = read_file(*bench.sound_file).value();
        CHECK(written.size() == 44 + 2205 + 1);  // a chunk has an even size
        CHECK(sound::describe_wav(written, written.size()) == "0.1 s, 22050 Hz, 8 bits, mono");
    }
    SECTION("nothing is written if no file is chosen")
    {
        bench.sound_file.reset();
        test::call_at_click([&] { grid.on_menu(sound); });
        process_events(900);
        CHECK(bench.asked_sound == "0");
        CHECK(read_file(bench.folder / "out.wav").value().size() == 6);
    }
}

TEST_CASE("browser: a texture that is dropped on a face of a model becomes its surface")
{
    test::Folder game;
    game.put("FXART/A.COL", test::palette_file());
    game.put("FXART/TEXBSI.007", test::bank_of("A07003", 2));
    game.put("3DART/CUBE.3DC", test::file_of(test::cube(20, {.colour = 9})));
    Bench bench;
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    REQUIRE(bench.frame->open_file(game.path / "3DART/CUBE.3DC").has_value());
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    const BrowserItem texture = items_of(bench).at(0);
    CHECK(texture.name == "7/0");
    canvas->rotate_to_view(render::View::top);
    process_events(200);
    test::move_to(test::to_screen(*canvas, {0, 1, 0}));
    bench.frame->browser().grid().on_drop(texture, false);
    process_events(200);
    CHECK(bench.status() == "Use 7/0 for Face [3]");
    CHECK(test::value(bench.frame->session()->document(), "faces[3].texture.bank") == "7");
    CHECK(test::value(bench.frame->session()->document(), "faces[2].texture.colour") == "9");
    CHECK(bench.frame->session()->steps().size() == 1);
    CHECK(bench.frame->session()->path_of(bench.frame->session()->selection().front()) == "faces[3]");
    test::move_to(canvas->ClientToScreen(wxPoint(2, 2)));  // beside the model
    bench.frame->browser().grid().on_drop(texture, false);
    CHECK(bench.status() == "Drop it on a face of the model");
    CHECK(bench.frame->session()->steps().size() == 1);
}

TEST_CASE("browser: favourites are marked, listed and remembered")
{
    test::Folder game;
    game.put("FXART/A.COL", test::palette_file());
    game.put("3DART/CUBE.3DC", test::file_of(test::cube(20, {.colour = 9})));
    Bench bench;
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    if (canvas_of(bench) == nullptr) {
        return;
    }
    store_favourites({});
    BrowserActions& browser = bench.frame->part<BrowserActions>();
    BrowserGrid& grid = bench.frame->browser().grid();
    bench.frame->browser().show_kind(BrowserKind::models);
    REQUIRE(items_of(bench).at(0).name == "CUBE");
    CHECK_FALSE(browser.can_be_favourite());
    grid.select(0);
    CHECK_FALSE(browser.is_favourite());
    browser.toggle_favourite();
    CHECK(bench.status() == "CUBE is a favourite");
    CHECK(browser.is_favourite());
    CHECK(stored_favourites() == Favourites{"models CUBE"});
    bench.frame->browser().show_kind(BrowserKind::favourites);
    REQUIRE(grid.items().size() == 1);
    CHECK(grid.items()[0].name == "CUBE");
    grid.select(0);
    browser.toggle_favourite();
    CHECK(bench.status() == "CUBE is no longer a favourite");
    CHECK(grid.items().empty());
    CHECK(stored_favourites().empty());
    bench.frame->browser().show_kind(BrowserKind::models);
}

TEST_CASE("browser: after Use for Selected, keys belong to the view")
{
    test::Folder game;
    game.put("FXART/CRATE.3DC", test::file_of(test::cube(30, {.colour = 1})));
    game.put("FXART/A.COL", test::palette_file());
    Bench bench;
    bench.frame->part<GameFiles>().use_game_folder(game.path);
    SceneCanvas* const canvas = canvas_of(bench);
    if (canvas == nullptr) {
        return;
    }
    bench.frame->SetSize(1200, 900);
    process_events(300);
    BrowserGrid& grid = bench.frame->browser().grid();
    const BrowserItem crate = items_of(bench).at(0);
    bench.frame->select({"objects[4]"});
    bench.frame->outliner().tree().SetFocus();
    process_events();
    const test::MenuKey keys(grid, 'U');  // Use for Selected
    test::call_at_click([&] { grid.on_menu(crate); });
    process_events(900);
    CHECK(bench.value("objects[4].model_name") == "CRATE");
    CHECK(wxWindow::FindFocus() == canvas);
}
