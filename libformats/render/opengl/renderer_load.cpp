// Loads the meshes, textures, instances and lights of a scene to the graphics card.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <set>
#include <span>

#include <epoxy/gl.h>

#include "render/opengl/renderer.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr Vec3 grey{0.6F, 0.6F, 0.6F};  ///< for surfaces without a colour or image

template <class T>
void fill(GLenum target, GLuint buffer, const std::vector<T>& values)
{
    glBindBuffer(target, buffer);
    glBufferData(target, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(), GL_STATIC_DRAW);
}

void attribute(GLuint index, GLint size, GLenum type, std::size_t stride, std::size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, type, type == GL_FLOAT ? GL_FALSE : GL_TRUE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));  // OpenGL expects buffer offsets as pointers
}

/// Averages the opaque pixels.
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

/// Returns the next mipmap level; each pixel is the mean of four. Transparent pixels are black: see texture_of().
art::RgbaImage halved(const art::RgbaImage& from)
{
    art::RgbaImage half{std::max(from.width / 2, 1U), std::max(from.height / 2, 1U), {}};
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

/// Returns the instance that is terrain: see scene::terrain_mesh().
const scene::Instance* terrain_of(const scene::Scene& scene)
{
    const auto found = std::ranges::find(scene.instances, scene::Kind::terrain, &scene::Instance::kind);
    return found == scene.instances.end() ? nullptr : &*found;
}

/// Returns the symbol colour of a light or a shining object. The mesh of a light symbol is white and is dyed with the
/// light's colour; shining objects are yellow.
std::array<std::uint8_t, 4> symbol_tint(const scene::Scene& scene, const scene::SceneMarker& marker, Symbol symbol)
{
    if (symbol != Symbol::light) {
        return {255, 255, 255, 255};
    }
    Vec3 colour = symbol_colour(Symbol::light);
    if (marker.kind == scene::Kind::light && marker.record < scene.lights.size()) {
        colour = glm::max(scene.lights[marker.record].colour, Vec3(0.12F));  // keep black lights visible
    }
    return packed_paint(colour);
}

}  // namespace

/// Collects meshes and uploads them as pages of buffers.
class Renderer::Loading {
public:
    Loading(Renderer& renderer, const scene::Scene* scene, scene::Pictures* pictures)
        : renderer_(renderer), scene_(scene), pictures_(pictures),
          first_page_(static_cast<std::uint32_t>(renderer.pages_.size()))
    {
    }

    void add(const model::Mesh& mesh, bool ground)
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
        std::optional<TerrainSquares> squares = ground ? terrain_squares(mesh, colours) : std::nullopt;
        std::vector<std::uint32_t> order;
        if (squares) {
            order = std::move(squares->order);
        } else {
            order.resize(mesh.triangles.size());
            std::iota(order.begin(), order.end(), 0U);
            std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return mesh.triangles[i].surface; });
        }
        const auto base = static_cast<std::uint32_t>(vertices_.size());
        vertices_.insert(vertices_.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (std::size_t i = 0; i < order.size(); ++i) {
            const model::MeshTriangle& triangle = mesh.triangles[order[i]];
            if (i == 0 || mesh.triangles[order[i - 1]].surface != triangle.surface) {
                loaded.batches.push_back(surfaces[triangle.surface]);
                loaded.batches.back().range.first = static_cast<std::uint32_t>(indices_.size());
            }
            indices_.insert(indices_.end(), {base + triangle.a, base + triangle.b, base + triangle.c});
            loaded.batches.back().range.count += 3;
        }
        if (squares) {
            add_ground(mesh, order, std::move(*squares));
        }
    }

    IndexRange add(const PaintedMesh& mesh)
    {
        const auto base = static_cast<std::uint32_t>(painted_.vertices.size());
        const auto first = static_cast<std::uint32_t>(painted_.indices.size());
        painted_.vertices.insert(painted_.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (const std::uint32_t index : mesh.indices) {
            painted_.indices.push_back(base + index);
        }
        return {first, static_cast<std::uint32_t>(mesh.indices.size())};
    }

    /// Uploads a page of meshes, and a page of painted ones if there are any.
    void upload()
    {
        Page& page = begin_page();
        fill(GL_ARRAY_BUFFER, page.vertices, vertices_);
        fill(GL_ELEMENT_ARRAY_BUFFER, page.indices, indices_);
        using model::MeshVertex;
        attribute(0, 3, GL_FLOAT, sizeof(MeshVertex), offsetof(MeshVertex, x));
        attribute(1, 3, GL_FLOAT, sizeof(MeshVertex), offsetof(MeshVertex, normal_x));
        attribute(2, 2, GL_FLOAT, sizeof(MeshVertex), offsetof(MeshVertex, u));
        glBindVertexArray(0);
        if (!painted_.indices.empty()) {
            upload_painted();
        }
    }
    void upload_painted()
    {
        Page& page = begin_page();
        fill(GL_ARRAY_BUFFER, page.vertices, painted_.vertices);
        fill(GL_ELEMENT_ARRAY_BUFFER, page.indices, painted_.indices);
        attribute(0, 3, GL_FLOAT, sizeof(PaintedVertex), offsetof(PaintedVertex, position));
        attribute(1, 3, GL_BYTE, sizeof(PaintedVertex), offsetof(PaintedVertex, normal));
        attribute(2, 4, GL_UNSIGNED_BYTE, sizeof(PaintedVertex), offsetof(PaintedVertex, paint));
        glBindVertexArray(0);
    }

private:
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
            if (const auto [mean, is_new] = means_.try_emplace(key); is_new) {
                mean->second = mean_of(picture->image);
            }
        }
        return batch;
    }

    void add_ground(const model::Mesh& mesh, const std::vector<std::uint32_t>& order, TerrainSquares squares)
    {
        LoadedGround ground{.mesh = renderer_.meshes_.size() - 1,
                            .painted_page = first_page_ + 1,
                            .squares = {},
                            .by_square = {}};
        const LoadedMesh& loaded = renderer_.meshes_.back();
        const std::uint32_t begin = loaded.batches.empty() ? 0 : loaded.batches.front().range.first;
        for (const Batch& batch : loaded.batches) {
            std::vector<IndexRange>& ranges = ground.by_square.emplace_back(squares.squares.size());
            for (std::uint32_t at = batch.range.first; at < batch.range.first + batch.range.count; at += 3) {
                IndexRange& range = ranges[square_of(mesh.triangles[order[(at - begin) / 3]].face)];
                range.first = range.count == 0 ? at : range.first;
                range.count += 3;
            }
        }
        const IndexRange painted = add(squares.painted);
        for (TerrainSquares::Square& square : squares.squares) {
            for (IndexRange& range : square.painted) {
                range.first += painted.first;
            }
        }
        ground.squares = std::move(squares);
        ground.squares.painted = {};
        renderer_.ground_ = std::move(ground);
    }

    Page& begin_page()
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
        return page;
    }

    Renderer& renderer_;
    const scene::Scene* scene_;
    scene::Pictures* pictures_;
    std::uint32_t first_page_;
    std::vector<model::MeshVertex> vertices_;
    std::vector<std::uint32_t> indices_;
    PaintedMesh painted_;
    std::map<scene::PictureKey, Vec3> means_;
};

