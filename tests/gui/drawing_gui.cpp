// The overlay of the views in each state, the tiles of pictures, and the colours of texts in both themes.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
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
#include "editor/views/scene/difference_background.hpp"
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

/// Returns the name of a part of an overlay, by the line of its text. Shadows and the backgrounds of labels have no
/// name.
std::string_view part_name(std::string_view line)
{
    constexpr auto names = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"1A1F33", "grid"},
        {"FF991A", "selection"},
        {"FF6666", "spheres"},
        {"FFD959", "locations"},
        {"33B3BF", "routes"},
        {"66FFFF", "routes of the selected map"},
        {"8CE6FF", "heading"},
        {"FFE5B8", "rim"},
        {"FFBF4D", "rope end"},
        {"E6E6F2", "handles"},
        {"80FF80", "arrows"},
        {"BF80FF", "changes of a mod"},
        {"73FF59", "walker"},
        {"80B3FF", "box"},
        {"FF8C0D", "border"},
    });
    const std::string_view colour = line.substr(line.rfind('#') + 1);
    const auto has = [&](std::string_view text) { return line.find(text) != std::string_view::npos; };
    if (colour.starts_with("FFFFFF")) {
        return colour == "FFFFFF" ? "scale" : "box";
    }
    if (colour == "ED4040" || colour == "4DC740" || colour == "4080FA") {  // the colours of X, Y and Z
        return has("2.0 wide") ? "axes" : has("2.5 wide") || line.starts_with("triangle") ? "handles" : "axis lock";
    }
    const auto* const known =
        std::ranges::find(names, colour.substr(0, 6), [](const auto& each) { return each.first; });
    return known == names.end() ? std::string_view{} : known->second;
}

/// Returns the parts of an overlay, each once in the order of drawing, and after a colon the words of its labels.
std::string parts_of(std::string_view overlay)
{
    std::vector<std::string_view> parts;
    std::string labels;
    while (!overlay.empty()) {
        const std::string_view line = overlay.substr(0, overlay.find('\n'));
        overlay.remove_prefix(line.size() + 1);
        if (line.starts_with("words ")) {
            const std::size_t begin = line.find('"') + 1;
            labels += ' ' + std::string(line.substr(begin, line.rfind('"') - begin));
        } else if (const std::string_view part = part_name(line);
                   !part.empty() && std::ranges::find(parts, part) == parts.end()) {
            parts.push_back(part);
        }
    }
    std::string text;
    for (const std::string_view part : parts) {
        text += (text.empty() ? "" : ", ") + std::string(part);
    }
    return text + ":" + labels;
}

/// Returns the number of lines of a text that contain some letters.
std::ptrdiff_t count_lines(std::string_view text, std::string_view letters)
{
    std::ptrdiff_t count = 0;
    for (std::size_t at = text.find(letters); at != std::string_view::npos;
         at = text.find(letters, text.find('\n', at))) {
        ++count;
    }
    return count;
}

/// The views and their overlay, with cameras that do not depend on the window's size.
struct Drawings : Views {
    render::GlyphAtlas letters = test::plain_letters();

    /// Returns the text of the overlay; see overlay_text().
    [[nodiscard]] std::string drawn(const render::Camera& camera) const
    {
        return test::overlay_text(canvas->over(camera, picture, letters));
    }
    [[nodiscard]] std::string drawn_from(render::View view) const
    {
        canvas->rotate_to_view(view);
        return drawn(render::flat_camera(view, middle, 15, 1000, picture.width / picture.height));
    }
    [[nodiscard]] std::string drawn_from_above() const
    {
        canvas->show_grid(0);
        return drawn_from(render::View::top);
    }
    [[nodiscard]] std::string drawn_in_space() const
    {
        canvas->show_grid(0);
        canvas->rotate_to_view(render::View::camera);
        return drawn(render::look_at(middle + scene::Vec3{12, 14, 18}, middle, 100, picture.width / picture.height));
    }
    [[nodiscard]] std::string from_above() const { return parts_of(drawn_from_above()); }
    [[nodiscard]] std::string in_space() const { return parts_of(drawn_in_space()); }
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
    // wx reads the colours again if the name of the theme changes.
    reinterpret_cast<void (*)(void*, const char*)>(dlsym(RTLD_DEFAULT, "g_object_notify"))(settings(),
                                                                                           "gtk-theme-name");
    process_events();
    return is_dark_theme() == dark;
}

