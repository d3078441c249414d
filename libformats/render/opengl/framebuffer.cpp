// Framebuffer objects with renderbuffers.
#include "render/opengl/framebuffer.hpp"

#include <algorithm>
#include <array>

#include <epoxy/gl.h>

namespace redforge::render {

std::int32_t smooth_samples()
{
    GLint most{};
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    return std::clamp(most, 1, 4);
}

Framebuffer::Framebuffer(std::int32_t width, std::int32_t height, std::int32_t samples)
    : width_(width), height_(height), smooth_(samples > 1)
{
    const BoundFramebuffer before;
    const GLsizei stored = smooth_ ? samples : 0;
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glGenRenderbuffers(1, &depth_);
    glBindRenderbuffer(GL_RENDERBUFFER, depth_);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, stored, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
    glGenRenderbuffers(1, &colour_);
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, stored, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    before.bind();
}

Framebuffer::~Framebuffer()
{
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &depth_);
    glDeleteRenderbuffers(1, &colour_);
}

void Framebuffer::bind() const
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, width_, height_);
}

BoundFramebuffer::BoundFramebuffer()
{
    GLint name{};
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &name);
    framebuffer_ = static_cast<std::uint32_t>(name);
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    left_ = viewport[0];
    low_ = viewport[1];
    width_ = viewport[2];
    height_ = viewport[3];
}

void BoundFramebuffer::bind() const
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(left_, low_, width_, height_);
}

void BoundFramebuffer::show(const Framebuffer& from) const
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from.framebuffer_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
    const bool same_size = from.width_ == width_ && from.height_ == height_;
    glBlitFramebuffer(0, 0, from.width_, from.height_, left_, low_, left_ + width_, low_ + height_, GL_COLOR_BUFFER_BIT,
                      same_size ? GL_NEAREST : GL_LINEAR);
    bind();
}

}  // namespace redforge::render
