// Editing in the cells of a table of records: typing, the clipboard, filling, and the menus of a right click.
#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>
#include <wx/menu.h>
#include <wx/rearrangectrl.h>
#include <wx/textentry.h>

#include "core/text/counts.hpp"
#include "editor/views/frame/flag.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/clipboard.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/table_pane.hpp"

namespace redforge::editor {

// ------------------------------------------------------------------------------------------------ typing

void TablePane::on_changing(wxGridEvent& event)
{
    const auto row = static_cast<std::size_t>(event.GetRow());
    const auto col = static_cast<std::size_t>(event.GetCol());
    if (grid_->dropping() || !table_ || row >= table_->rows() || col >= columns_.size()) {
        event.Veto();
        return;
    }
    const std::string text = from_wx(event.GetString());
    const std::optional<RecordValue> value = table_->typed(row, columns_[col], text);
    const Flag setting(setting_);
    if (!value || !on_set({}, {*value})) {
        event.Veto();
        grid_->reject();
        CallAfter([this, row, col, text] { type_again(row, col, text); });
    }
}

void TablePane::type_again(std::size_t row, std::size_t col, const std::string& text)
{
    if (!table_ || row >= table_->rows() || col >= columns_.size() || is_typing() || !IsShownOnScreen()) {
        return;
    }
    const Flag busy(busy_);
    grid_->type_again(static_cast<int>(row), static_cast<int>(col), text);
}

bool TablePane::commit()
{
    return grid_->commit();
}

void TablePane::cancel_edit()
{
    grid_->cancel_edit();
}

bool TablePane::is_typing() const
{
    return grid_->is_typing();
}

bool TablePane::has_focus() const
{
    return grid_->has_keys();
}

void TablePane::take_focus()
{
    if (table_ && table_->rows() > 0 && grid_->GetNumberCols() > 0 && grid_->GetGridCursorRow() < 0) {
        grid_->GoToCell(0, 0);
    }
    give_focus(*grid_);
}

TableGrid::KeyUse TablePane::use_of(int key, int modifiers) const
{
    const int row = grid_->GetGridCursorRow();
    const int col = grid_->GetGridCursorCol();
    const bool editable = table_ && row >= 0 && col >= 0 && static_cast<std::size_t>(row) < table_->rows() &&
                          table_->is_editable(static_cast<std::size_t>(row), columns_[static_cast<std::size_t>(col)]);
    return TableGrid::use_of(key, modifiers, editable);
}

void TablePane::fill_selected()
{
    if (!is_typing() || !table_ || !is_one_block()) {
        return;
    }
    const int row = grid_->GetGridCursorRow();
    const int col = grid_->GetGridCursorCol();
    const wxGridCellEditorPtr editor(grid_->GetCellEditor(row, col));
    const std::string text = from_wx(editor->GetValue());
    Block to = block();
    if (whole_rows()) {  // whole records are selected, not single fields
        to.columns = {columns_[static_cast<std::size_t>(col)]};
    }
    cancel_edit();
    put(fmt::format("Set {} of {}", table_->columns()[columns_[static_cast<std::size_t>(col)]].label,
                    counted(to.rows.size(), "record")),
        table_->put(to.rows, to.columns, {{text}}));
}

// ------------------------------------------------------------------------------------------------ blocks

bool TablePane::same_columns() const
{
    const wxGridBlocks blocks = grid_->GetSelectedBlocks();
    return std::ranges::all_of(blocks.begin(), blocks.end(), [&](const wxGridBlockCoords& each) {
        const wxGridBlockCoords front = *blocks.begin();
        return each.GetLeftCol() == front.GetLeftCol() && each.GetRightCol() == front.GetRightCol();
    });
}

bool TablePane::is_one_block() const
{
    const bool is_one = same_columns();
    if (!is_one) {
        on_status("Select cells in the same columns");
    }
    return is_one;
}

TablePane::Block TablePane::block() const
{
    if (!same_columns()) {
        return {};
    }
    Block block{selected_rows(), {}};
    const wxGridBlocks blocks = grid_->GetSelectedBlocks();
    int first = grid_->GetGridCursorCol();
    int last = first;
    if (blocks.begin() != blocks.end()) {
        const wxGridBlockCoords front = *blocks.begin();
        first = front.GetLeftCol();
        last = front.GetRightCol();
    }
    for (int col = std::max(first, 0); col <= last; ++col) {
        block.columns.push_back(columns_[static_cast<std::size_t>(col)]);
    }
    return block;
}

RecordTable::Cells TablePane::cells_of(const Block& block) const
{
    RecordTable::Cells cells;
    for (const std::size_t row : block.rows) {
        std::vector<std::string>& line = cells.emplace_back();
        for (const std::size_t column : block.columns) {
            line.push_back(table_->text(row, column));
            if (constexpr std::string_view sign = "\u00b0";
                table_->columns()[column].face.angle && line.back().ends_with(sign)) {
                line.back().resize(line.back().size() - sign.size());  // a spreadsheet wants the number
            }
        }
    }
    return cells;
}

std::string TablePane::selected_text() const
{
    return table_ ? text_of(cells_of(block())) : std::string{};
}

void TablePane::put(const std::string& name, const std::vector<RecordValue>& values)
{
    if (!is_one_block()) {
        return;
    }
    if (values.empty()) {
        on_status("Nothing to change: the cells have these values already or are read-only");
    } else {
        static_cast<void>(on_set(name, values));  // on_set has reported the error
    }
}

void TablePane::copy() const
{
    if (!is_one_block()) {
        return;
    }
    const Block from = block();
    on_status(set_clipboard(text_of(cells_of(from)))
                  ? fmt::format("Copied {}", counted(from.rows.size() * from.columns.size(), "value"))
                  : "The clipboard is in use by another program; try again.");
}

bool TablePane::paste()
{
    const std::string text = clipboard_text();
    if (whole_rows() || clipboard_records() != text || text.starts_with("<records")) {
        return false;
    }
    const RecordTable::Cells cells = cells_in(text);
    if (cells.empty()) {
        on_status("The clipboard has no text");
        return true;
    }
    if (!is_one_block()) {
        return true;
    }
    Block to = block();
    if (to.rows.empty() || to.columns.empty()) {
        return true;
    }
    if (to.rows.size() == 1 && to.columns.size() == 1) {  // a single cell is the top left corner of the pasted block
        const std::size_t width = std::ranges::max_element(cells, {}, &std::vector<std::string>::size)->size();
        const std::size_t row = to.rows.front();
        to.rows.resize(std::min(cells.size(), table_->rows() - row));
        std::iota(to.rows.begin(), to.rows.end(), row);
        const auto first = std::ranges::find(columns_, to.columns.front());
        const auto left = static_cast<std::size_t>(columns_.end() - first);
        to.columns.assign(first, first + static_cast<std::ptrdiff_t>(std::min(width, left)));
    }
    const std::vector<RecordValue> values = table_->put(to.rows, to.columns, cells);
    put("Paste " + counted(values.size(), "value"), values);
    return true;
}

void TablePane::fill_down()
{
    if (!is_one_block()) {
        return;
    }
    Block to = block();
    if (to.rows.empty() || to.columns.empty() || (to.rows.size() == 1 && to.rows.front() == 0)) {
        on_status("There is no cell above to take a value from");
        return;
    }
    Block from{{to.rows.front()}, to.columns};
    if (to.rows.size() == 1) {
        --from.rows.front();
    } else {
        to.rows.erase(to.rows.begin());
    }
    const std::vector<RecordValue> values = table_->put(to.rows, to.columns, cells_of(from));
    put("Fill down " + counted(values.size(), "value"), values);
}

void TablePane::apply_to_all()
{
    if (!is_one_block()) {
        return;
    }
    const Block from = block();
    if (from.rows.empty() || from.columns.empty()) {
        return;
    }
    std::vector<std::size_t> rows(table_->rows());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const std::size_t column = from.columns.front();
    const std::vector<RecordValue> values = table_->put(rows, {&column, 1}, cells_of({{from.rows.front()}, {column}}));
    put(fmt::format("Set {} of {}", table_->columns()[column].label, counted(values.size(), "record")), values);
}

void TablePane::clear_cells()
{
    const Block at = block();
    const std::vector<RecordValue> values = table_->cleared(at.rows, at.columns);
    put("Clear " + counted(values.size(), "value"), values);
}

bool TablePane::run(int id)
{
    if (!table_ || !has_focus()) {
        return false;
    }
    switch (id) {
    case wxID_COPY:
        if (whole_rows()) {
            return false;
        }
        copy();
        return true;
    case wxID_CUT:
        if (whole_rows()) {
            return false;
        }
        copy();
        clear_cells();
        return true;
    case wxID_PASTE: return paste();
    case wxID_DUPLICATE:
        if (whole_rows()) {
            return false;
        }
        fill_down();
        return true;
    case wxID_DELETE:
        if (whole_rows()) {
            return false;
        }
        clear_cells();
        return true;
    case wxID_SELECTALL: grid_->SelectAll(); return true;
    case wxID_FIND:
        if (const int col = std::max(grid_->GetGridCursorCol(), 0); static_cast<std::size_t>(col) < filters_.size()) {
            grid_->MakeCellVisible(std::max(grid_->GetGridCursorRow(), 0), col);
            place_filters();
            give_focus(*filters_[static_cast<std::size_t>(col)]);
            filters_[static_cast<std::size_t>(col)]->SelectAll();
        }
        return true;
    default: return false;
    }
}

// ------------------------------------------------------------------------------------------------ menus

void TablePane::ask_columns()
{
    if (!table_ || !commit()) {
        return;
    }
    const std::vector<TableColumn>& all = table_->columns();
    std::vector<std::size_t> order = columns_;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (std::ranges::find(columns_, i) == columns_.end()) {
            order.push_back(i);
        }
    }
    wxArrayString labels;
    wxArrayInt checked;
    for (std::size_t i = 0; i < order.size(); ++i) {
        labels.Add(to_wx(all[order[i]].label));
        const int number = static_cast<int>(i);
        checked.Add(i < columns_.size() ? number : ~number);
    }
    wxRearrangeDialog dialog(this, "Columns with a mark are shown, in this order.", "Columns", checked, labels);
    if (dialog.ShowModal() != wxID_OK) {
        return;
    }
    std::vector<std::string> names;
    for (const int number : dialog.GetOrder()) {
        if (number >= 0) {
            names.push_back(all[order[static_cast<std::size_t>(number)]].name);
        }
    }
    choose_columns(names);
}

