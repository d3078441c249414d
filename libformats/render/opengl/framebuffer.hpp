// Framebuffers, for drawing without a window.
#pragma once

#include <cstdint>

namespace redforge::render {

/// Returns the number of samples per pixel for anti-aliasing: 4, or fewer if the driver supports fewer.
[[nodiscard]] std::int32_t smooth_samples();

/// A framebuffer with colour and depth. Requires a current OpenGL context during its lifetime.
class Framebuffer {
public:
    /// `samples`: samples per pixel, 1 to smooth_samples().
    Framebuffer(std::int32_t width, std::int32_t height, std::int32_t samples = 1);
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;
    ~Framebuffer();

    [[nodiscard]] std::int32_t width() const { return width_; }
    [[nodiscard]] std::int32_t height() const { return height_; }
    /// Returns false if the driver is out of memory.
    [[nodiscard]] bool complete() const { return complete_; }
    /// Binds the framebuffer for drawing, and sets the viewport to its size.
    void bind() const;

private:
    friend class BoundFramebuffer;

    std::int32_t width_;
    std::int32_t height_;
    bool smooth_;
    bool complete_{};
    std::uint32_t framebuffer_{};
    std::uint32_t depth_{};
    std::uint32_t colour_{};
};

/// The framebuffer and viewport that are bound at construction, to restore them later.
class BoundFramebuffer {
public:
    BoundFramebuffer();
    [[nodiscard]] std::int32_t left() const { return left_; }
    [[nodiscard]] std::int32_t low() const { return low_; }
    [[nodiscard]] std::int32_t width() const { return width_; }
    [[nodiscard]] std::int32_t height() const { return height_; }
    void bind() const;
    /// Copies a framebuffer to it, and binds it. Stretches another size; a multisampled framebuffer must
    /// have the same size.
    void show(const Framebuffer& from) const;

private:
    std::uint32_t framebuffer_{};
    std::int32_t left_{};
    std::int32_t low_{};
    std::int32_t width_{};
    std::int32_t height_{};
};

}  // namespace redforge::render
