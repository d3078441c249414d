// Keys as text: "Ctrl+Shift+P".
#pragma once

#include <string>

namespace redforge::editor {

/// A key with modifiers as wxKeyEvent gives them, as menus write it; empty for one that cannot be written so: a letter
/// with an accent, a modifier alone, keys for sound and light.
[[nodiscard]] std::string key_text(int modifiers, int key);

/// Whether it is Ctrl, Shift or Alt.
[[nodiscard]] bool is_modifier(int key);

}  // namespace redforge::editor
