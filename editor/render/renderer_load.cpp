// Bringing a scene's meshes, textures, copies and lights to the graphics card.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include <epoxy/gl.h>

#include "render/renderer.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr Vec3 grey{0.6F, 0.6F, 0.6F};  ///< of what has neither a colour nor an image

template <class T>
void fill(GLenum target, GLuint buffer, const std::vector<T>& values)
{
    glBindBuffer(target, buffer);
    glBufferData(target, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(), GL_STATIC_DRAW);
}

void attribute(GLuint index, GLint size, std::size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, sizeof(model::MeshVertex),
                          reinterpret_cast<const void*>(offset));  // how OpenGL wants an offset in a buffer
}

/// Of the pixels that are to be seen.
Vec3 mean_of(const art::RgbaImage& image)
{
    std::array<std::uint64_t, 3> sum{};
    std::uint64_t count = 0;
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
        if (image.rgba[i + 3] != 0) {
            for (std::size_t part = 0; part < 3; ++part) {
                sum[part] += image.rgba[i + part];
            }
            ++count;
        }
    }
    const float all = static_cast<float>(std::max<std::uint64_t>(count, 1)) * 255;
    return {static_cast<float>(sum[0]) / all, static_cast<float>(sum[1]) / all, static_cast<float>(sum[2]) / all};
}

/// Half the size of `from` both ways, each pixel the mean of four. Transparent pixels are black: see texture_of().
art::RgbaImage halved(const art::RgbaImage& from)
{
    art::RgbaImage half{std::max(from.width / 2, 1U), std::max(from.height / 2, 1U), {}};
    half.rgba.reserve(std::size_t{half.width} * half.height * 4);
    for (std::size_t y = 0; y < half.height; ++y) {
        const std::size_t top = std::min<std::size_t>(2 * y, from.height - 1) * from.width;
        const std::size_t low = std::min<std::size_t>(2 * y + 1, from.height - 1) * from.width;
        for (std::size_t x = 0; x < half.width; ++x) {
            const std::size_t left = std::min<std::size_t>(2 * x, from.width - 1);
            const std::size_t right = std::min<std::size_t>(2 * x + 1, from.width - 1);
            for (std::size_t part = 0; part < 4; ++part) {
                const unsigned sum = 0U + from.rgba[(top + left) * 4 + part] + from.rgba[(top + right) * 4 + part] +
                                     from.rgba[(low + left) * 4 + part] + from.rgba[(low + right) * 4 + part];
                half.rgba.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
            }
        }
    }
    return half;
}

/// The mean colour of all triangles by their area.
Vec3 mean_colour(const model::Mesh& mesh, const std::vector<Vec3>& colours)
{
    const auto corner = [&](std::uint32_t index) {
        const model::MeshVertex& at = mesh.vertices[index];
        return Vec3(at.x, at.y, at.z);
    };
    Vec3 sum{};
    float weight = 0;
    for (const model::MeshTriangle& triangle : mesh.triangles) {
        const Vec3 a = corner(triangle.a);
        const float area = length(cross(corner(triangle.b) - a, corner(triangle.c) - a));
        sum += colours[triangle.surface] * area;
        weight += area;
    }
    return weight > 0 ? sum / weight : grey;
}

/// From -1 to 1, with round shading.
model::Mesh cube()
{
    model::Mesh cube;
    for (unsigned i = 0; i < 8; ++i) {
        const Vec3 at{(i & 1) != 0 ? 1.0F : -1.0F, (i & 2) != 0 ? 1.0F : -1.0F, (i & 4) != 0 ? 1.0F : -1.0F};
        const Vec3 normal = glm::normalize(at);
        cube.vertices.push_back({at.x, at.y, at.z, normal.x, normal.y, normal.z, 0, 0});
    }
    for (const auto& [a, b, c] : std::array<std::array<std::uint32_t, 3>, 12>{{{1, 3, 7},
                                                                               {1, 7, 5},
                                                                               {0, 4, 6},
                                                                               {0, 6, 2},
                                                                               {2, 6, 7},
                                                                               {2, 7, 3},
                                                                               {0, 1, 5},
                                                                               {0, 5, 4},
                                                                               {4, 5, 7},
                                                                               {4, 7, 6},
                                                                               {0, 2, 3},
                                                                               {0, 3, 1}}}) {
        cube.triangles.push_back({a, b, c, 0, 0});
    }
    return cube;
}

