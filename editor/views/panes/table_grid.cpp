// Typing in the cells of a grid, and what keys mean there.
#include "editor/views/panes/table_grid.hpp"

#include <algorithm>

#include <wx/textentry.h>

#include "editor/views/frame/flag.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {

/// wx redraws from the edited cell to the right edge of the window. If the cell is beyond that edge, the rectangle has
/// a negative width, which GTK warns about.
void TableGrid::show_typed_cell()
{
    const int row = GetGridCursorRow();
    const int col = GetGridCursorCol();
    const auto is_beyond = [this, col] { return column_left(col) > GetGridWindow()->GetClientSize().x; };
    if (row < 0 || col < 0 || !is_beyond()) {
        return;
    }
    MakeCellVisible(row, col);
    if (is_beyond()) {  // the grid scrolls by whole units, and the window is narrower than one
        int unit = 0;
        GetScrollPixelsPerUnit(&unit, nullptr);
        Scroll(GetViewStart().x + (column_left(col) + unit - 1) / std::max(unit, 1), -1);
    }
}

TableGrid::TableGrid(wxWindow* parent)
    : wxGrid(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxWANTS_CHARS | wxBORDER_NONE)
{
    const wxColour face = wxSystemSettings::GetColour(wxSYS_COLOUR_BTNFACE);
    SetLabelFont(GetFont());
    SetLabelBackgroundColour(face);
    SetLabelTextColour(wxSystemSettings::GetColour(wxSYS_COLOUR_BTNTEXT));
    SetGridLineColour(face);
    SetColLabelAlignment(wxALIGN_LEFT, wxALIGN_TOP);
    SetRowLabelAlignment(wxALIGN_LEFT, wxALIGN_CENTRE);
    SetDefaultRowSize(GetCharHeight() + FromDIP(8));
    // The colour that focused fields have, instead of the default box in the text colour.
    SetCellHighlightColour(wxSystemSettings::GetColour(wxSYS_COLOUR_HIGHLIGHT));
    SetCellHighlightPenWidth(2);
    SetCellHighlightROPenWidth(2);
    use_theme(*this);
    set_accessible_name(*this, "Table");
    Bind(wxEVT_GRID_SELECT_CELL, [this](wxGridEvent& event) {  // a screen reader does not see cells, only the grid
        event.Skip();
        const int row = event.GetRow();
        const int col = event.GetCol();
        if (row >= 0 && row < GetNumberRows() && col >= 0 && col < GetNumberCols()) {
            set_accessible_name(*this, wxString::Format("Table: %s, %s: %s", GetRowLabelValue(row),
                                                        GetColLabelValue(col), GetCellValue(row, col)));
        }
    });
    EnableDragColMove();
    DisableDragRowSize();
    DisableDragGridSize();  // wx can use lines of removed columns
    Bind(wxEVT_GRID_EDITOR_HIDDEN, [this](wxGridEvent& event) {
        show_typed_cell();
        event.Skip();
    });
    // wx also hides an editor without this event: on focus loss, and when a key moves to another cell.
    Bind(wxEVT_GRID_EDITOR_CREATED, [this](wxGridEditorCreatedEvent& event) {
        event.GetWindow()->Bind(wxEVT_KILL_FOCUS, [this](wxFocusEvent& lost) {
            show_typed_cell();
            lost.Skip();
        });
        event.Skip();
    });
    Bind(wxEVT_KEY_DOWN, [this](wxKeyEvent& event) {
        if (IsCellEditControlShown()) {
            show_typed_cell();
        }
        // With Ctrl, wx moves the cursor without a check that the grid has a cell.
        if (event.ControlDown() && GetGridCursorCoords() == wxGridNoCellCoords) {
            return;
        }
        event.Skip();
        if (event.GetKeyCode() == WXK_F2) {  // continue with the current text; wx would replace it
            CallAfter([this] {
                if (wxTextEntry* const line = editor_line()) {
                    line->SetInsertionPointEnd();
                }
            });
        }
    });
}

