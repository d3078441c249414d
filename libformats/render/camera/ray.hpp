// Converts between viewport positions and pixels.
#pragma once

#include <optional>

#include "render/camera/camera.hpp"

namespace redforge::render {

/// Position in pixels from the top left corner. The centre of a pixel is at an offset of one half.
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

/// Returns the ray through a pixel, from the near plane away from the camera.
[[nodiscard]] Ray ray_through(const Camera& camera, Pixel pixel, Extent2 size);

/// Returns the pixel of a position, or nullopt if it is behind the camera.
[[nodiscard]] std::optional<Pixel> pixel_of(const Camera& camera, scene::Vec3 place, Extent2 size);

}  // namespace redforge::render