/// Deletes all pages except the first `kept` ones. The first page contains the symbols.
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
    ground_.reset();
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
    game_layers_.load(scene.game_view);
    place(scene, pictures);
}

void Renderer::load_meshes(const scene::Scene& scene, scene::Pictures* pictures)
{
    if (meshes_.size() >= scene.meshes.size()) {
        return;
    }
    Loading loading(*this, &scene, pictures);
    const scene::Instance* const ground = terrain_of(scene);
    for (std::size_t i = meshes_.size(); i < scene.meshes.size(); ++i) {
        loading.add(scene.meshes[i].mesh, ground != nullptr && ground->mesh == i);
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
    animations_ = scene.animations;
    for (const scene::Instance& instance : scene.instances) {
        std::set<std::uint32_t> shown{instance.mesh};
        if (instance.animation) {
            for (const scene::AnimationMesh& each : animations_[*instance.animation].meshes) {
                shown.insert(each.mesh);
            }
        }
        for (const std::uint32_t mesh : shown) {
            Placed& placed =
                meshes_[mesh].placed.emplace_back(Placed{instance.placement, {instance.kind, instance.record}});
            placed.animation = instance.animation;
            placed.rest = instance.mesh;
        }
    }
    for (const Mark& mark : marks_of(scene)) {
        const scene::SceneMarker& marker = scene.markers[mark.scene_marker];
        marks_[static_cast<std::size_t>(mark.symbol)].push_back(
            {{.position = mark.position}, {marker.kind, marker.record}, symbol_tint(scene, marker, mark.symbol)});
    }
    lights_.load(make_light_grid(scene.lights), scene.daylight);
    ropes_ = find_hanging_ropes(scene);
}

void Renderer::load_symbols()
{
    Loading loading(*this, nullptr, nullptr);
    cube_ = loading.add(painted_cube());
    for (std::size_t i = 0; i < symbol_count; ++i) {
        const model::Mesh mesh = symbol_mesh(static_cast<Symbol>(i));
        const bool dyed = static_cast<Symbol>(i) == Symbol::light;
        const auto paint = packed_paint(dyed ? Vec3(1, 1, 1) : symbol_colour(static_cast<Symbol>(i)));
        PaintedMesh painted;
        for (const model::MeshVertex& vertex : mesh.vertices) {
            painted.vertices.push_back({{vertex.x, vertex.y, vertex.z},
                                        packed_normal({vertex.normal_x, vertex.normal_y, vertex.normal_z}),
                                        paint});
        }
        for (const model::MeshTriangle& triangle : mesh.triangles) {
            painted.indices.insert(painted.indices.end(), {triangle.a, triangle.b, triangle.c});
        }
        symbols_[i] = loading.add(painted);
    }
    loading.upload_painted();
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
    glSamplerParameterf(mean_sampling_, GL_TEXTURE_MIN_LOD, 32);  // forces the smallest mipmap level
}

const Renderer::Texture& Renderer::texture_of(scene::PictureKey key, const art::RgbaImage& image)
{
    Texture& texture = textures_[key];
    if (texture.name != 0) {
        return texture;
    }
    // Alpha is 0 or 255. Transparent pixels must not add their colour to smaller versions, so they become black here,
    // and the shader divides by the remaining alpha.
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
    // Compute the smaller versions here, because software drivers take much longer.
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
