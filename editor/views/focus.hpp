// Where the focus is.
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

}  // namespace redforge::editor
