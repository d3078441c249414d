// The list of an open mod.
#include "editor/views/panes/mod_pane.hpp"

#include <algorithm>

#include "editor/views/frame/text.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {

ModPane::ModPane(wxWindow* parent) : FilteredList(parent, wxLC_VIRTUAL)
{
    set_accessible_name(*this, "Changes of the mod");
    AppendColumn("File and record", wxLIST_FORMAT_LEFT, FromDIP(260));
    AppendColumn("Field", wxLIST_FORMAT_LEFT, FromDIP(140));
    AppendColumn("Original", wxLIST_FORMAT_LEFT, FromDIP(180));
    AppendColumn("With the mod", wxLIST_FORMAT_LEFT, FromDIP(260));
    bold_.SetFont(GetFont().Bold());
    Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent& event) {
        if (const std::optional<std::size_t> row = row_at(event.GetIndex()); row && on_go) {
            on_go(ModLine(lines_[*row]));
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
    relist();
}

std::string ModPane::row_text(std::size_t row) const
{
    const ModLine& line = lines_[row];
    return line.path + "\n" + line.where + "\n" + line.field + "\n" + line.original + "\n" + line.now;
}

void ModPane::list_rows()
{
    SetItemCount(static_cast<long>(shown_count()));
    fit();
    Refresh();
}

const ModLine* ModPane::selected() const
{
    const std::optional<std::size_t> row = row_at(GetFirstSelected());
    return row ? &lines_[*row] : nullptr;
}

wxString ModPane::OnGetItemText(long item, long column) const
{
    const ModLine& line = lines_.at(shown_rows().at(static_cast<std::size_t>(item)));
    const std::string& text = column == 0   ? line.where
                              : column == 1 ? line.field
                              : column == 2 ? line.original
                                            : line.now;
    return column == 0 && !line.is_file ? "    " + to_wx(text) : to_wx(text);
}

wxListItemAttr* ModPane::OnGetItemAttr(long item) const
{
    return lines_.at(shown_rows().at(static_cast<std::size_t>(item))).is_file ? &bold_ : nullptr;
}

void ModPane::fit()
{
    const int others = GetColumnWidth(0) + GetColumnWidth(1) + GetColumnWidth(2);
    SetColumnWidth(3, std::max(FromDIP(150), GetClientSize().x - others));
}

}  // namespace redforge::editor
