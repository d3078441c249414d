// Bringing a scene's meshes, textures, copies and lights to the graphics card.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include <epoxy/gl.h>

#include "render/renderer.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

template <class T>
void fill(GLenum target, GLuint buffer, const std::vector<T>& values)
{
    glBindBuffer(target, buffer);
    glBufferData(target, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(), GL_STATIC_DRAW);
}

void attribute(GLuint index, GLint size, std::size_t stride, std::size_t offset, GLuint divisor)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));  // how OpenGL wants an offset in a buffer
    glVertexAttribDivisor(index, divisor);
}

}  // namespace

void Renderer::unload(std::vector<LoadedMesh>& meshes)
{
    for (const LoadedMesh& mesh : meshes) {
        const std::array<GLuint, 3> buffers{mesh.vertices, mesh.indices, mesh.copies};
        glDeleteBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
        glDeleteVertexArrays(1, &mesh.vertex_array);
    }
    meshes.clear();
}

void Renderer::unload_textures()
{
    for (const auto& [key, texture] : textures_) {
        glDeleteTextures(1, &texture);
    }
    textures_.clear();
}

void Renderer::load(const scene::Scene& scene, scene::Pictures* pictures, bool same_pictures)
{
    unload(meshes_);
    if (!same_pictures) {
        unload_textures();
    }
    for (const scene::SceneMesh& mesh : scene.meshes) {
        load_mesh(mesh, scene, pictures);
    }
    place(scene);
}

void Renderer::place(const scene::Scene& scene)
{
    for (LoadedMesh& mesh : meshes_) {
        mesh.placed.clear();
    }
    for (LoadedMesh& symbol : symbols_) {
        symbol.placed.clear();
    }
    for (const scene::Instance& instance : scene.instances) {
        meshes_[instance.mesh].placed.push_back({instance.placement, {instance.kind, instance.record}});
    }
    for (const Mark& mark : marks_of(scene)) {
        const scene::SceneMarker& spot = scene.spots[mark.spot];
        symbols_[static_cast<std::size_t>(mark.symbol)].placed.push_back(
            {{{}, mark.position}, {spot.kind, spot.record}});
    }
    lights_.load(make_light_grid(scene.lights));
}

void Renderer::load_symbols()
{
    for (std::size_t i = 0; i < symbol_count; ++i) {
        const model::Mesh mesh = symbol_mesh(static_cast<Symbol>(i));
        std::vector<std::uint32_t> indices;
        for (const model::MeshTriangle& triangle : mesh.triangles) {
            indices.insert(indices.end(), {triangle.a, triangle.b, triangle.c});
        }
        LoadedMesh& loaded = symbols_.emplace_back();
        loaded.batches.push_back(
            {.count = static_cast<std::uint32_t>(indices.size()), .colour = symbol_colour(static_cast<Symbol>(i))});
        upload(loaded, mesh, indices);
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
    upload(loaded, mesh, indices);
}

void Renderer::upload(LoadedMesh& loaded, const model::Mesh& mesh, const std::vector<std::uint32_t>& indices)
{
    std::array<GLuint, 3> buffers{};
    glGenBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
    loaded.vertices = buffers[0];
    loaded.indices = buffers[1];
    loaded.copies = buffers[2];
    glGenVertexArrays(1, &loaded.vertex_array);
    glBindVertexArray(loaded.vertex_array);
    fill(GL_ELEMENT_ARRAY_BUFFER, loaded.indices, indices);
    fill(GL_ARRAY_BUFFER, loaded.vertices, mesh.vertices);
    attribute(0, 3, sizeof(model::MeshVertex), offsetof(model::MeshVertex, x), 0);
    attribute(1, 3, sizeof(model::MeshVertex), offsetof(model::MeshVertex, normal_x), 0);
    attribute(2, 2, sizeof(model::MeshVertex), offsetof(model::MeshVertex, u), 0);
    glBindBuffer(GL_ARRAY_BUFFER, loaded.copies);
    for (GLuint row = 0; row < 4; ++row) {  // three rows of a matrix and the tint
        attribute(3 + row, 4, sizeof(CopyData), row * 4 * sizeof(float), 1);
    }
    glBindVertexArray(0);
}

}  // namespace redforge::render