/// Of a symbol: a light has its own colour; objects that shine are yellow.
std::array<std::uint8_t, 4> dye_of(const scene::Scene& scene, const scene::SceneMarker& spot, Symbol symbol)
{
    if (symbol == Symbol::light && spot.kind == scene::Kind::light && spot.record < scene.lights.size()) {
        // A black one is seen before a dark ground.
        return packed_colour(glm::max(scene.lights[spot.record].colour, Vec3(0.12F)));
    }
    return packed_colour(symbol_colour(symbol));
}

}  // namespace

std::array<std::uint8_t, 4> packed_colour(Vec3 colour)
{
    const auto part = [](float value) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255));
    };
    return {part(colour.x), part(colour.y), part(colour.z), 255};
}

/// Meshes on their way into a page of buffers.
class Renderer::Loading {
public:
    Loading(Renderer& renderer, const scene::Scene* scene, scene::Pictures* pictures)
        : renderer_(renderer), scene_(scene), pictures_(pictures),
          first_page_(static_cast<std::uint32_t>(renderer.pages_.size()))
    {
    }

    void add(const model::Mesh& mesh)
    {
        LoadedMesh& loaded = renderer_.meshes_.emplace_back();
        loaded.page = first_page_;
        measure(mesh, loaded);
        std::vector<Batch> surfaces;
        std::vector<Vec3> colours;
        for (const model::MeshSurface& surface : mesh.surfaces) {
            surfaces.push_back(batch_of(surface));
            colours.push_back(surfaces.back().texture == renderer_.white_ ? surfaces.back().colour
                                                                          : means_[{surface.bank, surface.image}]);
        }
        loaded.colour = mean_colour(mesh, colours);
        std::vector<model::MeshTriangle> triangles = mesh.triangles;
        std::vector<std::uint32_t> piece_of(mesh.triangles.size());  // by the triangle's place in the mesh
        if (mesh.triangles.size() >= triangles_of_large) {
            cut(mesh, loaded, piece_of);
        }
        std::vector<std::uint32_t> order(triangles.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {},
                                 [&](std::uint32_t i) { return std::pair(mesh.triangles[i].surface, piece_of[i]); });
        std::ranges::transform(order, triangles.begin(), [&](std::uint32_t i) { return mesh.triangles[i]; });
        const IndexRange all = add(mesh.vertices, triangles);
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            if (i == 0 || triangles[i - 1].surface != triangles[i].surface) {
                loaded.batches.push_back(surfaces[triangles[i].surface]);
                loaded.batches.back().range.first = all.first + 3 * i;
                loaded.batches.back().pieces.resize(loaded.pieces.size());
            }
            Batch& batch = loaded.batches.back();
            batch.range.count += 3;
            if (!batch.pieces.empty()) {
                IndexRange& piece = batch.pieces[piece_of[order[i]]];
                piece.first = piece.count == 0 ? all.first + 3 * i : piece.first;
                piece.count += 3;
            }
        }
    }

    IndexRange add(const std::vector<model::MeshVertex>& vertices, const std::vector<model::MeshTriangle>& triangles)
    {
        const auto base = static_cast<std::uint32_t>(vertices_.size());
        const auto first = static_cast<std::uint32_t>(indices_.size());
        vertices_.insert(vertices_.end(), vertices.begin(), vertices.end());
        for (const model::MeshTriangle& triangle : triangles) {
            indices_.insert(indices_.end(), {base + triangle.a, base + triangle.b, base + triangle.c});
        }
        return {first, static_cast<std::uint32_t>(indices_.size()) - first};
    }

    /// Makes a page of what was added.
    void upload()
    {
        Page& page = renderer_.pages_.emplace_back();
        std::array<GLuint, 2> buffers{};
        glGenBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
        page.vertices = buffers[0];
        page.indices = buffers[1];
        glGenVertexArrays(1, &page.vertex_array);
        glBindVertexArray(page.vertex_array);
        for (GLuint of_copy = 3; of_copy <= 7; ++of_copy) {  // three rows of a matrix, tint and dye
            glEnableVertexAttribArray(of_copy);
            glVertexAttribDivisor(of_copy, 1);
        }
        fill(GL_ARRAY_BUFFER, page.vertices, vertices_);
        fill(GL_ELEMENT_ARRAY_BUFFER, page.indices, indices_);
        using model::MeshVertex;
        attribute(0, 3, offsetof(MeshVertex, x));
        attribute(1, 3, offsetof(MeshVertex, normal_x));
        attribute(2, 2, offsetof(MeshVertex, u));
        glBindVertexArray(0);
    }

