// The table pane: shows a list of records, and follows the document and the selection.
#include "editor/views/panes/table_pane.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <wx/sizer.h>

#include "core/text/counts.hpp"
#include "editor/model/rows/chosen_columns.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/flag.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/frame/window_log.hpp"

namespace redforge::editor {
namespace {

constexpr int filter_pause = 80;             ///< milliseconds without a key before a filter is applied
constexpr std::size_t max_blocks = 400;      ///< number of separate row blocks in a selection; wx is slow with more
constexpr std::size_t rows_to_measure = 60;  ///< number of rows that determine the initial column width

}  // namespace

TablePane::TablePane(wxWindow* parent) : wxPanel(parent)
{
    title_ = new wxStaticText(this, wxID_ANY, "");
    title_->SetFont(title_->GetFont().Bold());
    count_ = new wxStaticText(this, wxID_ANY, "");
    type_ = new wxChoice(this, wxID_ANY);
    all_ = small_button(this, "Clear Filters");
    all_->SetToolTip("Clear all filters");
    auto* const columns = small_button(this, "Columns...");
    columns->SetToolTip("Choose the columns and their order");
    auto* const strip = new wxBoxSizer(wxHORIZONTAL);
    const int gap = FromDIP(8);
    strip->Add(title_, wxSizerFlags().CentreVertical().Border(wxLEFT | wxRIGHT, gap));
    strip->Add(count_, wxSizerFlags(1).CentreVertical().Border(wxRIGHT, gap));
    strip->Add(type_, wxSizerFlags().CentreVertical().Border(wxRIGHT, gap));
    strip->Add(all_, wxSizerFlags().CentreVertical().Border(wxRIGHT, gap));
    strip->Add(columns, wxSizerFlags().CentreVertical().Border(wxRIGHT, gap));
    grid_ = new TableGrid(this);
    cells_ = new TableCells;
    grid_->AssignTable(cells_);
    // Not a child of the header window: it would scroll with the header, and GTK warns if hidden fields move.
    filter_row_ = new wxPanel(grid_);
    filter_row_->SetBackgroundColour(grid_->GetLabelBackgroundColour());
    auto* const all = new wxBoxSizer(wxVERTICAL);
    all->Add(strip, wxSizerFlags().Expand().Border(wxTOP | wxBOTTOM, FromDIP(4)));
    all->Add(grid_, wxSizerFlags(1).Expand());
    SetSizer(all);
    type_->Hide();

    bind_grid();
    // GTK warns about buttons without room.
    Bind(wxEVT_SIZE, [this, strip, columns](wxSizeEvent& event) {
        const bool wide = GetClientSize().x >= FromDIP(360);
        columns->Show(wide);
        all_->Show(wide);
        strip->Show(type_, wide && type_->GetCount() > 2);
        event.Skip();
    });
    columns->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { ask_columns(); });
    all_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { show_all(); });
    type_->Bind(wxEVT_CHOICE, [this](wxCommandEvent&) {
        if (table_ && commit()) {
            TableList list = table_->list();
            list.type = type_->GetSelection() <= 0 ? std::string{} : from_wx(type_->GetStringSelection());
            show_list(*session_, list);
            select_rows(selected_);
        }
    });
    filter_later_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { apply_filters(); });
    clear();
}

TablePane::~TablePane()
{
    grid_->close();
    busy_ = true;
    cells_->show(nullptr, {});
    DestroyChildren();
}

