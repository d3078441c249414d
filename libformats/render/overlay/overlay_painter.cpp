// Draws the triangles of an overlay.
#include "render/overlay/overlay_painter.hpp"

#include <cstddef>
#include <utility>

#include <epoxy/gl.h>

#include "render/opengl/program.hpp"

namespace redforge::render {
namespace {

constexpr const char* overlay_vertex_shader = R"glsl(#version 330 core
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 colour;
layout(location = 2) in vec2 of_letters;
out vec4 ink;
out vec2 at;
void main()
{
    gl_Position = vec4(place, 0.0, 1.0);
    ink = colour;
    at = of_letters;
}
)glsl";

constexpr const char* overlay_fragment_shader = R"glsl(#version 330 core
in vec4 ink;
in vec2 at;
out vec4 shown;
uniform sampler2D letters;
void main()
{
    shown = at.x < 0.0 ? ink : vec4(ink.rgb, ink.a * texture(letters, at).r);
}
)glsl";

}  // namespace

Result<OverlayPainter> OverlayPainter::create()
{
    const auto program = link_program(overlay_vertex_shader, overlay_fragment_shader);
    if (!program) {
        return fail(program.error());
    }
    OverlayPainter made;
    made.program_ = *program;
    glGenVertexArrays(1, &made.array_);
    glGenBuffers(1, &made.buffer_);
    glBindVertexArray(made.array_);
    glBindBuffer(GL_ARRAY_BUFFER, made.buffer_);
    constexpr auto stride = static_cast<GLsizei>(sizeof(Overlay::Corner));
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, nullptr);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, stride,
                          reinterpret_cast<const void*>(
                              offsetof(Overlay::Corner, colour)));  // OpenGL expects an offset as a pointer
    glEnableVertexAttribArray(2);
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride,
                          reinterpret_cast<const void*>(offsetof(Overlay::Corner, u)));
    glBindVertexArray(0);
    return made;
}

OverlayPainter::OverlayPainter(OverlayPainter&& other) noexcept
    : program_(std::exchange(other.program_, 0U)), array_(std::exchange(other.array_, 0U)),
      buffer_(std::exchange(other.buffer_, 0U)), letters_(std::exchange(other.letters_, 0U))
{
}

OverlayPainter::~OverlayPainter()
{
    if (program_ != 0) {
        glDeleteBuffers(1, &buffer_);
        glDeleteVertexArrays(1, &array_);
        glDeleteProgram(program_);
        glDeleteTextures(1, &letters_);
    }
}

void OverlayPainter::take(const GlyphAtlas& letters)
{
    if (letters_ == 0) {
        glGenTextures(1, &letters_);
    }
    glBindTexture(GL_TEXTURE_2D, letters_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, static_cast<GLsizei>(letters.width), static_cast<GLsizei>(letters.height), 0,
                 GL_RED, GL_UNSIGNED_BYTE, letters.cover.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void OverlayPainter::draw(const Overlay& overlay) const
{
    const std::span<const Overlay::Corner> corners = overlay.corners();
    if (corners.empty()) {
        return;
    }
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(program_);
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    glBindTexture(GL_TEXTURE_2D, letters_);
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size_bytes()), corners.data(), GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
    glBindVertexArray(0);
    glDisable(GL_BLEND);
}

}  // namespace redforge::render
