// Dialog that asks for copies along a line or a circle.
#include "editor/views/dialogs/array_dialog.hpp"

#include <optional>

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/choice.h>
#include <wx/sizer.h>
#include <wx/spinctrl.h>
#include <wx/stattext.h>
#include <wx/textctrl.h>

#include "editor/model/text/sum_text.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {
namespace {

constexpr int max_copies = 1000;

/// Returns the number or sum in a field.
std::optional<double> number_in(const wxTextCtrl& line)
{
    double number{};
    const wxString text = line.GetValue().Strip(wxString::both);
    return text.ToCDouble(&number) ? std::optional(number) : sum_of(from_wx(text));
}

}  // namespace

ArrayDialog::ArrayDialog(wxWindow* parent, const ArrayCopies& initial)
    : wxDialog(parent, wxID_ANY, "Duplicate Array"), copies_(initial)
{
    auto* const column = new wxBoxSizer(wxVERTICAL);
    auto* const lines = new wxFlexGridSizer(2, FromDIP(wxSize(8, 6)));
    lines->AddGrowableCol(1);
    const auto add = [&](const char* label, wxWindow* field) {
        lines->Add(new wxStaticText(this, wxID_ANY, label), wxSizerFlags().CentreVertical());
        lines->Add(field, wxSizerFlags(1).Expand());
    };
    const auto add_number = [&](const char* label, double value) {
        auto* const line = new TextLine(this, wxID_ANY, to_wx(fmt::format("{}", value)));
        line->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { read(); });
        add(label, line);
        return line;
    };
    shape_ = new wxChoice(this, wxID_ANY);
    shape_->Append("Along a line");
    shape_->Append("On a circle");
    shape_->SetSelection(initial.circle ? 1 : 0);
    add("&Shape", shape_);
    count_ = new wxSpinCtrl(this, wxID_ANY);
    count_->SetRange(1, max_copies);
    count_->SetValue(static_cast<int>(initial.count));
    add("&Copies", count_);
    step_ = {add_number("Step &X, map units", initial.step.x), add_number("Step &Y, map units", initial.step.y),
             add_number("Step &Z, map units", initial.step.z)};
    centre_ = {add_number("Centre X, map units", initial.centre.x),
               add_number("Centre Z, map units", initial.centre.z)};
    angle_ = add_number("&Angle from copy to copy, degrees", initial.angle);
    words_ = new wxStaticText(this, wxID_ANY, "");
    column->Add(lines, wxSizerFlags().Expand().Border(wxALL, FromDIP(8)));
    column->Add(words_, wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT, FromDIP(8)));
    column->Add(CreateSeparatedButtonSizer(wxOK | wxCANCEL), wxSizerFlags().Expand().Border());
    duplicate_ = static_cast<wxButton*>(FindWindow(wxID_OK));
    duplicate_->SetLabel("&Duplicate");
    shape_->Bind(wxEVT_CHOICE, [this](wxCommandEvent&) { read(); });
    count_->Bind(wxEVT_SPINCTRL, [this](wxSpinEvent&) { read(); });
    count_->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { read(); });
    SetSizerAndFit(column);
    CentreOnParent();
    read();
}

void ArrayDialog::read()
{
    copies_.circle = shape_->GetSelection() == 1;
    copies_.count = static_cast<std::size_t>(count_->GetValue());
    bool valid = true;
    const auto take = [&](const wxTextCtrl& line, double& value) {
        const std::optional<double> number = number_in(line);
        valid = valid && (!line.IsEnabled() || number);
        value = number.value_or(value);
    };
    for (wxTextCtrl* const line : step_) {
        line->Enable(!copies_.circle);
    }
    for (wxTextCtrl* const line : {centre_[0], centre_[1], angle_}) {
        line->Enable(copies_.circle);
    }
    take(*step_[0], copies_.step.x);
    take(*step_[1], copies_.step.y);
    take(*step_[2], copies_.step.z);
    take(*centre_[0], copies_.centre.x);
    take(*centre_[1], copies_.centre.z);
    take(*angle_, copies_.angle);
    words_->SetLabel(valid ? "" : "Type numbers, or sums such as 1024/3.");
    duplicate_->Enable(valid);
}

}  // namespace redforge::editor
