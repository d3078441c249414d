// The dialog that asks for another name of a record, and shows what that touches before it is done.
#pragma once

#include <functional>
#include <string>

#include <wx/dialog.h>

#include "core/error.hpp"
#include "edit/edits.hpp"

class wxButton;
class wxStaticText;
class wxTextCtrl;

namespace redforge::editor {

class RowList;

struct RenameQuestion {
    std::string what;  ///< "actor"
    std::string name;
    /// What another name touches. Errors: why it cannot be.
    std::function<Result<edit::EditLog>(const std::string& name)> look;
    /// What a person may not expect of another name; empty for nothing.
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
