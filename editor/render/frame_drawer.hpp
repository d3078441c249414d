// Pictures of a view, one after another: quickly while things move, in full when they rest.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "render/framebuffer.hpp"
#include "render/renderer.hpp"

namespace redforge::render {

/// How good a picture is: `full` has everything, with smooth edges where the driver can.
enum class Finish : std::uint8_t { coarse, full };

/// Draws into the framebuffer and viewport that are bound. One for each view; the renderer may be shared. Needs a
/// current context when it draws or is destroyed.
class FrameDrawer {
public:
    /// Draws in full where that was seen to be quick enough, else a coarse picture; then unfinished() is true.
    void draw(Renderer& renderer, const Camera& camera, const RenderOptions& looks);
    /// The full picture is still to be drawn: by refine(), when nothing has moved for `rest`.
    [[nodiscard]] bool unfinished() const { return unfinished_.has_value(); }
    /// How good the picture in the framebuffer is.
    [[nodiscard]] Finish finish() const { return finish_; }
    /// Continues drawing the full picture for about `most`. Returns true if it is complete and in the framebuffer.
    bool refine(Renderer& renderer, std::chrono::milliseconds most);
    /// Forgets what is unfinished, and has nothing on the graphics card from then on.
    void stop();
    /// Returns the time that the last full picture took, or 0.
    [[nodiscard]] std::chrono::microseconds full_cost() const { return full_cost_; }

    static constexpr std::chrono::milliseconds rest{60};
    static constexpr std::chrono::milliseconds part{30};  ///< of refining: the longest that an input waits

private:
    struct Unfinished {
        Camera camera;
        RenderOptions looks;
        std::optional<DrawList> list;  ///< made when the first part is drawn
        std::size_t done{};            ///< of the list
        std::chrono::microseconds spent{};
    };

    void draw_full(Renderer& renderer, const BoundFramebuffer& into);
    void draw_coarse(Renderer& renderer, const BoundFramebuffer& into);

    std::optional<Unfinished> unfinished_;
    Finish finish_{};
    std::chrono::microseconds full_cost_{};
    std::size_t late_in_a_row_{};        ///< coarse pictures of the view's own size that took too long
    std::optional<Framebuffer> small_;   ///< for coarse pictures that are enlarged
    std::optional<Framebuffer> smooth_;  ///< for full ones, with several samples to a pixel
};

}  // namespace redforge::render
