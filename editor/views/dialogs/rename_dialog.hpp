// Rename dialog, with a preview of the affected references.
#pragma once

#include <functional>
#include <string>

#include <wx/dialog.h>

#include "core/error.hpp"
#include "edit/patch/edits.hpp"

class wxButton;
class wxStaticText;
class wxTextCtrl;

namespace redforge::editor {

class RowList;

struct RenameQuestion {
    std::string what;  ///< "actor"
    std::string name;
    /// Returns the changes for a new name, or an error if the name is invalid.
    std::function<Result<edit::EditLog>(const std::string& name)> look;
    /// Returns a warning about a new name; empty if none.
    std::function<std::string(const std::string& name)> warn{};
};

class RenameDialog : public wxDialog {
public:
    RenameDialog(wxWindow* parent, RenameQuestion question);

    [[nodiscard]] std::string name() const;

private:
    void look();

    RenameQuestion question_;
    wxTextCtrl* text_;
    wxStaticText* words_;
    wxStaticText* warning_;
    RowList* list_;
    wxButton* rename_;
};

}  // namespace redforge::editor
