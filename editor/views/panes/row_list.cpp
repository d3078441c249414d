// A virtual list: it requests the texts of rows when they are drawn.
#include "editor/views/panes/row_list.hpp"

#include <algorithm>
#include <utility>

#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/toplevel.h>

#include "editor/views/frame/text.hpp"

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
    Bind(wxEVT_LIST_COL_END_DRAG, [this](wxListEvent& event) {
        resized_ = true;
        event.Skip();
    });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        fit_columns();
    });
}

void RowList::fit_columns()
{
    const int width = GetClientSize().x - wxSystemSettings::GetMetric(wxSYS_VSCROLL_X, this);
    int all = 0;
    for (const RowColumn& column : columns_) {
        all += column.width;
    }
    for (std::size_t i = 0; i < columns_.size() && !resized_ && all > 0 && width > 0; ++i) {
        SetColumnWidth(static_cast<int>(i), std::max(width * columns_[i].width / all, FromDIP(40)));
    }
}

void RowList::set_rows(std::vector<DifferenceRow> rows)
{
    rows_ = std::move(rows);
    unchecked_.clear();
    SetItemCount(static_cast<long>(rows_.size()));
    Refresh();
    if (waits_for_rows_ && !rows_.empty()) {
        waits_for_rows_ = false;
        Show();
        wxWindow* const dialog = wxGetTopLevelParent(this);
        dialog->GetSizer()->SetSizeHints(dialog);
    }
}

void RowList::hide_until_filled()
{
    if (!rows_.empty()) {
        return;
    }
    wxWindow* const dialog = wxGetTopLevelParent(this);
    dialog->CentreOnParent();  // with its later height, so that the dialog grows at its lower edge
    const int width = dialog->GetSize().x;
    waits_for_rows_ = true;
    Hide();
    dialog->GetSizer()->SetSizeHints(dialog);
    dialog->SetSize(width, wxDefaultCoord);
}

void RowList::add_checkboxes(std::function<void()> on_check)
{
    EnableCheckBoxes();
    on_check_ = std::move(on_check);
    const auto toggle = [this](wxListEvent& event) {
        const auto row = static_cast<std::size_t>(event.GetIndex());
        check(row, unchecked_.contains(row));
    };
    Bind(wxEVT_LIST_ITEM_CHECKED, toggle);
    Bind(wxEVT_LIST_ITEM_UNCHECKED, toggle);
}

void RowList::check(std::size_t row, bool checked)
{
    if (checked) {
        unchecked_.erase(row);
    } else {
        unchecked_.insert(row);
    }
    RefreshItem(static_cast<long>(row));
    if (on_check_) {
        on_check_();
    }
}

bool RowList::OnGetItemIsChecked(long item) const
{
    return !unchecked_.contains(static_cast<std::size_t>(item));
}

wxString RowList::OnGetItemText(long item, long column) const
{
    const DifferenceRow& row = rows_.at(static_cast<std::size_t>(item));
    return to_wx(row.*columns_.at(static_cast<std::size_t>(column)).text);
}

}  // namespace redforge::editor
