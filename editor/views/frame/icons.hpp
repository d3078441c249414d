// Toolbar icons, in the text colour of the desktop theme.
#pragma once

#include <wx/bmpbndl.h>

namespace redforge::editor {

enum class IconLook : unsigned char { standard, disabled };

/// Returns an icon by name, such as "open"; an empty one for an unknown name. `side`: pixels at 96 dpi.
[[nodiscard]] wxBitmapBundle icon(const char* name, IconLook look = IconLook::standard, int side = 20);

}  // namespace redforge::editor
