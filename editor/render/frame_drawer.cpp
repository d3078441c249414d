// How well a picture is drawn, and drawing it in parts.
#include "render/frame_drawer.hpp"

#include <algorithm>
#include <utility>

#include <epoxy/gl.h>

namespace redforge::render {
namespace {

using std::chrono::microseconds;

constexpr microseconds quick{12'000};  ///< a better picture that takes no longer is drawn at once

microseconds since(std::chrono::steady_clock::time_point begin)
{
    return std::max(std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - begin),
                    microseconds(1));
}

/// Makes `made` so large, if it is not.
void resize(std::optional<Framebuffer>& made, std::int32_t width, std::int32_t height, std::size_t pictures)
{
    if (!made || made->width() != width || made->height() != height) {
        made.reset();  // its memory first
        made.emplace(width, height, pictures);
    }
}

}  // namespace

void FrameDrawer::stop()
{
    unfinished_.reset();
    small_.reset();
    pictures_.reset();
    smoothing_.reset();
}

/// The best that is drawn in time, by what the last full picture took. What is drawn already is kept longer, so that
/// pictures do not change to and fro.
Finish FrameDrawer::quick_enough() const
{
    if (full_cost_.count() == 0) {
        return Finish::coarse;
    }
    const auto in_time = [this](Finish finish, microseconds cost) {
        return cost <= (finish <= at_once_ ? 2 * quick : quick);
    };
    if (!rough_ && in_time(Finish::smooth, full_cost_ * smoothing_pictures)) {
        return Finish::smooth;
    }
    return in_time(Finish::full, full_cost_) ? Finish::full : Finish::coarse;
}

void FrameDrawer::draw(Renderer& renderer, const Camera& camera, const RenderOptions& looks)
{
    const bool rested = !unfinished_ || finish_ != Finish::coarse;
    unfinished_.emplace(Unfinished{.camera = camera, .looks = looks});
    unfinished_->looks.quality = Quality::full;
    at_once_ = quick_enough();
    if (at_once_ == Finish::smooth) {
        constexpr std::chrono::hours as_long_as_it_takes{1};
        while (unfinished_) {
            refine(renderer, as_long_as_it_takes);
        }
        return;
    }
    pictures_.reset();
    if (at_once_ == Finish::full) {
        draw_full(renderer);
    } else {
        draw_coarse(renderer, camera, looks, rested);
    }
}

void FrameDrawer::draw_full(Renderer& renderer)
{
    const auto begin = Clock::now();
    renderer.draw(unfinished_->camera, unfinished_->looks);
    glFinish();
    full_cost_ = since(begin);
    finish_ = Finish::full;
}

void FrameDrawer::draw_coarse(Renderer& renderer, const Camera& camera, const RenderOptions& looks, bool rested)
{
    RenderOptions coarse = looks;
    coarse.quality = Quality::moving;
    const BoundFramebuffer into;
    if (!std::exchange(warm_, true)) {
        warm(renderer, into);
    }
    const MotionScale::Step step = scale_.next(rested);
    coarse.roughness = step.roughness;
    const auto begin = Clock::now();
    if (step.size < 1 && make_small(into, step.size)) {
        small_->bind();
        renderer.draw(camera, coarse);
        into.show(*small_);
    } else {
        small_.reset();
        renderer.draw(camera, coarse);
    }
    glFinish();
    scale_.took(since(begin));
    finish_ = Finish::coarse;
}

/// Drivers make ready for each kind of framebuffer by itself.
void FrameDrawer::warm(Renderer& renderer, const BoundFramebuffer& into)
{
    if (make_small(into, 0.5F)) {
        small_->bind();
        renderer.warm(Quality::moving);
        into.show(*small_);
    }
    renderer.warm(Quality::moving);
}

bool FrameDrawer::make_small(const BoundFramebuffer& into, float scale)
{
    const auto scaled = [&](std::int32_t side) {
        return std::max(static_cast<std::int32_t>(static_cast<float>(side) * scale), 1);
    };
    resize(small_, scaled(into.width()), scaled(into.height()), 1);
    return small_->complete();
}

bool FrameDrawer::refine(Renderer& renderer, std::chrono::milliseconds most)
{
    if (!unfinished_) {
        return false;
    }
    Unfinished& work = *unfinished_;
    const BoundFramebuffer into;
    if (!make_pictures(into)) {  // what is shown has to be drawn at once
        draw_full(renderer);
        end();
        return true;
    }
    const auto begin = Clock::now();
    if (!work.begun) {
        if (full_cost_.count() == 0) {  // it clears what is drawn
            pictures_->bind();
            renderer.warm(Quality::full);
        }
        work.list = renderer.list(work.camera, work.looks, static_cast<float>(into.height()));
        work.begun = true;
    }
    work.list.camera = camera_of_picture(work.camera, work.picture, into.width(), into.height());
    pictures_->bind(work.picture);
    work.done = renderer.draw(work.list, work.done, [&] { return Clock::now() - begin > most; });
    glFinish();
    into.bind();
    work.spent += since(begin);
    return work.done >= work.list.draws.size() && next_picture(into);
}

/// One is done. True: a better one is in the framebuffer now.
bool FrameDrawer::next_picture(const BoundFramebuffer& into)
{
    Unfinished& work = *unfinished_;
    full_cost_ = work.spent;
    work.spent = {};
    work.done = 0;
    if (++work.picture < smoothing_pictures && (work.picture > 1 || at_once_ == Finish::smooth)) {
        return false;
    }
    if (work.picture == 1) {
        into.show(*pictures_);
        finish_ = Finish::full;
    } else {
        smoothing_->draw(pictures_->pictures());
        finish_ = Finish::smooth;
    }
    if (work.picture == smoothing_pictures || rough_) {
        end();
    }
    return true;
}

bool FrameDrawer::make_pictures(const BoundFramebuffer& into)
{
    if (!smoothing_ && !rough_) {
        if (Result<Smoothing> made = Smoothing::create()) {
            smoothing_.emplace(std::move(*made));
        } else {
            rough_ = true;
        }
    }
    if (!pictures_) {
        small_.reset();
    }
    resize(pictures_, into.width(), into.height(), rough_ ? 1 : smoothing_pictures);
    if (!pictures_->complete()) {
        pictures_.reset();
        return false;
    }
    return true;
}

/// The memory of pictures is large, and one at rest does not need it.
void FrameDrawer::end()
{
    unfinished_.reset();
    if (at_once_ != Finish::smooth) {
        pictures_.reset();
    }
}

}  // namespace redforge::render
