// Focus: queries, and setting it.
#pragma once

#include <wx/srchctrl.h>
#include <wx/textentry.h>
#include <wx/window.h>

namespace redforge::editor {

/// Returns true if a window is `outer` or in it.
[[nodiscard]] inline bool is_inside(const wxWindow* window, const wxWindow* outer)
{
    while (window != nullptr && window != outer) {
        window = window->GetParent();
    }
    return window != nullptr;
}

/// Returns true if a text line has the focus. On Windows a search line consists of several windows, and is not a text
/// control for wx.
[[nodiscard]] inline bool is_line_of_text(const wxWindow* focus)
{
    return dynamic_cast<const wxTextEntry*>(focus) != nullptr || dynamic_cast<const wxSearchCtrl*>(focus) != nullptr;
}

/// Focuses a window only if it is visible. GTK would otherwise send keys to an invisible window, where they are lost.
inline void give_focus(wxWindow& window)
{
    if (window.IsShownOnScreen()) {
        window.SetFocus();
    }
}

}  // namespace redforge::editor
