// The list of search results.
#include "editor/views/panes/uses_pane.hpp"

#include <algorithm>

#include "editor/views/frame/text.hpp"
#include "editor/views/panes/list_keys.hpp"

namespace redforge::editor {

UsesPane::UsesPane(wxWindow* parent)
    : wxListView(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_VIRTUAL | wxLC_SINGLE_SEL)
{
    AppendColumn("Where", wxLIST_FORMAT_LEFT, FromDIP(220));
    AppendColumn("What", wxLIST_FORMAT_LEFT, FromDIP(140));
    AppendColumn("Text", wxLIST_FORMAT_LEFT, FromDIP(400));
    fix_page_keys(*this);
    Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent& event) {
        if (static_cast<std::size_t>(event.GetIndex()) < uses_.size()) {
            on_go(Use(uses_[static_cast<std::size_t>(event.GetIndex())]));
        }
    });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        fit();
        event.Skip();
    });
}

void UsesPane::show(std::vector<Use> uses)
{
    uses_ = std::move(uses);
    SetItemCount(static_cast<long>(uses_.size()));
    fit();
    Refresh();
}

void UsesPane::remove_document_results()
{
    std::vector<Use> others = std::move(uses_);
    std::erase_if(others, [](const Use& use) { return use.file.empty(); });
    show(std::move(others));
}

wxString UsesPane::OnGetItemText(long item, long column) const
{
    const Use& use = uses_.at(static_cast<std::size_t>(item));
    return to_wx(column == 0 ? use.where : column == 1 ? use.what : use.text);
}

void UsesPane::fit()
{
    SetColumnWidth(2, std::max(FromDIP(150), GetClientSize().x - GetColumnWidth(0) - GetColumnWidth(1)));
}

}  // namespace redforge::editor
