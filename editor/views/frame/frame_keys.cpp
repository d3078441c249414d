// Key handling: a key runs the same action in every pane, except in text fields.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include <wx/aui/auibar.h>
#include <wx/propgrid/propgrid.h>
#include <wx/textctrl.h>

#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/actor_actions.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/level_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/actions/select_actions.hpp"
#include "editor/views/actions/table_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/list_filter.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"

namespace redforge::editor {
namespace {

/// Returns true if a text field needs the key.
bool edits_text(int key, int modifiers)
{
    // Without Ctrl, the menu would run function keys silently even if the action is not possible.
    if ((modifiers & wxMOD_ALT) != 0 || (key >= WXK_F1 && key <= WXK_F24)) {
        return false;
    }
    if ((modifiers & wxMOD_CONTROL) == 0) {
        return true;
    }
    switch (key) {
    case 'A': return modifiers == wxMOD_CONTROL;
    case 'C':
    case 'V':
    case 'X':
    case WXK_LEFT:
    case WXK_RIGHT:
    case WXK_HOME:
    case WXK_END:
    case WXK_BACK:
    case WXK_DELETE: return true;
    default: return false;
    }
}

/// Returns true if the key edits text in every text field, so that it must not run an action there.
bool is_text_shortcut(int key, int modifiers)
{
    constexpr int with_shift = wxMOD_CONTROL | wxMOD_SHIFT;
    return (modifiers == wxMOD_CONTROL && (key == 'Z' || key == 'Y' || key == 'D' || key == 'I')) ||
           (modifiers == with_shift && key == 'Z');
}

}  // namespace

/// GTK gives the focus to the toolbar or the search line, where plain keys would be typed; the view should have it. A
/// view that does not exist yet gets the focus when it is created: keys sent to a window that GTK has not created are
/// lost.
void MainFrame::set_initial_focus()
{
    const bool table = part<PaneActions>().table_shown() && table_->IsShownOnScreen();
    const bool view = scene_->canvas() != nullptr && scene_->canvas()->IsShownOnScreen();
    const bool sheet = sheet_->IsShownOnScreen();
    if (had_focus_ || inputs_.count() > 0 || (!table && !view && !sheet)) {  // the user can already have chosen a
                                                                             // widget
        return;
    }
    had_focus_ = true;
    const wxWindow* const focus = wxWindow::FindFocus();
    const bool in_tools = dynamic_cast<const wxAuiToolBar*>(focus) != nullptr;  // a toolbar ignores plain keys
    if ((focus == nullptr || in_tools || outliner_->is_searching()) && !is_typing() &&
        outliner_->search_text().empty()) {
        if (table) {
            table_->take_focus();
        } else if (sheet && !view) {
            sheet_->SetFocus();
        } else {
            scene_->canvas()->SetFocus();
        }
    }
}

/// Moves the focus to a visible pane after the focused widget was hidden.
void MainFrame::restore_focus()
{
    if (table_->IsShownOnScreen()) {
        table_->take_focus();
    } else if (scene_->canvas() != nullptr && scene_->canvas()->IsShownOnScreen()) {
        scene_->canvas()->SetFocus();
    } else if (sheet_->IsShownOnScreen()) {
        sheet_->SetFocus();
    } else {
        give_focus(outliner_->tree());
    }
}

void MainFrame::on_key(wxKeyEvent& event)
{
    if (part<TransformActions>().transform_key(event) || part<LevelActions>().key(event) ||
        (event.GetKeyCode() == WXK_ESCAPE && browser_->grid().cancel_drag())) {
        return;
    }
    if (event.GetKeyCode() == WXK_ESCAPE && properties_->cancel_drag()) {
        return;
    }
    if (event.GetKeyCode() == WXK_ESCAPE && part<ViewActions>().plays_map() &&
        is_inside(wxWindow::FindFocus(), scene_)) {
        part<ViewActions>().toggle_play();
        return;
    }
    if (event.GetKeyCode() == WXK_ESCAPE && part<ViewActions>().measures() &&
        is_inside(wxWindow::FindFocus(), scene_)) {
        part<ViewActions>().toggle_measure();
        return;
    }
    if (event.GetKeyCode() == WXK_ESCAPE && part<ViewActions>().animates() &&
        is_inside(wxWindow::FindFocus(), scene_)) {
        part<ViewActions>().toggle_animation();
        return;
    }
    const wxWindow* const focus = wxWindow::FindFocus();
    const int key = event.GetKeyCode();
    const int modifiers = event.GetModifiers();
    if (part<ScriptActions>().script_key(key, modifiers)) {
        // The page ignores Ctrl+I. GTK would pass it to the menu, which inverts the selection.
        event.Skip(key != 'I' || modifiers != wxMOD_CONTROL);
        return;
    }
    bool swallowed = false;
    if (part<TableActions>().table_key(key, modifiers, swallowed) ||
        part<ActorActions>().actor_key(key, modifiers, swallowed)) {
        event.Skip(!swallowed);
        return;
    }
    const bool in_grid = is_inside(focus, properties_) && properties_->has_line();
    if (in_grid && key == WXK_ESCAPE && !properties_->is_typing()) {
        restore_focus();
        return;
    }
    // The grid would pass Tab to the window, which moves the focus out of the grid.
    if (in_grid && key == WXK_TAB && (modifiers & ~wxMOD_SHIFT) == 0 && is_inside(focus, &properties_->grid()) &&
        properties_->go_to_next_line(modifiers == wxMOD_SHIFT)) {
        return;
    }
    // wx would restore a rejected value in the line and validate it again.
    if (in_grid && key == WXK_ESCAPE && session_) {
        properties_->cancel_edit();
        properties_->show(selected_rows());
        problems_->drop("Set");
    }
    // In a search line, Esc first clears it, and then returns to the view.
    if (key == WXK_ESCAPE && modifiers == wxMOD_NONE &&
        (outliner_->is_searching() || browser_->is_searching() || list_filter_->is_searching())) {
        if (!outliner_->clear_search() && !browser_->clear_search() && !list_filter_->clear_search()) {
            restore_focus();
        }
        return;
    }
    const bool in_text = in_grid || is_line_of_text(focus);
    // Text fields of Windows do not handle Ctrl+A.
    if (key == 'A' && modifiers == wxMOD_CONTROL && is_line_of_text(focus)) {
        if (auto* const line = dynamic_cast<wxTextCtrl*>(wxWindow::FindFocus());
            line != nullptr && !line->IsMultiLine()) {
            line->SelectAll();
            return;
        }
    }
    // A line of the properties without a typed text leaves these keys to the document.
    const bool types = is_line_of_text(focus) && (!in_grid || properties_->is_typing());
    if (types && is_text_shortcut(key, modifiers)) {
        wxWindow& line = *wxWindow::FindFocus();
        if (key == 'Z' && modifiers == wxMOD_CONTROL) {
            text_undo_.undo(line);
        } else if (key == 'Z' || key == 'Y') {
            text_undo_.redo(line);
        }
        return;  // GTK would pass the key to the menu
    }
    // A modifier alone changes no text: Ctrl before Y must not clear the texts that Ctrl+Y restores.
    const bool is_modifier = key == WXK_CONTROL || key == WXK_RAW_CONTROL || key == WXK_SHIFT || key == WXK_ALT;
    if (in_text && is_line_of_text(focus) && !is_modifier) {
        text_undo_.before_key(*wxWindow::FindFocus());
    }
    // A view uses plain keys to fly, and forwards the others through on_key.
    const bool in_view = is_inside(focus, scene_) && modifiers == wxMOD_NONE && key > ' ' && key <= '~';
    if ((in_text && edits_text(key, modifiers)) || in_view) {
        event.Skip();
        return;
    }
    const bool opens_menu =
        (key == WXK_WINDOWS_MENU && modifiers == wxMOD_NONE) || (key == WXK_F10 && modifiers == wxMOD_SHIFT);
    if (opens_menu && is_inside(focus, scene_) && scene_->canvas() != nullptr) {
        const wxSize size = scene_->canvas()->GetClientSize();
        part<AddActions>().open_view_menu(wxPoint(size.x / 2, size.y / 2), true);
        return;
    }
    // The tree would scroll sideways.
    if ((key == WXK_LEFT || key == WXK_RIGHT) && modifiers == wxMOD_NONE && outliner_->handle_arrow_key(key)) {
        return;
    }
    if (key == WXK_ESCAPE && modifiers == wxMOD_NONE && !part<ViewActions>().is_loading()) {
        part<SelectActions>().select_none();
        return;
    }
    if (const Action* const action = find_action(keys_, key, modifiers, is_inside(focus, scene_))) {
        // In the bottom lists, Del would apply to a list row, and these rows cannot be removed.
        if (action->id == wxID_DELETE && is_inside(focus, bottom_)) {
            show_status(key_of(*action, keys_) + " removes records from the outliner and the view.");
            return;
        }
        run(*action);
        return;
    }
    // The tree would open its own search box, or clear the selection.
    const bool letter = key >= '0' && key <= 'z' && !event.AltDown();
    if (!(letter && is_inside(focus, &outliner_->tree()))) {
        event.Skip();
    }
}

}  // namespace redforge::editor
