// Text of keys: "Ctrl+Shift+P".
#pragma once

#include <string>

namespace redforge::editor {

/// Returns the menu notation of a key, with modifiers as from wxKeyEvent. Empty if there is none: an accented letter, a
/// modifier alone, media keys.
[[nodiscard]] std::string key_text(int modifiers, int key);

/// Returns true for Ctrl, Shift and Alt.
[[nodiscard]] bool is_modifier(int key);

}  // namespace redforge::editor