private:
    static constexpr std::size_t triangles_of_large = 20'000;
    static constexpr std::uint32_t pieces_of_side = 16;

    /// Cuts a mesh into squares of the ground.
    static void cut(const model::Mesh& mesh, LoadedMesh& loaded, std::vector<std::uint32_t>& piece_of)
    {
        const auto corner = [&](std::uint32_t index) {
            const model::MeshVertex& at = mesh.vertices[index];
            return scene::model_to_view({at.x, at.y, at.z});
        };
        const Vec3 low = loaded.centre - loaded.half;
        const auto place = [](float at, float whole) {
            return std::min(static_cast<std::uint32_t>(at / std::max(whole, 1e-6F) * pieces_of_side),
                            pieces_of_side - 1);
        };
        std::vector<scene::Bounds> boxes(std::size_t{pieces_of_side} * pieces_of_side);
        std::vector<bool> fresh(boxes.size(), true);
        for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
            const model::MeshTriangle& triangle = mesh.triangles[i];
            const Vec3 at = corner(triangle.a) - low;
            const std::uint32_t piece =
                place(at.z, 2 * loaded.half.z) * pieces_of_side + place(at.x, 2 * loaded.half.x);
            piece_of[i] = piece;
            for (const std::uint32_t each : {triangle.a, triangle.b, triangle.c}) {
                scene::Bounds& box = boxes[piece];
                box.low = fresh[piece] ? corner(each) : glm::min(box.low, corner(each));
                box.high = fresh[piece] ? corner(each) : glm::max(box.high, corner(each));
                fresh[piece] = false;
            }
        }
        for (const scene::Bounds& box : boxes) {
            loaded.pieces.push_back({(box.low + box.high) * 0.5F, length(box.high - box.low) / 2});
        }
    }

    static void measure(const model::Mesh& mesh, LoadedMesh& loaded)
    {
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
            loaded.half = (high - low) * 0.5F;
            loaded.radius = std::sqrt(dot(loaded.half, loaded.half));
        }
    }

    Batch batch_of(const model::MeshSurface& surface)
    {
        Batch batch{.texture = renderer_.white_, .colour = grey};
        const auto colour = static_cast<std::size_t>(surface.colour);
        if (surface.known && surface.colour >= 0 && colour < scene_->colours.size()) {
            const art::Colour& c = scene_->colours[colour];
            batch.colour = {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                            static_cast<float>(c.b) / 255};
        } else if (const scene::Picture* const picture = surface.known && surface.colour < 0 && pictures_ != nullptr
                                                             ? pictures_->find({surface.bank, surface.image})
                                                             : nullptr) {
            const scene::PictureKey key{surface.bank, surface.image};
            const Texture& texture = renderer_.texture_of(key, picture->image);
            batch.texture = texture.name;
            batch.cutout = texture.cutout;
            batch.texels = {static_cast<float>(picture->image.width), static_cast<float>(picture->image.height)};
            batch.colour = {1, 1, 1};
            if (const auto [mean, fresh] = means_.try_emplace(key); fresh) {
                mean->second = mean_of(picture->image);
            }
        }
        return batch;
    }

    Renderer& renderer_;
    const scene::Scene* scene_;
    scene::Pictures* pictures_;
    std::uint32_t first_page_;
    std::vector<model::MeshVertex> vertices_;
    std::vector<std::uint32_t> indices_;
    std::map<scene::PictureKey, Vec3> means_;
};

