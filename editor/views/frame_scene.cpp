// What the window does with its 3D view: the game's folder, views, and what is pointed at.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/frame.hpp"

#include "editor/views/actions.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/problems.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/settings.hpp"
#include "scene/game_folder.hpp"
#include "soup/name_files.hpp"

namespace redforge::editor {

void MainFrame::connect_scene()
{
    scene_->on_pick = [this](const NodeRefs& refs, Picking picking) { pick(refs, picking); };
    scene_->on_say = [this](const std::string& message) {
        say(has_hidden() && !is_loading() ? message + "; some are hidden (Select, Show All)" : message);
    };
    scene_->on_key = [this](char key) {
        const Action* const action = find_action(keys_, key, wxMOD_NONE, true);
        if (action != nullptr) {
            run(*action);
        }
        return action != nullptr;
    };
    scene_->on_shown = [this] {
        take_first_focus();
        renew_browser();
        show_actor();
    };
    scene_->on_problems = [this](const std::vector<std::string>& problems) {
        problems_->drop("Scene");
        for (std::size_t i = problems.size(); i-- > 0;) {
            problems_->add("Scene", problems[i]);
        }
    };
}

void MainFrame::open_scene()
{
    if (!session_) {
        return;
    }
    std::optional<std::filesystem::path> game = game_folder_;
    if (!game) {
        game = scene::game_folder_of(session_->path());
    }
    if (has_view()) {
        scene_->canvas()->show_by(nullptr);  // it was another map's
    }
    scene_->open(*session_, game ? game : remembered_game_folder());
}

LoadContext MainFrame::names_for(const std::filesystem::path& file) const
{
    if (game_folder_) {
        return soup::context_of(*game_folder_);
    }
    const std::filesystem::path usual = remembered_game_folder().value_or(std::filesystem::path{});
    LoadContext context = soup::context_around(file, {}, usual);
    context.game_folder = scene::game_folder_of(file).value_or(usual);
    return context;
}

void MainFrame::use_game_folder(const std::filesystem::path& folder)
{
    game_folder_ = folder;
    open_scene();
    if (session_) {
        session_->use_names(names_for(session_->path()));
        show_script();
    }
}

void MainFrame::choose_game_folder()
{
    if (const auto folder = dialogs_.which_game_folder ? dialogs_.which_game_folder(*this) : std::nullopt) {
        remember_game_folder(*folder);
        use_game_folder(*folder);
    }
}

void MainFrame::load_scene()
{
    voices_folder_.clear();
    sounds_folder_.clear();  // they may have been changed, too
    open_scene();
}

bool MainFrame::is_loading() const
{
    return scene_->loading();
}

}  // namespace redforge::editor
