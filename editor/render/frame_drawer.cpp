// Which quality a picture is drawn in, and drawing it in parts.
#include "render/frame_drawer.hpp"

#include <algorithm>
#include <utility>

#include <epoxy/gl.h>

namespace redforge::render {
namespace {

using std::chrono::microseconds;

constexpr GLint most_samples = 4;
constexpr microseconds quick{12'000};  ///< a full picture that takes no longer is drawn at once

std::array<GLint, 4> present_viewport()
{
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    return viewport;
}

GLint present_framebuffer()
{
    GLint name{};
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &name);
    return name;
}

}  // namespace

void FrameDrawer::stop()
{
    unfinished_.reset();
    drop_target();
}

void FrameDrawer::draw(Renderer& renderer, const Camera& camera, const RenderOptions& looks)
{
    drop_target();
    unfinished_.emplace(Unfinished{.camera = camera, .looks = looks});
    unfinished_->looks.quality = Quality::full;
    if (full_cost_.count() > 0 && full_cost_ <= quick && refine(renderer, std::chrono::hours(1))) {
        return;
    }
    RenderOptions coarse = looks;
    coarse.quality = Quality::moving;
    if (!std::exchange(warm_, true)) {
        renderer.warm(Quality::moving);
    }
    renderer.draw(camera, coarse);
}

bool FrameDrawer::refine(Renderer& renderer, std::chrono::milliseconds most)
{
    if (!unfinished_) {
        return false;
    }
    Unfinished& work = *unfinished_;
    const auto begin = Clock::now();
    const auto viewport = present_viewport();
    const GLint into = present_framebuffer();
    const bool sampled = framebuffer_ != 0 || make_target(viewport[2], viewport[3]);
    if (sampled) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glViewport(0, 0, viewport[2], viewport[3]);
    }
    if (!work.begun) {
        if (full_cost_.count() == 0) {  // it clears what is drawn
            renderer.warm(Quality::full);
        }
        work.list = renderer.list(work.camera, work.looks, static_cast<float>(viewport[3]));
        work.begun = true;
    }
    // A framebuffer that is shown has to be drawn at once.
    const auto enough = [&] { return sampled && Clock::now() - begin > most; };
    work.done = renderer.draw(work.list, work.done, enough);
    glFinish();
    work.spent += std::chrono::duration_cast<microseconds>(Clock::now() - begin);
    const bool finished = work.done >= work.list.draws.size();
    if (finished) {
        full_cost_ = std::max(work.spent, microseconds(1));
        unfinished_.reset();
    }
    if (sampled) {
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(into));
        glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
        if (finished) {
            show_target(viewport, into);
            drop_target();
        }
    }
    return finished;
}

bool FrameDrawer::make_target(std::int32_t width, std::int32_t height)
{
    GLint samples{};
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    const GLint into = present_framebuffer();
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glGenRenderbuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
    const auto attach = [&](GLuint buffer, GLenum format, GLenum place) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, std::min(samples, most_samples), format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, buffer);
    };
    attach(buffers_[0], GL_RGBA8, GL_COLOR_ATTACHMENT0);
    attach(buffers_[1], GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
    const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(into));
    if (!complete) {
        drop_target();
    }
    return complete;
}

/// Its memory is large, and a picture at rest does not need it.
void FrameDrawer::drop_target()
{
    if (framebuffer_ != 0) {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteRenderbuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
        framebuffer_ = 0;
    }
}

void FrameDrawer::show_target(const std::array<std::int32_t, 4>& viewport, std::int32_t into) const
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glBlitFramebuffer(0, 0, viewport[2], viewport[3], viewport[0], viewport[1], viewport[0] + viewport[2],
                      viewport[1] + viewport[3], GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(into));
}

}  // namespace redforge::render
