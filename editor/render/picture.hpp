// A scene as a picture file's pixels.
#pragma once

#include "art/image.hpp"
#include "render/camera.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

inline constexpr std::uint32_t largest_side = 8192;  ///< pixels

/// Draws without a window. Each pixel is the mean of four where the driver has room for that.
/// `pictures` may be null: then all images are grey. Errors: unsupported (no OpenGL); out_of_range (a side of 0 or
/// above what the driver can draw).
[[nodiscard]] Result<art::RgbaImage> draw_picture(const scene::Scene& scene, scene::Pictures* pictures,
                                                  const Camera& camera, std::uint32_t width, std::uint32_t height);

}  // namespace redforge::render
