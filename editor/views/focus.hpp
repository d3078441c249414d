// Where the focus is, and giving it.
#pragma once

#include <wx/window.h>

namespace redforge::editor {

/// Whether a window is another one, or in it.
[[nodiscard]] inline bool is_inside(const wxWindow* window, const wxWindow* outer)
{
    while (window != nullptr && window != outer) {
        window = window->GetParent();
    }
    return window != nullptr;
}

/// The focus goes to a window that is seen. GTK would send keys to one that is not, and they would be lost.
inline void give_focus(wxWindow& window)
{
    if (window.IsShownOnScreen()) {
        window.SetFocus();
    }
}

}  // namespace redforge::editor