void TablePane::open_menu(const wxPoint& at, std::optional<int> column)
{
    if (!table_ || !commit()) {
        return;
    }
    enum : int {
        sort = 1,
        unsorted,
        hide,
        choose,
        standard,
        copy_cells,
        paste_cells,
        fill,
        apply,
        clear_them,
        copies,
        removes
    };
    constexpr int first_choice = 100;
    constexpr std::size_t max_choices = 64;
    const Block at_cursor = block();
    std::vector<std::string> choices;
    wxMenu menu;
    if (column) {
        menu.Append(sort, "&Sort by This Column");
        menu.Append(unsorted, "&Clear Sort Order")->Enable(table_->order().has_value());
        menu.AppendSeparator();
        menu.Append(hide, "&Hide Column")->Enable(columns_.size() > 1);
        menu.Append(choose, "&Columns...");
        menu.Append(standard, "&Reset Columns");
    } else {
        menu.Append(copy_cells, "&Copy");
        menu.Append(paste_cells, "&Paste");
        menu.Append(fill, "&Fill Down");
        menu.Append(apply, to_wx(fmt::format("&Apply to All {} Shown", grouped(table_->rows()))));
        menu.Append(clear_them, "C&lear");
        choices = at_cursor.columns.empty() ? choices : choices_of(at_cursor.columns.front());
        if (!choices.empty()) {
            auto* const values = new wxMenu;
            for (std::size_t i = 0; i < std::min(choices.size(), max_choices); ++i) {
                wxString label = to_wx(choices[i]);
                label.Replace("&", "&&");
                values->Append(first_choice + static_cast<int>(i), label);
            }
            menu.AppendSubMenu(values, "&Set To");
        }
        menu.AppendSeparator();
        menu.Append(copies, "&Duplicate Records");
        menu.Append(removes, "&Remove Records");
    }
    const wxPoint place = grid_->ClientToScreen(at);
    const int chosen = GetPopupMenuSelectionFromUser(menu, ScreenToClient(place));
    const std::size_t number = column ? columns_[static_cast<std::size_t>(*column)] : 0;
    switch (chosen) {
    case sort: sort_by(*column); break;
    case unsorted:
        table_->sort({});
        fit_rows();
        select_rows(selected_);
        break;
    case hide: {
        std::vector<std::string> names;
        for (const std::size_t each : columns_) {
            if (each != number) {
                names.push_back(table_->columns()[each].name);
            }
        }
        choose_columns(names);
        break;
    }
    case choose: ask_columns(); break;
    case standard: choose_columns({}); break;
    case copy_cells: copy(); break;
    case paste_cells: static_cast<void>(paste()); break;
    case fill: fill_down(); break;
    case apply: apply_to_all(); break;
    case clear_them: clear_cells(); break;
    case copies: on_records(wxID_DUPLICATE); break;
    case removes: on_records(wxID_DELETE); break;
    default: break;
    }
    if (chosen >= first_choice && static_cast<std::size_t>(chosen - first_choice) < choices.size()) {
        const std::size_t of = at_cursor.columns.front();
        const std::string& choice = choices[static_cast<std::size_t>(chosen - first_choice)];
        put(fmt::format("Set {} of {}", table_->columns()[of].label, counted(at_cursor.rows.size(), "record")),
            table_->put(at_cursor.rows, {&of, 1}, {{choice}}));
    }
}

std::vector<std::string> TablePane::choices_of(std::size_t column) const
{
    const PropertyRow& face = table_->columns()[column].face;
    std::vector<std::string> choices =
        face.checkbox ? std::vector<std::string>{"yes", "no"} : std::vector<std::string>{};
    for (const PropertyChoice& choice : face.choices) {
        choices.push_back(choice.label);
    }
    return choices;
}

}  // namespace redforge::editor
