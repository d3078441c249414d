// A list of rows that asks for its lines when they are drawn.
#include "editor/views/row_list.hpp"

#include "editor/views/text.hpp"

namespace redforge::editor {

RowList::RowList(wxWindow* parent, std::vector<RowColumn> columns, std::vector<DifferenceRow> rows)
    : wxListCtrl(parent, wxID_ANY, wxDefaultPosition, parent->FromDIP(wxSize(860, 380)),
                 wxLC_REPORT | wxLC_VIRTUAL | wxLC_SINGLE_SEL),
      columns_(std::move(columns))
{
    for (const RowColumn& column : columns_) {
        AppendColumn(column.title, wxLIST_FORMAT_LEFT, FromDIP(column.width));
    }
    set_rows(std::move(rows));
}

void RowList::set_rows(std::vector<DifferenceRow> rows)
{
    rows_ = std::move(rows);
    SetItemCount(static_cast<long>(rows_.size()));
    Refresh();
}

wxString RowList::OnGetItemText(long item, long column) const
{
    const DifferenceRow& row = rows_.at(static_cast<std::size_t>(item));
    return to_wx(row.*columns_.at(static_cast<std::size_t>(column)).text);
}

}  // namespace redforge::editor
