// What the window does and when, line by line: for scenarios that drive it from outside, and to see what is slow.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// Whether REDFORGE_WINDOW_LOG names a file.
[[nodiscard]] bool has_window_log();

/// Adds a line to that file: seconds since the program began, seconds that all its threads have worked, what, words; with
/// tabs between them. Does nothing where there is no log. What is logged: see docs/window.md.
void log_window(std::string_view what, std::string_view words);

/// Keys and mouse buttons are logged from now on, before anything is done about them, and when the window has nothing
/// more to do. Does nothing where there is no log.
void log_input();

}  // namespace redforge::editor
