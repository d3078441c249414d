// Smooth edges: the mean of several pictures, each seen from a part of a pixel beside the others.
#pragma once

#include <cstdint>
#include <span>

#include "core/error.hpp"
#include "render/camera.hpp"

namespace redforge::render {

inline constexpr std::size_t smoothing_pictures = 4;

/// The camera of one of them.
[[nodiscard]] Camera camera_of_picture(const Camera& camera, std::size_t picture, std::int32_t width,
                                       std::int32_t height);

/// Needs a current context for as long as it lives.
class Smoothing {
public:
    /// Errors: unsupported (the driver refuses the shaders, with its words).
    [[nodiscard]] static Result<Smoothing> create();
    Smoothing(Smoothing&& other) noexcept;
    Smoothing& operator=(Smoothing&&) = delete;
    Smoothing(const Smoothing&) = delete;
    Smoothing& operator=(const Smoothing&) = delete;
    ~Smoothing();

    /// Fills the viewport with the mean of smoothing_pictures textures of the same size.
    void draw(std::span<const std::uint32_t> pictures) const;

private:
    Smoothing() = default;

    std::uint32_t program_{};
    std::uint32_t array_{};
};

}  // namespace redforge::render
