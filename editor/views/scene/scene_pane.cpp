// Loads the scene of a session, and shows it in the canvases.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/scene/scene_pane.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "art/terrain.hpp"
#include "core/text/counts.hpp"
#include "edit/map/map_of.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/frame/window_log.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::editor {
namespace {

constexpr int motion_tick = 40;           ///< milliseconds between two animation frames
constexpr float max_motion = 0.25F;       ///< limit of an animation step after a pause, seconds
constexpr std::size_t max_problems = 10;  ///< maximum number of reported problems; a wrong folder has hundreds

/// Calls `visit` with the content of a document that is drawn without a map. Returns false for other documents.
template <class Visit>
bool visit_single_document(const edit::Document& document, const Visit& visit)
{
    const auto is = [&visit](const auto* content) {
        if (content != nullptr) {
            visit(*content);
        }
        return content != nullptr;
    };
    return is(edit::get_if<model::Model>(document)) || is(edit::get_if<model::Rob>(document)) ||
           is(edit::get_if<art::Terrain>(document));
}

/// Returns the content to draw of a document, or nullopt if it has no geometry.
std::optional<render::SceneRequest> find_scene_request(const Session& session)
{
    if (auto map = edit::copy_of_map(session.document())) {
        return render::SceneRequest{.content = std::move(map), .file = session.path()};
    }
    std::optional<render::SceneRequest> request;
    visit_single_document(session.document(), [&]<class Content>(const Content& content) {
        request = {.content = std::make_shared<const Content>(content), .file = session.path()};
    });
    return request;
}

/// Sets `blocked` of the legs that cross a model, in walk maps with a selected node.
void mark_blocked(WalkLines& walk, const render::Picker& picker)
{
    const scene::Vec3 waist{0, 2, 0};  // high enough to pass over sills and steps
    for (WalkLines::Leg& leg : walk.legs) {
        const WalkLines::Node& from = walk.nodes[leg.from];
        leg.blocked = from.in_marked_map && picker.blocked(from.place + waist, walk.nodes[leg.to].place + waist);
    }
}

}  // namespace

ScenePane::ScenePane(wxWindow* parent)
    : wxPanel(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxCLIP_CHILDREN),
      loader_([this] { CallAfter([this] { on_loaded(); }); })
{
    words_ = new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize,
                              wxALIGN_CENTRE_HORIZONTAL | wxST_NO_AUTORESIZE);
    const auto made = SceneCanvas::create(this);
    if (made) {
        add_view(**made);
    }
    bind_gaps();
    clock_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) {
        const wxLongLong now = wxGetUTCTimeMillis();
        const auto passed = static_cast<float>((now - std::exchange(last_tick_, now)).ToDouble() / 1000);
        canvas()->advance(std::clamp(passed, 0.0F, max_motion));
    });
    show_placeholder(made ? "Nothing is open." : describe(made.error()));
}

bool ScenePane::can_show(const Session& session)
{
    return edit::map_of(session.document()) != nullptr || visit_single_document(session.document(), [](const auto&) {});
}

ScenePane::~ScenePane()
{
    on_pick = nullptr;
}

void ScenePane::show_placeholder(const std::string& words)
{
    log_window("view", words);
    words_->SetLabelText(to_wx(words));
    words_->Show(!words.empty());
    shown_ = words.empty();
    place_views();
}

void ScenePane::close()
{
    animate(false);
    loader_.cancel();
    awaited_ = false;
    session_ = nullptr;
    selected_.clear();
    changed_.clear();
    scene_.reset();
    if (canvas() != nullptr) {
        canvas()->show(nullptr, true);
    }
    show_placeholder("Nothing is open.");
}

std::vector<render::ViewControl> ScenePane::cameras() const
{
    std::vector<render::ViewControl> cameras;
    for (const SceneCanvas* const view : scene_ && !fresh_ ? views_ : std::vector<SceneCanvas*>{}) {
        cameras.push_back(view->control());
        cameras.back().release_all();
    }
    return cameras;
}

void ScenePane::open(const Session& session, std::optional<std::filesystem::path> game,
                     std::vector<render::ViewControl> cameras)
{
    animate(false);
    session_ = &session;
    cameras_ = std::move(cameras);
    game_ = std::move(game);
    fresh_ = true;
    // A map that was empty keeps its symbols visible after records were added, until the user hides them.
    keeps_symbols_ = canvas() != nullptr && canvas()->symbols() && scene_ && !scene_->scene.instances.empty();
    scene_.reset();  // reload also the art, because game files can have changed
    load();
}

void ScenePane::load()
{
    if (canvas() == nullptr || session_ == nullptr) {
        return;  // keep the placeholder text
    }
    std::optional<render::SceneRequest> request = find_scene_request(*session_);
    if (!request) {
        loader_.cancel();
        awaited_ = false;
        scene_.reset();
        canvas()->show(nullptr, true);
        const std::string_view name = session_->format().name;
        const bool vowel = std::string_view("AEIO").find(name.front()) != std::string_view::npos;
        show_placeholder(fmt::format("{} {} has no 3D view.", vowel ? "An" : "A", name));
        return;
    }
    if (scene_) {
        request->art = scene_->art;
    }
    request->game = game_;
    request->animated = (scene_ && scene_->animated) || std::ranges::any_of(canvases(), &SceneCanvas::plays);
    awaited_ = true;
    late_.clear();  // the new request contains all changes until now
    loader_.start(std::move(*request));
    if (!scene_) {
        show_placeholder("Loading...");
    }
}

