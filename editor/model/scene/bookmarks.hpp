// Camera bookmarks of a document, and their form in the settings.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "render/camera/view_control.hpp"

namespace redforge::editor {

inline constexpr int max_bookmarks = 9;

/// Camera positions by number: 1 to max_bookmarks.
using Bookmarks = std::map<int, render::CameraPose>;

/// Returns the text form, a line for each bookmark: number, view, yaw and pitch in radians, the point that the camera
/// looks at, and its distance: "3 camera -0.5 -0.4 120 4 -880 60".
[[nodiscard]] std::string format_bookmarks(const Bookmarks& bookmarks);

/// Parses the text form. Skips malformed lines.
[[nodiscard]] Bookmarks parse_bookmarks(std::string_view text);

}  // namespace redforge::editor
