// The dialog that lists the difference of what is open and what another program wrote.
#include "editor/views/difference_dialog.hpp"

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/sizer.h>
#include <wx/stattext.h>

#include "core/counts.hpp"
#include "editor/views/row_list.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
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
    auto* const list = new RowList(this,
                                   {{"Record", 250, &DifferenceRow::record},
                                    {"Field", 150, &DifferenceRow::field},
                                    {"Mine", 220, &DifferenceRow::mine},
                                    {"Theirs", 220, &DifferenceRow::theirs}},
                                   std::move(rows));
    column->Add(new wxStaticText(this, wxID_ANY, to_wx(words)), wxSizerFlags().Border());
    column->Add(list, wxSizerFlags(1).Expand().Border(wxLEFT | wxRIGHT));
    column->Add(CreateSeparatedButtonSizer(wxCLOSE), wxSizerFlags().Expand().Border());
    SetEscapeId(wxID_CLOSE);
    SetSizerAndFit(column);
    list->SetFocus();
}

}  // namespace redforge::editor