void TablePane::bind_grid()
{
    grid_->Bind(wxEVT_GRID_CELL_CHANGING, &TablePane::on_changing, this);
    // wx moves the cursor after this event. If several keys are pending, report the last position only.
    const auto notify_later = [this](wxEvent& event) {
        event.Skip();
        if (!busy_ && !report_pending_) {
            report_pending_ = true;
            CallAfter([this] {
                if (std::exchange(report_pending_, false)) {
                    report_selection();
                }
            });
        }
    };
    grid_->Bind(wxEVT_GRID_EDITOR_SHOWN, [this](wxGridEvent& event) {
        event.Skip();
        report_selection();  // select the edited record, because a filter can hide the selection
    });
    grid_->Bind(wxEVT_GRID_SELECT_CELL, notify_later);
    grid_->Bind(wxEVT_GRID_RANGE_SELECTED, notify_later);
    grid_->Bind(wxEVT_GRID_COL_SORT, [this](wxGridEvent& event) {
        event.Veto();
        sort_by(event.GetCol());
    });
    grid_->Bind(wxEVT_GRID_COL_SIZE, [this](wxGridSizeEvent&) {
        place_filters();
        remember();
    });
    grid_->Bind(wxEVT_GRID_COL_MOVE, [this](wxGridEvent&) {
        CallAfter([this] {  // after wx has moved the column
            if (table_) {
                columns_ = columns_in_sight();
                fit_columns();
                remember();
            }
        });
    });
    grid_->Bind(wxEVT_GRID_LABEL_RIGHT_CLICK, [this](wxGridEvent& event) {
        open_menu(event.GetPosition(), event.GetCol() < 0 ? std::nullopt : std::optional(event.GetCol()));
    });
    grid_->Bind(wxEVT_GRID_CELL_RIGHT_CLICK, [this](wxGridEvent& event) {
        if (!grid_->IsInSelection(event.GetRow(), event.GetCol())) {
            grid_->ClearSelection();
            grid_->SetGridCursor(event.GetRow(), event.GetCol());
        }
        report_selection();
        open_menu(event.GetPosition(), {});
    });
    grid_->on_scroll = [this] { place_filters(); };
    grid_->GetGridColLabelWindow()->Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        place_filters();
        event.Skip();
    });
}

// ------------------------------------------------------------------------------------------------ content

void TablePane::clear()
{
    const Flag busy(busy_);
    filter_later_.Stop();
    table_.reset();
    columns_.clear();
    fit_columns();
    type_->Hide();
    show_title();
}

void TablePane::show(const Session* session, const NodeRefs& selected)
{
    if (session != session_) {
        clear();
        session_ = session;
    }
    if (session == nullptr) {
        return;
    }
    const std::optional<TableList> wanted = selected.empty() ? std::nullopt : table_list_at(*session, selected.front());
    const auto is_shown = [&](const TableList& list) {
        const TableList& now = table_->list();
        const bool same_type = now.type.empty() || list.type.empty() || now.type == list.type;
        return (list.parent == now.parent && list.descendants == now.descendants && same_type) ||
               (!now.descendants.empty() && table_->has(selected.front()));
    };
    if (wanted && !(table_ && is_shown(*wanted))) {
        show_list(*session, *wanted);
    }
    select_rows(selected);
}

void TablePane::show_list(const Session& session, const TableList& list)
{
    const Flag busy(busy_);
    cancel_edit();
    filter_later_.Stop();
    cells_->show(nullptr, {});
    table_.emplace(session, list);
    stale_ = false;
    report_pending_ = false;
    columns_.clear();
    const std::vector<TableColumn>& all = table_->columns();
    widths_.clear();
    for (const ChosenColumn& chosen : parse_columns(stored_columns(table_->record_type()))) {
        const auto column = std::ranges::find(all, chosen.name, &TableColumn::name);
        if (column != all.end()) {
            columns_.push_back(static_cast<std::size_t>(column - all.begin()));
            widths_[chosen.name] = chosen.width;
        }
    }
    if (columns_.empty()) {
        columns_ = default_columns(all);
    }
    const std::vector<std::string> types = types_of(session, list);
    type_->Clear();
    type_->Append("All types");
    for (const std::string& type : types) {
        type_->Append(to_wx(type));
    }
    type_->SetSelection(list.type.empty() ? 0 : std::max(0, type_->FindString(to_wx(list.type), true)));
    type_->Show(types.size() > 1 && all_->IsShown());
    fit_columns();
    grid_->Scroll(0, 0);
    show_title();
}

/// Updates the row and column counts of the grid, and redraws its cells.
void TablePane::fit_rows()
{
    const Flag busy(busy_);
    stale_ = false;
    grid_->fit_rows();
}

