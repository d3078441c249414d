// Cells of a record table: texts, row names, appearance and editors.
#include <algorithm>

#include <wx/settings.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/table_grid.hpp"

namespace redforge::editor {
namespace {

/// Colour of cells that cannot be edited.
wxColour read_only_colour()
{
    return muted_text();
}

/// Renders cell text with a margin to the grid lines.
class SpacedText : public wxGridCellStringRenderer {
public:
    void Draw(wxGrid& grid, wxGridCellAttr& attr, wxDC& dc, const wxRect& rect, int row, int col,
              bool selected) override
    {
        wxGridCellRenderer::Draw(grid, attr, dc, rect, row, col, selected);
        SetTextColoursAndFont(grid, attr, dc, selected);
        const int space = grid.FromDIP(4);
        if (rect.width > 4 * space) {  // in a narrower cell the text would have a negative width, which GTK warns about
            grid.DrawTextRectangle(dc, grid.GetCellValue(row, col), wxRect(rect).Deflate(space, 0), attr);
        }
    }
    wxGridCellRenderer* Clone() const override { return new SpacedText; }
};

wxGridCellAttrPtr cell_style(const TableColumn& column, bool fixed)
{
    wxGridCellAttrPtr look(new wxGridCellAttr);
    look->SetAlignment(column.number ? wxALIGN_RIGHT : wxALIGN_LEFT, wxALIGN_CENTRE);
    look->SetRenderer(new SpacedText);
    look->SetFitMode(wxGridFitMode::Ellipsize());
    if (fixed) {
        look->SetReadOnly();
        look->SetTextColour(read_only_colour());
        return look;
    }
    // Use no choice editor: in GTK, its list keeps the keyboard if the cell is closed. The menu has the choices.
    look->SetEditor(new wxGridCellTextEditor);
    return look;
}

}  // namespace

void TableCells::show(const RecordTable* table, const std::vector<std::size_t>& columns)
{
    table_ = table;
    columns_ = table != nullptr ? columns : std::vector<std::size_t>{};
    looks_.clear();
    fixed_looks_.clear();
    for (const std::size_t column : columns_) {
        looks_.push_back(cell_style(table->columns()[column], false));
        fixed_looks_.push_back(cell_style(table->columns()[column], true));
    }
}

bool TableCells::is_in(int row, int col) const
{
    return table_ != nullptr && row >= 0 && static_cast<std::size_t>(row) < table_->rows() && col >= 0 &&
           static_cast<std::size_t>(col) < columns_.size();
}

int TableCells::GetNumberRows()
{
    return table_ == nullptr ? 0 : static_cast<int>(table_->rows());
}

int TableCells::GetNumberCols()
{
    return static_cast<int>(columns_.size());
}

wxString TableCells::GetValue(int row, int col)
{
    if (!is_in(row, col)) {
        return {};
    }
    const std::size_t column = columns_[static_cast<std::size_t>(col)];
    // Edit the value alone, without its unit or note.
    const wxGrid* const grid = GetView();
    const bool typed = grid != nullptr && grid->IsCellEditControlEnabled() && grid->GetGridCursorRow() == row &&
                       grid->GetGridCursorCol() == col;
    return to_wx(typed ? table_->text(static_cast<std::size_t>(row), column)
                       : table_->shown(static_cast<std::size_t>(row), column));
}

void TableCells::SetValue(int /*row*/, int /*col*/, const wxString& /*value*/)
{
    // The document already has the value; the grid reads the new text.
}

bool TableCells::IsEmptyCell(int row, int col)
{
    return GetValue(row, col).empty();
}

wxString TableCells::GetRowLabelValue(int row)
{
    return table_ != nullptr && row >= 0 && static_cast<std::size_t>(row) < table_->rows()
               ? to_wx(table_->name(static_cast<std::size_t>(row)))
               : wxString{};
}

wxString TableCells::GetColLabelValue(int col)
{
    if (table_ == nullptr || col < 0 || static_cast<std::size_t>(col) >= columns_.size()) {
        return {};
    }
    const std::size_t column = columns_[static_cast<std::size_t>(col)];
    const std::optional<RecordTable::Order>& order = table_->order();
    const char* const arrow = !order || order->column != column ? "" : order->descending ? " \u25be" : " \u25b4";
    return to_wx(table_->columns()[column].label + arrow);
}

wxGridCellAttr* TableCells::GetAttr(int row, int col, wxGridCellAttr::wxAttrKind /*kind*/)
{
    if (!is_in(row, col)) {
        return nullptr;
    }
    const auto number = static_cast<std::size_t>(col);
    const bool editable = table_->is_editable(static_cast<std::size_t>(row), columns_[number]);
    const wxGridCellAttrPtr& look = (editable ? looks_ : fixed_looks_)[number];
    if (is_marked(static_cast<std::size_t>(row), table_->columns()[columns_[number]])) {
        wxGridCellAttr* const bold = look->Clone();
        bold->SetFont(GetView()->GetDefaultCellFont().Bold());
        return bold;
    }
    look->IncRef();
    return look.get();
}

bool TableCells::is_marked(std::size_t row, const TableColumn& column) const
{
    const NodeRef record = marked_.empty() ? NodeRef{} : table_->node(row);
    return !marked_.empty() && (marked_.contains({record, std::string()}) ||
                                (column.inside.empty() && marked_.contains({record, column.field})));
}

}  // namespace redforge::editor
