// The pictures of the toolbar, in the colour of the desktop's text.
#pragma once

#include <wx/bmpbndl.h>

namespace redforge::editor {

enum class IconLook : unsigned char { standard, disabled };

/// By its name: "open". An empty one for a name that there is not.
[[nodiscard]] wxBitmapBundle icon(const char* name, IconLook look = IconLook::standard);

}  // namespace redforge::editor
