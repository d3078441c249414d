// The command palette, and the keys of actions.
#include "editor/views/action_ids.hpp"
#include "editor/views/actions.hpp"
#include "editor/views/command_palette.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {

bool MainFrame::is_possible(const Action& action) const
{
    return action.possible == nullptr || (this->*action.possible)();
}

std::string MainFrame::why_not(const Action& action) const
{
    if (!session_) {
        return "Open a file first.";
    }
    if (action.possible == &MainFrame::can_copy && has_selection()) {
        return describe(*session_->copy_error(session_->selection()));
    }
    if (action.possible == &MainFrame::is_map) {
        return action_name(action) + " is possible in maps only.";
    }
    if (action.possible == &MainFrame::has_view) {
        return "There is no view here.";
    }
    const std::string_view menu = action.menu;
    const bool of_selected = menu == "&Record" || menu == "&Select" || menu.starts_with("&Transform") ||
                             action.possible == &MainFrame::can_copy;
    const std::string label = from_wx(wxMenuItem::GetLabelText(action.label));
    return action.id == wxID_UNDO                           ? "There is nothing to undo."
           : action.id == wxID_REDO                         ? "There is nothing to redo."
           : action.id == wxID_SAVE                         ? "There is nothing to save."
           : action.possible == &MainFrame::can_fix_problem ? "No problem is selected that has a fix."
           : !of_selected                                   ? label + " is not possible here."
           : has_selection()                                ? label + " is not possible with what is selected."
                                                            : label + ": nothing is selected.";
}

void MainFrame::open_palette()
{
    if (palette_ == nullptr) {
        palette_ = new CommandPalette(this);
        palette_->is_possible = [this](const Action& action) { return is_possible(action); };
        palette_->on_refuse = [this](const Action& action) { say(why_not(action)); };
        palette_->on_run = [this](const Action& action) {
            CallAfter([this, &action] { run(action); });  // when the focus is back where it was
        };
    }
    palette_->open(keys_);
}

void MainFrame::change_keys()
{
    if (std::optional<KeyMap> keys = dialogs_.which_keys ? dialogs_.which_keys(*this, keys_) : std::nullopt) {
        use_keys(std::move(*keys));
    }
}

/// Made anew each time, with the keys of now.
wxMenu* MainFrame::make_outliner_menu() const
{
    return make_menu("&Record", keys_);
}

void MainFrame::use_keys(KeyMap keys)
{
    keys_ = std::move(keys);
    remember_keys(keys_.changed());
    show_keys(*GetMenuBar(), keys_);
    script_->show_apply_key(key_of(Id::apply_script, keys_));
    if (auto* const bar = dynamic_cast<wxAuiToolBar*>(panes_.manager().GetPane("tools").window)) {
        show_keys(*bar, keys_);
    }
}

}  // namespace redforge::editor