/// The editor of a closed cell is hidden in the cell window, and GTK warns when a hidden window is moved. If there is
/// one, redraw the cells and move only the visible editors.
void TableGrid::ScrollWindow(int dx, int dy, const wxRect* rect)
{
    const wxWindowList& editors = GetGridWindow()->GetChildren();
    if (std::ranges::all_of(editors, [](const wxWindow* each) { return each->IsShown(); })) {
        wxGrid::ScrollWindow(dx, dy, rect);
    } else {
        GetGridWindow()->Refresh(true, rect);
        for (wxWindow* const each : editors) {
            if (each->IsShown()) {
                each->Move(each->GetPosition() + wxPoint(dx, dy));
            }
        }
        GetGridRowLabelWindow()->ScrollWindow(0, dy, rect);
        GetGridColLabelWindow()->ScrollWindow(dx, 0, rect);
    }
    if (dx != 0 && on_scroll) {
        on_scroll();
    }
}

bool TableGrid::is_typing() const
{
    return IsCellEditControlEnabled();
}

bool TableGrid::commit()
{
    if (!is_typing()) {
        return true;
    }
    edit_rejected_ = false;
    DisableCellEditControl();
    return !edit_rejected_;
}

void TableGrid::cancel_edit()
{
    const Flag dropping(dropping_);
    DisableCellEditControl();
}

bool TableGrid::has_keys() const
{
    const wxWindow* const focus = wxWindow::FindFocus();
    return !is_typing() && is_inside(focus, this) && !is_line_of_text(focus);
}

void TableGrid::fit_rows()
{
    const int now = GetNumberRows();
    const int rows = GetTable()->GetNumberRows();
    if (rows != now) {
        ClearSelection();
    }
    if (rows < now) {
        wxGridTableMessage message(GetTable(), wxGRIDTABLE_NOTIFY_ROWS_DELETED, rows, now - rows);
        ProcessTableMessage(message);
    } else if (rows > now) {
        wxGridTableMessage message(GetTable(), wxGRIDTABLE_NOTIFY_ROWS_APPENDED, rows - now);
        ProcessTableMessage(message);
    }
    ForceRefresh();
}

wxTextEntry* TableGrid::editor_line() const
{
    if (!is_typing()) {
        return nullptr;
    }
    const wxGridCellEditorPtr editor(GetCellEditor(GetGridCursorRow(), GetGridCursorCol()));
    return dynamic_cast<wxTextEntry*>(editor->GetControl());
}

void TableGrid::type_again(int row, int col, const std::string& text)
{
    ClearSelection();
    GoToCell(row, col);
    give_focus(*this);
    if (!CanEnableCellControl()) {
        return;  // other lines are visible now
    }
    EnableCellEditControl();
    if (wxTextEntry* const line = editor_line()) {
        line->SetValue(to_wx(text));
        line->SelectAll();
    }
}

TableGrid::KeyUse TableGrid::use_of(int key, int modifiers, bool editable)
{
    const bool moves_cursor = (key >= WXK_END && key <= WXK_DOWN) || key == WXK_PAGEUP || key == WXK_PAGEDOWN;
    if ((modifiers & wxMOD_ALT) != 0 || key == WXK_ESCAPE || key == WXK_DELETE) {
        return KeyUse::none;
    }
    if ((modifiers & wxMOD_CONTROL) != 0) {
        return moves_cursor || key == WXK_SPACE ? KeyUse::own : KeyUse::none;
    }
    if (moves_cursor || key == WXK_RETURN || key == WXK_NUMPAD_ENTER || key == WXK_TAB || key == WXK_F2 ||
        key == WXK_SHIFT) {
        return KeyUse::own;
    }
    if (key < WXK_SPACE || key >= WXK_START) {
        return key >= WXK_NUMPAD0 && key <= WXK_NUMPAD9 ? KeyUse::own : KeyUse::none;
    }
    // A letter starts to edit the cell. In a read-only cell, the key is ignored and runs no action.
    return editable ? KeyUse::own : KeyUse::swallowed;
}

}  // namespace redforge::editor
