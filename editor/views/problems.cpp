// The problems pane: a list of lines, newest refusal first.
#include "editor/views/problems.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/settings.h>

#include "editor/views/list_keys.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {

ProblemsPane::ProblemsPane(wxWindow* parent)
    : wxListView(parent, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_SINGLE_SEL)
{
    AppendColumn("Where", wxLIST_FORMAT_LEFT, FromDIP(220));
    AppendColumn("What", wxLIST_FORMAT_LEFT, FromDIP(700));
    AppendColumn("Bytes", wxLIST_FORMAT_RIGHT, FromDIP(90));
    mend_page_keys(*this);
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        fit();
        event.Skip();
    });
}

void ProblemsPane::clear()
{
    lines_.clear();
    show();
}

void ProblemsPane::show_kept(const RawFallbacks& kept)
{
    std::erase_if(lines_, [](const Line& line) { return line.topic.empty(); });
    for (const RawFallback& part : kept) {
        lines_.push_back({"", part.place, "kept as bytes: " + part.reason, fmt::format("{}", part.size)});
    }
    show();
}

void ProblemsPane::add(const std::string& topic, const std::string& where, const std::string& what)
{
    const Line line{topic, where, what, ""};
    if (!lines_.empty() && lines_.front() == line) {
        return;
    }
    std::erase(lines_, line);
    lines_.insert(lines_.begin(), line);
    show();
    EnsureVisible(0);
}

void ProblemsPane::drop(const std::string& topic)
{
    if (std::erase_if(lines_, [&](const Line& line) { return line.topic == topic; }) > 0) {
        show();
    }
}

void ProblemsPane::show()
{
    Freeze();
    DeleteAllItems();
    for (const Line& line : lines_) {
        const long row = InsertItem(GetItemCount(), to_wx(line.where));
        SetItem(row, 1, to_wx(line.what));
        SetItem(row, 2, to_wx(line.size));
    }
    if (lines_.empty()) {
        SetItem(InsertItem(0, ""), 1, "No problems");
        SetItemTextColour(0, wxSystemSettings::GetColour(wxSYS_COLOUR_GRAYTEXT));
    }
    fit();
    Thaw();
}

void ProblemsPane::fit()
{
    SetColumnWidth(1, std::max(FromDIP(200), GetClientSize().x - GetColumnWidth(0) - GetColumnWidth(2)));
}

}  // namespace redforge::editor
