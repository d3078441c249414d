// Dialog with the differences of two documents, and scripts side by side.
#pragma once

#include <optional>
#include <string>

#include <wx/dialog.h>

#include "editor/views/frame/frame.hpp"

namespace redforge::editor {

class RowList;
class SideBySide;

/// Displays differences only. The caller performs the action that the user chooses.
class DifferenceDialog : public wxDialog {
public:
    DifferenceDialog(wxWindow* parent, Differences differences);

    /// Returns the path of the record to go to. Valid if the dialog ended with wxID_OK.
    [[nodiscard]] const std::optional<std::string>& path() const { return path_; }
    [[nodiscard]] SideBySide& texts() { return *texts_; }
    /// Shows the texts of a row, if it has any.
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