/// Returns the name of a colour of the theme, because themes differ.
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

/// Returns the contrast of two colours by the formula of WCAG 2: 1 to 21.
double contrast(const wxColour& a, const wxColour& b)
{
    const auto part = [](unsigned char value) {
        const double share = value / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    const auto luminance = [&](const wxColour& colour) {
        return 0.2126 * part(colour.Red()) + 0.7152 * part(colour.Green()) + 0.0722 * part(colour.Blue());
    };
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}
#endif

/// Returns the current pixels of a window.
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

/// Returns the bounding box of all pixels of a colour.
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
TEST_CASE("colours: scripts and text comparisons match the approved texts in both themes")
{
    for (const bool dark : {true, false}) {  // the light theme is last, because later tests use it
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
                colour_name(difference_background()) + '\n';
        test::check_layout_text(dark ? "colours-dark" : "colours-light", text);
    }
}
#endif

#ifndef _WIN32
TEST_CASE("colours: each text has a contrast of 4.5 with its ground, in both themes")
{
    constexpr double least = 4.5;
    CHECK(contrast(*wxBLACK, *wxWHITE) == Approx(21));
    for (const bool dark : {true, false}) {
        if (!use_dark_theme(dark)) {
            redforge::test::skip("this theme has no other variant");
            continue;
        }
        Views bench;
        bench.frame->select({"actors[0]"});
        wxStyledTextCtrl& text = bench.frame->script().text();
        for (int i = 0; i <= wxSTC_STYLE_LINENUMBER; ++i) {
            INFO((dark ? "dark, style " : "light, style ") << i);
            CHECK(contrast(text.StyleGetForeground(i), text.StyleGetBackground(i)) >= least);
        }
        const wxColour list = wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX);
        const wxColour face = wxSystemSettings::GetColour(wxSYS_COLOUR_BTNFACE);
        for (const wxColour& ground : {list, face}) {
            INFO((dark ? "dark, ground " : "light, ground ") << ground.GetAsString(wxC2S_HTML_SYNTAX));
            CHECK(contrast(muted_text(), ground) >= least);
            CHECK(contrast(error_text(), ground) >= least);
            CHECK(contrast(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT), ground) >= least);
        }
        CHECK(contrast(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT), difference_background()) >= least);
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

TEST_CASE("drawings: each view shows its grid, axes, scale and title")
{
    Drawings bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.frame->part<TransformActions>().snap_to({.on = true, .grid = 64, .angle = 64});
    bench.canvas->show_symbols(false);
    bench.select({});
    CHECK(parts_of(bench.drawn_from(render::View::top)) == "grid, axes, scale: X Z 128 Top");
    CHECK(parts_of(bench.drawn_from(render::View::front)) == "grid, axes, scale: X Y 128 Front");
    CHECK(parts_of(bench.drawn_from(render::View::side)) == "grid, axes, scale: Y Z 128 Side");
    CHECK(bench.in_space() == "grid, axes: X Y Z Perspective");
    bench.canvas->mark(true);
    CHECK(bench.in_space() == "grid, axes, border: X Y Z Perspective");
    bench.canvas->mark(false);
    bench.canvas->show_symbols(true);
    CHECK(bench.in_space() == "grid, axes, routes: X Y Z Perspective");
    bench.canvas->play(true);
    CHECK(parts_of(bench.drawn(bench.canvas->camera())) == ": Walk Through");
    bench.canvas->play(false);
}

