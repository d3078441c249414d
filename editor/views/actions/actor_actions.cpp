// Actions of the actor page: keys, edits, and comparison.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/actor_actions.hpp"

#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/actor_preview.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {

void ActorActions::connect()
{
    frame().actor().on_select = [this](const NodeRef& ref) { select_nodes({ref}); };
    frame().actor().on_set = [this](const ActorLine& line, const std::string& text) {
        if (!session() || !frame().commit_others()) {
            return false;
        }
        const Status status = set_actor_line(*session(), line, text);
        if (!status) {
            report("Set", status.error());
        }
        return status.has_value();
    };
    frame().panes().manager().AddPane(&frame().actor(), wxAuiPaneInfo()
                                                            .Name("actor")
                                                            .Caption("Actor")
                                                            .CentrePane()
                                                            .CaptionVisible(true)
                                                            .Position(2)
                                                            .CloseButton(false)
                                                            .MinSize(frame().FromDIP(wxSize(200, 120)))
                                                            .Hide());
}

void ActorActions::show_actor()
{
    if (!part<PaneActions>().actor_shown()) {
        return;
    }
    const render::LoadedScene* const scene = frame().scene().scene();
    frame().actor().preview().use(scene == nullptr ? nullptr : scene->art);
    frame().actor().show(session(), session()->selection(), frame().script().written());
}

void ActorActions::toggle_actor()
{
    auto& panes = part<PaneActions>();
    panes.set_actor_wanted(!panes.wants_actor());
    if (panes.wants_actor()) {
        frame().actor().take_focus();
    }
}

bool ActorActions::actor_key(int key, int modifiers, bool& swallowed)
{
    const TableGrid::KeyUse use = part<PaneActions>().actor_shown() && frame().actor().has_focus()
                                      ? frame().actor().use_of(key, modifiers)
                                      : TableGrid::KeyUse::none;
    swallowed = use == TableGrid::KeyUse::swallowed;
    return use != TableGrid::KeyUse::none;
}

bool ActorActions::run_in_actor(int id)
{
    if (!part<PaneActions>().actor_shown() || !frame().actor().has_focus()) {
        return false;
    }
    const bool takes_records = id == wxID_DELETE || id == wxID_DUPLICATE || id == wxID_CUT;
    if (takes_records && !frame().actor().is_on_record()) {
        show_status(
            "This line is a value. Select a record of a list, such as a string, to cut, delete or duplicate it.");
        return true;
    }
    return false;
}

}  // namespace redforge::editor
