// Page keys in lists that show at most one line.
#pragma once

#include <algorithm>

#include <wx/listctrl.h>

namespace redforge::editor {

/// In wx, page keys move by the number of visible lines less one. With one visible line they leave the list, so they
/// move by one line here. With no visible line, every key would fail an assertion, so the list ignores keys.
inline void fix_page_keys(wxListCtrl& list)
{
    const wxWindowList parts = list.GetChildren();
    for (wxWindow* const lines : parts) {
        lines->Bind(wxEVT_CHAR, [&list](wxKeyEvent& event) { event.Skip(list.GetCountPerPage() >= 1); });
    }
    list.Bind(wxEVT_CHAR_HOOK, [&list](wxKeyEvent& event) {
        const int key = event.GetKeyCode();
        const bool up = key == WXK_PAGEUP || key == WXK_NUMPAD_PAGEUP;
        const bool down = key == WXK_PAGEDOWN || key == WXK_NUMPAD_PAGEDOWN;
        if ((!up && !down) || list.GetCountPerPage() >= 2) {
            event.Skip();
            return;
        }
        const long count = list.GetItemCount();
        const long now = list.GetNextItem(-1, wxLIST_NEXT_ALL, wxLIST_STATE_FOCUSED);
        if (count > 0) {
            const long next = std::clamp<long>(now < 0 ? 0 : now + (up ? -1 : 1), 0, count - 1);
            list.SetItemState(next, wxLIST_STATE_FOCUSED | wxLIST_STATE_SELECTED,
                              wxLIST_STATE_FOCUSED | wxLIST_STATE_SELECTED);
            list.EnsureVisible(next);
        }
    });
}

}  // namespace redforge::editor
