// The grid of a table of records: what it asks the table for, and its looks.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <wx/grid.h>
#include <wx/settings.h>

#include "editor/model/record_table.hpp"

namespace redforge::editor {

/// What the grid asks for. Asks nothing of a table that is not there.
class TableCells : public wxGridTableBase {
public:
    /// `columns`: of the table, in the order of the grid.
    void show(const RecordTable* table, const std::vector<std::size_t>& columns);

    int GetNumberRows() override;
    int GetNumberCols() override;
    wxString GetValue(int row, int col) override;
    void SetValue(int row, int col, const wxString& value) override;
    bool IsEmptyCell(int row, int col) override;
    wxString GetRowLabelValue(int row) override;
    wxString GetColLabelValue(int col) override;
    wxGridCellAttr* GetAttr(int row, int col, wxGridCellAttr::wxAttrKind kind) override;
    bool CanHaveAttributes() override { return true; }

private:
    [[nodiscard]] bool is_in(int row, int col) const;

    const RecordTable* table_{};
    std::vector<std::size_t> columns_;
    std::vector<wxGridCellAttrPtr> looks_;        ///< of cells that can be edited
    std::vector<wxGridCellAttrPtr> fixed_looks_;  ///< of the others
};

class TableGrid : public wxGrid {
public:
    explicit TableGrid(wxWindow* parent)
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
        EnableDragColMove();
        DisableDragRowSize();
    }

    std::function<void()> on_scroll;  ///< sideways

    /// Where a column begins in the window of the headers, pixels.
    [[nodiscard]] int left_of(int col) const
    {
        int x = 0;
        CalcScrolledPosition(GetColLeft(col), 0, &x, nullptr);
        return x;
    }
    void ScrollWindow(int dx, int dy, const wxRect* rect) override
    {
        // The editor of a cell that was closed is hidden in the window of the cells. It is not scrolled along: GTK complains
        // of hidden windows that get another place. wx takes it back when it is used again.
        const wxWindowList children = GetGridWindow()->GetChildren();
        for (wxWindow* const child : children) {
            if (!child->IsShown()) {
                child->Reparent(this);
            }
        }
        wxGrid::ScrollWindow(dx, dy, rect);
        if (dx != 0 && on_scroll) {
            on_scroll();
        }
    }
};

}  // namespace redforge::editor
