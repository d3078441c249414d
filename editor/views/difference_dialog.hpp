// The dialog that lists the difference of what is open and what another program wrote.
#pragma once

#include <string>
#include <vector>

#include <wx/dialog.h>

#include "editor/model/difference_rows.hpp"

namespace redforge::editor {

/// Only shows: what is to be done is asked elsewhere.
class DifferenceDialog : public wxDialog {
public:
    /// `name`: that of the file.
    DifferenceDialog(wxWindow* parent, const std::string& name, std::vector<DifferenceRow> rows);
};

}  // namespace redforge::editor
