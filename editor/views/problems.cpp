// The problems pane: a list of lines, newest refusal first.
#include "editor/views/problems.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/settings.h>

#include "editor/views/text.hpp"

namespace redforge::editor {

ProblemsPane::ProblemsPane(wxWindow* parent)
    : wxListView(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_SINGLE_SEL)
{
    AppendColumn("Where", wxLIST_FORMAT_LEFT, FromDIP(220));
    AppendColumn("What", wxLIST_FORMAT_LEFT, FromDIP(700));
    AppendColumn("Bytes", wxLIST_FORMAT_RIGHT, FromDIP(90));
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        fit();
        event.Skip();
    });
}

void ProblemsPane::show_kept(const RawFallbacks& kept)
{
    DeleteAllItems();
    for (const RawFallback& part : kept) {
        insert(GetItemCount(), part.place, "kept as bytes: " + part.reason, fmt::format("{}", part.size));
    }
    clean_ = kept.empty();
    if (clean_) {
        insert(0, "", "No problems", "");
        SetItemTextColour(0, wxSystemSettings::GetColour(wxSYS_COLOUR_GRAYTEXT));
    }
    fit();
}

void ProblemsPane::add(const std::string& doing, const std::string& message)
{
    if (clean_) {
        DeleteAllItems();
        clean_ = false;
    }
    const bool said = GetItemCount() > 0 && GetItemText(0, 0) == to_wx(doing) && GetItemText(0, 1) == to_wx(message);
    if (!said) {
        insert(0, doing, message, "");
    }
    EnsureVisible(0);
}

void ProblemsPane::insert(long at, const std::string& where, const std::string& what, const std::string& size)
{
    const long row = InsertItem(at, to_wx(where));
    SetItem(row, 1, to_wx(what));
    SetItem(row, 2, to_wx(size));
}

void ProblemsPane::fit()
{
    SetColumnWidth(1, std::max(FromDIP(200), GetClientSize().x - GetColumnWidth(0) - GetColumnWidth(2)));
}

}  // namespace redforge::editor
