// Draws scenes into images in memory.
#include "render/picture/picture.hpp"

#include <algorithm>
#include <string>

#include <epoxy/gl.h>

#include "model/model.hpp"
#include "render/opengl/framebuffer.hpp"

namespace redforge::render {
namespace {

/// Returns an image reduced by `factor` in both directions, with the rows flipped: OpenGL starts at the bottom.
art::RgbaImage reduced(const std::vector<std::uint8_t>& pixels, std::uint32_t width, std::uint32_t height,
                       std::uint32_t factor)
{
    art::RgbaImage image{width, height, std::vector<std::uint8_t>(std::size_t{width} * height * 4)};
    const std::size_t row = std::size_t{width} * factor * 4;
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            for (std::size_t part = 0; part < 4; ++part) {
                unsigned sum = 0;
                for (std::size_t i = 0; i < factor * factor; ++i) {
                    const std::size_t from = (height - 1 - y) * factor + i / factor;
                    sum += pixels[from * row + (x * factor + i % factor) * 4 + part];
                }
                image.rgba[(y * width + x) * 4 + part] = static_cast<std::uint8_t>(sum / (factor * factor));
            }
        }
    }
    return image;
}

}  // namespace

Result<Painter> Painter::create()
{
    auto context = Offscreen::create();
    if (!context) {
        return fail(context.error());
    }
    auto renderer = Renderer::create();
    if (!renderer) {
        return fail(renderer.error());
    }
    return Painter(std::move(*context), std::move(*renderer));
}

Result<art::RgbaImage> Painter::draw(const scene::Scene& scene, scene::Pictures* pictures, const Camera& camera,
                                     PictureSize size, const RenderOptions& looks)
{
    const auto [width, height] = size;
    GLint side{};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &side);
    GLint image_side{};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &image_side);
    side = std::min(side, image_side);
    const std::uint32_t most = std::min(max_side, static_cast<std::uint32_t>(std::max(side, 0)));
    if (width == 0 || height == 0 || width > most || height > most) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                                " pixels cannot be drawn",
                     .hint = "sides of 1 to " + std::to_string(most)});
    }
    const std::uint32_t factor = std::max(width, height) * 2 <= static_cast<std::uint32_t>(side) ? 2 : 1;
    const auto wide = static_cast<GLsizei>(width * factor);
    const auto high = static_cast<GLsizei>(height * factor);
    const Framebuffer target(wide, high);
    if (!target.complete()) {
        return fail({.code = ErrorCode::unsupported, .message = "the driver has no room for a picture of this size"});
    }
    target.bind();
    renderer_.load(scene, pictures);
    renderer_.draw(camera, looks);
    std::vector<std::uint8_t> pixels(std::size_t{width} * factor * height * factor * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, wide, high, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    if (const GLenum problem = glGetError(); problem != GL_NO_ERROR) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "OpenGL failed with error " + std::to_string(problem) + " while drawing"});
    }
    return reduced(pixels, width, height, factor);
}

Result<art::RgbaImage> draw_picture(const scene::Scene& scene, scene::Pictures* pictures, const Camera& camera,
                                    std::uint32_t width, std::uint32_t height, const RenderOptions& looks)
{
    auto painter = Painter::create();
    if (!painter) {
        return fail(painter.error());
    }
    return painter->draw(scene, pictures, camera, {width, height}, looks);
}

}  // namespace redforge::render
