// Formats keys as text. wx fails an assertion for keys without a name.
#include "editor/views/actions/key_text.hpp"

#include <algorithm>
#include <array>

#include <wx/accel.h>

#include "editor/views/frame/text.hpp"

namespace redforge::editor {
namespace {

constexpr std::array named{WXK_DELETE, WXK_BACK,  WXK_INSERT, WXK_RETURN, WXK_PAGEUP, WXK_PAGEDOWN,
                           WXK_LEFT,   WXK_RIGHT, WXK_UP,     WXK_DOWN,   WXK_HOME,   WXK_END,
                           WXK_SPACE,  WXK_TAB,   WXK_ESCAPE, WXK_PAUSE,  WXK_HELP,   WXK_NUMPAD_ADD};

bool has_name(int key)
{
    return (key > WXK_SPACE && key < WXK_DELETE) || (key >= WXK_F1 && key <= WXK_F24) ||
           (key >= WXK_NUMPAD0 && key <= WXK_NUMPAD9) || std::ranges::find(named, key) != named.end();
}

}  // namespace

bool is_modifier(int key)
{
    return key == WXK_CONTROL || key == WXK_SHIFT || key == WXK_ALT;
}

std::string key_text(int modifiers, int key)
{
    if (!has_name(key)) {
        return {};
    }
    const int flags = ((modifiers & wxMOD_CONTROL) != 0 ? wxACCEL_CTRL : 0) |
                      ((modifiers & wxMOD_ALT) != 0 ? wxACCEL_ALT : 0) |
                      ((modifiers & wxMOD_SHIFT) != 0 ? wxACCEL_SHIFT : 0);
    return from_wx(wxAcceleratorEntry(flags, key).ToRawString());
}

}  // namespace redforge::editor
