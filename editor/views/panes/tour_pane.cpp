// Shows one task at a time, with buttons to skip it and to end.
#include "editor/views/panes/tour_pane.hpp"

#include <wx/settings.h>
#include <wx/sizer.h>

#include "editor/views/frame/text.hpp"

namespace redforge::editor {

TourPane::TourPane(wxWindow* parent) : wxPanel(parent)
{
    SetBackgroundColour(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX));
    SetForegroundColour(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT));
    title_ = new wxStaticText(this, wxID_ANY, "");
    title_->SetFont(title_->GetFont().Bold());
    words_ = new wxStaticText(this, wxID_ANY, "");
    for (wxWindow* const text : {title_, words_}) {
        text->SetForegroundColour(GetForegroundColour());
    }
    skip_ = new wxButton(this, wxID_ANY, "S&kip");
    end_ = new wxButton(this, wxID_ANY, "&End Tour");
    skip_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { on_skip(); });
    end_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { on_end(); });
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(title_, wxSizerFlags().Expand().Border(wxBOTTOM, FromDIP(3)));
    column->Add(words_, wxSizerFlags(1).Expand());
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(column, wxSizerFlags(1).Expand().Border(wxALL, FromDIP(8)));
    row->Add(skip_, wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(4)));
    row->Add(end_, wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(4)));
    SetSizer(row);
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        wrap();
    });
}

void TourPane::show(const std::string& title, const std::string& text, bool last)
{
    title_->SetLabel(to_wx(title));
    text_ = to_wx(text);
    skip_->Show(!last);
    end_->SetLabel(last ? "&Close" : "&End Tour");
    Layout();
    wrap();
}

std::string TourPane::title() const
{
    return from_wx(title_->GetLabel());
}

void TourPane::wrap()
{
    const int width = words_->GetSize().x;
    if (width > FromDIP(60) && !text_.empty()) {
        words_->SetLabel(text_);
        words_->Wrap(width);
    }
}

}  // namespace redforge::editor
