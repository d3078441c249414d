// A model as triangles to draw: positions, normals, texture coordinates, and what covers each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

/// A corner of a face in one frame. Nothing is shared between faces: they differ in normals and coordinates.
struct MeshVertex {
    float x{};  ///< units: 1/256 of the stored coordinates, axes as stored
    float y{};
    float z{};
    float normal_x{};  ///< of length one; of the vertex, or of the face where the vertex has none
    float normal_y{};
    float normal_z{};
    float u{};  ///< texels, from the image's origin; divide by the image's width
    float v{};
};

/// What covers a face, each kind once in a mesh.
struct MeshSurface {
    std::uint16_t bank{};
    std::uint16_t image{};
    std::int16_t colour{no_colour};  ///< palette index, or no_colour for an image
    bool known{true};                ///< false: the texture code is neither image nor colour
    friend bool operator==(const MeshSurface&, const MeshSurface&) = default;
};

/// Three of Mesh::vertices, in the face's own order: the stored face normal is (b - a) x (c - b).
struct MeshTriangle {
    std::uint32_t a{};
    std::uint32_t b{};
    std::uint32_t c{};
    std::uint32_t face{};     ///< index in Model::faces
    std::uint32_t surface{};  ///< index in Mesh::surfaces
};

struct Mesh {
    std::vector<MeshVertex> vertices{};
    std::vector<MeshTriangle> triangles{};
    std::vector<MeshSurface> surfaces{};
};

/// A corner's place in its image, in 1/16 texel.
struct CornerUv {
    double u{};
    double v{};
};

/// The texture coordinates of a face's corners. v4/v5: the sums of the steps, which may leave 16 bits. v2: only the
/// first three are steps; further corners stand where the plane of the first three puts them.
void corner_uvs(const Model& model, const Face& face, std::vector<CornerUv>& out);

/// The triangles of a frame: 0 is the base frame; a frame that the model does not have shows the base frame. Faces
/// with fewer than three corners or with vertices that do not exist are left out.
[[nodiscard]] Mesh to_mesh(const Model& model, std::size_t frame = 0);

/// Positions of all vertices in a frame, 1/256 unit.
[[nodiscard]] std::vector<Vector> positions_in(const Model& model, std::size_t frame);

}  // namespace redforge::model
