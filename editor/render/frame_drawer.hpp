// Pictures of a view, one after another: quickly while things move, in full when they rest.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "render/renderer.hpp"

namespace redforge::render {

/// Draws into the framebuffer and viewport that are bound. One for each view; the renderer may be shared. Needs a
/// current context when it draws or is destroyed.
class FrameDrawer {
public:
    FrameDrawer() = default;
    FrameDrawer(const FrameDrawer&) = delete;
    FrameDrawer& operator=(const FrameDrawer&) = delete;
    ~FrameDrawer() { stop(); }

    /// Draws at once: in full where the graphics card was seen to be quick enough for that, else coarsely, and then
    /// unfinished() is true.
    void draw(Renderer& renderer, const Camera& camera, const RenderOptions& looks);
    /// What was drawn last is coarse: when nothing has moved for `rest`, refine() makes it full, a part each time.
    [[nodiscard]] bool unfinished() const { return unfinished_.has_value(); }
    /// Works on the full picture for about as long as `most`. True: it is done and in the framebuffer.
    bool refine(Renderer& renderer, std::chrono::milliseconds most);
    /// Forgets what is unfinished.
    void stop();
    /// What the full picture, of which refine() makes parts, has taken, or 0 before there was one.
    [[nodiscard]] std::chrono::microseconds full_cost() const { return full_cost_; }

    static constexpr std::chrono::milliseconds rest{30};
    static constexpr std::chrono::milliseconds part{30};  ///< of refining: so long a hand may have to wait

private:
    using Clock = std::chrono::steady_clock;
    struct Unfinished {
        Camera camera;
        RenderOptions looks;
        DrawList list{};
        std::size_t done{};
        bool begun{};
        std::chrono::microseconds spent{};
    };

    /// A framebuffer with several samples for each pixel; false where there is no room for one.
    bool make_target(std::int32_t width, std::int32_t height);
    void drop_target();
    void show_target(const std::array<std::int32_t, 4>& viewport, std::int32_t into) const;

    std::optional<Unfinished> unfinished_;
    std::chrono::microseconds full_cost_{};
    bool warm_{};
    std::uint32_t framebuffer_{};
    std::array<std::uint32_t, 2> buffers_{};
};

}  // namespace redforge::render
