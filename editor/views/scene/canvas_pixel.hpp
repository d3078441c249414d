// Position of a mouse event in renderer pixels.
#pragma once

#include <wx/event.h>

#include "render/camera/ray.hpp"

namespace redforge::editor {

[[nodiscard]] inline render::Pixel pixel_of(const wxMouseEvent& event)
{
    return {static_cast<float>(event.GetX()), static_cast<float>(event.GetY())};
}

}  // namespace redforge::editor
