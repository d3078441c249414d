// What the window does with the page of an actor.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actor_pane.hpp"
#include "editor/views/actor_preview.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/script_page.hpp"

namespace redforge::editor {

void MainFrame::connect_actor()
{
    actor_ = new ActorPane(this);
    actor_->on_select = [this](const NodeRef& ref) { select_nodes({ref}); };
    actor_->on_set = [this](const ActorLine& line, const std::string& text) {
        if (!session_ || !commit_others()) {
            return false;
        }
        const Status status = set_actor_line(*session_, line, text);
        if (!status) {
            report("Set", status.error());
        }
        return status.has_value();
    };
    panes_.manager().AddPane(actor_, wxAuiPaneInfo()
                                         .Name("actor")
                                         .Caption("Actor")
                                         .CentrePane()
                                         .CaptionVisible(true)
                                         .Position(2)
                                         .CloseButton(false)
                                         .MinSize(FromDIP(wxSize(200, 120)))
                                         .Hide());
}

void MainFrame::show_actor()
{
    if (!actor_shown()) {
        return;
    }
    const render::LoadedScene* const scene = scene_->scene();
    actor_->preview().use(scene == nullptr ? nullptr : scene->art);
    actor_->show(&*session_, session_->selection(), script_->written());
}

void MainFrame::toggle_actor()
{
    if (!is_map()) {
        return;
    }
    actor_wanted_ = !actor_wanted_;
    script_wanted_ = script_wanted_ && !actor_wanted_;  // they have one place
    arrange_middle();
    if (actor_wanted_) {
        actor_->take_focus();
    }
}

bool MainFrame::actor_shown() const
{
    return is_map() && actor_wanted_;
}

bool MainFrame::actor_key(int key, int modifiers, bool& swallowed)
{
    const TableGrid::KeyUse use =
        actor_shown() && actor_->has_focus() ? actor_->use_of(key, modifiers) : TableGrid::KeyUse::none;
    swallowed = use == TableGrid::KeyUse::swallowed;
    return use != TableGrid::KeyUse::none;
}

bool MainFrame::run_in_actor(int id)
{
    if (!actor_shown() || !actor_->has_focus()) {
        return false;
    }
    const bool takes_records = id == wxID_DELETE || id == wxID_DUPLICATE || id == wxID_CUT;
    if (takes_records && !actor_->is_on_record()) {
        say("This line is a value. Select a record of a list, such as a string, to cut, delete or duplicate it.");
        return true;
    }
    return false;
}

}  // namespace redforge::editor