void TablePane::fit_columns()
{
    const Flag busy(busy_);
    cancel_edit();
    grid_->BeginBatch();
    grid_->ClearSelection();
    cells_->show(table(), columns_);
    const int now = grid_->GetNumberCols();
    const int columns = cells_->GetNumberCols();
    grid_->ResetColPos();
    if (columns < now) {
        wxGridTableMessage message(cells_, wxGRIDTABLE_NOTIFY_COLS_DELETED, columns, now - columns);
        grid_->ProcessTableMessage(message);
    } else if (columns > now) {
        wxGridTableMessage message(cells_, wxGRIDTABLE_NOTIFY_COLS_APPENDED, columns - now);
        grid_->ProcessTableMessage(message);
    }
    fit_rows();
    int text_height = 0;
    const auto width_of = [&](const wxString& text) {
        int width = 0;
        GetTextExtent(text, &width, &text_height);
        return width;
    };
    int label_width = FromDIP(90);
    const int rows = std::min(cells_->GetNumberRows(), static_cast<int>(rows_to_measure));
    for (int row = 0; row < rows; ++row) {
        label_width = std::max(label_width, width_of(cells_->GetRowLabelValue(row)) + FromDIP(16));
    }
    grid_->SetRowLabelSize(std::min(label_width, FromDIP(220)));
    for (int col = 0; col < columns; ++col) {
        const TableColumn& column = table_->columns()[columns_[static_cast<std::size_t>(col)]];
        int& width = widths_[column.name];
        if (width <= 0) {
            width = std::max(width_of(to_wx(column.label) + " \u25be"), FromDIP(40));
            for (int row = 0; row < rows; ++row) {
                width = std::max(width, width_of(cells_->GetValue(row, col)));
            }
            width = std::min(width + FromDIP(16), FromDIP(260));
        }
        grid_->SetColSize(col, width);
        if (static_cast<std::size_t>(col) == filters_.size()) {
            filters_.push_back(make_filter());
        }
        wxTextCtrl& line = *filters_[static_cast<std::size_t>(col)];
        line.ChangeValue(to_wx(table_->condition(columns_[static_cast<std::size_t>(col)])));
        line.SetToolTip(to_wx("Shows only rows with this text; * and ? stand for any characters, = means the whole "
                              "cell, ! in front excludes matching rows" +
                              std::string(column.number ? "; >5, <=5 and 5..9 compare numbers" : "")));
    }
    const int filter_height = filters_.empty() ? 0 : filters_.front()->GetBestSize().y;
    grid_->SetColLabelSize(GetCharHeight() + FromDIP(8) + filter_height);
    grid_->EndBatch();
    place_filters();
    Layout();
}

void TablePane::show_title()
{
    std::string count;
    if (table_) {
        count = table_->rows() == table_->all_rows()
                    ? counted(table_->all_rows(), "record")
                    : fmt::format("{} of {}", grouped(table_->rows()), counted(table_->all_rows(), "record"));
    }
    const std::string title = table_ ? title_of(*session_, table_->list()) : std::string{};
    title_->SetLabelText(to_wx(title));
    title_->SetMinSize(title_->GetTextExtent(to_wx(title)) +
                       wxSize(FromDIP(2), 0));  // GTK knows the size only after drawing
    count_->SetLabelText(to_wx(table_ ? count : "Choose a list, or a record in one, to see it as a table."));
    all_->Enable(table_ && table_->is_filtered());
    log_window("table", title + ": " + count);
    Layout();
}

void TablePane::follow(const edit::Changes& changes)
{
    if (!table_) {
        return;
    }
    const RecordTable::TableChange table_change = table_->follow(changes);
    if (table_change == RecordTable::TableChange::gone) {
        if (!setting_) {
            clear();
            return;
        }
        // The grid is handling its own edit event: clear the pane after it.
        cells_->show(nullptr, {});
        CallAfter([this] { clear(); });
        return;
    }
    if (table_change == RecordTable::TableChange::values) {
        grid_->ForceRefresh();
        return;
    }
    if (setting_) {
        if (!std::exchange(stale_, true)) {
            CallAfter([this] {
                if (stale_ && table_) {
                    fit_rows();
                    select_rows(selected_);
                    show_title();
                }
            });
        }
        return;
    }
    const Flag busy(busy_);
    cancel_edit();
    fit_rows();
    show_title();
}

// ------------------------------------------------------------------------------------------------ selection

std::vector<std::size_t> TablePane::selected_rows() const
{
    std::vector<std::size_t> rows;
    if (!table_) {
        return rows;
    }
    for (const wxGridBlockCoords& block : grid_->GetSelectedBlocks()) {
        for (int row = block.GetTopRow(); row <= block.GetBottomRow(); ++row) {
            rows.push_back(static_cast<std::size_t>(row));
        }
    }
    if (rows.empty() && grid_->GetGridCursorRow() >= 0) {
        rows.push_back(static_cast<std::size_t>(grid_->GetGridCursorRow()));
    }
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::erase_if(rows, [this](std::size_t row) { return row >= table_->rows(); });
    return rows;
}

