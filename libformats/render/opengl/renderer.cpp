// Draws lists: one instanced call for each mesh and surface.
#include "render/opengl/renderer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include <epoxy/gl.h>

#include "render/opengl/program.hpp"
#include "render/opengl/shaders.hpp"

namespace redforge::render {
namespace {

constexpr float hidden_opacity = 0.3F;

/// Work between two calls of `enough`. Smaller parts would cost more, because each one waits for the GPU.
constexpr std::size_t max_triangles_at_once = 20'000;
constexpr std::size_t max_calls_at_once = 60;

const void* at_byte(std::size_t offset)
{
    return reinterpret_cast<const void*>(offset);  // OpenGL expects buffer offsets as pointers
}

/// Shader sources of a program, and the macros that select its variant.
struct Sources {
    const char* vertex{};
    const char* fragment{};
    std::string_view defined{};
};
constexpr std::array<Sources, 5> sources{{{vertex_shader, fragment_shader, ""},
                                          {vertex_shader, fragment_shader, "#define BY_CORNER\n"},
                                          {vertex_shader, fragment_shader, "#define CUTOUT\n"},
                                          {vertex_shader, fragment_shader, "#define CUTOUT\n#define BY_CORNER\n"},
                                          {painted_vertex_shader, painted_fragment_shader, "#define BY_CORNER\n"}}};

Result<std::uint32_t> link(const Sources& from)
{
    const std::string head = shader_version + std::string(from.defined);
    const bool by_corner = from.defined.find("BY_CORNER") != std::string_view::npos;
    return link_program((head + wave_functions + (by_corner ? light_functions : "") + from.vertex).c_str(),
                        (head + fog_functions + (by_corner ? "" : light_functions) + from.fragment).c_str());
}

std::size_t triangles_of(const DrawList& list, const DrawList::Draw& draw)
{
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < draw.ranges; ++i) {
        count += list.ranges[draw.first_range + i].count / 3;
    }
    return count * draw.copies;
}

}  // namespace

DrawCounts DrawList::counts() const
{
    DrawCounts counts{.calls = draws.size(), .copies = copies.size()};
    for (const Draw& each : draws) {
        counts.triangles += triangles_of(*this, each);
    }
    return counts;
}

Result<Renderer> Renderer::create()
{
    Renderer made;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto linked = link(sources[i]);
        if (!linked) {
            return fail(linked.error());
        }
        const std::uint32_t name = *linked;
        made.programs_[i] = {name,
                             glGetUniformLocation(name, "camera"),
                             glGetUniformLocation(name, "opacity"),
                             glGetUniformLocation(name, "colour"),
                             glGetUniformLocation(name, "texels"),
                             glGetUniformLocation(name, "plain"),
                             glGetUniformLocation(name, "fog"),
                             glGetUniformLocation(name, "waves")};
    }
    if (const Status created = made.game_layers_.create(); !created) {
        return fail(created.error());
    }
    glGenBuffers(1, &made.copies_);
    made.load_white();
    made.lights_.load({}, {});
    made.load_symbols();
    return made;
}

Renderer::Renderer(Renderer&& other) noexcept
    : programs_(std::exchange(other.programs_, {})), copies_(std::exchange(other.copies_, 0U)),
      white_(std::exchange(other.white_, 0U)), quick_sampling_(std::exchange(other.quick_sampling_, 0U)),
      mean_sampling_(std::exchange(other.mean_sampling_, 0U)), pages_(std::exchange(other.pages_, {})),
      meshes_(std::exchange(other.meshes_, {})), symbols_(other.symbols_), cube_(other.cube_),
      ground_(std::exchange(other.ground_, {})), marks_(std::exchange(other.marks_, {})),
      animations_(std::exchange(other.animations_, {})), textures_(std::exchange(other.textures_, {})),
      lights_(std::move(other.lights_)), game_layers_(std::move(other.game_layers_)), ropes_(std::move(other.ropes_)),
      generation_(other.generation_)
{
}

Renderer::~Renderer()
{
    if (programs_[0].name == 0) {  // moved-from, or not created
        return;
    }
    unload(0);
    unload_textures();
    glDeleteTextures(1, &white_);
    glDeleteSamplers(1, &quick_sampling_);
    glDeleteSamplers(1, &mean_sampling_);
    glDeleteBuffers(1, &copies_);
    for (const Program& program : programs_) {
        glDeleteProgram(program.name);  // OpenGL ignores 0
    }
}

void Renderer::draw(const Camera& camera, const RenderOptions& looks)
{
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    draw(list(camera, looks, static_cast<float>(viewport[3])), 0);
}

const Renderer::Program& Renderer::program_for(DrawList::Draw::RenderPass pass, Quality quality) const
{
    const std::size_t by_corner = quality == Quality::moving ? 1 : 0;
    switch (pass) {
    case DrawList::Draw::RenderPass::image: return programs_[by_corner];
    case DrawList::Draw::RenderPass::cutout: return programs_[2 + by_corner];
    case DrawList::Draw::RenderPass::painted: break;
    }
    return programs_[4];
}

/// Returns the sampler of a pass. Cutouts always sample the image, for its transparency; the shader averages it.
std::uint32_t Renderer::sampling_for(const DrawList& list, DrawList::Draw::RenderPass pass) const
{
    if (list.shading != Shading::textured && pass != DrawList::Draw::RenderPass::cutout) {
        return mean_sampling_;
    }
    return list.quality == Quality::moving ? quick_sampling_ : 0;
}

