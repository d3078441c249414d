// View actions: load the scene, arrange views, set cameras, and show or hide content.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/view_actions.hpp"

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files/files.hpp"
#include "edit/map/map_visibility.hpp"
#include "editor/model/scene/bookmarks.hpp"
#include "editor/model/scene/measure.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/actor_actions.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/browser_actions.hpp"
#include "editor/views/actions/level_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/sound_actions.hpp"
#include "editor/views/actions/uses_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "rgm/visibility.hpp"
#include "scene/compass.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"
#include "scene/subtitle_settings.hpp"
#include "soup/names/name_files.hpp"

namespace redforge::editor {

void ViewActions::turn_view(render::View view)
{
    if (has_view()) {
        frame().scene().canvas()->rotate_to_view(view);
        save_view_settings();
    }
}

void ViewActions::view_perspective()
{
    turn_view(render::View::camera);
}

void ViewActions::view_top()
{
    turn_view(render::View::top);
}

void ViewActions::view_front()
{
    turn_view(render::View::front);
}

void ViewActions::view_side()
{
    turn_view(render::View::side);
}

void ViewActions::view_iso()
{
    turn_view(render::View::iso);
}

void ViewActions::frame_selected()
{
    for (SceneCanvas* const view : has_view() ? frame().scene().canvases() : std::vector<SceneCanvas*>{}) {
        view->frame_selected();
    }
}

void ViewActions::frame_all()
{
    for (SceneCanvas* const view : has_view() ? frame().scene().canvases() : std::vector<SceneCanvas*>{}) {
        view->frame_all();
    }
}

void ViewActions::store_bookmark(int number)
{
    if (!has_view()) {
        return;
    }
    if (session()->path().empty()) {
        show_status("Save the document first: bookmarks are stored by its file name");
        return;
    }
    Bookmarks bookmarks = parse_bookmarks(stored_bookmarks(session()->path()));
    bookmarks[number] = frame().scene().canvas()->control().pose();
    store_bookmarks(session()->path(), format_bookmarks(bookmarks));
    show_status(fmt::format("Bookmark {} is this view; View, Bookmarks, Go to {} returns to it", number, number));
}

void ViewActions::go_to_bookmark(int number)
{
    if (!has_view()) {
        return;
    }
    const Bookmarks bookmarks = parse_bookmarks(stored_bookmarks(session()->path()));
    const auto found = bookmarks.find(number);
    if (found == bookmarks.end()) {
        show_status(fmt::format("Bookmark {} is not set; View, Bookmarks, Store {} stores the view", number, number));
        return;
    }
    frame().scene().canvas()->go_to(found->second);
    save_view_settings();
    show_status(fmt::format("Bookmark {}", number));
}

void ViewActions::show_symbols()
{
    // A map without models always shows symbols; this does not change the stored setting.
    if (has_view() && !frame().scene().looks().symbols) {
        frame().scene().show_symbols(true);
        save_view_settings();
    }
}

void ViewActions::toggle_symbols()
{
    if (has_view()) {
        frame().scene().show_symbols(!frame().scene().canvas()->symbols());
        save_view_settings();
    }
}

bool ViewActions::symbols_shown() const
{
    return has_view() && frame().scene().canvas()->symbols();
}

void ViewActions::toggle_names()
{
    if (has_view()) {
        frame().scene().canvas()->show_names(!names_shown());
        show_status(names_shown() ? "Names of objects and markers are shown" : "Names are not shown");
    }
}

void ViewActions::toggle_ranges()
{
    if (has_view()) {
        frame().scene().canvas()->show_ranges(!ranges_shown());
        show_status(ranges_shown()
                        ? "Selected objects show where they are heard and updated, and what they collide with"
                        : "Ranges are not shown");
    }
}

bool ViewActions::ranges_shown() const
{
    return has_view() && frame().scene().canvas()->shows_ranges();
}

bool ViewActions::names_shown() const
{
    return has_view() && frame().scene().canvas()->names();
}

void ViewActions::toggle_visibility()
{
    if (visibility_shown()) {
        frame().scene().canvas()->set_visibility(nullptr);
        show_status("All static objects are shown");
        return;
    }
    const auto beside = edit::find_visibility(session()->path());
    const std::string name = session()->path().filename().string();
    if (!beside) {
        show_status(fmt::format("There is no PVO next to {}; create one with redforge pvo build", name));
        return;
    }
    const Result<Bytes> bytes = read_file(*beside);
    Result<rgm::Visibility> visibility = bytes ? rgm::read_visibility(*bytes) : fail(bytes.error());
    if (!visibility) {
        Error error = visibility.error();
        error.file = beside->string();
        report("PVO", error);
        return;
    }
    frame().scene().canvas()->set_visibility(std::make_shared<const rgm::Visibility>(std::move(*visibility)));
    show_status(fmt::format("Perspective views show the statics that {} lists for their position",
                            beside->filename().string()));
}

bool ViewActions::visibility_shown() const
{
    return has_view() && frame().scene().canvas()->shows_by_visibility();
}

void ViewActions::toggle_play()
{
    if (!can_play_map()) {
        return;
    }
    SceneCanvas& view = *frame().scene().canvas();
    give_focus(view);
    end_talk();
    view.play(!view.plays());
    ScenePane& scene = frame().scene();
    if (!view.plays()) {
        walk_waits_ = false;
        if (std::exchange(walk_animates_, false)) {
            scene.animate(false);
        }
        show_status("Back to the previous view");
        return;
    }
    walk_note_.clear();
    view.show_compass(std::nullopt);
    if (const std::optional<std::filesystem::path> game = part<GameFiles>().game_folder()) {
        Result<scene::Compass> compass = scene::read_system_ini(*game).and_then(
            [&](const config::Ini& settings) { return scene::read_compass(*game, settings); });
        if (compass) {
            view.show_compass(std::move(*compass));
        } else {
            walk_note_ = fmt::format("; no compass: {}", compass.error().message);
        }
    }
    scene.load_animations();
    walk_waits_ = !scene.animates();
    animate_walk();
    show_walk_keys();
}

void ViewActions::show_walk_keys()
{
    show_status(fmt::format("W A S D walk, E talks, a drag looks around, the wheel changes the speed; Esc ends it{}{}",
                            walk_animates_ ? ", P stops the animation" : "", walk_note_));
}

bool ViewActions::animate_walk()
{
    if (!walk_waits_ || !plays_map() || !has_walk_motion()) {
        return false;
    }
    walk_waits_ = false;
    walk_animates_ = true;
    frame().scene().animate(true);
    return true;
}

void ViewActions::talk()
{
    if (talk_) {
        if (talk_->next()) {
            show_line();
        } else {
            end_talk();
            show_status("This was the last line; E repeats the lines, Esc ends the walk");
        }
        return;
    }
    const SceneCanvas& view = *frame().scene().canvas();
    Result<WalkTalk> talk = WalkTalk::begin(*session(), part<GameFiles>().game_folder(),
                                            scene::map_place(view.control().eye()), view.camera().map_direction());
    if (!talk) {
        show_status(describe(talk.error()));
        return;
    }
    talk_ = std::move(*talk);
    show_line();
}

void ViewActions::show_line()
{
    Result<art::RgbaImage> picture = talk_->picture();
    if (!picture) {
        show_status(fmt::format("{}: {}", talk_->description(), describe(picture.error())));
        end_talk();
        return;
    }
    frame().scene().canvas()->show_subtitle(std::move(*picture));
    show_status(talk_->description() + "; E ends the line");
    talk_clock_.StartOnce(talk_->time());
}

void ViewActions::end_talk()
{
    talk_clock_.Stop();
    talk_.reset();
    if (frame().scene().canvas() != nullptr) {
        frame().scene().canvas()->show_subtitle(std::nullopt);
    }
}

bool ViewActions::has_walk_motion() const
{
    const render::LoadedScene* const loaded = frame().scene().scene();
    return loaded != nullptr && (has_motion(loaded->scene.game_view) || has_moving_animations(loaded->scene));
}

bool ViewActions::plays_map() const
{
    return has_view() && frame().scene().canvas()->plays();
}

void ViewActions::toggle_animation()
{
    if (!can_play_map()) {
        return;
    }
    ScenePane& scene = frame().scene();
    walk_waits_ = false;
    if (scene.animates()) {
        scene.animate(false);
        show_status("Animation stopped");
        return;
    }
    const bool ropes = scene.scene() != nullptr && !render::find_hanging_ropes(scene.scene()->scene).empty();
    scene.animate(true);
    const bool walks = scene.canvas()->walker().has_value();
    const bool flows = plays_map() && has_walk_motion();
    if (!ropes && !walks && !flows) {
        scene.animate(false);
        show_status("This map has no ropes. Select a walk map or a walk node to animate its routes.");
        return;
    }
    give_focus(*scene.canvas());
    std::vector<std::string_view> parts;
    for (const auto& [is_shown, words] : {std::pair<bool, std::string_view>{ropes, "ropes swing"},
                                          {flows, "sky, water and characters move"},
                                          {walks, "a pin walks the routes, and stops before blocked ones"}}) {
        if (is_shown) {
            parts.push_back(words);
        }
    }
    show_status(fmt::format("Animation: {}; Esc ends it", fmt::join(parts, ", ")));
}

void ViewActions::toggle_measure()
{
    if (!can_play_map()) {
        return;
    }
    SceneCanvas& view = *frame().scene().canvas();
    part<LevelActions>().finish();
    view.measure(!measures());
    give_focus(view);
    show_status(measures()
                    ? "Click two positions, or drag between them; corners of models attract the pointer. Esc ends it"
                    : "Measuring ended");
}

bool ViewActions::measures() const
{
    return has_view() && frame().scene().canvas()->tape().has_value();
}

void ViewActions::show_measured()
{
    const std::optional<Tape>& tape = frame().scene().canvas()->tape();
    if (tape && tape->from) {
        show_status(measure_text(glm::round(scene::map_place(*tape->from)), glm::round(scene::map_place(tape->to))));
    }
}

bool ViewActions::animates() const
{
    return frame().scene().animates();
}

void ViewActions::show_pointed()
{
    const std::optional<glm::dvec3> place = is_map() ? part<AddActions>().position_under_pointer() : std::nullopt;
    const std::string words =
        place ? fmt::format("{}, {}, {}", std::lround(place->x), std::lround(place->y), std::lround(place->z))
              : std::string{};
    frame().SetStatusText(to_wx(words), 2);
}

void ViewActions::restore_views()
{
    const ViewLayout layout = stored_views();
    frame().scene().look(load_view_settings());
    frame().scene().link(stored_link());
    frame().scene().arrange(layout);
    frame().scene().on_layout = [this] { store_views(frame().scene().view_layout(), frame().scene().linked()); };
}

void ViewActions::show_views(ViewCount count)
{
    if (has_view()) {
        ViewLayout layout = frame().scene().view_layout();
        layout.count = count;
        frame().scene().arrange(layout);
    }
}

bool ViewActions::has_views(ViewCount count) const
{
    return frame().scene().view_layout().count == count;
}

void ViewActions::one_view()
{
    show_views(ViewCount::one);
}

void ViewActions::two_views()
{
    show_views(ViewCount::two);
}

void ViewActions::four_views()
{
    show_views(ViewCount::four);
}

void ViewActions::toggle_link()
{
    frame().scene().link(!frame().scene().linked());
    show_status(frame().scene().linked() ? "Views are linked: all show the same position" : "Views are not linked");
}

bool ViewActions::views_linked() const
{
    return frame().scene().linked();
}

void ViewActions::shade(render::Shading shading)
{
    if (has_view()) {
        frame().scene().canvas()->shade(shading);
        save_view_settings();
    }
}

void ViewActions::toggle_wireframe()
{
    shade(is_wireframe() ? render::Shading::textured : render::Shading::wireframe);
}

void ViewActions::toggle_flat()
{
    shade(is_flat_shaded() ? render::Shading::textured : render::Shading::flat);
}

bool ViewActions::is_wireframe() const
{
    return has_view() && frame().scene().canvas()->shading() == render::Shading::wireframe;
}

bool ViewActions::is_flat_shaded() const
{
    return has_view() && frame().scene().canvas()->shading() == render::Shading::flat;
}

void ViewActions::show_symbol(render::Symbol symbol, bool shown)
{
    if (!has_view()) {
        return;
    }
    SceneCanvas& view = *frame().scene().canvas();
    view.show_symbol(symbol, shown);
    if (symbol == render::Symbol::missing) {
        view.show_symbol(render::Symbol::flat, shown);
        view.show_symbol(render::Symbol::rope, shown);
    }
    save_view_settings();
}

void ViewActions::save_view_settings()
{
    editor::save_view_settings(frame().scene().looks());
}

bool ViewActions::symbol_shown(render::Symbol symbol) const
{
    return !has_view() || frame().scene().canvas()->shows(symbol);
}

void ViewActions::connect()
{
    frame().scene().on_pick = [this](const NodeRefs& refs, Picking picking) {
        part<SelectActions>().pick(refs, picking);
    };
    frame().scene().on_status = [this](const std::string& message) {
        show_status(part<SelectActions>().has_hidden() && !is_loading()
                        ? message + "; some are hidden (Select, Show All)"
                        : message);
    };
    talk_clock_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) {
        if (talk_ && plays_map()) {
            talk();
        } else {
            end_talk();
        }
    });
    frame().scene().on_key = [this](char key) {
        if (key == SceneCanvas::talk_key && plays_map()) {
            talk();
            return true;
        }
        const Action* const action = find_action(frame().keys(), key, wxMOD_NONE, true);
        if (action != nullptr) {
            frame().run(*action);
        }
        return action != nullptr;
    };
    frame().scene().on_shown = [this] {
        frame().set_initial_focus();
        part<BrowserActions>().update_browser();
        part<ActorActions>().show_actor();
        part<UsesActions>().count_later();  // also shows the size of the selection, which depends on the models
        if (animate_walk()) {
            show_walk_keys();
        }
    };
    frame().scene().on_problems = [this](const std::vector<std::string>& problems) {
        frame().problems().drop("Scene");
        for (std::size_t i = problems.size(); i-- > 0;) {
            frame().problems().add("Scene", problems[i]);
        }
    };
}

void ViewActions::open_scene(std::vector<render::ViewControl> cameras)
{
    if (!session()) {
        return;
    }
    if (has_view()) {
        frame().scene().canvas()->set_visibility(nullptr);  // it belongs to the previous map
        frame().scene().canvas()->measure(false);
    }
    frame().scene().open(*session(), part<GameFiles>().game_folder(), std::move(cameras));
}

void ViewActions::load_scene()
{
    part<SoundActions>().clear_game_sounds();
    open_scene();
}

void ViewActions::stop_loading()
{
    frame().scene().stop_loading();
}

bool ViewActions::is_loading() const
{
    return frame().scene().loading();
}

}  // namespace redforge::editor
