// Draws the frames of a view: coarse ones during motion, full ones at rest.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "render/opengl/framebuffer.hpp"
#include "render/opengl/renderer.hpp"

namespace redforge::render {

/// Quality of a picture. `full`: all details, with anti-aliasing if the driver supports it.
enum class Finish : std::uint8_t { coarse, full };

/// Draws a view into the bound framebuffer and viewport. Each view has its own; they can share a renderer. Needs a
/// current context when it draws or is destroyed.
class FrameDrawer {
public:
    /// Draws a full picture if the last one was quick enough; otherwise a coarse one, and sets unfinished().
    void draw(Renderer& renderer, const Camera& camera, const RenderOptions& looks);
    /// Returns true if the full picture is not complete. Call refine() when the camera has not moved for `rest`.
    [[nodiscard]] bool unfinished() const { return unfinished_.has_value(); }
    /// Returns the quality of the picture in the framebuffer.
    [[nodiscard]] Finish finish() const { return finish_; }
    /// Continues drawing the full picture for about `most`. Returns true if it is complete and in the framebuffer.
    bool refine(Renderer& renderer, std::chrono::milliseconds most);
    /// Cancels the unfinished picture, and frees all memory on the graphics card.
    void stop();
    /// Returns the time that the last full picture took, or 0.
    [[nodiscard]] std::chrono::microseconds full_cost() const { return full_cost_; }

    static constexpr std::chrono::milliseconds rest{60};  ///< time without motion after which refine() begins
    static constexpr std::chrono::milliseconds part{30};  ///< time slice of refine(): the maximum delay of an input

private:
    struct Unfinished {
        Camera camera;
        RenderOptions looks;
        std::optional<DrawList> list;  ///< created with the first part
        std::size_t done{};            ///< number of drawn items of `list`
        std::chrono::microseconds spent{};
    };

    void draw_full(Renderer& renderer, const BoundFramebuffer& into);
    void draw_coarse(Renderer& renderer, const BoundFramebuffer& into);

    std::optional<Unfinished> unfinished_;
    Finish finish_{};
    std::chrono::microseconds full_cost_{};
    std::size_t consecutive_slow_frames_{};  ///< number of consecutive slow coarse pictures at full size
    std::optional<Framebuffer> small_;       ///< for coarse pictures at half size
    std::optional<Framebuffer> smooth_;      ///< for full pictures, multisampled
};

}  // namespace redforge::render
