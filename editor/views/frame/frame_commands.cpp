// The command palette, and the keys of actions.
#include "editor/model/scene/picture_files.hpp"
#include "editor/views/actions/action_ids.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/command_palette.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {

bool MainFrame::is_possible(const Action& action) const
{
    return action.possible == nullptr || action.possible(*this);
}

std::string MainFrame::disabled_reason(const Action& action) const
{
    if (!session_) {
        return "Open a file first.";
    }
    const auto asks = [&action](bool (MainFrame::*condition)() const) {
        const auto* const asked = action.possible.target<bool (MainFrame::*)() const>();
        return asked != nullptr && *asked == condition;
    };
    const bool copies = action.id == wxID_COPY || action.id == wxID_CUT;
    if (copies && has_selection()) {
        return describe(*session_->copy_error(session_->selection()));
    }
    if (asks(&MainFrame::is_map)) {
        return action_name(action) + " is possible in maps only.";
    }
    if (asks(&MainFrame::has_view)) {
        return "This document has no view.";
    }
    const std::string_view menu = action.menu;
    if (const auto error = menu == "&Record|P&ictures" ? import_error(*session_) : std::nullopt) {
        return describe(*error);
    }
    const bool needs_selection =
        menu == "&Record" || menu.starts_with("&Select") || menu.starts_with("&Transform") || copies;
    std::string label = plain_action_name(action);
    label.erase(0, label.find(", ") + 2);  // without the menu of the menu bar: "Align, X Least"
    return action.id == wxID_UNDO          ? "There is nothing to undo."
           : action.id == wxID_REDO        ? "There is nothing to redo."
           : action.id == wxID_SAVE        ? "There is nothing to save."
           : action.id == Id::fix_selected ? "No problem is selected that has a fix."
           : !needs_selection              ? label + " is not possible here."
           : has_selection()               ? label + " is not possible with this selection."
                                           : label + ": nothing is selected.";
}

void MainFrame::open_palette()
{
    if (palette_ == nullptr) {
        palette_ = new CommandPalette(this);
        palette_->is_possible = [this](const Action& action) { return is_possible(action); };
        palette_->on_unavailable = [this](const Action& action) { show_status(disabled_reason(action)); };
        palette_->on_run = [this](const Action& action) {
            CallAfter([this, &action] { run(action); });  // after the palette has returned the focus
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

/// Created each time, with the current keys.
wxMenu* MainFrame::make_outliner_menu() const
{
    wxMenu* const menu = make_menu("&Record", keys_);
    if (!part<AddActions>().can_connect()) {
        menu->Destroy(Id::connect);
        menu->Destroy(Id::disconnect);
        menu->Destroy(menu->FindItemByPosition(menu->GetMenuItemCount() - 1));  // the separator before these items
    }
    if (is_map()) {
        append_actions(*menu, {Id::hide, Id::isolate, Id::lock, Id::show_selected}, keys_);
        menu->AppendSubMenu(make_menu("&Select|La&yers", keys_), "La&yers");
    }
    return menu;
}

void MainFrame::use_keys(KeyMap keys)
{
    keys_ = std::move(keys);
    store_keys(keys_.changed());
    show_keys(*GetMenuBar(), keys_);
    script_->show_apply_key(key_of(Id::apply_script, keys_));
    if (wxAuiToolBar* const bar = part<PaneActions>().tools()) {
        show_keys(*bar, keys_);
    }
}

}  // namespace redforge::editor
