// OpenGL 3.3 core without a window or an X server: EGL's surfaceless platform.
#pragma once

#include "core/error.hpp"

namespace redforge::render {

/// An OpenGL context that is current in this thread while it lives.
class Offscreen {
public:
    /// Errors: unsupported (no EGL, no driver, no OpenGL 3.3), with what to install.
    [[nodiscard]] static Result<Offscreen> create();
    Offscreen(Offscreen&& other) noexcept;
    Offscreen& operator=(Offscreen&& other) = delete;
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;
    ~Offscreen();

private:
    Offscreen(void* display, void* context) : display_(display), context_(context) {}
    void* display_{};
    void* context_{};
};

}  // namespace redforge::render
