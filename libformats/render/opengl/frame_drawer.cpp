// Chooses the quality of a picture, and draws full pictures in parts.
#include "render/opengl/frame_drawer.hpp"

#include <algorithm>

#include <epoxy/gl.h>

namespace redforge::render {
namespace {

using std::chrono::microseconds;
using Clock = std::chrono::steady_clock;

/// Maximum cost of a full picture that is drawn immediately: about 60 pictures per second.
constexpr microseconds max_full_cost{15'000};
/// Maximum cost of a coarse picture at full size, for 50 pictures per second. Slower pictures are drawn at half
/// their width and height.
constexpr microseconds max_coarse_cost{20'000};

microseconds since(Clock::time_point begin)
{
    return std::max(std::chrono::duration_cast<microseconds>(Clock::now() - begin), microseconds(1));
}

/// Returns a framebuffer of this size, or null if the driver is out of memory.
Framebuffer* sized(std::optional<Framebuffer>& made, std::int32_t width, std::int32_t height, std::int32_t samples)
{
    if (!made || made->width() != width || made->height() != height) {
        made.reset();  // free the old memory first
        made.emplace(width, height, samples);
    }
    return made->complete() ? &*made : nullptr;
}

}  // namespace

void FrameDrawer::stop()
{
    unfinished_.reset();
    small_.reset();
    smooth_.reset();
}

void FrameDrawer::draw(Renderer& renderer, const Camera& camera, const RenderOptions& looks)
{
    unfinished_.emplace(Unfinished{.camera = camera, .looks = looks, .list = {}});
    unfinished_->looks.quality = Quality::full;
    const BoundFramebuffer into;
    if (full_cost_.count() > 0 && full_cost_ <= max_full_cost) {
        draw_full(renderer, into);
    } else {
        draw_coarse(renderer, into);
    }
}

void FrameDrawer::draw_full(Renderer& renderer, const BoundFramebuffer& into)
{
    constexpr std::chrono::hours no_time_limit{1};
    into.bind();
    refine(renderer, no_time_limit);
}

void FrameDrawer::draw_coarse(Renderer& renderer, const BoundFramebuffer& into)
{
    RenderOptions coarse = unfinished_->looks;
    coarse.quality = Quality::moving;
    const auto begin = Clock::now();
    const auto half = [](std::int32_t side) { return std::max(side / 2, 1); };
    Framebuffer* const small =
        consecutive_slow_frames_ >= 2 ? sized(small_, half(into.width()), half(into.height()), 1) : nullptr;
    if (small != nullptr) {
        small->bind();
    }
    renderer.draw(unfinished_->camera, coarse);
    if (small != nullptr) {
        into.show(*small);
    }
    glFinish();
    // Require several slow pictures, because one can be slow by chance. Half the size saves at most 3/4 of the time,
    // so the size does not alternate.
    const microseconds cost = since(begin);
    if (small == nullptr) {
        consecutive_slow_frames_ = cost > max_coarse_cost ? consecutive_slow_frames_ + 1 : 0;
    } else if (cost < max_coarse_cost / 4) {
        consecutive_slow_frames_ = 0;
    }
    finish_ = Finish::coarse;
}

bool FrameDrawer::refine(Renderer& renderer, std::chrono::milliseconds most)
{
    if (!unfinished_) {
        return false;
    }
    Unfinished& work = *unfinished_;
    const BoundFramebuffer into;
    const auto begin = Clock::now();
    Framebuffer* const smooth = sized(smooth_, into.width(), into.height(), smooth_samples());
    if (!work.list) {
        work.list = renderer.list(work.camera, work.looks, static_cast<float>(into.height()));
    }
    // Without a framebuffer for partial pictures, draw the whole picture at once.
    if (smooth != nullptr) {
        smooth->bind();
        work.done = renderer.draw(*work.list, work.done, [&] { return Clock::now() - begin > most; });
    } else {
        work.done = renderer.draw(*work.list, 0);
    }
    glFinish();
    into.bind();
    work.spent += since(begin);
    if (work.done < work.list->draws.size()) {
        return false;
    }
    if (smooth != nullptr) {
        into.show(*smooth);
    }
    full_cost_ = work.spent;
    finish_ = Finish::full;
    unfinished_.reset();
    if (full_cost_ > max_full_cost) {
        smooth_.reset();  // free this large framebuffer; a static view does not need it
    }
    return true;
}

}  // namespace redforge::render
