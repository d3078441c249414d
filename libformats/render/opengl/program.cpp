// Compiles and links shaders.
#include "render/opengl/program.hpp"

#include <array>
#include <string>

#include <epoxy/gl.h>

namespace redforge::render {
namespace {

Result<GLuint> compile(GLenum kind, const char* source)
{
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint fine{};
    glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
    if (fine == GL_FALSE) {
        std::array<char, 1024> words{};
        glGetShaderInfoLog(shader, static_cast<GLsizei>(words.size()), nullptr, words.data());
        glDeleteShader(shader);
        return fail(
            {.code = ErrorCode::unsupported, .message = std::string("the driver rejects a shader: ") + words.data()});
    }
    return shader;
}

}  // namespace

Result<std::uint32_t> link_program(const char* vertex_source, const char* fragment_source)
{
    const auto vertex = compile(GL_VERTEX_SHADER, vertex_source);
    if (!vertex) {
        return fail(vertex.error());
    }
    const auto fragment = compile(GL_FRAGMENT_SHADER, fragment_source);
    if (!fragment) {
        glDeleteShader(*vertex);
        return fail(fragment.error());
    }
    const GLuint program = glCreateProgram();
    glAttachShader(program, *vertex);
    glAttachShader(program, *fragment);
    glLinkProgram(program);
    glDeleteShader(*vertex);
    glDeleteShader(*fragment);
    GLint fine{};
    glGetProgramiv(program, GL_LINK_STATUS, &fine);
    if (fine == GL_FALSE) {
        glDeleteProgram(program);
        return fail({.code = ErrorCode::unsupported, .message = "the driver cannot link the shaders"});
    }
    return program;
}

}  // namespace redforge::render
