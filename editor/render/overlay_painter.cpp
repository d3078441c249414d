// Drawing triangles of pixels.
#include "render/overlay_painter.hpp"

#include <cstddef>
#include <utility>

#include <epoxy/gl.h>

#include "render/program.hpp"

namespace redforge::render {
namespace {

constexpr const char* overlay_vertex_shader = R"glsl(#version 330 core
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 colour;
out vec4 ink;
void main()
{
    gl_Position = vec4(place, 0.0, 1.0);
    ink = colour;
}
)glsl";

constexpr const char* overlay_fragment_shader = R"glsl(#version 330 core
in vec4 ink;
out vec4 shown;
void main()
{
    shown = ink;
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
                          reinterpret_cast<const void*>(offsetof(Overlay::Corner, ink)));  // as OpenGL wants it
    glBindVertexArray(0);
    return made;
}

OverlayPainter::OverlayPainter(OverlayPainter&& other) noexcept
    : program_(std::exchange(other.program_, 0U)), array_(std::exchange(other.array_, 0U)),
      buffer_(std::exchange(other.buffer_, 0U))
{
}

OverlayPainter::~OverlayPainter()
{
    if (program_ != 0) {
        glDeleteBuffers(1, &buffer_);
        glDeleteVertexArrays(1, &array_);
        glDeleteProgram(program_);
    }
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
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size_bytes()), corners.data(), GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
    glBindVertexArray(0);
    glDisable(GL_BLEND);
}

}  // namespace redforge::render
