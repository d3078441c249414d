// What GTK shows before its window manager has answered.
#pragma once

class wxTopLevelWindow;

namespace redforge::editor {

/// Tells GTK how large a window is that has not been shown yet. wx makes the window of the X server before that with
/// 2 x 1 pixels, and then GTK lays its menu bar out in those, with complaints about negative space on stderr.
void tell_first_size(wxTopLevelWindow& window);

}  // namespace redforge::editor
