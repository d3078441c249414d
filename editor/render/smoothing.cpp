// The mean of pictures.
#include "render/smoothing.hpp"

#include <array>
#include <string>
#include <utility>

#include <epoxy/gl.h>

#include "render/program.hpp"
#include "render/shaders.hpp"

namespace redforge::render {
namespace {

constexpr std::array<const char*, smoothing_pictures> picture_names{"first", "second", "third", "fourth"};

/// In pixels from the middle of each: no two in one row or column, so that edges of any slant have four steps.
constexpr std::array<std::array<float, 2>, smoothing_pictures> places{
    {{-0.125F, -0.375F}, {0.375F, -0.125F}, {-0.375F, 0.125F}, {0.125F, 0.375F}}};

}  // namespace

Camera camera_of_picture(const Camera& camera, std::size_t picture, std::int32_t width, std::int32_t height)
{
    Camera moved = camera;
    const float right = 2 * places[picture][0] / static_cast<float>(width);
    const float up = 2 * places[picture][1] / static_cast<float>(height);
    for (std::size_t column = 0; column < 4; ++column) {  // clip space is divided by its last coordinate
        const float w = camera.matrix.m[4 * column + 3];
        moved.matrix.m[4 * column] += right * w;
        moved.matrix.m[4 * column + 1] += up * w;
    }
    return moved;
}

Result<Smoothing> Smoothing::create()
{
    const auto program = link_program((std::string(shader_version) + mean_vertex_shader).c_str(),
                                      (std::string(shader_version) + mean_fragment_shader).c_str());
    if (!program) {
        return fail(program.error());
    }
    Smoothing made;
    made.program_ = *program;
    glGenVertexArrays(1, &made.array_);
    return made;
}

Smoothing::Smoothing(Smoothing&& other) noexcept
    : program_(std::exchange(other.program_, 0U)), array_(std::exchange(other.array_, 0U))
{
}

Smoothing::~Smoothing()
{
    if (program_ != 0) {
        glDeleteVertexArrays(1, &array_);
        glDeleteProgram(program_);
    }
}

void Smoothing::draw(std::span<const std::uint32_t> pictures) const
{
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glUseProgram(program_);
    glUniform2i(glGetUniformLocation(program_, "corner"), viewport[0], viewport[1]);
    for (std::size_t i = 0; i < smoothing_pictures; ++i) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + i));
        glBindTexture(GL_TEXTURE_2D, pictures[i]);
        glUniform1i(glGetUniformLocation(program_, picture_names[i]), static_cast<GLint>(i));
    }
    glBindVertexArray(array_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    for (std::size_t i = 0; i < smoothing_pictures; ++i) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + i));
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace redforge::render
