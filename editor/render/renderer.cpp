// Drawing: one instanced call for each mesh and surface.
#include "render/renderer.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include <epoxy/gl.h>

#include "render/program.hpp"
#include "render/shaders.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

using Tint = std::array<float, 4>;
constexpr Tint no_tint{0, 0, 0, 0};
constexpr Tint selected_tint{1, 0.55F, 0.05F, 0.7F};
constexpr float hidden_opacity = 0.3F;

const void* at_byte(std::size_t offset)
{
    return reinterpret_cast<const void*>(offset);  // how OpenGL wants an offset in a buffer
}

}  // namespace

Result<Renderer> Renderer::create()
{
    const auto program = link_program(vertex_shader, fragment_shader);
    if (!program) {
        return fail(program.error());
    }
    Renderer made;
    made.program_ = *program;
    made.load_symbols();
    made.lights_.load({});
    return made;
}

Renderer::Renderer(Renderer&& other) noexcept
    : program_(std::exchange(other.program_, 0U)), meshes_(std::exchange(other.meshes_, {})),
      symbols_(std::exchange(other.symbols_, {})), textures_(std::exchange(other.textures_, {})),
      lights_(std::move(other.lights_))
{
}

Renderer::~Renderer()
{
    if (program_ != 0) {
        unload(meshes_);
        unload(symbols_);
        unload_textures();
        glDeleteProgram(program_);
    }
}

void Renderer::draw(const Camera& camera, const RenderOptions& looks)
{
    glClearColor(0.72F, 0.80F, 0.88F, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    glUseProgram(program_);
    glUniformMatrix4fv(glGetUniformLocation(program_, "camera"), 1, GL_FALSE, camera.matrix.m.data());
    lights_.bind(program_);
    glUniform1i(glGetUniformLocation(program_, "plain"), looks.shading == Shading::textured ? 0 : 1);
    if (looks.shading == Shading::wireframe) {
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        glDisable(GL_CULL_FACE);
    }
    const GLint opacity = glGetUniformLocation(program_, "opacity");
    glUniform1f(opacity, 1);
    draw_things(camera, looks, false);
    if (!looks.selected.empty()) {  // the selected once more, faintly, where something stands before it
        glUniform1f(opacity, hidden_opacity);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glDepthFunc(GL_GREATER);
        glDepthMask(GL_FALSE);
        draw_things(camera, looks, true);
        glDepthMask(GL_TRUE);
        glDepthFunc(GL_LESS);
        glDisable(GL_BLEND);
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBindVertexArray(0);
}

void Renderer::draw_things(const Camera& camera, const RenderOptions& looks, bool selected_only) const
{
    const auto tint_of = [&](const scene::RecordRef& record) -> std::optional<Tint> {
        if ((!looks.hidden.empty() && looks.hidden.contains(record)) || looks.hidden_kinds.contains(record.first)) {
            return std::nullopt;
        }
        const bool selected = looks.selected.contains(record);
        return selected ? std::optional(selected_tint) : selected_only ? std::nullopt : std::optional(no_tint);
    };
    std::vector<CopyData> copies;
    for (const LoadedMesh& mesh : meshes_) {
        copies.clear();
        for (const Copy& copy : mesh.placed) {
            const auto& [rotation, position] = copy.placement;
            const std::optional<Tint> t = tint_of(copy.record);
            if (t && camera.sees(rotation * mesh.centre + position, mesh.radius)) {
                // From the units and axes of models to the viewport: see scene::model_to_view().
                constexpr float s = 1 / scene::units_per_view;
                const std::array<float, 9>& r = rotation.m;
                copies.push_back({-s * r[0], -s * r[1], s * r[2], position.x, -s * r[3], -s * r[4], s * r[5],
                                  position.y, -s * r[6], -s * r[7], s * r[8], position.z, (*t)[0], (*t)[1], (*t)[2],
                                  (*t)[3]});
            }
        }
        draw_copies(mesh, copies);
    }
    for (std::size_t symbol = 0; symbol < symbols_.size(); ++symbol) {
        const LoadedMesh& mesh = symbols_[symbol];
        const bool shown = looks.symbols && !looks.hidden_symbols.contains(static_cast<Symbol>(symbol));
        copies.clear();
        for (const Copy& copy : mesh.placed) {
            const Vec3 at = copy.placement.position;
            const float s = symbol_radius(camera, at);
            const std::optional<Tint> t = tint_of(copy.record);
            // What is selected is seen, whether symbols are shown or not.
            if (t && (shown || *t == selected_tint) && camera.sees(at, s)) {
                copies.push_back({s, 0, 0, at.x, 0, s, 0, at.y, 0, 0, s, at.z, (*t)[0], (*t)[1], (*t)[2], (*t)[3]});
            }
        }
        draw_copies(mesh, copies);
    }
}

void Renderer::draw_copies(const LoadedMesh& mesh, const std::vector<CopyData>& copies) const
{
    if (copies.empty()) {
        return;
    }
    const GLint colour = glGetUniformLocation(program_, "colour");
    const GLint texels = glGetUniformLocation(program_, "texels");
    glBindVertexArray(mesh.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, mesh.copies);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(copies.size() * sizeof(CopyData)), copies.data(),
                 GL_STREAM_DRAW);
    for (const Batch& batch : mesh.batches) {
        glUniform4f(colour, batch.colour.x, batch.colour.y, batch.colour.z, batch.texture == 0 ? 1.0F : 0.0F);
        glUniform2f(texels, batch.width, batch.height);
        glBindTexture(GL_TEXTURE_2D, batch.texture);
        glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(batch.count), GL_UNSIGNED_INT,
                                at_byte(batch.first * sizeof(std::uint32_t)), static_cast<GLsizei>(copies.size()));
    }
}

}  // namespace redforge::render
