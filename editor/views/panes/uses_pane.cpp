// The list of search results.
#include "editor/views/panes/uses_pane.hpp"

#include <algorithm>

#include "editor/views/frame/text.hpp"

namespace redforge::editor {

UsesPane::UsesPane(wxWindow* parent) : FilteredList(parent, wxLC_VIRTUAL)
{
    AppendColumn("Where", wxLIST_FORMAT_LEFT, FromDIP(220));
    AppendColumn("What", wxLIST_FORMAT_LEFT, FromDIP(140));
    AppendColumn("Text", wxLIST_FORMAT_LEFT, FromDIP(400));
    Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent& event) {
        if (const std::optional<std::size_t> row = row_at(event.GetIndex())) {
            on_go(Use(uses_[*row]));
        }
    });
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        fit();
        event.Skip();
    });
}

void UsesPane::show(std::vector<Use> uses)
{
    filter("");
    uses_ = std::move(uses);
    relist();
}

std::string UsesPane::row_text(std::size_t row) const
{
    const Use& use = uses_[row];
    return use.where + "\n" + use.what + "\n" + use.text;
}

void UsesPane::list_rows()
{
    SetItemCount(static_cast<long>(shown_count()));
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
    const Use& use = uses_.at(shown_rows().at(static_cast<std::size_t>(item)));
    return to_wx(column == 0 ? use.where : column == 1 ? use.what : use.text);
}

void UsesPane::fit()
{
    SetColumnWidth(2, std::max(FromDIP(150), GetClientSize().x - GetColumnWidth(0) - GetColumnWidth(1)));
}

}  // namespace redforge::editor
