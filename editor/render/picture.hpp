// A scene as a picture file's pixels.
#pragma once

#include "art/picture.hpp"
#include "render/camera.hpp"
#include "render/offscreen.hpp"
#include "render/renderer.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

inline constexpr std::uint32_t max_side = 8192;  ///< pixels

struct PictureSize {
    std::uint32_t width{};  ///< pixels
    std::uint32_t height{};
};

/// Draws one picture after another without a window. Its context belongs to the thread that made it.
class Painter {
public:
    /// Errors: unsupported (no OpenGL 3.3 without a window), with what to install.
    [[nodiscard]] static Result<Painter> create();

    /// Each pixel is the mean of four where the driver has room for that. `pictures` may be null: then all images are
    /// grey. Errors: out_of_range (a side of 0 or above what the driver can draw); unsupported (the driver fails).
    [[nodiscard]] Result<art::RgbaImage> draw(const scene::Scene& scene, scene::Pictures* pictures,
                                              const Camera& camera, PictureSize size, const RenderOptions& looks = {});

private:
    Painter(Offscreen context, Renderer renderer) : context_(std::move(context)), renderer_(std::move(renderer)) {}

    Offscreen context_;  // before the renderer, which needs it to the end
    Renderer renderer_;
};

/// One picture, by a Painter of its own.
[[nodiscard]] Result<art::RgbaImage> draw_picture(const scene::Scene& scene, scene::Pictures* pictures,
                                                  const Camera& camera, std::uint32_t width, std::uint32_t height,
                                                  const RenderOptions& looks = {});

}  // namespace redforge::render
