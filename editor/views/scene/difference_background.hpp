// Background colour of differences between two texts or records.
#pragma once

#include <wx/colour.h>

#include "editor/views/frame/looks.hpp"

namespace redforge::editor {

[[nodiscard]] inline wxColour difference_background()
{
    return is_dark_theme() ? wxColour(92, 66, 20) : wxColour(255, 232, 190);
}

}  // namespace redforge::editor
