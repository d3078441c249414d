// The grid of a record table: its cell data, and their appearance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <wx/grid.h>
#include <wx/settings.h>

#include "editor/model/rows/record_table.hpp"

class wxTextEntry;

namespace redforge::editor {

/// Values of records by record and field; a field without a name stands for the whole record.
using RecordFields = std::set<std::pair<NodeRef, std::string>>;

/// The grid's table of cells. Safe if there is no table.
class TableCells : public wxGridTableBase {
public:
    /// `columns`: of the table, in the order of the grid.
    void show(const RecordTable* table, const std::vector<std::size_t>& columns);
    /// Sets the values that are bold.
    void mark(RecordFields fields) { marked_ = std::move(fields); }

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
    [[nodiscard]] bool is_marked(std::size_t row, const TableColumn& column) const;

    const RecordTable* table_{};
    std::vector<std::size_t> columns_;
    std::vector<wxGridCellAttrPtr> looks_;        ///< attributes of editable cells, by column
    std::vector<wxGridCellAttrPtr> fixed_looks_;  ///< attributes of read-only cells, by column
    RecordFields marked_;                         ///< fields that are drawn in bold
};

class TableGrid : public wxGrid {
public:
    explicit TableGrid(wxWindow* parent);

    std::function<void()> on_scroll;  ///< called after horizontal scrolling

    [[nodiscard]] bool is_typing() const;
    /// Sets the value that is being typed. Returns false if it was rejected.
    bool commit();
    void cancel_edit();
    /// Returns true while typing is cancelled; a change of its cell must then be vetoed.
    [[nodiscard]] bool dropping() const { return dropping_; }
    /// Ignores further edits. Call before the records are destroyed, which happens before the grid is.
    void close() { dropping_ = true; }
    void reject() { edit_rejected_ = true; }
    /// Reopens the editor with a rejected text.
    void type_again(int row, int col, const std::string& text);
    /// Returns true if the cells have the focus and no cell is being edited.
    [[nodiscard]] bool has_keys() const;
    /// Returns the open editor line, or null.
    [[nodiscard]] wxTextEntry* editor_line() const;
    /// Updates the row count of the grid and redraws it.
    void fit_rows();

    enum class KeyUse : std::uint8_t {
        none,       ///< an action of the window may take it
        own,        ///< the grid takes it
        swallowed,  ///< the key is ignored, and no action may take it
    };
    /// Returns the use of a key while the cells have the focus. `editable`: if the cell at the cursor can be edited.
    [[nodiscard]] static KeyUse use_of(int key, int modifiers, bool editable);

    /// Returns the left edge of a column in the header window, in pixels.
    [[nodiscard]] int column_left(int col) const
    {
        int x = 0;
        CalcScrolledPosition(GetColLeft(col), 0, &x, nullptr);
        return x;
    }
    void ScrollWindow(int dx, int dy, const wxRect* rect) override;

private:
    void show_typed_cell();

    bool dropping_{};
    bool edit_rejected_{};  ///< the last edit was rejected
};

}  // namespace redforge::editor