void TablePane::select_rows(const NodeRefs& selected)
{
    const bool is_changed = selected != selected_;
    selected_ = selected;
    // If wx moved the cursor, as after Enter, keep the pending report of the new selection.
    if (!table_ || setting_ || (report_pending_ && !is_changed)) {
        return;
    }
    report_pending_ = false;
    const Flag busy(busy_);
    const std::vector<std::size_t> rows = table_->rows_of(selected);
    if (rows == selected_rows() && (grid_->IsSelection() || rows.size() == 1)) {
        return;
    }
    const int columns = grid_->GetNumberCols();
    if (rows.empty() || columns == 0) {
        grid_->ClearSelection();
        return;
    }
    cancel_edit();
    grid_->ClearSelection();
    const int col = std::clamp(grid_->GetGridCursorCol(), 0, columns - 1);
    grid_->GoToCell(static_cast<int>(rows.front()), col);
    if (rows.size() == 1) {
        return;
    }
    std::size_t blocks = 0;
    for (std::size_t i = 0; i < rows.size() && blocks < max_blocks; ++blocks) {
        std::size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1) {
            ++end;
        }
        grid_->SelectBlock(static_cast<int>(rows[i]), 0, static_cast<int>(rows[end - 1]), columns - 1, true);
        i = end;
    }
}

void TablePane::report_selection()
{
    if (!table_ || busy_) {
        return;
    }
    NodeRefs refs;
    for (const std::size_t row : selected_rows()) {
        refs.push_back(table_->node(row));
    }
    if (refs != selected_ && !refs.empty()) {
        selected_ = refs;
        on_select(refs);
    }
}

std::optional<std::size_t> TablePane::first_selected_row() const
{
    const std::vector<std::size_t> rows = selected_rows();
    return rows.empty() ? std::nullopt : std::optional(rows.front());
}

std::optional<NodeRef> TablePane::record_at(std::size_t row) const
{
    return table_ && table_->rows() > 0 ? std::optional(table_->node(std::min(row, table_->rows() - 1))) : std::nullopt;
}

bool TablePane::whole_rows() const
{
    const wxGridBlocks blocks = grid_->GetSelectedBlocks();
    const bool any = blocks.begin() != blocks.end();
    return any && std::ranges::all_of(blocks.begin(), blocks.end(), [this](const wxGridBlockCoords& block) {
               return block.GetLeftCol() == 0 && block.GetRightCol() == grid_->GetNumberCols() - 1;
           });
}

// -------------------------------------------------------------------------------------------------------- sort, filter

void TablePane::sort_by(int column)
{
    if (!table_ || column < 0 || column >= grid_->GetNumberCols() || !commit()) {
        return;
    }
    const std::size_t number = columns_[static_cast<std::size_t>(column)];
    const std::optional<RecordTable::Order> now = table_->order();
    // Cycle: ascending, descending, document order.
    std::optional<RecordTable::Order> next = RecordTable::Order{number, false};
    if (now && now->column == number) {
        next = now->descending ? std::nullopt : std::optional(RecordTable::Order{number, true});
    }
    table_->sort(next);
    {
        const Flag busy(busy_);
        grid_->ClearSelection();
    }
    fit_rows();
    grid_->GetGridColLabelWindow()->Refresh();
    select_rows(selected_);
    on_status(
        !next ? "In the document's order"
              : fmt::format("Sorted by {}{}", table_->columns()[number].label, next->descending ? ", descending" : ""));
}

wxTextCtrl* TablePane::make_filter()
{
    auto* const line = new TextLine(filter_row_, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxTE_PROCESS_ENTER);
    line->Hide();
    line->SetHint("filter");
    line->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { filter_later_.StartOnce(filter_pause); });
    const auto leave = [this] {
        filter_later_.Stop();
        apply_filters();
        take_focus();
    };
    line->Bind(wxEVT_TEXT_ENTER, [leave](wxCommandEvent&) { leave(); });
    line->Bind(wxEVT_KEY_DOWN, [line, leave](wxKeyEvent& event) {
        if (event.GetKeyCode() == WXK_ESCAPE) {
            line->ChangeValue("");
            leave();
        } else if (event.GetKeyCode() == WXK_DOWN) {
            leave();
        } else {
            event.Skip();
        }
    });
    return line;
}

