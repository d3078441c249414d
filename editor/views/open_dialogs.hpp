// Returns true while a modal dialog is open.
#pragma once

#include <wx/modalhook.h>

namespace redforge::editor {

/// Knows of dialogs that are opened after it was made, those of the system too.
class OpenDialogs : private wxModalDialogHook {
public:
    OpenDialogs() { Register(); }
    [[nodiscard]] bool any() const { return open_ > 0; }

private:
    int Enter(wxDialog* /*dialog*/) override
    {
        ++open_;
        return wxID_NONE;  // it is to be shown
    }
    void Exit(wxDialog* /*dialog*/) override { --open_; }

    int open_{};
};

}  // namespace redforge::editor
