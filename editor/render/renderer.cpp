// Drawing: one instanced call for each mesh and surface.
#include "render/renderer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include <epoxy/gl.h>

#include "render/shaders.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

/// A placement as three rows of four, from the units and axes of models to the viewport.
using CopyRows = std::array<float, 12>;

CopyRows rows_of(const scene::Placement& at)
{
    constexpr float s = 1 / scene::units_per_view;
    const std::array<float, 9>& r = at.rotation.m;
    return {-s * r[0], -s * r[1],     s * r[2],  at.position.x, -s * r[3], -s * r[4],
            s * r[5],  at.position.y, -s * r[6], -s * r[7],     s * r[8],  at.position.z};
}

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
            {.code = ErrorCode::unsupported, .message = std::string("the driver refuses a shader: ") + words.data()});
    }
    return shader;
}

const void* at_byte(std::size_t offset)
{
    return reinterpret_cast<const void*>(offset);  // how OpenGL wants an offset in a buffer
}

template <class T>
void fill(GLenum target, GLuint buffer, const std::vector<T>& values, GLenum usage)
{
    glBindBuffer(target, buffer);
    glBufferData(target, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(), usage);
}

void attribute(GLuint index, GLint size, std::size_t stride, std::size_t offset, GLuint divisor)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), at_byte(offset));
    glVertexAttribDivisor(index, divisor);
}

}  // namespace

Result<Renderer> Renderer::create()
{
    const auto vertex = compile(GL_VERTEX_SHADER, vertex_shader);
    if (!vertex) {
        return fail(vertex.error());
    }
    const auto fragment = compile(GL_FRAGMENT_SHADER, fragment_shader);
    if (!fragment) {
        glDeleteShader(*vertex);
        return fail(fragment.error());
    }
    Renderer made;
    made.program_ = glCreateProgram();
    glAttachShader(made.program_, *vertex);
    glAttachShader(made.program_, *fragment);
    glLinkProgram(made.program_);
    glDeleteShader(*vertex);
    glDeleteShader(*fragment);
    GLint fine{};
    glGetProgramiv(made.program_, GL_LINK_STATUS, &fine);
    if (fine == GL_FALSE) {
        return fail({.code = ErrorCode::unsupported, .message = "the driver refuses to link the shaders"});
    }
    return made;
}

Renderer::Renderer(Renderer&& other) noexcept
    : program_(std::exchange(other.program_, 0U)), meshes_(std::exchange(other.meshes_, {})),
      textures_(std::exchange(other.textures_, {}))
{
}

Renderer::~Renderer()
{
    if (program_ != 0) {
        unload();
        glDeleteProgram(program_);
    }
}

void Renderer::unload()
{
    for (const LoadedMesh& mesh : meshes_) {
        const std::array<GLuint, 3> buffers{mesh.vertices, mesh.indices, mesh.copies};
        glDeleteBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
        glDeleteVertexArrays(1, &mesh.vertex_array);
    }
    for (const auto& [key, texture] : textures_) {
        glDeleteTextures(1, &texture);
    }
    meshes_.clear();
    textures_.clear();
}

void Renderer::load(const scene::Scene& scene, scene::Pictures* pictures)
{
    unload();
    for (const scene::SceneMesh& mesh : scene.meshes) {
        load_mesh(mesh, scene, pictures);
    }
    for (const scene::Instance& instance : scene.instances) {
        meshes_[instance.mesh].placements.push_back(instance.placement);
    }
}

std::uint32_t Renderer::texture_of(scene::PictureKey key, const art::RgbaImage& image)
{
    std::uint32_t& texture = textures_[key];
    if (texture != 0) {
        return texture;
    }
    // Alpha is 0 or 255. Transparent pixels must not lend their colour to smaller versions: it becomes nothing here,
    // and the shader divides by the alpha that is left.
    std::vector<std::uint8_t> pixels = image.rgba;
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
        if (pixels[i + 3] == 0) {
            pixels[i] = pixels[i + 1] = pixels[i + 2] = 0;
        }
    }
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(image.width), static_cast<GLsizei>(image.height), 0,
                 GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return texture;
}

