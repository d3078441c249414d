// Writes the meshes of a map.
#include "exchange/map/map_meshes.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "art/exact_palette.hpp"
#include "core/text/code_page.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/mesh/drawn.hpp"
#include "exchange/mesh/triple.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 31U;

model::Texture texture_of(const model::MeshSurface& surface)
{
    model::Texture texture;
    texture.bank = surface.bank;
    texture.image = surface.image;
    texture.colour = surface.colour;
    return texture;
}

bool shows_picture(const model::MeshSurface& surface)
{
    return surface.known && surface.colour == model::Texture::no_colour;
}

std::optional<Picture> picture_of(const art::RgbaImage& image)
{
    const std::optional<art::PalettedImage> paletted = art::with_exact_palette(image);
    Result<Bytes> png =
        paletted ? art::write_png(paletted->image, paletted->colours, paletted->index_zero, art::Effort::quick)
                 : art::write_png(image, art::Effort::quick);
    if (!png) {
        return std::nullopt;
    }
    const bool holes = !paletted || paletted->index_zero == art::IndexZero::transparent;
    return Picture{image.width, image.height, holes, std::move(*png)};
}

/// Returns the size of a texel of a surface's image, as a fraction of its width and height.
std::array<float, 2> texel_of(const model::MeshSurface& surface, const Textures& textures)
{
    const Picture* const picture = surface.known ? textures.find(texture_of(surface)) : nullptr;
    return {1 / static_cast<float>(picture != nullptr ? picture->width : unknown_side),
            1 / static_cast<float>(picture != nullptr ? picture->height : unknown_side)};
}

/// Returns the normal of a vertex in glTF axes. Normalises only normals that are not unit vectors, because they are
/// rare.
Triple turned_normal(const model::MeshVertex& vertex)
{
    constexpr float near = 1e-5F;
    const float square =
        vertex.normal_x * vertex.normal_x + vertex.normal_y * vertex.normal_y + vertex.normal_z * vertex.normal_z;
    if (square > 1 - near && square < 1 + near) {
        return {0 - vertex.normal_x, 0 - vertex.normal_y, vertex.normal_z + 0.0F};
    }
    return drawn_normal(vertex);
}

class MeshWriter {
public:
    MeshWriter(const Textures& textures, GltfWriter& writer, GltfMaterialList& materials)
        : textures_(textures), writer_(writer), materials_(materials)
    {
    }

    std::string mesh_of(const scene::SceneMesh& source)
    {
        const model::Mesh& mesh = source.mesh;
        // Order matters: normals_of() reuses the buffer of positions_of().
        const std::size_t positions = positions_of(mesh);
        const std::size_t normals = normals_of(mesh);
        const std::size_t places = places_of(mesh);
        indices_.resize(std::max(indices_.size(), mesh.surfaces.size()));
        for (const model::MeshTriangle& triangle : mesh.triangles) {
            indices_[triangle.surface].insert(indices_[triangle.surface].end(), {triangle.a, triangle.b, triangle.c});
        }
        std::string primitives;
        for (std::size_t surface = 0; surface < mesh.surfaces.size(); ++surface) {
            if (indices_[surface].empty()) {
                continue;
            }
            const model::MeshSurface& shown = mesh.surfaces[surface];
            const std::size_t material =
                shown.known ? materials_.index_of(texture_of(shown)) : materials_.index_of_unknown();
            fmt::format_to(
                std::back_inserter(primitives),
                R"({}{{"attributes":{{"POSITION":{},"NORMAL":{},"TEXCOORD_0":{}}},"indices":{},"material":{}}})",
                primitives.empty() ? "" : ",", positions, normals, places, writer_.indices(indices_[surface]),
                material);
            indices_[surface].clear();
        }
        const std::string name =
            source.name.empty() ? std::string() : "\"name\":" + json_text(encode_text(source.name)) + ',';
        return fmt::format(R"({{{}"primitives":[{}]}})", name, primitives);
    }

private:
    std::size_t positions_of(const model::Mesh& mesh)
    {
        triples_.resize(mesh.vertices.size());
        for (std::size_t i = 0; i < triples_.size(); ++i) {
            const model::MeshVertex& vertex = mesh.vertices[i];
            const scene::Vec3 at = scene::model_to_view({vertex.x, vertex.y, vertex.z});
            triples_[i] = {at.x + 0.0F, at.y + 0.0F, at.z + 0.0F};
        }
        return writer_.triples(triples_, GltfWriter::Bounds::of_each_component);
    }
    std::size_t normals_of(const model::Mesh& mesh)
    {
        for (std::size_t i = 0; i < triples_.size(); ++i) {
            triples_[i] = turned_normal(mesh.vertices[i]);
        }
        return writer_.triples(triples_, GltfWriter::Bounds::none);
    }
    std::size_t places_of(const model::Mesh& mesh)
    {
        std::vector<std::array<float, 2>> texels;
        for (const model::MeshSurface& surface : mesh.surfaces) {
            texels.push_back(texel_of(surface, textures_));
        }
        pairs_.assign(mesh.vertices.size(), {});
        for (const model::MeshTriangle& triangle : mesh.triangles) {
            const auto& [width, height] = texels[triangle.surface];
            for (const std::uint32_t corner : {triangle.a, triangle.b, triangle.c}) {
                const model::MeshVertex& vertex = mesh.vertices[corner];
                pairs_[corner] = {vertex.u * width, vertex.v * height};
            }
        }
        return writer_.pairs(pairs_);
    }

