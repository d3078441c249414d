// Failed assertions of wxWidgets do not end the program: they are written down.
#pragma once

namespace redforge::editor {

/// From now on each is written once to the standard error output and the window's log, and the program goes on.
void log_assertions();

}  // namespace redforge::editor
