// Dialog that asks for a new name of a record.
#include "editor/views/dialogs/rename_dialog.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/sizer.h>
#include <wx/stattext.h>
#include <wx/textctrl.h>

#include "core/text/counts.hpp"
#include "editor/model/rows/difference_rows.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/row_list.hpp"

namespace redforge::editor {

RenameDialog::RenameDialog(wxWindow* parent, RenameQuestion question)
    : wxDialog(parent, wxID_ANY, "Rename", wxDefaultPosition, wxDefaultSize, wxDEFAULT_DIALOG_STYLE | wxRESIZE_BORDER),
      question_(std::move(question))
{
    auto* const column = new wxBoxSizer(wxVERTICAL);
    text_ = new TextLine(this, wxID_ANY, to_wx(question_.name));
    words_ = new wxStaticText(this, wxID_ANY, "");
    warning_ = new wxStaticText(this, wxID_ANY, "");
    warning_->SetForegroundColour(error_text());
    warning_->Hide();
    list_ = new RowList(this,
                        {{"Place", 300, &DifferenceRow::record},
                         {"Before", 270, &DifferenceRow::mine},
                         {"After", 270, &DifferenceRow::theirs}},
                        {});
    column->Add(new wxStaticText(this, wxID_ANY,
                                 to_wx(fmt::format("New name of {} {}:", question_.what, question_.name))),
                wxSizerFlags().Border());
    column->Add(text_, wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT));
    column->Add(words_, wxSizerFlags().Expand().Border());
    column->Add(warning_, wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT | wxBOTTOM));
    column->Add(list_, wxSizerFlags(1).Expand().Border(wxLEFT | wxRIGHT));
    column->Add(CreateSeparatedButtonSizer(wxOK | wxCANCEL), wxSizerFlags().Expand().Border());
    rename_ = static_cast<wxButton*>(FindWindow(wxID_OK));
    rename_->SetLabel("&Rename");
    text_->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { look(); });
    SetSizerAndFit(column);
    text_->SelectAll();
    text_->SetFocus();
    look();
    list_->hide_until_filled();
}

std::string RenameDialog::name() const
{
    return from_wx(text_->GetValue());
}

void RenameDialog::look()
{
    const std::string wanted = name();
    const bool is_new = !wanted.empty() && wanted != question_.name;
    const Result<edit::EditLog> touched = is_new ? question_.look(wanted) : edit::EditLog{};
    rename_->Enable(is_new && touched);
    words_->SetLabel(to_wx(!is_new ? "Type a new name. The changes are listed below."
                           : touched
                               ? fmt::format("{} change{}:", grouped(touched->size()), touched->size() == 1 ? "" : "s")
                               : describe(touched.error())));
    const std::string warning = is_new && touched && question_.warn ? question_.warn(wanted) : std::string{};
    warning_->SetLabel(to_wx(warning));
    warning_->Wrap(std::max(FromDIP(300), GetClientSize().x - FromDIP(20)));
    warning_->Show(!warning.empty());
    list_->set_rows(touched ? edit_rows(*touched) : std::vector<DifferenceRow>{});
    Layout();
}

}  // namespace redforge::editor
