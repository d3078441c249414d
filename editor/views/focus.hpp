// Where the focus is, what it is for, and giving it.
#pragma once

#include <wx/srchctrl.h>
#include <wx/textentry.h>
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

/// Whether what has the focus is a line of text. On Windows a line to search in is made of several windows, and itself none
/// that wx takes for one.
[[nodiscard]] inline bool is_line_of_text(const wxWindow* focus)
{
    return dynamic_cast<const wxTextEntry*>(focus) != nullptr || dynamic_cast<const wxSearchCtrl*>(focus) != nullptr;
}

/// The focus goes to a window that is seen. GTK would send keys to one that is not, and they would be lost.
inline void give_focus(wxWindow& window)
{
    if (window.IsShownOnScreen()) {
        window.SetFocus();
    }
}

}  // namespace redforge::editor
