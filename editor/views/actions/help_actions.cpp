// Opens the help at the page of a pane.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/help_actions.hpp"

#include <array>
#include <utility>

#include "editor/views/actions/mod_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/help_window.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/history_pane.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {

std::string HelpActions::heading_of_focus() const
{
    if (!session()) {
        return {};
    }
    const wxWindow* const focus = wxWindow::FindFocus();
    if (part<ViewActions>().measures() && is_inside(focus, &frame().scene())) {
        return "Measure distances";
    }
    const std::array<std::pair<const wxWindow*, const char*>, 10> pages{
        {{&frame().outliner(), "Select and hide records"},
         {&frame().browser(), "Browse models, actors, textures and sounds"},
         {&frame().scene(), "Move the camera"},
         {&frame().sheet(), "Edit textures, pictures and palettes"},
         {&frame().table(), "Edit tables"},
         {&frame().actor(), "Edit an actor on one page"},
         {&frame().script(), "Edit a script"},
         {&frame().properties(), "Edit values"},
         {&frame().problems(), "Fix problems"},
         {&frame().uses(), "Find uses and rename"}}};
    for (const auto& [pane, heading] : pages) {
        if (is_inside(focus, pane)) {
            return heading;
        }
    }
    return is_inside(focus, &frame().history())  ? "Move a chair in five minutes"
           : is_inside(focus, &frame().bottom()) ? "Edit a mod"
                                                 : std::string{};
}

void HelpActions::show_help()
{
    open(heading_of_focus());
}

void HelpActions::show_contents()
{
    open({});
}

void HelpActions::open(const std::string& heading)
{
    if (window_ == nullptr) {
        window_ = new HelpWindow(&frame());
    }
    window_->show(heading);
}

}  // namespace redforge::editor