void TablePane::place_filters()
{
    const wxRect labels = grid_->GetGridColLabelWindow()->GetRect();
    const int top = GetCharHeight() + FromDIP(8);
    filter_row_->Show(!columns_.empty() && labels.height > top);
    if (!filter_row_->IsShown()) {
        return;
    }
    filter_row_->SetSize(labels.x, labels.y + top, labels.width, labels.height - top);
    for (std::size_t i = 0; i < filters_.size(); ++i) {
        const int col = static_cast<int>(i);
        const bool used = i < columns_.size();
        const int left = used ? grid_->column_left(col) : 0;
        const int width = used ? grid_->GetColSize(col) : 0;
        const bool shown = left + width > 0 && left < labels.width && width > FromDIP(12);
        filters_[i]->Show(shown);
        if (shown) {
            filters_[i]->SetSize(left, 0, width - 1, filters_[i]->GetBestSize().y);
        }
    }
}

void TablePane::apply_filters()
{
    if (!table_) {
        return;
    }
    bool changed = false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::string condition = from_wx(filters_[i]->GetValue());
        if (condition != table_->condition(columns_[i])) {
            table_->filter(columns_[i], condition);
            changed = true;
        }
    }
    if (changed) {
        cancel_edit();
        fit_rows();
        select_rows(selected_);
        deselect_hidden();
        show_title();
    }
}

void TablePane::deselect_hidden()
{
    NodeRefs shown;
    for (const std::size_t row : table_->rows_of(selected_)) {
        shown.push_back(table_->node(row));
    }
    if (shown.empty() && table_->rows() > 0 && !selected_.empty()) {
        const Flag busy(busy_);
        const int row = std::clamp(grid_->GetGridCursorRow(), 0, static_cast<int>(table_->rows()) - 1);
        grid_->GoToCell(row, std::clamp(grid_->GetGridCursorCol(), 0, std::max(0, grid_->GetNumberCols() - 1)));
        shown.push_back(table_->node(static_cast<std::size_t>(row)));
    }
    if (shown.size() != selected_.size() || (shown.size() == 1 && shown != selected_)) {
        report_pending_ = false;
        selected_ = shown;
        on_select(shown);
    }
}

void TablePane::show_all()
{
    if (!table_ || !commit()) {
        return;
    }
    for (wxTextCtrl* const line : filters_) {
        line->ChangeValue("");
    }
    table_->show_all();
    fit_rows();
    select_rows(selected_);
    show_title();
    take_focus();
}

wxTextCtrl* TablePane::filter_line(std::string_view column) const
{
    const std::optional<int> number = column_named(column);
    return number ? filters_[static_cast<std::size_t>(*number)] : nullptr;
}

// ------------------------------------------------------------------------------------------------ columns

std::optional<int> TablePane::column_named(std::string_view name) const
{
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (table_->columns()[columns_[i]].name == name) {
            return static_cast<int>(i);
        }
    }
    return std::nullopt;
}

std::vector<std::size_t> TablePane::columns_in_sight() const
{
    std::vector<std::size_t> columns;
    for (int position = 0; position < grid_->GetNumberCols(); ++position) {
        columns.push_back(columns_[static_cast<std::size_t>(grid_->GetColAt(position))]);
    }
    return columns;
}

void TablePane::remember()
{
    if (!table_) {
        return;
    }
    std::vector<ChosenColumn> chosen;
    for (int col = 0; col < grid_->GetNumberCols(); ++col) {
        const std::string& name = table_->columns()[columns_[static_cast<std::size_t>(col)]].name;
        widths_[name] = grid_->GetColSize(col);
        chosen.push_back({name, widths_[name]});
    }
    store_columns(table_->record_type(), format_columns(chosen));
}

void TablePane::choose_columns(const std::vector<std::string>& names)
{
    if (!table_ || !commit()) {
        return;
    }
    const std::vector<TableColumn>& all = table_->columns();
    columns_.clear();
    for (const std::string& name : names) {
        const auto column = std::ranges::find(all, name, &TableColumn::name);
        if (column != all.end()) {
            columns_.push_back(static_cast<std::size_t>(column - all.begin()));
        }
    }
    if (columns_.empty()) {
        columns_ = default_columns(all);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {  // hidden columns do not filter
        if (std::ranges::find(columns_, i) == columns_.end() && !table_->condition(i).empty()) {
            table_->filter(i, {});
        }
    }
    fit_columns();
    select_rows(selected_);
    show_title();
    remember();
}

}  // namespace redforge::editor
