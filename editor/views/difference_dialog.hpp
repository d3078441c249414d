// The dialog that lists in what two documents differ, with scripts side by side.
#pragma once

#include <optional>
#include <string>

#include <wx/dialog.h>

#include "editor/views/frame.hpp"

namespace redforge::editor {

class RowList;
class SideBySide;

/// Only shows: what is to be done is asked elsewhere.
class DifferenceDialog : public wxDialog {
public:
    DifferenceDialog(wxWindow* parent, Differences differences);

    /// The path of the record that a person wants to see, when it ends with wxID_OK.
    [[nodiscard]] const std::optional<std::string>& path() const { return path_; }
    [[nodiscard]] SideBySide& texts() { return *texts_; }
    /// Shows the texts of a row, where it has some.
    void show_row(std::size_t row);

private:
    void go_to(std::size_t row);

    Differences differences_;
    RowList* list_{};
    SideBySide* texts_{};
    wxButton* go_{};
    std::optional<std::string> path_;
};

}  // namespace redforge::editor
