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

#include "editor/model/record_table.hpp"
#include "editor/views/table_grid.hpp"

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
    std::function<void(int id)> on_records;                     ///< an action on the selected records: wxID_DELETE

    /// Shows the list that the first selected node is of, with the selected rows in sight; the one before where it has them.
    void show(const Session* session, const NodeRefs& selected);
    /// Brings the rows up to date with a change of the document.
    void follow(const edit::Changes& changes);
    /// Draws values in bold, such as those that an open mod changes.
    void mark(RecordFields fields)
    {
        cells_->mark(std::move(fields));
        grid_->Refresh();
    }
    /// Sets the value that is being typed into a cell. Returns false if it was rejected and the cell is still open.
    bool commit();
    /// Forgets what is being typed into a cell.
    void cancel_edit();

    /// Returns true if keys go to cells. False while a cell is edited or a filter line has the focus.
    [[nodiscard]] bool has_focus() const;
    [[nodiscard]] bool is_typing() const;
    void take_focus();
    /// Returns the use of a key while the cells have the focus.
    [[nodiscard]] TableGrid::KeyUse use_of(int key, int modifiers) const;
    /// Runs an action on cells instead of records: copy, paste, fill down. Returns false if the action is not for
    /// cells.
    bool run(int id);
    /// Puts what is being typed into all selected cells.
    void fill_selected();
    /// The row that the records to be removed begin at.
    [[nodiscard]] std::optional<std::size_t> first_selected_row() const;
    /// A record of a row, or of the last row where there are fewer.
    [[nodiscard]] std::optional<NodeRef> record_at(std::size_t row) const;
    /// The selected rows as a spreadsheet takes them.
    [[nodiscard]] std::string selected_text() const;

    [[nodiscard]] wxGrid& grid() { return *grid_; }
    [[nodiscard]] const RecordTable* table() const { return table_ ? &*table_ : nullptr; }
    /// Returns the filter line of a column, by name, or null if it is not shown.
    [[nodiscard]] wxTextCtrl* filter_line(std::string_view column) const;
    /// Number of a column in the grid, by its name.
    [[nodiscard]] std::optional<int> column_named(std::string_view name) const;
    void sort_by(int column);
    /// Shows these columns, by their names.
    void choose_columns(const std::vector<std::string>& names);

private:
    void show_list(const Session& session, const TableList& list);
    void clear();
    void choose_default_columns();
    void fit_rows();
    void fit_columns();
    void select_rows(const NodeRefs& selected);
    void tell_selection();
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

    /// Rows and columns that an edit applies to: those of all selected blocks, else the cursor. Empty if blocks have
    /// different columns, because rows of one and columns of another would combine to cells that are not selected.
    struct Block {
        std::vector<std::size_t> rows;
        std::vector<std::size_t> columns;  ///< of the table
    };
    [[nodiscard]] Block block() const;
    [[nodiscard]] bool same_columns() const;
    /// Returns true if the selection is one block; otherwise tells the user what to select.
    [[nodiscard]] bool is_one_block() const;
    [[nodiscard]] std::vector<std::size_t> selected_rows() const;
    [[nodiscard]] bool whole_rows() const;
    /// The columns of the table from left to right.
    [[nodiscard]] std::vector<std::size_t> columns_in_sight() const;
    [[nodiscard]] RecordTable::Cells cells_of(const Block& block) const;
    /// The values that a column offers, as people read them.
    [[nodiscard]] std::vector<std::string> choices_of(std::size_t column) const;
    void put(const std::string& name, const std::vector<RecordValue>& values);
    void copy() const;
    bool paste();
    void fill_down();
    void apply_to_all();
    void clear_cells();

    const Session* session_{};
    std::optional<RecordTable> table_;
    std::vector<std::size_t> columns_;   ///< of the table, those that are shown
    std::map<std::string, int> widths_;  ///< of columns by name, pixels
    TableCells* cells_{};
    TableGrid* grid_{};
    wxStaticText* title_{};
    wxStaticText* count_{};
    wxChoice* type_{};
    wxButton* all_{};
    wxPanel* filter_row_{};  ///< over the lower half of the headers
    std::vector<wxTextCtrl*>
        filters_;  ///< below the headers of the grid's columns; hidden where there are fewer columns
    wxTimer filter_later_;
    NodeRefs selected_;  ///< as it was shown or told last
    bool busy_{};        ///< ignore selection events of the grid
    bool telling_{};     ///< on_select must be called
    bool setting_{};     ///< a cell that is being typed into is set
    bool stale_{};       ///< the grid does not know the number of rows yet
};

}  // namespace redforge::editor