TEST_CASE("drawings: a walk shows the game's screen between black bars")
{
    Drawings bench;
    if (bench.canvas == nullptr) {
        return;
    }
    bench.canvas->play(true);
    const std::string drawn = test::overlay_text(bench.canvas->over(bench.canvas->camera(), {800, 300}, bench.letters));
    CHECK(count_lines(drawn, "rectangle 0.0,0.0 to 200.0,300.0 #000000") == 1);
    CHECK(count_lines(drawn, "rectangle 600.0,0.0 to 800.0,300.0 #000000") == 1);
    bench.canvas->play(false);
}

TEST_CASE("drawings: a selection is outlined and has the handles of its kind")
{
    Drawings bench;
    if (bench.canvas == nullptr) {
        return;
    }
    SceneCanvas& canvas = *bench.canvas;
    bench.frame->part<TransformActions>().snap_to({.on = true, .grid = 64, .angle = 64});
    canvas.show_symbols(false);

    bench.select({"walk_maps[0].nodes[1]"});
    CHECK(bench.in_space() == "grid, axes, routes of the selected map, selection, handles: X Y Z Perspective X -Y Z");
    const std::string node = bench.drawn_from_above();
    CHECK(parts_of(node) == "axes, scale, routes of the selected map, selection, handles: X Z 128 Top X Z");
    CHECK(count_lines(node, "rectangle 205.5,313.5 to 214.5,322.5 #FF991A") == 1);  // the selected node is larger
    CHECK(count_lines(node, "rectangle 206.5,214.5 to 213.5,221.5 #66FFFF") == 1);

    bench.select({"objects[4]", "objects[6]"});
    CHECK(bench.in_space() == "grid, axes, selection, spheres, locations, heading, handles: X Y Z 1 2 Perspective "
                              "X -Y Z");
    canvas.hide_kinds({scene::Kind::object}, {});
    CHECK(bench.in_space() == "grid, axes, spheres, locations, heading, handles: X Y Z 1 2 Perspective X -Y Z");
    canvas.hide_kinds({}, {});

    bench.run("Transform, Rotate Handles");
    bench.select({"objects[6]"});
    CHECK(bench.in_space() == "grid, axes, selection, spheres, locations, heading, handles: X Y Z 1 2 Perspective");
    CHECK(bench.from_above() == "axes, scale, selection, spheres, locations, heading, handles: X Z 128 1 2 Top");
    bench.run("Transform, Move Handles");
    const std::string object = bench.drawn_from_above();
    CHECK(parts_of(object) == "axes, scale, selection, spheres, locations, heading, handles: X Z 128 1 2 Top X Z");
    // An object without a model has a square around its symbol.
    CHECK(count_lines(object, "line 211.0,159.0 to 229.0,159.0, 2.0 wide #FF991A") == 1);
    CHECK(count_lines(object, "line 211.0,159.0 to 211.0,177.0 to 229.0,177.0, 2.0 wide #FF991A") == 1);
    CHECK(count_lines(object, "line 229.0,159.0 to 229.0,177.0, 2.0 wide #FF991A") == 1);

    bench.select({"lights[0]"});
    CHECK(bench.from_above() == "axes, scale, selection, rim, handles: X Z 128 Top X Z");
    bench.select({"ropes[0]"});
    CHECK(bench.in_space() == "grid, axes, selection, rope end, handles: X Y Z Perspective X -Y Z");
    bench.select({"actors[1]"});
    CHECK(bench.from_above() == "axes, scale, selection, spheres, locations: X Z 128 1 2 Top");
    bench.select({"actors[1].locations[1]"});
    CHECK(bench.from_above() == "axes, scale, selection, spheres, locations, handles: X Z 128 1 2 Top X Z");
    bench.select({"actors[1].collision_spheres[0]"});
    CHECK(bench.from_above() == "axes, scale, selection, locations, spheres, handles: X Z 128 1 2 Top X Z");
    bench.select({"markers[1]"});
    canvas.show_names(true);
    CHECK(bench.from_above() == "axes, scale, selection, handles: X Z 128 Marker 1 DOOR01 DOOR01 Marker 0 Top X Z");
    canvas.show_names(false);
}

