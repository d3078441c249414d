// Somewhere to draw in place of a window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redforge::render {

/// Pictures of one size on the graphics card, drawn one after another with the same depths. Needs a current context for
/// as long as it lives.
class Framebuffer {
public:
    Framebuffer(std::int32_t width, std::int32_t height, std::size_t pictures = 1);
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;
    ~Framebuffer();

    [[nodiscard]] std::int32_t width() const { return width_; }
    [[nodiscard]] std::int32_t height() const { return height_; }
    /// False: the driver has no room for it.
    [[nodiscard]] bool complete() const { return complete_; }
    /// The textures, one for each picture.
    [[nodiscard]] const std::vector<std::uint32_t>& pictures() const { return pictures_; }
    /// What is drawn from now on goes into that picture, all of it.
    void bind(std::size_t picture = 0) const;

private:
    std::int32_t width_;
    std::int32_t height_;
    bool complete_{true};
    std::uint32_t framebuffer_{};
    std::uint32_t depth_{};
    std::vector<std::uint32_t> pictures_;
};

/// The framebuffer and the part of it that are drawn into now, to come back to.
class BoundFramebuffer {
public:
    BoundFramebuffer();
    [[nodiscard]] std::int32_t left() const { return left_; }
    [[nodiscard]] std::int32_t low() const { return low_; }
    [[nodiscard]] std::int32_t width() const { return width_; }
    [[nodiscard]] std::int32_t height() const { return height_; }
    void bind() const;
    /// Fills it with a picture, larger or smaller as needed, and binds it.
    void show(const Framebuffer& from, std::size_t picture = 0) const;

private:
    std::uint32_t framebuffer_{};
    std::int32_t left_{};
    std::int32_t low_{};
    std::int32_t width_{};
    std::int32_t height_{};
};

}  // namespace redforge::render
