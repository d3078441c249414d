// The list of what a search in all scripts found.
#include "editor/views/script_hits.hpp"

#include "editor/views/list_keys.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {

ScriptHits::ScriptHits(wxWindow* parent)
    : wxListView(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_SINGLE_SEL)
{
    AppendColumn("Script", wxLIST_FORMAT_LEFT, FromDIP(220));
    AppendColumn("Line", wxLIST_FORMAT_RIGHT, FromDIP(60));
    AppendColumn("Text", wxLIST_FORMAT_LEFT, FromDIP(900));
    mend_page_keys(*this);
    Bind(wxEVT_LIST_ITEM_ACTIVATED,
         [this](wxListEvent& event) { on_go(ScriptHit(hits_.at(static_cast<std::size_t>(event.GetIndex())))); });
}

void ScriptHits::show(std::vector<ScriptHit> hits)
{
    hits_ = std::move(hits);
    Freeze();
    DeleteAllItems();
    for (const ScriptHit& hit : hits_) {
        const long row = InsertItem(GetItemCount(), to_wx(hit.script));
        SetItem(row, 1, wxString::Format("%u", hit.line));
        SetItem(row, 2, to_wx(hit.text));
    }
    Thaw();
}

}  // namespace redforge::editor
