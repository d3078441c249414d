// Draws a scene to the pixels of an image.
#pragma once

#include "art/picture.hpp"
#include "render/camera/camera.hpp"
#include "render/opengl/offscreen.hpp"
#include "render/opengl/renderer.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

inline constexpr std::uint32_t max_side = 8192;  ///< pixels

struct PictureSize {
    std::uint32_t width{};  ///< pixels
    std::uint32_t height{};
};

/// Draws pictures without a window. Use it only in the thread that created it, because of its OpenGL context.
class Painter {
public:
    /// Errors: unsupported (no OpenGL 3.3 without a window), with what to install.
    [[nodiscard]] static Result<Painter> create();

    /// Draws a scene. Each pixel is the mean of four if the driver supports the size. If `pictures` is null, images are
    /// grey. Errors: out_of_range (a side of 0 or above what the driver can draw); unsupported (the driver fails).
    [[nodiscard]] Result<art::RgbaImage> draw(const scene::Scene& scene, scene::Pictures* pictures,
                                              const Camera& camera, PictureSize size, const RenderOptions& looks = {});

private:
    Painter(Offscreen context, Renderer renderer) : context_(std::move(context)), renderer_(std::move(renderer)) {}

    Offscreen context_;  // first member, because the renderer's destructor needs it
    Renderer renderer_;
};

/// Draws one picture with a temporary Painter. Errors: those of Painter.
[[nodiscard]] Result<art::RgbaImage> draw_picture(const scene::Scene& scene, scene::Pictures* pictures,
                                                  const Camera& camera, std::uint32_t width, std::uint32_t height,
                                                  const RenderOptions& looks = {});

}  // namespace redforge::render
