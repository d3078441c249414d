// Packs meshes for the painted shader.
#include "render/opengl/painted_mesh.hpp"

#include <algorithm>
#include <cmath>

namespace redforge::render {
namespace {

using scene::Vec3;

Vec3 vertex_position(const model::MeshVertex& vertex)
{
    return {vertex.x, vertex.y, vertex.z};
}

}  // namespace

std::array<std::int8_t, 4> packed_normal(Vec3 normal)
{
    const auto part = [](float value) {
        return static_cast<std::int8_t>(std::lround(std::clamp(value, -1.0F, 1.0F) * 127));
    };
    return {part(normal.x), part(normal.y), part(normal.z), 0};
}

std::array<std::uint8_t, 4> packed_paint(Vec3 colour)
{
    const auto part = [](float value) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255));
    };
    return {part(colour.x), part(colour.y), part(colour.z), 255};
}

PaintedMesh painted_cube()
{
    PaintedMesh cube;
    for (unsigned i = 0; i < 8; ++i) {
        const Vec3 at{(i & 1) != 0 ? 1.0F : -1.0F, (i & 2) != 0 ? 1.0F : -1.0F, (i & 4) != 0 ? 1.0F : -1.0F};
        cube.vertices.push_back({at, packed_normal(at * (1 / std::sqrt(3.0F))), packed_paint({1, 1, 1})});
    }
    cube.indices = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                    0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};
    return cube;
}

Vec3 mean_colour(const model::Mesh& mesh, std::span<const Vec3> colours)
{
    Vec3 sum{};
    float weight = 0;
    for (const model::MeshTriangle& triangle : mesh.triangles) {
        const Vec3 a = vertex_position(mesh.vertices[triangle.a]);
        const float area = length(
            cross(vertex_position(mesh.vertices[triangle.b]) - a, vertex_position(mesh.vertices[triangle.c]) - a));
        sum = sum + colours[triangle.surface] * area;
        weight += area;
    }
    return weight > 0 ? sum * (1 / weight) : Vec3{0.6F, 0.6F, 0.6F};
}

}  // namespace redforge::render
