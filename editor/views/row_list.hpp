// A list of rows that asks for its lines when they are drawn: a map may differ in thousands of fields.
#pragma once

#include <string>
#include <vector>

#include <wx/listctrl.h>

#include "editor/model/difference_rows.hpp"

namespace redforge::editor {

struct RowColumn {
    wxString title;
    int width;  ///< device-independent pixels
    std::string DifferenceRow::*text;
};

class RowList : public wxListCtrl {
public:
    RowList(wxWindow* parent, std::vector<RowColumn> columns, std::vector<DifferenceRow> rows);

    void set_rows(std::vector<DifferenceRow> rows);

private:
    wxString OnGetItemText(long item, long column) const override;

    std::vector<RowColumn> columns_;
    std::vector<DifferenceRow> rows_;
};

}  // namespace redforge::editor
