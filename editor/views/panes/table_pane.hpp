// The pane of a list of records as a table: sorted and filtered by its headers, edited in its cells.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <wx/button.h>
#include <wx/choice.h>
#include <wx/panel.h>
#include <wx/stattext.h>
#include <wx/textctrl.h>
#include <wx/timer.h>

#include "editor/model/rows/record_table.hpp"
#include "editor/views/panes/table_grid.hpp"

namespace redforge::editor {

class TablePane : public wxPanel {
public:
    explicit TablePane(wxWindow* parent);
    TablePane(const TablePane&) = delete;
    TablePane& operator=(const TablePane&) = delete;
    ~TablePane() override;

    std::function<void(const NodeRefs&)> on_select;  ///< called when the user selects records
    /// Sets values of records as one step, and reports errors itself. `name`: of the step; the default name of setting
    /// one value if empty.
    std::function<bool(const std::string& name, const std::vector<RecordValue>& values)> on_set;
    std::function<void(const std::string& message)> on_status;  ///< for the status bar
    std::function<void(int id)> on_records;                     ///< runs an action on the records: wxID_DELETE

    /// Shows the list of the first selected node, or keeps the present list if it contains the selection.
    void show(const Session* session, const NodeRefs& selected);
    /// Updates the rows after changes of the document.
    void follow(const edit::Changes& changes);
    /// Draws values in bold, such as those that an open mod changes.
    void mark(RecordFields fields)
    {
        cells_->mark(std::move(fields));
        grid_->Refresh();
    }
    /// Applies the edited cell. Returns false if the value was rejected and the cell is still open.
    bool commit();
    /// Cancels the edit of a cell.
    void cancel_edit();

    /// Returns true if keys go to cells. Returns false while a cell is edited or a filter line has the focus.
    [[nodiscard]] bool has_focus() const;
    [[nodiscard]] bool is_typing() const;
    void take_focus();
    /// Returns the use of a key while the cells have the focus.
    [[nodiscard]] TableGrid::KeyUse use_of(int key, int modifiers) const;
    /// Runs an action on cells instead of records: copy, paste, fill down. Returns false if the action is not for
    /// cells.
    bool run(int id);
    /// Sets all selected cells to the text of the edited cell.
    void fill_selected();
    /// Returns the index of the first selected row, before its records are removed.
    [[nodiscard]] std::optional<std::size_t> first_selected_row() const;
    /// Returns the record of a row; of the last row if `row` is too large; nullopt without rows.
    [[nodiscard]] std::optional<NodeRef> record_at(std::size_t row) const;
    /// Returns the selected cells as tab-separated text, for spreadsheets.
    [[nodiscard]] std::string selected_text() const;

    [[nodiscard]] wxGrid& grid() { return *grid_; }
    [[nodiscard]] const RecordTable* table() const { return table_ ? &*table_ : nullptr; }
    /// Returns the filter line of a column, by name, or null if it is not shown.
    [[nodiscard]] wxTextCtrl* filter_line(std::string_view column) const;
    /// Returns the grid index of a column by name, or nullopt if it is not shown.
    [[nodiscard]] std::optional<int> column_named(std::string_view name) const;
    void sort_by(int column);
    /// Shows the columns with these names.
    void choose_columns(const std::vector<std::string>& names);

private:
    void show_list(const Session& session, const TableList& list);
    void clear();
    void fit_rows();
    void fit_columns();
    void select_rows(const NodeRefs& selected);
    void report_selection();
    void place_filters();
    void apply_filters();
    /// Selects only rows that match the filters: the row of the cursor if none of the selected rows match.
    void deselect_hidden();
    void show_all();
    void show_title();
    void remember();
    void ask_columns();
    void open_menu(const wxPoint& at, std::optional<int> column);
    void on_changing(wxGridEvent& event);
    void bind_grid();
    void type_again(std::size_t row, std::size_t col, const std::string& text);
    wxTextCtrl* make_filter();

    /// Rows and columns that an edit applies to: the selected blocks, else the cursor. Empty if the blocks have
    /// different columns, because the rows of one block and the columns of another would combine to cells that are not
    /// selected.
    struct Block {
        std::vector<std::size_t> rows;
        std::vector<std::size_t> columns;  ///< indices of table columns
    };
    [[nodiscard]] Block block() const;
    [[nodiscard]] bool same_columns() const;
    /// Returns true if the selection is one block; otherwise tells the user what to select.
    [[nodiscard]] bool is_one_block() const;
    [[nodiscard]] std::vector<std::size_t> selected_rows() const;
    [[nodiscard]] bool whole_rows() const;
    /// Returns the indices of the visible table columns, from left to right.
    [[nodiscard]] std::vector<std::size_t> columns_in_sight() const;
    [[nodiscard]] RecordTable::Cells cells_of(const Block& block) const;
    /// Returns the display texts of the values that a column accepts; empty if any value is possible.
    [[nodiscard]] std::vector<std::string> choices_of(std::size_t column) const;
    void put(const std::string& name, const std::vector<RecordValue>& values);
    void copy() const;
    bool paste();
    void fill_down();
    void apply_to_all();
    void clear_cells();

    const Session* session_{};
    std::optional<RecordTable> table_;
    std::vector<std::size_t> columns_;   ///< indices of the shown table columns, in grid order
    std::map<std::string, int> widths_;  ///< widths by column name, pixels
    TableCells* cells_{};
    TableGrid* grid_{};
    wxStaticText* title_{};
    wxStaticText* count_{};
    wxChoice* type_{};
    wxButton* all_{};
    wxPanel* filter_row_{};             ///< covers the lower half of the column headers
    std::vector<wxTextCtrl*> filters_;  ///< filter fields, one per grid column; surplus ones are hidden
    wxTimer filter_later_;
    NodeRefs selected_;      ///< selection that was last shown or reported
    bool busy_{};            ///< ignore selection events of the grid
    bool report_pending_{};  ///< on_select must be called
    bool setting_{};         ///< commit() is applying a cell
    bool stale_{};           ///< the grid does not know the number of rows yet
};

}  // namespace redforge::editor
