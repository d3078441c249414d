// The list of an open mod.
#include "editor/views/panes/mod_pane.hpp"

#include <algorithm>

#include "editor/views/frame/text.hpp"
#include "editor/views/panes/list_keys.hpp"

namespace redforge::editor {

ModPane::ModPane(wxWindow* parent)
    : wxListView(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_VIRTUAL | wxLC_SINGLE_SEL)
{
    AppendColumn("File and record", wxLIST_FORMAT_LEFT, FromDIP(260));
    AppendColumn("Field", wxLIST_FORMAT_LEFT, FromDIP(140));
    AppendColumn("Original", wxLIST_FORMAT_LEFT, FromDIP(180));
    AppendColumn("With the mod", wxLIST_FORMAT_LEFT, FromDIP(260));
    bold_.SetFont(GetFont().Bold());
    fix_page_keys(*this);
    Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent& event) {
        if (static_cast<std::size_t>(event.GetIndex()) < lines_.size() && on_go) {
            on_go(ModLine(lines_[static_cast<std::size_t>(event.GetIndex())]));
        }
    });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        fit();
        event.Skip();
    });
}

void ModPane::show(std::vector<ModLine> lines)
{
    lines_ = std::move(lines);
    SetItemCount(static_cast<long>(lines_.size()));
    fit();
    Refresh();
}

const ModLine* ModPane::selected() const
{
    const long row = GetFirstSelected();
    return row >= 0 && static_cast<std::size_t>(row) < lines_.size() ? &lines_[static_cast<std::size_t>(row)] : nullptr;
}

wxString ModPane::OnGetItemText(long item, long column) const
{
    const ModLine& line = lines_.at(static_cast<std::size_t>(item));
    const std::string& text = column == 0   ? line.where
                              : column == 1 ? line.field
                              : column == 2 ? line.original
                                            : line.now;
    return column == 0 && !line.is_file ? "    " + to_wx(text) : to_wx(text);
}

wxListItemAttr* ModPane::OnGetItemAttr(long item) const
{
    return lines_.at(static_cast<std::size_t>(item)).is_file ? &bold_ : nullptr;
}

void ModPane::fit()
{
    const int others = GetColumnWidth(0) + GetColumnWidth(1) + GetColumnWidth(2);
    SetColumnWidth(3, std::max(FromDIP(150), GetClientSize().x - others));
}

}  // namespace redforge::editor
