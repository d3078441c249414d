// Failed wxWidgets assertions are logged and do not end the program.
#pragma once

namespace redforge::editor {

/// Logs each failed assertion once to standard error and the window's log.
void log_assertions();

}  // namespace redforge::editor