    const Textures& textures_;
    GltfWriter& writer_;
    GltfMaterialList& materials_;
    std::vector<std::vector<std::uint32_t>> indices_;  ///< by surface; these three are reused buffers
    std::vector<Triple> triples_;
    std::vector<std::array<float, 2>> pairs_;
};

}  // namespace

Textures map_textures(const scene::Scene& scene, scene::Pictures* pictures)
{
    Textures textures;
    textures.colours = scene.colours;
    if (pictures == nullptr) {
        return textures;
    }
    for (const scene::SceneMesh& mesh : scene.meshes) {
        for (const model::MeshSurface& surface : mesh.mesh.surfaces) {
            const Textures::Key key{surface.bank, surface.image};
            if (!shows_picture(surface) || textures.pictures.contains(key)) {
                continue;
            }
            const scene::Picture* const picture = pictures->find({surface.bank, surface.image});
            if (std::optional<Picture> made = picture != nullptr ? picture_of(picture->image) : std::nullopt) {
                textures.pictures.emplace(key, std::move(*made));
            }
        }
    }
    return textures;
}

Result<MapMeshes> map_meshes(const scene::Scene& scene, const Textures& textures, GltfWriter& writer,
                             GltfMaterialList& materials)
{
    constexpr std::uint64_t per_vertex = 32;
    constexpr std::uint64_t per_triangle = 12;
    std::uint64_t bytes = 0;
    for (const scene::SceneMesh& mesh : scene.meshes) {
        bytes += per_vertex * mesh.mesh.vertices.size() + per_triangle * mesh.mesh.triangles.size();
    }
    for (const auto& [key, picture] : textures.pictures) {
        bytes += picture.png.size();
    }
    if (bytes > max_bytes) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} bytes of vertices and pictures", bytes),
                     .hint = fmt::format("at most {}, for programs to read the file", max_bytes)});
    }
    constexpr std::size_t padding = 4;  // maximum padding bytes per view
    writer.reserve(bytes + padding * (5 * scene.meshes.size() + textures.pictures.size()));
    MapMeshes made;
    std::uint32_t count = 0;
    MeshWriter each(textures, writer, materials);
    for (const scene::SceneMesh& mesh : scene.meshes) {
        if (mesh.mesh.triangles.empty()) {
            made.numbers.emplace_back();
            continue;
        }
        made.meshes += made.meshes.empty() ? "" : ",";
        made.meshes += each.mesh_of(mesh);
        made.numbers.emplace_back(count++);
    }
    return made;
}

}  // namespace redforge::exchange
