// The list of steps.
#include "editor/views/panes/history_pane.hpp"

#include <algorithm>
#include <utility>

#include <wx/settings.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {

HistoryPane::HistoryPane(wxWindow* parent) : FilteredList(parent, wxLC_NO_HEADER)
{
    AppendColumn("Step");
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        SetColumnWidth(0, std::max(FromDIP(400), GetClientSize().x));
        event.Skip();
    });
    const auto go = [this](wxMouseEvent& event) {
        int flags = 0;
        const std::optional<std::size_t> step = row_at(HitTest(event.GetPosition(), flags));
        if (step && on_go) {
            on_go(*step);
        }
    };
    Bind(wxEVT_LEFT_DOWN, go);
    Bind(wxEVT_LEFT_DCLICK, go);
}

void HistoryPane::show(std::vector<std::string> states, std::size_t done)
{
    states_ = std::move(states);
    done_ = done;
    relist();
}

void HistoryPane::list_rows()
{
    Freeze();
    while (GetItemCount() > static_cast<int>(shown_count())) {
        DeleteItem(GetItemCount() - 1);
    }
    long line = 0;
    for (const std::size_t step : shown_rows()) {
        const wxString name = to_wx(states_[step]);
        if (line >= GetItemCount()) {
            InsertItem(line, name);
        } else if (GetItemText(line) != name) {
            SetItemText(line, name);
        }
        SetItemTextColour(line, step > done_ ? muted_text() : wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT));
        SetItemState(line, step == done_ ? wxLIST_STATE_SELECTED : 0, wxLIST_STATE_SELECTED);
        if (step == done_) {
            EnsureVisible(line);
        }
        ++line;
    }
    Thaw();
}

}  // namespace redforge::editor
