// OpenGL 3.3 core without a visible window. On Linux: EGL's surfaceless platform, which needs no X server.
#pragma once

#include <utility>

#include "core/error.hpp"

namespace redforge::render {

/// An OpenGL context that is current in this thread while it lives.
class Offscreen {
public:
    /// Errors: unsupported (no driver, no OpenGL 3.3), with what to install.
    [[nodiscard]] static Result<Offscreen> create();
    Offscreen(Offscreen&& other) noexcept
        : screen_(std::exchange(other.screen_, nullptr)), context_(std::exchange(other.context_, nullptr))
    {
    }
    Offscreen& operator=(Offscreen&& other) = delete;
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;
    ~Offscreen();

private:
    Offscreen(void* screen, void* context) : screen_(screen), context_(context) {}
    void* screen_{};   ///< EGL display, or window handle on Windows
    void* context_{};  ///< OpenGL context
};

}  // namespace redforge::render
