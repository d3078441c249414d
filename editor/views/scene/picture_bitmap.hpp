// Converts images to wx bitmaps.
#pragma once

#include <algorithm>
#include <cstddef>

#include <wx/image.h>

#include "art/picture.hpp"

namespace redforge::editor {

[[nodiscard]] inline wxImage image_from(const art::RgbaImage& image)
{
    wxImage made(static_cast<int>(image.width), static_cast<int>(image.height), false);
    made.SetAlpha();
    for (std::size_t i = 0; i < image.rgba.size() / 4; ++i) {
        std::copy_n(image.rgba.begin() + static_cast<std::ptrdiff_t>(i * 4), 3, made.GetData() + i * 3);
        made.GetAlpha()[i] = image.rgba[i * 4 + 3];
    }
    return made;
}

}  // namespace redforge::editor
