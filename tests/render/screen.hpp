// A renderer without a window, and pixels to draw into.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <catch2/catch.hpp>
#include <epoxy/gl.h>

#include "render/opengl/offscreen.hpp"
#include "render/opengl/renderer.hpp"

namespace redforge::test {

/// A renderer without a window, and a framebuffer of 64 x 64 pixels; empty if this machine cannot draw.
struct Screen {
    std::optional<render::Offscreen> context{};
    std::optional<render::Renderer> renderer{};
    Screen()
    {
        auto made = render::Offscreen::create();
        if (!made) {
            WARN("not drawn: " << describe(made.error()));
            return;
        }
        context.emplace(std::move(*made));
        auto drawer = render::Renderer::create();
        REQUIRE(drawer);
        renderer.emplace(std::move(*drawer));
        GLuint framebuffer{};
        std::array<GLuint, 2> buffers{};
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glGenRenderbuffers(2, buffers.data());
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 64, 64);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, 64, 64);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
        glViewport(0, 0, 64, 64);
    }
    explicit operator bool() const { return renderer.has_value(); }
    /// Returns a pixel. Rows are counted from the bottom.
    static std::array<std::uint8_t, 4> pixel(int x, int y)
    {
        std::array<std::uint8_t, 4> pixel{};
        glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        return pixel;
    }
    static bool is_red(int x, int y)
    {
        const auto [red, green, blue, cover] = pixel(x, y);
        return red > 80 && green < 40 && blue < 40;
    }
};

}  // namespace redforge::test
