// The overlay of the views matches tests/gui/layouts/drawings.txt; REDFORGE_UPDATE=1 rewrites it.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <string>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <dlfcn.h>
#endif
#include <wx/dcclient.h>
#include <wx/dcmemory.h>
#include <wx/image.h>
#include <wx/settings.h>

#include "art/bank_builder.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/side_by_side.hpp"
#include "editor/views/scene/changed_ground.hpp"
#include "editor/views/script/script_page.hpp"
#include "gui/layout_text.hpp"
#include "model/model.hpp"
#include "runner/skip.hpp"
#include "support/game.hpp"
#include "support/overlay_text.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::action_named;
using test::process_events;
using test::Views;

const scene::Vec3 middle{-14, 2, -3255};
constexpr render::Extent2 picture{400, 300};

/// The views and their overlay, with cameras that do not depend on the window's size.
struct Drawings : Views {
    render::GlyphAtlas letters = test::plain_letters();
    std::string text;

    void add(const std::string& name, const render::Camera& camera)
    {
        text +=
            (text.empty() ? "== " : "\n== ") + name + "\n" + test::overlay_text(canvas->over(camera, picture, letters));
    }
    void add_from_above(const std::string& name)
    {
        canvas->show_grid(0);
        canvas->rotate_to_view(render::View::top);
        add(name, render::flat_camera(render::View::top, middle, 15, 1000, picture.width / picture.height));
    }
    void add_in_space(const std::string& name)
    {
        canvas->show_grid(0);
        canvas->rotate_to_view(render::View::camera);
        add(name, render::look_at(middle + scene::Vec3{12, 14, 18}, middle, 100, picture.width / picture.height));
    }
    void select(const std::vector<std::string>& paths) const
    {
        frame->select(paths);
        process_events();
    }
    void run(const std::string& action) const
    {
        frame->run(action_named(action));
        process_events();
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

#ifndef _WIN32
/// Switches to the dark variant of the current theme if there is one. Returns true if it did.
bool use_dark_theme(bool dark)
{
    auto* const settings = reinterpret_cast<void* (*)()>(dlsym(RTLD_DEFAULT, "gtk_settings_get_default"));
    auto* const set = reinterpret_cast<void (*)(void*, const char*, int, void*)>(dlsym(RTLD_DEFAULT, "g_object_set"));
    set(settings(), "gtk-application-prefer-dark-theme", dark ? 1 : 0, nullptr);
    // wx looks at the colours again when the theme has another name.
    reinterpret_cast<void (*)(void*, const char*)>(dlsym(RTLD_DEFAULT, "g_object_notify"))(settings(),
                                                                                           "gtk-theme-name");
    process_events();
    return is_dark_theme() == dark;
}

/// The colours of the theme by their names: they are not ours.
std::string colour_name(const wxColour& colour)
{
    for (const auto& [known, name] : {std::pair(wxSYS_COLOUR_LISTBOX, "ground"),
                                      {wxSYS_COLOUR_LISTBOXTEXT, "text"},
                                      {wxSYS_COLOUR_GRAYTEXT, "grey"}}) {
        if (colour == wxSystemSettings::GetColour(known)) {
            return name;
        }
    }
    return colour == muted_text() ? "muted" : from_wx(colour.GetAsString(wxC2S_HTML_SYNTAX));
}

std::string colours_of(wxStyledTextCtrl& text)
{
    const auto look_of = [&](int style) {
        return colour_name(text.StyleGetForeground(style)) + " on " + colour_name(text.StyleGetBackground(style));
    };
    const std::string standard = look_of(wxSTC_STYLE_DEFAULT);
    std::string words = "cursor " + colour_name(text.GetCaretForeground()) + "\nletters are " + standard + '\n';
    for (int i = 0; i < wxSTC_STYLE_LASTPREDEFINED; ++i) {
        const std::string look = look_of(i);
        const bool ours = look != standard && i != wxSTC_STYLE_CALLTIP;
        words += ours ? "letters " + std::to_string(i) + " are " + look + '\n' : "";
    }
    for (const int i : {0, 1}) {
        words += "underline " + std::to_string(i) + " is " + colour_name(text.IndicatorGetForeground(i)) + '\n';
    }
    return words;
}
#endif

/// What a window shows now, as its pixels on the screen.
wxImage picture_of(wxWindow& window)
{
    window.Refresh();
    process_events(150);
    const wxSize size = window.GetClientSize();
    wxBitmap bitmap(size);
    wxMemoryDC into(bitmap);
    wxClientDC from(&window);
    into.Blit(0, 0, size.x, size.y, &from, 0, 0);
    into.SelectObject(wxNullBitmap);
    return bitmap.ConvertToImage();
}

/// The box around all pixels of a colour.
wxRect box_of(const wxImage& image, const wxColour& colour)
{
    wxRect box;
    for (int y = 0; y < image.GetHeight(); ++y) {
        for (int x = 0; x < image.GetWidth(); ++x) {
            if (wxColour(image.GetRed(x, y), image.GetGreen(x, y), image.GetBlue(x, y)) == colour) {
                box = box.IsEmpty() ? wxRect(x, y, 1, 1) : box.Union(wxRect(x, y, 1, 1));
            }
        }
    }
    return box;
}

}  // namespace

#ifndef _WIN32
TEST_CASE("colours: scripts and text comparisons in a light and a dark theme")
{
    for (const bool dark : {true, false}) {  // the light theme last: later tests use it
        if (!use_dark_theme(dark)) {
            redforge::test::skip("this theme has no other variant");
            continue;
        }
        Views bench;
        bench.frame->select({"actors[0]"});
        std::string text = "== script\n" + colours_of(bench.frame->script().text());
        SideBySide texts(bench.frame);
        text += "\n== beside each other\n" + colours_of(texts.left());
        text += "\n== others\nerrors are " + colour_name(error_text()) + "\nwhat was changed is on " +
                colour_name(changed_ground()) + '\n';
        test::check_layout_text(dark ? "colours-dark" : "colours-light", text);
    }
}
#endif

TEST_CASE("drawings: centres pictures in tiles of 140 pixels and marks the selection")
{
    Views bench;
    bench.frame->SetSize(1200, 900);
    bench.file = bench.folder / "TEXBSI.302";
    const Bytes bank =
        art::test::join({art::test::still("D02003", 3, 2), art::test::still("D02004", 64, 64), art::test::end_marker});
    REQUIRE(write_file(bench.file, bank).has_value());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    bench.frame->select({"images[1]"});
    ArtPane& sheet = bench.frame->sheet();
    CHECK(sheet.tile(0).width == 140);
    CHECK(sheet.tile(1).GetPosition() == wxPoint(140, 0));
    CHECK(sheet.tile(0).height == 128 + 3 * 6 + 2 * sheet.GetCharHeight());
    const wxImage seen = picture_of(sheet);
    const wxRect ground = box_of(seen, wxSystemSettings::GetColour(wxSYS_COLOUR_HIGHLIGHT));
    CHECK(ground.x == 142);
    CHECK(ground.y == 2);
    CHECK(ground.width == 136);
    CHECK(ground.height == sheet.tile(1).height - 4);
    const auto at = [&](int x, int y) { return wxColour(seen.GetRed(x, y), seen.GetGreen(x, y), seen.GetBlue(x, y)); };
    // 64 pixels are shown as 128, from 6 below the edge; 3 x 2 as 126 x 84.
    CHECK(at(140 + 70, 6 + 1) != at(140 + 70, 5));
    CHECK(at(140 + 5, 70) == at(140 + 4, 70));
    CHECK(at(6, 6 + 22 - 2) == wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX));
}

TEST_CASE("drawings: overlays of the views")
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
        canvas.rotate_to_view(view);
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
    canvas.rotate_to_view(render::View::top);
    bench.send(wxEVT_LEFT_DOWN, {3, 4}, true);
    bench.send(wxEVT_MOTION, {60, 4}, true);
    bench.send(wxEVT_MOTION, {90, 55}, true);
    bench.add("a box that selects",
              render::flat_camera(render::View::top, middle, 15, 1000, picture.width / picture.height));
    bench.send(wxEVT_LEFT_UP, {90, 55});
    canvas.play(true);
    bench.add("walked through", canvas.camera());
    canvas.play(false);
    test::check_layout_text("drawings", bench.text);
}

TEST_CASE("drawings: outlines of models")
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
    test::check_layout_text("outlines", bench.text);
}
