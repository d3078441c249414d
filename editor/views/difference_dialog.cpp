// A list that asks for its lines when they are drawn: a map may differ in thousands of fields.
#include "editor/views/difference_dialog.hpp"

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/listctrl.h>
#include <wx/sizer.h>
#include <wx/stattext.h>

#include "core/counts.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

class DifferenceList : public wxListCtrl {
public:
    DifferenceList(wxWindow* parent, std::vector<DifferenceRow> rows)
        : wxListCtrl(parent, wxID_ANY, wxDefaultPosition, parent->FromDIP(wxSize(860, 380)),
                     wxLC_REPORT | wxLC_VIRTUAL | wxLC_SINGLE_SEL),
          rows_(std::move(rows))
    {
        AppendColumn("Record", wxLIST_FORMAT_LEFT, FromDIP(250));
        AppendColumn("Field", wxLIST_FORMAT_LEFT, FromDIP(150));
        AppendColumn("Mine", wxLIST_FORMAT_LEFT, FromDIP(220));
        AppendColumn("Theirs", wxLIST_FORMAT_LEFT, FromDIP(220));
        SetItemCount(static_cast<long>(rows_.size()));
    }

private:
    wxString OnGetItemText(long item, long column) const override
    {
        const DifferenceRow& row = rows_.at(static_cast<std::size_t>(item));
        return to_wx(column == 0 ? row.record : column == 1 ? row.field : column == 2 ? row.mine : row.theirs);
    }

    std::vector<DifferenceRow> rows_;
};

}  // namespace

DifferenceDialog::DifferenceDialog(wxWindow* parent, const std::string& name, std::vector<DifferenceRow> rows)
    : wxDialog(parent, wxID_ANY, "Differences", wxDefaultPosition, wxDefaultSize,
               wxDEFAULT_DIALOG_STYLE | wxRESIZE_BORDER)
{
    const std::size_t count = rows.size();
    const std::string words =
        count == 0 ? fmt::format("The document here and {} are identical.", name)
                   : fmt::format("{} difference{} between what is open here (mine) and what {} holds now (theirs).",
                                 grouped(count), count == 1 ? "" : "s", name);
    auto* const column = new wxBoxSizer(wxVERTICAL);
    auto* const list = new DifferenceList(this, std::move(rows));
    column->Add(new wxStaticText(this, wxID_ANY, to_wx(words)), wxSizerFlags().Border());
    column->Add(list, wxSizerFlags(1).Expand().Border(wxLEFT | wxRIGHT));
    column->Add(CreateSeparatedButtonSizer(wxCLOSE), wxSizerFlags().Expand().Border());
    SetEscapeId(wxID_CLOSE);
    SetSizerAndFit(column);
    list->SetFocus();
}

}  // namespace redforge::editor