TEST_CASE("drawings: a drag, an animation and script arrows are drawn over the scene")
{
    Drawings bench;
    if (bench.canvas == nullptr) {
        return;
    }
    SceneCanvas& canvas = *bench.canvas;
    bench.frame->part<TransformActions>().snap_to({.on = true, .grid = 64, .angle = 64});
    canvas.show_symbols(false);
    bench.select({"markers[1]"});
    canvas.show_arrows({{middle, middle + scene::Vec3{4, 0, 3}}, {middle, middle + scene::Vec3{0.2F, 0, 0}}});
    const std::string arrows = bench.drawn_from_above();
    CHECK(parts_of(arrows) == "axes, scale, selection, arrows, handles: X Z 128 Top X Z");
    CHECK(count_lines(arrows, "line 200.0,150.0 to 160.0,120.0, 1.5 wide #80FF80") == 1);
    CHECK(count_lines(arrows, "line 160.0,120.0 to ") == 2);  // the head of the arrow
    CHECK(count_lines(arrows, "#80FF80") == 4);               // a short arrow has no head
    canvas.show_arrows({});

    bench.select({"walk_maps[0]"});
    bench.frame->scene().animate(true);
    bench.frame->scene().animate(false);
    canvas.animate(true);
    canvas.advance(0.25F);
    CHECK(bench.in_space() == "grid, axes, selection, walker, handles: X Y Z Perspective X -Y Z");
    canvas.animate(false);

    bench.select({"objects[6]"});
    bench.run("Transform, Move");
    bench.press('X');
    CHECK(bench.in_space() == "grid, axes, selection, spheres, locations, heading, handles, axis lock: "
                              "X Y Z 1 2 Perspective X -Y Z");
    bench.press(WXK_ESCAPE);

    bench.select({});
    canvas.rotate_to_view(render::View::top);
    bench.send(wxEVT_LEFT_DOWN, {3, 4}, true);
    bench.send(wxEVT_MOTION, {60, 4}, true);
    bench.send(wxEVT_MOTION, {90, 55}, true);
    const std::string box =
        bench.drawn(render::flat_camera(render::View::top, middle, 15, 1000, picture.width / picture.height));
    CHECK(parts_of(box) == "grid, axes, scale, box: X Z 128 Top");
    CHECK(count_lines(box, "rectangle 3.0,4.0 to 90.0,55.0 #80B3FF 18 %") == 1);
    bench.send(wxEVT_LEFT_UP, {90, 55});
}

TEST_CASE("drawings: outlines a selected model and each link of a swinging rope")
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
    bench.frame->part<TransformActions>().show_arrows();  // hides the arrows
    bench.select({"statics[0]"});
    const std::string wall = bench.drawn_in_space();
    CHECK(parts_of(wall) == "axes, selection, handles: X Y Z Perspective X -Y Z");
    CHECK(count_lines(wall, "#FF991A") == 4);  // a cube
    bench.select({"ropes[0]"});
    const std::string rope = bench.drawn_in_space();
    CHECK(parts_of(rope) == "axes, selection, rope end, handles: X Y Z Perspective X -Y Z");
    CHECK(count_lines(rope, "#FF991A") == 7 * 4);  // six links and the bucket
    bench.canvas->animate(true);
    bench.canvas->advance(0.25F);
    const std::string swinging = bench.drawn_in_space();
    CHECK(parts_of(swinging) == parts_of(rope));
    CHECK(count_lines(swinging, "#FF991A") == 7 * 4);
    CHECK(swinging != rope);
    bench.canvas->animate(false);
}
