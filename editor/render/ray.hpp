// Between places of the viewport and pixels of a picture.
#pragma once

#include <optional>

#include "render/camera.hpp"

namespace redforge::render {

/// Pixels from the top left corner; half a pixel further is its middle.
struct Pixel {
    float x{};
    float y{};
};

struct Extent2 {
    float width{1};  ///< pixels
    float height{1};
};

struct Ray {
    scene::Vec3 origin{};
    scene::Vec3 direction{};  ///< of length one
};

/// From the nearest place that the camera shows at a pixel into the picture.
[[nodiscard]] Ray ray_through(const Camera& camera, Pixel pixel, Extent2 size);

/// Returns the pixel of a position, or nullopt if it is behind the camera.
[[nodiscard]] std::optional<Pixel> pixel_of(const Camera& camera, scene::Vec3 place, Extent2 size);

}  // namespace redforge::render
