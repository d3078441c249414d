// Counts open modal dialogs.
#pragma once

#include <wx/modalhook.h>

namespace redforge::editor {

/// Counts open dialogs, including system dialogs, from its construction on.
class OpenDialogs : private wxModalDialogHook {
public:
    OpenDialogs() { Register(); }
    [[nodiscard]] bool any() const { return open_ > 0; }

private:
    int Enter(wxDialog* /*dialog*/) override
    {
        ++open_;
        return wxID_NONE;  // lets wx show the dialog
    }
    void Exit(wxDialog* /*dialog*/) override { --open_; }

    int open_{};
};

}  // namespace redforge::editor