/// Sets the instance attributes to start at copy `first`, for the next draw call.
void Renderer::bind_instances(std::uint32_t first) const
{
    constexpr auto stride = static_cast<GLsizei>(sizeof(DrawList::Copy));
    const std::size_t begin = first * sizeof(DrawList::Copy);
    glBindBuffer(GL_ARRAY_BUFFER, copies_);
    for (GLuint row = 0; row < 3; ++row) {
        glVertexAttribPointer(3 + row, 4, GL_FLOAT, GL_FALSE, stride,
                              at_byte(begin + offsetof(DrawList::Copy, rows) + row * 4 * sizeof(float)));
    }
    glVertexAttribPointer(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, at_byte(begin + offsetof(DrawList::Copy, tint)));
    glVertexAttribPointer(7, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, at_byte(begin + offsetof(DrawList::Copy, dye)));
}

std::size_t Renderer::draw(const DrawList& list, std::size_t from, const std::function<bool()>& enough)
{
    if (from == 0) {
        std::array<GLint, 4> viewport{};  // clear this viewport only: others can be next to it
        glGetIntegerv(GL_VIEWPORT, viewport.data());
        glEnable(GL_SCISSOR_TEST);
        glScissor(viewport[0], viewport[1], viewport[2], viewport[3]);
        const scene::Vec3 behind = list.sky.value_or(lights_.daylight().background);
        glClearColor(behind.x, behind.y, behind.z, 1);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glDisable(GL_SCISSOR_TEST);
        if (list.game_seconds) {
            game_layers_.draw_sky(list.camera, behind, *list.game_seconds * scene::ticks_per_second);
        }
        if (list.draw_under) {
            list.draw_under();
        }
    }
    if (list.generation != generation_) {
        return list.draws.size();
    }
    const scene::Vec3 fog = lights_.daylight().background;
    const bool has_fog = list.fog && lights_.daylight().fog.has_value();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    if (list.shading == Shading::wireframe) {
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        glDisable(GL_CULL_FACE);
    }
    glBindBuffer(GL_ARRAY_BUFFER, copies_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(list.copies.size() * sizeof(DrawList::Copy)),
                 list.copies.data(), GL_STREAM_DRAW);
    const bool has_waves = list.game_seconds && game_layers_.has_waves();
    const Program* used = nullptr;
    bool behind = false;
    std::vector<GLsizei> counts;
    std::vector<const void*> places;
    std::size_t triangles = 0;
    std::size_t calls = 0;
    std::size_t at = from;
    while (at < list.draws.size()) {
        const DrawList::Draw& draw = list.draws[at++];
        const Program& program = program_for(draw.pass, list.quality);
        if (draw.behind && !behind) {
            glEnable(GL_BLEND);
            glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
            glDepthFunc(GL_GREATER);
            glDepthMask(GL_FALSE);
            behind = true;
            used = nullptr;
        }
        if (std::exchange(used, &program) != &program) {
            glUseProgram(program.name);
            glUniformMatrix4fv(program.camera, 1, GL_FALSE, glm::value_ptr(list.camera.matrix));
            lights_.bind(program.name);
            glUniform1f(program.opacity, behind ? hidden_opacity : 1);
            glUniform1i(program.plain, list.shading == Shading::textured ? 0 : 1);
            glUniform4f(program.fog, fog.x, fog.y, fog.z, has_fog ? scene::units_per_view : 0);
            glBindSampler(0, sampling_for(list, draw.pass));
            game_layers_.bind_waves(program.name, list.game_seconds.value_or(0) * scene::ticks_per_second);
        }
        if (draw.pass != DrawList::Draw::RenderPass::painted) {
            glUniform3f(program.colour, draw.colour.x, draw.colour.y, draw.colour.z);
            glUniform2f(program.texels, draw.texels[0], draw.texels[1]);
            glUniform1i(program.waves, has_waves && draw.ground ? 1 : 0);
            glBindTexture(GL_TEXTURE_2D, draw.texture);
        }
        glBindVertexArray(pages_[draw.page].vertex_array);
        bind_instances(draw.first_copy);
        const IndexRange& range = list.ranges[draw.first_range];
        if (draw.ranges == 1) {
            glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(range.count), GL_UNSIGNED_INT,
                                    at_byte(range.first * sizeof(std::uint32_t)), static_cast<GLsizei>(draw.copies));
        } else {
            counts.clear();
            places.clear();
            for (std::uint32_t i = 0; i < draw.ranges; ++i) {
                const IndexRange& each = list.ranges[draw.first_range + i];
                counts.push_back(static_cast<GLsizei>(each.count));
                places.push_back(at_byte(each.first * sizeof(std::uint32_t)));
            }
            glMultiDrawElements(GL_TRIANGLES, counts.data(), GL_UNSIGNED_INT, places.data(),
                                static_cast<GLsizei>(counts.size()));
        }
        triangles += triangles_of(list, draw);
        if (enough && (triangles > max_triangles_at_once || ++calls > max_calls_at_once)) {
            glFinish();
            triangles = calls = 0;
            if (enough()) {
                break;
            }
        }
    }
    if (behind) {
        glDepthMask(GL_TRUE);
        glDepthFunc(GL_LESS);
        glDisable(GL_BLEND);
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBindVertexArray(0);
    glBindSampler(0, 0);
    return at;
}

}  // namespace redforge::render
