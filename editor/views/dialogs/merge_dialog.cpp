// Dialog that asks for one side of each merge conflict.
#include "editor/views/dialogs/merge_dialog.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/display.h>
#include <wx/settings.h>
#include <wx/sizer.h>

#include "core/text/counts.hpp"
#include "editor/model/rows/difference_rows.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/side_by_side.hpp"

namespace redforge::editor {
namespace {

enum Column : int { where_column, field_column, base_column, mine_column, theirs_column };

bool is_of_script(const edit::Conflict& conflict)
{
    return conflict.ours.find('\n') != std::string::npos || conflict.theirs.find('\n') != std::string::npos;
}

/// Returns the text of one side's cell.
std::string conflict_side_text(const edit::Conflict& conflict, const std::string& text, const char* else_words)
{
    return is_of_script(conflict)
               ? fmt::format("{} (below)", counted(static_cast<std::size_t>(std::ranges::count(text, '\n')), "line"))
           : text.empty() ? std::string(else_words)
                          : text;
}

}  // namespace

MergeDialog::MergeDialog(wxWindow* parent, const std::string& name, std::vector<edit::Conflict> conflicts)
    : wxDialog(parent, wxID_ANY, "Merge", wxDefaultPosition, wxDefaultSize, wxDEFAULT_DIALOG_STYLE | wxRESIZE_BORDER),
      conflicts_(std::move(conflicts)), sides_(conflicts_.size(), edit::MergeFavor::ours)
{
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(new wxStaticText(this, wxID_ANY,
                                 to_wx(
                                     fmt::format("{} of {} {} changed here and by another program. Click the value to "
                                                 "keep. All other changes from both sides are merged.",
                                                 counted(conflicts_.size(), "value"), name,
                                                 conflicts_.size() == 1 ? "was" : "were"))),
                wxSizerFlags().Border());
    grid_ = new wxGrid(this, wxID_ANY, wxDefaultPosition, FromDIP(wxSize(860, 240)), wxBORDER_SIMPLE | wxWANTS_CHARS);
    grid_->CreateGrid(static_cast<int>(conflicts_.size()), 5);
    grid_->EnableEditing(false);
    grid_->SetSelectionMode(wxGrid::wxGridSelectNone);
    grid_->SetRowLabelSize(0);
    grid_->SetColLabelAlignment(wxALIGN_LEFT, wxALIGN_CENTRE);
    grid_->SetLabelFont(GetFont());
    grid_->SetColLabelSize(GetCharHeight() + FromDIP(8));
    grid_->SetDefaultRowSize(GetCharHeight() + FromDIP(8), true);
    grid_->SetDefaultCellFitMode(wxGridFitMode::Ellipsize());
    grid_->DisableDragRowSize();
    const char* const labels[] = {"Record", "Field", "Before", "Mine", "Theirs"};  // NOLINT(*avoid-c-arrays*)
    const int widths[] = {230, 130, 150, 180, 180};                                // NOLINT(*avoid-c-arrays*)
    for (int col = 0; col < 5; ++col) {
        grid_->SetColLabelValue(col, labels[col]);
        grid_->SetColSize(col, FromDIP(widths[col]));
    }
    for (std::size_t i = 0; i < conflicts_.size(); ++i) {
        const edit::Conflict& conflict = conflicts_[i];
        const int row = static_cast<int>(i);
        const std::string place = conflict.path.empty() ? "the document" : conflict.path;
        grid_->SetCellValue(row, where_column, to_wx(place + (conflict.label.empty() ? "" : " " + conflict.label)));
        const bool has_values = !conflict.ours.empty() || !conflict.theirs.empty();
        grid_->SetCellValue(row, field_column, to_wx(conflict.field.empty() ? conflict.what : conflict.field));
        grid_->SetCellValue(row, base_column, to_wx(has_values ? conflict_side_text(conflict, conflict.base, "") : ""));
        grid_->SetCellTextColour(row, base_column, muted_text());
        show_choice(i);
    }
    texts_ = new SideBySide(this);
    texts_->Hide();
    count_ = new wxStaticText(this, wxID_ANY, "");
    auto* const buttons = new wxBoxSizer(wxHORIZONTAL);
    auto* const mine = new wxButton(this, wxID_ANY, "All &Mine");
    auto* const theirs = new wxButton(this, wxID_ANY, "All &Theirs");
    auto* const merge = new wxButton(this, wxID_OK, "M&erge");
    buttons->Add(mine, wxSizerFlags().Border());
    buttons->Add(theirs, wxSizerFlags().Border());
    buttons->Add(count_, wxSizerFlags(1).CentreVertical().Border());
    buttons->Add(new wxButton(this, wxID_CANCEL), wxSizerFlags().Border());
    buttons->Add(merge, wxSizerFlags().Border());
    merge->SetDefault();
    column->Add(grid_, wxSizerFlags(2).Expand().Border(wxLEFT | wxRIGHT));
    column->Add(texts_, wxSizerFlags(3).Expand().Border(wxLEFT | wxRIGHT | wxTOP));
    column->Add(buttons, wxSizerFlags().Expand());
    SetSizerAndFit(column);
    wxSize size = std::ranges::any_of(conflicts_, is_of_script) ? FromDIP(wxSize(1000, 640)) : GetSize();
    size.DecTo(wxDisplay(0U).GetClientArea().GetSize());
    SetSize(size);
    SetMinSize(FromDIP(wxSize(420, 240)));
    CentreOnParent();

    const auto side_at = [](int col) {
        return col == mine_column     ? std::optional(edit::MergeFavor::ours)
               : col == theirs_column ? std::optional(edit::MergeFavor::theirs)
                                      : std::nullopt;
    };
    grid_->Bind(wxEVT_GRID_CELL_LEFT_CLICK, [this, side_at](wxGridEvent& event) {
        event.Skip();
        if (const auto side = side_at(event.GetCol())) {
            choose(static_cast<std::size_t>(event.GetRow()), *side);
        }
    });
    grid_->Bind(wxEVT_GRID_SELECT_CELL, [this](wxGridEvent& event) {
        event.Skip();
        show_row(static_cast<std::size_t>(event.GetRow()));
    });
    grid_->Bind(wxEVT_KEY_DOWN, [this, side_at](wxKeyEvent& event) {
        const auto side = side_at(grid_->GetGridCursorCol());
        if (event.GetKeyCode() == WXK_SPACE && side) {
            choose(static_cast<std::size_t>(grid_->GetGridCursorRow()), *side);
        } else if (event.GetKeyCode() == WXK_TAB || event.GetKeyCode() == WXK_ESCAPE) {
            if (event.GetKeyCode() == WXK_TAB) {
                Navigate();
            } else {
                EndModal(wxID_CANCEL);
            }
        } else if (event.GetKeyCode() == WXK_RETURN || event.GetKeyCode() == WXK_NUMPAD_ENTER) {
            EndModal(wxID_OK);
        } else {
            event.Skip();
        }
    });
    mine->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { choose_all(edit::MergeFavor::ours); });
    theirs->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { choose_all(edit::MergeFavor::theirs); });
    if (!conflicts_.empty()) {
        grid_->SetGridCursor(0, mine_column);
        show_row(0);
    }
    show_count();
    grid_->SetFocus();
}

