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

    std::function<void(const NodeRefs&)> on_select;  ///< a person selected these records
    /// Sets values of records as one step. A refusal is told by then. `name`: of the step; empty: that of setting one value.
    std::function<bool(const std::string& name, const std::vector<RecordValue>& values)> on_set;
    std::function<void(const std::string& message)> on_status;  ///< for the status bar
    std::function<void(int id)> on_records;                  ///< an action on the selected records: wxID_DELETE

    /// Shows the list that the first selected node is of, with the selected rows in sight; the one before where it has them.
    void show(const Session* session, const NodeRefs& selected);
    /// Brings the rows up to date with a change of the document.
    void follow(const edit::Changes& changes);
    /// Sets what is being typed into a cell. False: it was refused, and is still being typed.
    bool commit();
    /// Forgets what is being typed into a cell.
    void cancel_edit();

    /// Whether keys go to cells. A cell that is being typed into and the lines of filters do not count.
    [[nodiscard]] bool has_focus() const;
    [[nodiscard]] bool is_typing() const;
    void take_focus();
    /// What a key means while keys go to cells.
    [[nodiscard]] TableGrid::KeyUse use_of(int key, int modifiers) const;
    /// Does with cells what an action does with records: copies, pastes, fills down. False: it is not for cells.
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
    /// The line of a filter, by the column's name; null where it is not shown.
    [[nodiscard]] wxTextCtrl* filter_line(std::string_view column) const;
    /// Number of a column in the grid, by its name.
    [[nodiscard]] std::optional<int> column_named(std::string_view name) const;
    void sort_by(int column);
    /// Shows these columns, by their names.
    void choose_columns(const std::vector<std::string>& names);

private:
    void show_list(const Session& session, const TableList& list);
    void clear();
    void choose_usual_columns();
    void fit_rows();
    void fit_columns();
    void select_rows(const NodeRefs& selected);
    void tell_selection();
    void place_filters();
    void apply_filters();
    void show_all();
    void show_title();
    void remember();
    void ask_columns();
    void open_menu(const wxPoint& at, std::optional<int> column);
    void on_changing(wxGridEvent& event);
    void bind_grid();
    void type_again(std::size_t row, std::size_t col, const std::string& text);
    wxTextCtrl* make_filter();

    /// Rows and columns that an edit goes to: those of all selected blocks, else of the cursor. Empty where the blocks do not have
    /// the same columns: rows of one and columns of another are cells that nobody selected.
    struct Block {
        std::vector<std::size_t> rows;
        std::vector<std::size_t> columns;  ///< of the table
    };
    [[nodiscard]] Block block() const;
    [[nodiscard]] bool same_columns() const;
    /// The same, and says what to select where that is not so.
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
    bool busy_{};        ///< what the grid tells is not a person's doing
    bool telling_{};     ///< the selection is to be told
    bool setting_{};     ///< a cell that is being typed into is set
    bool stale_{};       ///< the number of rows is to be told to the grid
};

}  // namespace redforge::editor
