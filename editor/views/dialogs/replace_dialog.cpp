// The dialog that replaces a text everywhere.
#include "editor/views/dialogs/replace_dialog.hpp"

#include <utility>

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/checkbox.h>
#include <wx/sizer.h>
#include <wx/stattext.h>
#include <wx/textctrl.h>

#include "core/text/counts.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/row_list.hpp"

namespace redforge::editor {

ReplaceDialog::ReplaceDialog(wxWindow* parent, ReplaceQuestion question)
    : wxDialog(parent, wxID_ANY, "Find and Replace", wxDefaultPosition, wxDefaultSize,
               wxDEFAULT_DIALOG_STYLE | wxRESIZE_BORDER),
      question_(std::move(question))
{
    auto* const column = new wxBoxSizer(wxVERTICAL);
    auto* const lines = new wxFlexGridSizer(2, FromDIP(wxSize(8, 4)));
    lines->AddGrowableCol(1);
    find_ = new TextLine(this, wxID_ANY);
    with_ = new TextLine(this, wxID_ANY);
    for (const auto& [label, line] : {std::pair{"&Find", find_}, std::pair{"Replace &with", with_}}) {
        lines->Add(new wxStaticText(this, wxID_ANY, label), wxSizerFlags().CentreVertical());
        lines->Add(line, wxSizerFlags(1).Expand());
        line->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { search_later(); });
    }
    auto* const options = new wxBoxSizer(wxHORIZONTAL);
    whole_ = new wxCheckBox(this, wxID_ANY, "Whole &values only");
    scripts_ = new wxCheckBox(this, wxID_ANY, "In &scripts too");
    scripts_->Show(question_.has_scripts);
    for (wxCheckBox* const box : {whole_, scripts_}) {
        options->Add(box, wxSizerFlags().Border(wxRIGHT));
        box->Bind(wxEVT_CHECKBOX, [this](wxCommandEvent&) { look(); });
    }
    words_ = new wxStaticText(this, wxID_ANY, "");
    list_ = new RowList(this,
                        {{"Record", 250, &DifferenceRow::record},
                         {"Field", 150, &DifferenceRow::field},
                         {"Before", 220, &DifferenceRow::mine},
                         {"After", 220, &DifferenceRow::theirs}},
                        {});
    list_->add_checkboxes([this] { show_count(); });
    column->Add(lines, wxSizerFlags().Expand().Border());
    column->Add(options, wxSizerFlags().Border(wxLEFT | wxRIGHT));
    column->Add(words_, wxSizerFlags().Expand().Border());
    column->Add(list_, wxSizerFlags(1).Expand().Border(wxLEFT | wxRIGHT));
    column->Add(CreateSeparatedButtonSizer(wxOK | wxCANCEL), wxSizerFlags().Expand().Border());
    replace_ = static_cast<wxButton*>(FindWindow(wxID_OK));
    replace_->SetLabel("&Replace All");
    SetSizerAndFit(column);
    find_->SetFocus();
    later_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { look(); });
    Bind(
        wxEVT_BUTTON,
        [this](wxCommandEvent& event) {
            if (later_.IsRunning()) {
                later_.Stop();
                look();
            }
            event.Skip(replace_->IsEnabled());
        },
        wxID_OK);
    look();
    list_->hide_until_filled();
}

void ReplaceDialog::search_later()
{
    constexpr int delay = 250;  // milliseconds
    replace_->Enable(!find_->IsEmpty());
    later_.StartOnce(delay);
}

ReplaceWords ReplaceDialog::words() const
{
    return {from_wx(find_->GetValue()), from_wx(with_->GetValue()), whole_->GetValue(), scripts_->GetValue(),
            list_->unchecked()};
}

void ReplaceDialog::look()
{
    const ReplaceWords wanted = words();
    std::vector<DifferenceRow> rows = question_.look(wanted);
    count_ = rows.size();
    list_->set_rows(std::move(rows));
    show_count();
}

void ReplaceDialog::show_count()
{
    const std::string find = from_wx(find_->GetValue());
    const std::size_t left = list_->unchecked().size();
    replace_->Enable(count_ > left);
    replace_->SetLabel(left == 0 ? "&Replace All" : "&Replace Checked");
    words_->SetLabel(to_wx(find.empty()  ? "Type a text to find. The changes are listed below."
                           : count_ == 0 ? fmt::format("Nothing to change: \"{}\" is not found", find)
                           : left == 0   ? counted(count_, "change") + ":"
                                         : fmt::format("{} of {}:", count_ - left, counted(count_, "change"))));
    Layout();
}

}  // namespace redforge::editor