void ScenePane::follow(const edit::Changes& changes)
{
    if (canvas() == nullptr || session_ == nullptr) {
        return;
    }
    update_walk();
    const auto* const map = edit::map_of(session_->document());
    const SceneEffect effect =
        map == nullptr ? SceneEffect{.rebuild = true, .placed = {}} : effect_on_scene(session_->root(), changes);
    if (!effect.rebuild && effect.placed.empty()) {
        return;
    }
    if (awaited_ && !effect.rebuild) {
        late_.insert(effect.placed.begin(), effect.placed.end());  // do not restart loading for each step of a drag
        return;
    }
    if (map == nullptr || awaited_ || !scene_) {
        load();
        return;
    }
    if (effect.rebuild) {
        scene_->rebuild(*map);
    } else {
        scene_->move(*map, effect.placed);
    }
    canvas()->moved();
}

void ScenePane::on_loaded()
{
    if (!awaited_ || canvas() == nullptr) {
        return;
    }
    if (loader_.busy()) {
        if (fresh_) {  // no progress after edits: it would hide their message
            const auto [fraction, what] = loader_.state();
            on_status(fmt::format("Loading {:.0f} %: {} (Esc cancels)", fraction * 100, what));
        }
        return;
    }
    awaited_ = false;
    std::unique_ptr<render::LoadedScene> loaded = loader_.take();
    if (!loaded) {
        const std::optional<Error> failure = loader_.failure();
        show_placeholder(scene_ ? "" : "The scene is not loaded. Choose View, Load Again to load it.");
        on_status(failure ? fmt::format("The scene is not loaded: {}", describe(*failure)) : "Loading cancelled");
        return;
    }
    scene_ = std::move(loaded);
    if (const auto* const map = edit::map_of(session_->document()); map != nullptr && !late_.empty()) {
        scene_->move(*map, std::vector<scene::RecordRef>(late_.begin(), late_.end()));
    }
    show_placeholder("");
    on_shown();
    canvas()->show_symbols(looks_.symbols || keeps_symbols_ ||
                           scene_->scene.instances.empty());  // else the view is empty
    canvas()->show(scene_, fresh_ && cameras_.empty());
    for (std::size_t i = 0; i < std::min(views_.size(), cameras_.size()); ++i) {
        views_[i]->use_camera(cameras_[i]);
    }
    cameras_.clear();
    update_walk();
    mark_changed(changed_);
    report_problems();
    if (fresh_) {
        on_status(scene_->art || !scene_->is_map
                      ? fmt::format("{}, {}", counted(scene_->scene.instances.size(), "object"),
                                    counted(scene_->scene.meshes.size(), "model"))
                      : "Only symbols are shown. Choose File, Game Folder to see models.");
    }
    fresh_ = false;
}

void ScenePane::report_problems()
{
    const std::vector<std::string>& all = scene_->scene.problems;
    std::vector<std::string> problems(all.begin(),
                                      all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), max_problems)));
    if (all.size() > max_problems) {
        problems.insert(problems.begin(),
                        fmt::format("{} problems; these are the first {}", grouped(all.size()), max_problems));
    }
    on_problems(problems);
}

void ScenePane::load_animations()
{
    if (scene_ && scene_->is_map && scene_->art && !scene_->animated) {
        load();
    }
}

void ScenePane::update_walk()
{
    WalkLines walk = walk_lines(session_->root(), selected_);
    if (scene_ && scene_->is_map) {
        mark_blocked(walk, scene_->picker);
    }
    canvas()->show_walk(std::move(walk));
}

void ScenePane::select(const NodeRefs& refs)
{
    selected_ = refs;
    if (canvas() != nullptr && session_ != nullptr) {
        canvas()->select(marked_records(session_->root(), refs));
        update_walk();
    }
}

void ScenePane::mark_changed(const NodeRefs& refs)
{
    changed_ = refs;
    if (canvas() != nullptr && session_ != nullptr) {
        canvas()->show_changed(marked_records(session_->root(), refs));
    }
}

void ScenePane::reveal_selected()
{
    for (SceneCanvas* const view : canvases()) {
        view->reveal_selected();
    }
}

void ScenePane::animate(bool on)
{
    if (canvas() == nullptr || on == animates()) {
        return;
    }
    if (on) {
        last_tick_ = wxGetUTCTimeMillis();
        clock_.Start(motion_tick);
    } else {
        clock_.Stop();
    }
    canvas()->animate(on);
}

void ScenePane::stop_loading()
{
    loader_.cancel();
}

bool ScenePane::is_idle() const
{
    return !awaited_ && (!scene_ || std::ranges::all_of(canvases(), &SceneCanvas::drawn));
}

}  // namespace redforge::editor
