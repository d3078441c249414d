// Drawing into memory.
#include "render/picture.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <epoxy/gl.h>

#include "render/offscreen.hpp"
#include "render/renderer.hpp"

namespace redforge::render {
namespace {

/// Rows from the bottom, `factor` times too large both ways, to rows from the top.
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

Result<art::RgbaImage> draw_picture(const scene::Scene& scene, scene::Pictures* pictures, const Camera& camera,
                                    std::uint32_t width, std::uint32_t height)
{
    const auto context = Offscreen::create();
    if (!context) {
        return fail(context.error());
    }
    GLint side{};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &side);
    const std::uint32_t most = std::min(largest_side, static_cast<std::uint32_t>(std::max(side, 0)));
    if (width == 0 || height == 0 || width > most || height > most) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                                " pixels cannot be drawn",
                     .hint = "sides of 1 to " + std::to_string(most)});
    }
    const std::uint32_t factor = std::max(width, height) * 2 <= static_cast<std::uint32_t>(side) ? 2 : 1;
    auto renderer = Renderer::create();
    if (!renderer) {
        return fail(renderer.error());
    }
    const auto wide = static_cast<GLsizei>(width * factor);
    const auto high = static_cast<GLsizei>(height * factor);
    GLuint framebuffer{};
    std::array<GLuint, 2> buffers{};
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, buffers.data());
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, wide, high);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, wide, high);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        return fail({.code = ErrorCode::unsupported, .message = "the driver has no room for a picture of this size"});
    }
    glViewport(0, 0, wide, high);
    renderer->load(scene, pictures);
    renderer->draw(camera);
    std::vector<std::uint8_t> pixels(std::size_t{width} * factor * height * factor * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, wide, high, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    if (const GLenum problem = glGetError(); problem != GL_NO_ERROR) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "OpenGL failed with error " + std::to_string(problem) + " while drawing"});
    }
    return reduced(pixels, width, height, factor);
}

}  // namespace redforge::render
