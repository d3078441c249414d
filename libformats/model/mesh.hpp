// A model as triangles: positions, normals, texture coordinates, and surfaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

/// A corner of a face in one frame. Faces do not share corners, because normals and texture coordinates differ.
struct MeshVertex {
    float x{};  ///< 1/256 of the stored coordinates; axes as stored
    float y{};
    float z{};
    float normal_x{};  ///< unit length; normal of the vertex, or of the face if the vertex has none
    float normal_y{};
    float normal_z{};
    float u{};  ///< texels from the image's origin; divide by the image's width
    float v{};
};

/// Image or colour of faces; unique in a mesh.
struct MeshSurface {
    std::uint16_t bank{};
    std::uint16_t image{};
    std::int16_t colour{no_colour};  ///< palette index, or no_colour for an image
    bool known{true};                ///< false if the texture code is neither an image nor a colour
    friend bool operator==(const MeshSurface&, const MeshSurface&) = default;
};

/// Indices of three Mesh::vertices, in the face's order: the stored face normal is (b - a) x (c - b).
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

/// Texture coordinates of a corner, in 1/16 texel.
struct CornerUv {
    double u{};
    double v{};
};

/// Computes the texture coordinates of a face's corners. v4/v5: sums of the stored steps, which may exceed 16 bits. v2:
/// only the first three are steps; further corners follow from the affine map of the first three.
void corner_uvs(const Model& model, const Face& face, std::vector<CornerUv>& out);

/// Returns the triangles of a frame (0 is the base frame). An invalid frame shows the base frame. Faces with fewer than
/// three corners or invalid vertices are skipped.
[[nodiscard]] Mesh to_mesh(const Model& model, std::size_t frame = 0);

/// Returns the positions of all vertices in a frame, in 1/256 unit.
[[nodiscard]] std::vector<Vector> positions_in(const Model& model, std::size_t frame);

}  // namespace redforge::model
