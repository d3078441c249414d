// The screenshot of a save.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/record/field.hpp"

namespace redforge::tes {

/// The screenshot of a save: 3 bytes per pixel (red, green, blue), row by row from the top.
struct Screenshot {
    std::uint32_t width{};   ///< pixels
    std::uint32_t height{};  ///< pixels
    Bytes pixels;
};

template <class Archive>
void serialize(Archive& ar, Screenshot& screenshot, unsigned /*version*/)
{
    field(ar, "width", screenshot.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", screenshot.height, {.label = "Height", .unit = "pixels"});
    constexpr std::size_t max_line = 3U << 12U;
    const std::size_t line = 3 * std::size_t{screenshot.width};
    blob(ar, "pixels", screenshot.pixels,
         {.label = "Pixels", .doc = "Red, green, blue.", .bytes_per_line = line <= max_line ? line : 0});
}

}  // namespace redforge::tes
