// From a session to what the canvas shows.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/scene_pane.hpp"

#include <fmt/format.h>
#include <wx/sizer.h>

#include "editor/model/scene_records.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t most_problems = 10;  ///< that are told; a wrong folder has hundreds

/// What is to be drawn of a document; nothing when it is neither a map nor a model.
std::optional<render::SceneOrder> order_of(const Session& session)
{
    if (const auto* const map = edit::get_if<rgm::Map>(session.document())) {
        return render::SceneOrder{.content = *map, .file = session.path()};
    }
    if (const auto* const model = edit::get_if<model::Model>(session.document())) {
        return render::SceneOrder{.content = *model, .file = session.path()};
    }
    return std::nullopt;
}

}  // namespace

ScenePane::ScenePane(wxWindow* parent) : wxPanel(parent), loader_([this] { CallAfter([this] { on_news(); }); })
{
    words_ = new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize,
                              wxALIGN_CENTRE_HORIZONTAL | wxST_NO_AUTORESIZE);
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(words_, wxSizerFlags(1).Expand().Border(wxALL, FromDIP(24)));
    const auto made = SceneCanvas::create(this);
    if (made) {
        canvas_ = *made;
        canvas_->on_pick = [this](const std::set<scene::RecordRef>& records, Picking picking) {
            NodeRefs nodes;
            for (const scene::RecordRef& record : records) {
                const auto node = session_ == nullptr ? std::nullopt : node_of(session_->root(), record);
                if (node) {
                    nodes.push_back(*node);
                }
            }
            on_pick(std::move(nodes), picking);
        };
        canvas_->on_key = [this](char key) { return on_key(key); };
        canvas_->on_failure = [this](const Error& error) {
            CallAfter([this, words = describe(error)] {  // it is being drawn just now
                say_instead(words);
                canvas_->Destroy();
                canvas_ = nullptr;
            });
        };
        column->Add(canvas_, wxSizerFlags(1).Expand());
    }
    SetSizer(column);
    say_instead(made ? "Nothing is open." : describe(made.error()));
}

ScenePane::~ScenePane()
{
    on_pick = nullptr;
}

void ScenePane::say_instead(const std::string& words)
{
    words_->SetLabelText(to_wx(words));
    words_->Show(!words.empty());
    if (canvas_ != nullptr) {
        canvas_->Show(words.empty());
    }
    Layout();
}

void ScenePane::open(const Session& session, std::optional<std::filesystem::path> game)
{
    session_ = &session;
    game_ = std::move(game);
    fresh_ = true;
    scene_.reset();  // with its art: files may have changed
    load();
}

void ScenePane::load()
{
    if (canvas_ == nullptr || session_ == nullptr) {
        return;  // what it says stays
    }
    std::optional<render::SceneOrder> order = order_of(*session_);
    if (!order) {
        loader_.cancel();
        awaited_ = false;
        scene_.reset();
        canvas_->show(nullptr, true);
        const std::string_view name = session_->format().name;
        const bool vowel = std::string_view("AEIO").find(name.front()) != std::string_view::npos;
        say_instead(fmt::format("{} {} has no 3D view.", vowel ? "An" : "A", name));
        return;
    }
    if (scene_) {
        order->art = scene_->art;
    }
    order->game = game_;
    awaited_ = true;
    loader_.start(std::move(*order));
    if (!scene_) {
        say_instead("Loading...");
    }
}

void ScenePane::follow(const edit::Changes& changes)
{
    if (canvas_ == nullptr || session_ == nullptr) {
        return;
    }
    const auto* const map = edit::get_if<rgm::Map>(session_->document());
    const SceneEffect effect =
        map == nullptr ? SceneEffect{.rebuild = true, .placed = {}} : effect_on_scene(session_->root(), changes);
    if (effect.rebuild || (!effect.placed.empty() && (awaited_ || !scene_))) {
        load();
    } else if (!effect.placed.empty()) {
        scene_->move(*map, effect.placed);
        canvas_->moved();
    }
}

void ScenePane::on_news()
{
    if (!awaited_) {
        return;
    }
    if (loader_.busy()) {
        if (fresh_) {  // what an edit asks for is quickly there, and its result is to be read
            const auto [fraction, what] = loader_.state();
            on_say(fmt::format("Loading {:.0f} %: {} (Esc cancels)", fraction * 100, what));
        }
        return;
    }
    awaited_ = false;
    std::unique_ptr<render::LoadedScene> loaded = loader_.take();
    if (!loaded) {
        say_instead(scene_ ? "" : "The scene is not loaded. Choose View, Load Again to load it.");
        on_say("Loading cancelled");
        return;
    }
    scene_ = std::move(loaded);
    canvas_->show_symbols(canvas_->symbols() || scene_->scene.instances.empty());  // else there is nothing to see
    canvas_->show(scene_, fresh_);
    say_instead("");
    if (fresh_) {
        const std::vector<std::string>& problems = scene_->scene.problems;
        for (std::size_t i = std::min(problems.size(), most_problems); i-- > 0;) {
            on_problem(problems[i]);
        }
        if (problems.size() > most_problems) {
            on_problem(fmt::format("{} problems; these are the first {}", problems.size(), most_problems));
        }
        on_say(scene_->art || !scene_->of_map
                   ? fmt::format("{} things, {} models", grouped(scene_->scene.instances.size()),
                                 grouped(scene_->scene.meshes.size()))
                   : "Only symbols are shown. Choose File, Game Folder to see models.");
    }
    fresh_ = false;
}

void ScenePane::select(const NodeRefs& refs)
{
    if (canvas_ != nullptr && session_ != nullptr) {
        canvas_->select(marked_records(session_->root(), refs));
    }
}

void ScenePane::stop_loading()
{
    loader_.cancel();
}

bool ScenePane::settled() const
{
    return !awaited_ && (canvas_ == nullptr || !scene_ || canvas_->drawn());
}

}  // namespace redforge::editor
