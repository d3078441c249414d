// Writes a screenshot of a window, for the manual and for tests without a physical screen.
#pragma once

#include <filesystem>

#include <wx/frame.h>

#include "core/error.hpp"

namespace redforge::editor {

/// Writes what the screen shows of a window, as PNG, with the views that it lacks (screen_lacks_opengl()). The window
/// must be drawn and in front. Errors: io.
[[nodiscard]] Status write_screenshot(const wxFrame& frame, const std::filesystem::path& path);

}  // namespace redforge::editor
