// Dialog with the differences of two documents.
#include "editor/views/dialogs/difference_dialog.hpp"

#include <algorithm>

#include <wx/button.h>
#include <wx/display.h>
#include <wx/sizer.h>
#include <wx/stattext.h>

#include "editor/views/frame/text.hpp"
#include "editor/views/panes/row_list.hpp"
#include "editor/views/panes/side_by_side.hpp"

namespace redforge::editor {

DifferenceDialog::DifferenceDialog(wxWindow* parent, Differences differences)
    : wxDialog(parent, wxID_ANY, "Differences", wxDefaultPosition, wxDefaultSize,
               wxDEFAULT_DIALOG_STYLE | wxRESIZE_BORDER),
      differences_(std::move(differences))
{
    auto* const column = new wxBoxSizer(wxVERTICAL);
    list_ = new RowList(this,
                        {{"Record", 250, &DifferenceRow::record},
                         {"Field", 150, &DifferenceRow::field},
                         {to_wx(differences_.mine), 220, &DifferenceRow::mine},
                         {to_wx(differences_.theirs), 220, &DifferenceRow::theirs}},
                        differences_.rows);
    const bool has_texts =
        std::ranges::any_of(differences_.rows, [](const DifferenceRow& row) { return !row.my_text.empty(); });
    // The dialog gets its size from the list. If it were resized, GTK would place it in the corner of the screen.
    wxSize size = FromDIP(has_texts ? wxSize(960, 520) : wxSize(880, 280));
    size.DecTo(wxDisplay(0U).GetClientArea().GetSize() - FromDIP(wxSize(40, 180)));
    list_->SetMinSize(size);
    texts_ = new SideBySide(this);
    texts_->Hide();
    column->Add(new wxStaticText(this, wxID_ANY, to_wx(differences_.heading)), wxSizerFlags().Border());
    if (!differences_.bytes.empty()) {
        column->Add(new wxStaticText(this, wxID_ANY, to_wx(differences_.bytes + ".")),
                    wxSizerFlags().Border(wxLEFT | wxRIGHT | wxBOTTOM));
    }
    column->Add(list_, wxSizerFlags(2).Expand().Border(wxLEFT | wxRIGHT));
    column->Add(texts_, wxSizerFlags(3).Expand().Border(wxLEFT | wxRIGHT | wxTOP));
    auto* const buttons = new wxBoxSizer(wxHORIZONTAL);
    go_ = new wxButton(this, wxID_ANY, "&Go There");
    go_->SetToolTip("Select the record, and close this list");
    go_->Enable(false);
    buttons->Add(go_, wxSizerFlags().Border());
    buttons->AddStretchSpacer();
    buttons->Add(new wxButton(this, wxID_CLOSE), wxSizerFlags().Border());
    column->Add(buttons, wxSizerFlags().Expand());
    SetEscapeId(wxID_CLOSE);
    SetSizerAndFit(column);
    list_->SetMinSize(FromDIP(wxSize(400, 120)));
    SetMinSize(FromDIP(wxSize(420, 240)));
    list_->Bind(wxEVT_LIST_ITEM_SELECTED,
                [this](wxListEvent& event) { show_row(static_cast<std::size_t>(event.GetIndex())); });
    list_->Bind(wxEVT_LIST_ITEM_ACTIVATED,
                [this](wxListEvent& event) { go_to(static_cast<std::size_t>(event.GetIndex())); });
    go_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) {
        const long row = list_->GetNextItem(-1, wxLIST_NEXT_ALL, wxLIST_STATE_SELECTED);
        if (row >= 0) {
            go_to(static_cast<std::size_t>(row));
        }
    });
    list_->SetFocus();
    const auto script =
        std::ranges::find_if(differences_.rows, [](const DifferenceRow& row) { return !row.my_text.empty(); });
    if (!differences_.rows.empty()) {
        const auto first = differences_.rows.size() == 1 || script == differences_.rows.end()
                               ? 0
                               : static_cast<long>(script - differences_.rows.begin());
        list_->SetItemState(first, wxLIST_STATE_SELECTED | wxLIST_STATE_FOCUSED,
                            wxLIST_STATE_SELECTED | wxLIST_STATE_FOCUSED);
        list_->EnsureVisible(first);
        show_row(static_cast<std::size_t>(first));
    }
}

void DifferenceDialog::show_row(std::size_t row)
{
    if (row >= differences_.rows.size()) {
        return;
    }
    const DifferenceRow& shown = differences_.rows[row];
    const bool has_texts = !shown.my_text.empty() || !shown.their_text.empty();
    go_->Enable(!shown.path.empty());
    if (has_texts) {
        texts_->show(differences_.mine, differences_.theirs, side_by_side(shown.my_text, shown.their_text));
    }
    if (texts_->IsShown() != has_texts) {
        texts_->Show(has_texts);
        Layout();
    }
}

void DifferenceDialog::go_to(std::size_t row)
{
    if (row < differences_.rows.size() && !differences_.rows[row].path.empty()) {
        path_ = differences_.rows[row].path;
        EndModal(wxID_OK);
    }
}

}  // namespace redforge::editor
