// Filling and binding buffer textures.
#include "render/opengl/light_buffers.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <epoxy/gl.h>
#include <glm/geometric.hpp>

namespace redforge::render {

LightBuffers::LightBuffers(LightBuffers&& other) noexcept
    : buffers_(std::exchange(other.buffers_, {})), textures_(std::exchange(other.textures_, {})), grid_(other.grid_),
      daylight_(other.daylight_)
{
}

LightBuffers::~LightBuffers()
{
    if (buffers_[0] != 0) {
        glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
        glDeleteBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
    }
}

void LightBuffers::load(const LightGrid& grid, const scene::Daylight& daylight)
{
    daylight_ = daylight;
    daylight_.to_sun = glm::normalize(daylight.to_sun);
    if (buffers_[0] == 0) {
        glGenBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
        glGenTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
    }
    const auto fill = [&](std::size_t which, GLenum format, const auto& values) {
        glBindBuffer(GL_TEXTURE_BUFFER, buffers_[which]);
        glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(values.size() * sizeof(values[0])), values.data(),
                     GL_STATIC_DRAW);
        glBindTexture(GL_TEXTURE_BUFFER, textures_[which]);
        glTexBuffer(GL_TEXTURE_BUFFER, format, buffers_[which]);
    };
    static_assert(sizeof(LightGrid::GridLight) == 2 * 4 * sizeof(float) && sizeof(LightGrid::Span) == 8);
    fill(0, GL_RGBA32F, grid.lights);
    fill(1, GL_RG32UI, grid.cells);
    fill(2, GL_R32UI, grid.lists);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    grid_ = {grid.low_x, grid.low_z, 1 / grid.cell, grid.lights.empty() ? 0.0F : static_cast<float>(LightGrid::side)};
}

void LightBuffers::bind(std::uint32_t program) const
{
    constexpr std::array<const char*, 3> names{"lights", "cells", "lists"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE1 + i));
        glBindTexture(GL_TEXTURE_BUFFER, textures_[i]);
        glUniform1i(glGetUniformLocation(program, names[i]), static_cast<GLint>(1 + i));
    }
    glActiveTexture(GL_TEXTURE0);
    glUniform4fv(glGetUniformLocation(program, "grid"), 1, grid_.data());
    for (const auto& [name, value] : {std::pair("to_sun", daylight_.to_sun), std::pair("sun_hue", daylight_.sun),
                                      std::pair("sky_hue", daylight_.sky)}) {
        glUniform3f(glGetUniformLocation(program, name), value.x, value.y, value.z);
    }
    if (daylight_.fog) {
        std::array<float, std::tuple_size_v<scene::FogTable>> densities{};
        std::ranges::copy(*daylight_.fog, densities.begin());
        glUniform1fv(glGetUniformLocation(program, "fog_table"), static_cast<GLsizei>(densities.size()),
                     densities.data());
    }
}

}  // namespace redforge::render