/// All but the first pages: the very first has the symbols.
void Renderer::unload(std::size_t kept)
{
    while (pages_.size() > kept) {
        const Page& page = pages_.back();
        const std::array<GLuint, 2> buffers{page.vertices, page.indices};
        glDeleteBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
        glDeleteVertexArrays(1, &page.vertex_array);
        pages_.pop_back();
    }
    meshes_.clear();
}

void Renderer::unload_textures()
{
    for (const auto& [key, texture] : textures_) {
        glDeleteTextures(1, &texture.name);
    }
    textures_.clear();
}

void Renderer::load(const scene::Scene& scene, scene::Pictures* pictures, bool same_pictures)
{
    unload(1);
    if (!same_pictures) {
        unload_textures();
    }
    place(scene, pictures);
}

void Renderer::load_meshes(const scene::Scene& scene, scene::Pictures* pictures)
{
    if (meshes_.size() >= scene.meshes.size()) {
        return;
    }
    Loading loading(*this, &scene, pictures);
    for (std::size_t i = meshes_.size(); i < scene.meshes.size(); ++i) {
        loading.add(scene.meshes[i].mesh);
    }
    loading.upload();
}

void Renderer::place(const scene::Scene& scene, scene::Pictures* pictures)
{
    ++generation_;
    load_meshes(scene, pictures);
    for (LoadedMesh& mesh : meshes_) {
        mesh.placed.clear();
    }
    for (std::vector<Placed>& marks : marks_) {
        marks.clear();
    }
    for (const scene::Instance& instance : scene.instances) {
        meshes_[instance.mesh].placed.push_back({instance.placement, {instance.kind, instance.record}});
    }
    for (const Mark& mark : marks_of(scene)) {
        const scene::SceneMarker& spot = scene.spots[mark.spot];
        marks_[static_cast<std::size_t>(mark.symbol)].push_back(
            {{.position = mark.position}, {spot.kind, spot.record}, dye_of(scene, spot, mark.symbol)});
    }
    lights_.load(make_light_grid(scene.lights), scene.daylight);
}

void Renderer::load_symbols()
{
    Loading loading(*this, nullptr, nullptr);
    const auto add = [&](const model::Mesh& mesh) { return loading.add(mesh.vertices, mesh.triangles); };
    cube_ = add(cube());
    for (std::size_t i = 0; i < symbol_count; ++i) {
        symbols_[i] = add(symbol_mesh(static_cast<Symbol>(i)));
    }
    loading.upload();
}

void Renderer::load_white()
{
    constexpr std::array<std::uint8_t, 4> white{255, 255, 255, 255};
    glGenTextures(1, &white_);
    glBindTexture(GL_TEXTURE_2D, white_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenSamplers(1, &quick_sampling_);
    glSamplerParameteri(quick_sampling_, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glSamplerParameteri(quick_sampling_, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glGenSamplers(1, &mean_sampling_);
    glSamplerParameteri(mean_sampling_, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glSamplerParameterf(mean_sampling_, GL_TEXTURE_MIN_LOD, 32);  // the smallest of its sizes
}

const Renderer::Texture& Renderer::texture_of(scene::PictureKey key, const art::RgbaImage& image)
{
    Texture& texture = textures_[key];
    if (texture.name != 0) {
        return texture;
    }
    // Alpha is 0 or 255. Transparent pixels must not lend their colour to smaller versions: it becomes nothing here,
    // and the shader divides by the alpha that is left.
    art::RgbaImage level = image;
    for (std::size_t i = 0; i + 3 < level.rgba.size(); i += 4) {
        if (level.rgba[i + 3] == 0) {
            level.rgba[i] = level.rgba[i + 1] = level.rgba[i + 2] = 0;
            texture.cutout = true;
        }
    }
    glGenTextures(1, &texture.name);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    // Smaller versions are made here: drivers that draw without a graphics card take far longer for it.
    for (GLint number = 0;; ++number) {
        glTexImage2D(GL_TEXTURE_2D, number, GL_RGBA8, static_cast<GLsizei>(level.width),
                     static_cast<GLsizei>(level.height), 0, GL_RGBA, GL_UNSIGNED_BYTE, level.rgba.data());
        if (level.width == 1 && level.height == 1) {
            break;
        }
        level = halved(level);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return texture;
}

}  // namespace redforge::render