void Renderer::load_mesh(const scene::SceneMesh& source, const scene::Scene& scene, scene::Pictures* pictures)
{
    const model::Mesh& mesh = source.mesh;
    LoadedMesh& loaded = meshes_.emplace_back();

    constexpr float most = std::numeric_limits<float>::max();
    Vec3 low{most, most, most};
    Vec3 high{-most, -most, -most};
    for (const model::MeshVertex& vertex : mesh.vertices) {
        const Vec3 at = scene::model_to_view({vertex.x, vertex.y, vertex.z});
        low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
    }
    if (!mesh.vertices.empty()) {
        loaded.centre = (low + high) * 0.5F;
        loaded.radius = std::sqrt(dot(high - low, high - low)) / 2;
    }

    std::vector<std::uint32_t> order(mesh.triangles.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return mesh.triangles[i].surface; });
    std::vector<std::uint32_t> indices;
    indices.reserve(order.size() * 3);
    for (const std::uint32_t i : order) {
        const model::MeshTriangle& triangle = mesh.triangles[i];
        if (loaded.batches.empty() || mesh.triangles[order[indices.size() / 3 - 1]].surface != triangle.surface) {
            Batch batch{.first = static_cast<std::uint32_t>(indices.size()), .colour = {0.6F, 0.6F, 0.6F}};
            const model::MeshSurface& surface = mesh.surfaces[triangle.surface];
            const auto colour = static_cast<std::size_t>(surface.colour);
            if (surface.known && surface.colour >= 0 && colour < scene.colours.size()) {
                const art::Colour& c = scene.colours[colour];
                batch.colour = {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                                static_cast<float>(c.b) / 255};
            } else if (const scene::Picture* const picture = surface.known && surface.colour < 0 && pictures != nullptr
                                                                 ? pictures->find({surface.bank, surface.image})
                                                                 : nullptr) {
                batch.texture = texture_of({surface.bank, surface.image}, picture->image);
                batch.width = static_cast<float>(picture->image.width);
                batch.height = static_cast<float>(picture->image.height);
            }
            loaded.batches.push_back(batch);
        }
        indices.insert(indices.end(), {triangle.a, triangle.b, triangle.c});
        loaded.batches.back().count += 3;
    }

    std::array<GLuint, 3> buffers{};
    glGenBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
    loaded.vertices = buffers[0];
    loaded.indices = buffers[1];
    loaded.copies = buffers[2];
    glGenVertexArrays(1, &loaded.vertex_array);
    glBindVertexArray(loaded.vertex_array);
    fill(GL_ELEMENT_ARRAY_BUFFER, loaded.indices, indices, GL_STATIC_DRAW);
    fill(GL_ARRAY_BUFFER, loaded.vertices, mesh.vertices, GL_STATIC_DRAW);
    attribute(0, 3, sizeof(model::MeshVertex), offsetof(model::MeshVertex, x), 0);
    attribute(1, 3, sizeof(model::MeshVertex), offsetof(model::MeshVertex, normal_x), 0);
    attribute(2, 2, sizeof(model::MeshVertex), offsetof(model::MeshVertex, u), 0);
    glBindBuffer(GL_ARRAY_BUFFER, loaded.copies);
    for (GLuint row = 0; row < 3; ++row) {
        attribute(3 + row, 4, sizeof(CopyRows), row * 4 * sizeof(float), 1);
    }
}

void Renderer::draw(const Camera& camera)
{
    glClearColor(0.72F, 0.80F, 0.88F, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    glUseProgram(program_);
    glUniformMatrix4fv(glGetUniformLocation(program_, "camera"), 1, GL_FALSE, camera.matrix.m.data());
    const GLint colour = glGetUniformLocation(program_, "colour");
    const GLint texels = glGetUniformLocation(program_, "texels");
    std::vector<CopyRows> copies;
    for (const LoadedMesh& mesh : meshes_) {
        copies.clear();
        for (const scene::Placement& at : mesh.placements) {
            if (camera.sees(at.rotation * mesh.centre + at.position, mesh.radius)) {
                copies.push_back(rows_of(at));
            }
        }
        if (copies.empty()) {
            continue;
        }
        glBindVertexArray(mesh.vertex_array);
        fill(GL_ARRAY_BUFFER, mesh.copies, copies, GL_STREAM_DRAW);
        for (const Batch& batch : mesh.batches) {
            glUniform4f(colour, batch.colour.x, batch.colour.y, batch.colour.z, batch.texture == 0 ? 1.0F : 0.0F);
            glUniform2f(texels, batch.width, batch.height);
            glBindTexture(GL_TEXTURE_2D, batch.texture);
            glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(batch.count), GL_UNSIGNED_INT,
                                    at_byte(batch.first * sizeof(std::uint32_t)), static_cast<GLsizei>(copies.size()));
        }
    }
    glBindVertexArray(0);
}

}  // namespace redforge::render
