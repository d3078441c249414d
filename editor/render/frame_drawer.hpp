// Pictures of a view, one after another: quickly while things move, in full when they rest.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "render/framebuffer.hpp"
#include "render/motion_scale.hpp"
#include "render/renderer.hpp"
#include "render/smoothing.hpp"

namespace redforge::render {

/// How good a picture is: `full` has everything, `smooth` also has smooth edges.
enum class Finish : std::uint8_t { coarse, full, smooth };

/// Draws into the framebuffer and viewport that are bound. One for each view; the renderer may be shared. Needs a
/// current context when it draws or is destroyed.
class FrameDrawer {
public:
    FrameDrawer() = default;
    FrameDrawer(const FrameDrawer&) = delete;
    FrameDrawer& operator=(const FrameDrawer&) = delete;
    ~FrameDrawer() = default;

    /// Draws at once, as well as it was seen to be quick enough. Unless that is all there is, unfinished() is true then.
    void draw(Renderer& renderer, const Camera& camera, const RenderOptions& looks);
    /// There is a better picture: when nothing has moved for `rest`, refine() makes it, a part each time.
    [[nodiscard]] bool unfinished() const { return unfinished_.has_value(); }
    /// How good the picture in the framebuffer is.
    [[nodiscard]] Finish finish() const { return finish_; }
    /// Works on better pictures for about as long as `most`. True: one is done and in the framebuffer. First comes the full
    /// one, then the smooth one.
    bool refine(Renderer& renderer, std::chrono::milliseconds most);
    /// Forgets what is unfinished, and has nothing on the graphics card from then on.
    void stop();
    /// What a full picture has taken, or 0 before there was one.
    [[nodiscard]] std::chrono::microseconds full_cost() const { return full_cost_; }

    static constexpr std::chrono::milliseconds rest{30};
    static constexpr std::chrono::milliseconds part{30};  ///< of refining: so long a hand may have to wait

private:
    using Clock = std::chrono::steady_clock;
    struct Unfinished {
        Camera camera;
        RenderOptions looks;
        DrawList list{};
        std::size_t picture{};  ///< of those that the smooth one is the mean of; the first is the full one
        std::size_t done{};     ///< of the list, in that picture
        bool begun{};
        std::chrono::microseconds spent{};  ///< on that picture
    };

    [[nodiscard]] Finish quick_enough() const;
    void draw_full(Renderer& renderer);
    void draw_coarse(Renderer& renderer, const Camera& camera, const RenderOptions& looks, bool rested);
    void warm(Renderer& renderer, const BoundFramebuffer& into);
    bool make_small(const BoundFramebuffer& into, float scale);
    /// Somewhere for pictures in the making; false where there is no room for them.
    bool make_pictures(const BoundFramebuffer& into);
    bool next_picture(const BoundFramebuffer& into);
    void end();

    std::optional<Unfinished> unfinished_;
    Finish finish_{};
    Finish at_once_{};  ///< pictures of moving things are that good
    std::chrono::microseconds full_cost_{};
    bool warm_{};
    MotionScale scale_;
    std::optional<Framebuffer> small_;     ///< for pictures of moving things that are enlarged
    std::optional<Framebuffer> pictures_;  ///< in the making
    std::optional<Smoothing> smoothing_;
    bool rough_{};  ///< smoothing does not work here
};

}  // namespace redforge::render