void MergeDialog::choose(std::size_t conflict, edit::MergeFavor side)
{
    if (conflict < sides_.size() && sides_[conflict] != side) {
        sides_[conflict] = side;
        show_choice(conflict);
        show_count();
        grid_->ForceRefresh();
    }
}

void MergeDialog::choose_all(edit::MergeFavor side)
{
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        choose(i, side);
    }
}

/// Marks the chosen side of a conflict with a dot and in bold.
void MergeDialog::show_choice(std::size_t row)
{
    const edit::Conflict& conflict = conflicts_[row];
    for (const edit::MergeFavor side : {edit::MergeFavor::ours, edit::MergeFavor::theirs}) {
        const bool mine = side == edit::MergeFavor::ours;
        const bool chosen = sides_[row] == side;
        const int col = mine ? mine_column : theirs_column;
        const std::string words =
            conflict_side_text(conflict, mine ? conflict.ours : conflict.theirs, mine ? "mine" : "theirs");
        grid_->SetCellValue(static_cast<int>(row), col, to_wx((chosen ? "\u25c9 " : "\u25cb ") + words));
        grid_->SetCellFont(static_cast<int>(row), col, chosen ? GetFont().Bold() : GetFont());
        grid_->SetCellTextColour(static_cast<int>(row), col,
                                 chosen ? wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT) : muted_text());
    }
}

void MergeDialog::show_count()
{
    const auto theirs = std::ranges::count(sides_, edit::MergeFavor::theirs);
    count_->SetLabelText(
        to_wx(fmt::format("{} mine, {} theirs", static_cast<std::ptrdiff_t>(sides_.size()) - theirs, theirs)));
}

void MergeDialog::show_row(std::size_t row)
{
    if (row >= conflicts_.size()) {
        return;
    }
    const edit::Conflict& conflict = conflicts_[row];
    const bool script = is_of_script(conflict);
    if (script) {
        texts_->show("Mine", "Theirs", side_by_side(conflict.ours, conflict.theirs));
    }
    if (texts_->IsShown() != script) {
        texts_->Show(script);
        Layout();
    }
}

}  // namespace redforge::editor
