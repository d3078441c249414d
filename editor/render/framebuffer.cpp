// Textures to draw into.
#include "render/framebuffer.hpp"

#include <array>

#include <epoxy/gl.h>

namespace redforge::render {

Framebuffer::Framebuffer(std::int32_t width, std::int32_t height, std::size_t pictures)
    : width_(width), height_(height), pictures_(pictures)
{
    const BoundFramebuffer before;
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glGenRenderbuffers(1, &depth_);
    glBindRenderbuffer(GL_RENDERBUFFER, depth_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
    glGenTextures(static_cast<GLsizei>(pictures_.size()), pictures_.data());
    for (const GLuint picture : pictures_) {
        glBindTexture(GL_TEXTURE_2D, picture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture, 0);
        complete_ = complete_ && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    before.bind();
}

Framebuffer::~Framebuffer()
{
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &depth_);
    glDeleteTextures(static_cast<GLsizei>(pictures_.size()), pictures_.data());
}

void Framebuffer::bind(std::size_t picture) const
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, pictures_[picture], 0);
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

void BoundFramebuffer::show(const Framebuffer& from, std::size_t picture) const
{
    from.bind(picture);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
    const bool same_size = from.width() == width_ && from.height() == height_;
    glBlitFramebuffer(0, 0, from.width(), from.height(), left_, low_, left_ + width_, low_ + height_,
                      GL_COLOR_BUFFER_BIT, same_size ? GL_NEAREST : GL_LINEAR);
    bind();
}

}  // namespace redforge::render
