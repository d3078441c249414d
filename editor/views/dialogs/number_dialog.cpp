// Dialogs that ask for the numbers of a tool.
#include "editor/views/dialogs/number_dialog.hpp"

#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/checkbox.h>
#include <wx/sizer.h>
#include <wx/stattext.h>
#include <wx/textctrl.h>

#include "editor/model/text/sum_text.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {

NumberDialog::NumberDialog(wxWindow* parent, const char* title, const char* button)
    : wxDialog(parent, wxID_ANY, title), lines_(new wxFlexGridSizer(2, FromDIP(wxSize(8, 6))))
{
    auto* const column = new wxBoxSizer(wxVERTICAL);
    lines_->AddGrowableCol(1);
    column->Add(lines_, wxSizerFlags().Expand().Border(wxALL, FromDIP(8)));
    SetSizer(column);
    words_ = new wxStaticText(this, wxID_ANY, "");
    accept_ = new wxButton(this, wxID_OK, button);
}

void NumberDialog::add_number(const char* label, double& value, double least, double greatest)
{
    lines_->Add(new wxStaticText(this, wxID_ANY, label), wxSizerFlags().CentreVertical());
    auto* const text = new TextLine(this, wxID_ANY, to_wx(fmt::format("{}", value)));
    text->SetName(wxControl::RemoveMnemonics(label));
    text->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { read(); });
    lines_->Add(text, wxSizerFlags(1).Expand());
    numbers_.push_back({text, from_wx(wxControl::RemoveMnemonics(label)), &value, least, greatest});
}

void NumberDialog::add_check(const char* label, bool& value)
{
    auto* const box = new wxCheckBox(this, wxID_ANY, label);
    box->SetValue(value);
    box->Bind(wxEVT_CHECKBOX, [&value](wxCommandEvent& event) { value = event.IsChecked(); });
    lines_->AddSpacer(0);
    lines_->Add(box);
}

void NumberDialog::add_note(const std::string& note)
{
    GetSizer()->Add(new wxStaticText(this, wxID_ANY, to_wx(note)),
                    wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT | wxBOTTOM, FromDIP(8)));
}

void NumberDialog::finish()
{
    GetSizer()->Add(words_, wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT, FromDIP(8)));
    auto* const buttons = new wxStdDialogButtonSizer;
    buttons->AddButton(accept_);
    buttons->AddButton(new wxButton(this, wxID_CANCEL));
    buttons->Realize();
    GetSizer()->Add(buttons, wxSizerFlags().Expand().Border(wxTOP | wxBOTTOM, FromDIP(8)));
    accept_->SetDefault();
    words_->SetLabel("Radius of the character: a number from 0 to 65535");  // space for the longest message
    GetSizer()->SetSizeHints(this);  // Fit() alone: GTK can show the dialog smaller, in a corner of the screen
    CentreOnParent();
    read();
    numbers_.front().text->SetFocus();
    numbers_.front().text->SelectAll();
}

void NumberDialog::read()
{
    std::string invalid;
    for (const Line& line : numbers_) {
        double number{};
        const wxString text = line.text->GetValue().Strip(wxString::both);
        const std::optional<double> typed = text.ToCDouble(&number) ? std::optional(number) : sum_of(from_wx(text));
        if (typed && *typed >= line.least && *typed <= line.greatest) {
            *line.value = *typed;
        } else if (invalid.empty()) {
            invalid = fmt::format("{}: a number from {} to {}", line.label.substr(0, line.label.find(',')), line.least,
                                  line.greatest);
        }
    }
    words_->SetLabel(to_wx(invalid));
    accept_->Enable(invalid.empty());
}

ScatterDialog::ScatterDialog(wxWindow* parent, const ScatterCopies& initial)
    : NumberDialog(parent, "Scatter Copies", "&Scatter"), order_(initial), count_(static_cast<double>(initial.count)),
      variation_(initial.variation)
{
    add_number("&Copies of each record", count_, 1, 1000);
    add_number("&Radius, map units", order_.radius, 1, 65535);
    add_number("Least &gap, map units", order_.gap, 0, 65535);
    add_number("Rotation to either side, &degrees", order_.turn, 0, 180);
    add_number("&Variation", variation_, 1, 1000000);
    add_check("Follow the gr&ound", order_.on_ground);
    add_note("The circle is around the selection. Another variation gives other positions.");
    finish();
}

ScatterCopies ScatterDialog::order() const
{
    ScatterCopies order = order_;
    order.count = static_cast<std::size_t>(std::lround(count_));
    order.variation = static_cast<std::uint32_t>(std::lround(variation_));
    return order;
}

WalkFillDialog::WalkFillDialog(wxWindow* parent, const WalkFill& initial, const std::string& note)
    : NumberDialog(parent, "Fill Walk Map", "&Fill"), order_(initial)
{
    add_number("&Spacing, map units", order_.spacing, 16, 4096);
    add_number("Farthest from the start, &map units", order_.reach, 16, 65535);
    add_number("&Radius of the character, map units", order_.radius, 1, 1024);
    add_number("&Height of the character, map units", order_.height, 8, 4096);
    add_number("Highest s&tep, map units", order_.step, 0, 1024);
    add_check("&Collision spheres of objects block", order_.obstacles);
    add_note(note);
    finish();
}

}  // namespace redforge::editor
