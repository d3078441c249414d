// Log of the window with times: for scenarios that drive the window from outside, and to find slow steps.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// Returns true if REDFORGE_WINDOW_LOG names a file.
[[nodiscard]] bool has_window_log();

/// Appends a line to that file: seconds since the start, CPU seconds of all threads, event, details; separated by tabs.
/// Does nothing without a log. Events: see docs/window.md.
void log_window(std::string_view what, std::string_view words);

/// Starts to log keys and mouse buttons, before they are handled, and the moments when the window becomes idle. Does
/// nothing without a log.
void log_input();

}  // namespace redforge::editor
