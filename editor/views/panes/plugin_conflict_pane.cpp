// The table of fields that several plugins of a load order set.
#include "editor/views/panes/plugin_conflict_pane.hpp"

#include <array>
#include <utility>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {
namespace {

struct ConflictColumn {
    const char* title;
    int width;  ///< pixels at 96 dpi
};
constexpr std::array<ConflictColumn, 6> conflict_columns{
    {{"State", 80}, {"Record", 260}, {"Field", 170}, {"Original", 130}, {"Earlier overrides", 220}, {"Winner", 220}}};

std::string conflict_cell(const PluginConflictRow& row, long column)
{
    switch (column) {
    case 0: return row.is_conflict ? "conflict" : "override";
    case 1: return row.record;
    case 2: return row.field;
    case 3: return row.original;
    case 4: return row.others;
    default: return row.winner;
    }
}

}  // namespace

PluginConflictPane::PluginConflictPane(wxWindow* parent) : FilteredList(parent, wxLC_VIRTUAL)
{
    for (const ConflictColumn& column : conflict_columns) {
        AppendColumn(column.title, wxLIST_FORMAT_LEFT, FromDIP(column.width));
    }
    conflict_.SetTextColour(error_text());
    override_.SetTextColour(muted_text());
    Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent& event) {
        if (const std::optional<std::size_t> row = row_at(event.GetIndex()); row && on_go) {
            on_go(PluginConflictRow(rows_[*row]));
        }
    });
}

void PluginConflictPane::show(std::vector<PluginConflictRow> rows)
{
    filter("");
    rows_ = std::move(rows);
    relist();
}

std::string PluginConflictPane::row_text(std::size_t row) const
{
    std::string text;
    for (long column = 0; column < static_cast<long>(conflict_columns.size()); ++column) {
        text += conflict_cell(rows_[row], column) + "\n";
    }
    return text;
}

void PluginConflictPane::list_rows()
{
    SetItemCount(static_cast<long>(shown_count()));
    Refresh();
}

wxString PluginConflictPane::OnGetItemText(long item, long column) const
{
    return to_wx(conflict_cell(rows_.at(shown_rows().at(static_cast<std::size_t>(item))), column));
}

wxListItemAttr* PluginConflictPane::OnGetItemAttr(long item) const
{
    return rows_.at(shown_rows().at(static_cast<std::size_t>(item))).is_conflict ? &conflict_ : &override_;
}

}  // namespace redforge::editor
