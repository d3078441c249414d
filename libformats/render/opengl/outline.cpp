// Finds and draws outlines of meshes.
#include "render/opengl/outline.hpp"

#include <array>
#include <map>
#include <utility>

#include <glm/matrix.hpp>

namespace redforge::render {
namespace {

using scene::Vec3;
using Place = std::array<float, 3>;

Place position_of(const model::MeshVertex& vertex)
{
    return {vertex.x, vertex.y, vertex.z};
}

Vec3 vector_of(const Place& place)
{
    return {place[0], place[1], place[2]};
}

}  // namespace

MeshEdges edges_of(const model::Mesh& mesh)
{
    MeshEdges made;
    std::map<std::pair<Place, Place>, std::size_t> known;  // by position, because faces share no vertices
    for (const model::MeshTriangle& triangle : mesh.triangles) {
        const std::array<Place, 3> corners{position_of(mesh.vertices[triangle.a]),
                                           position_of(mesh.vertices[triangle.b]),
                                           position_of(mesh.vertices[triangle.c])};
        const Vec3 normal =
            cross(vector_of(corners[1]) - vector_of(corners[0]), vector_of(corners[2]) - vector_of(corners[1]));
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Place& a = corners[i];
            const Place& b = corners[(i + 1) % corners.size()];
            if (a == b) {
                continue;
            }
            const auto [edge, is_new] = known.try_emplace(std::minmax(a, b), made.edges.size());
            if (is_new) {
                made.edges.push_back({vector_of(a), vector_of(b), normal, {}, true});
            } else if (MeshEdges::Edge& other = made.edges[edge->second]; other.open) {
                other.second = normal;
                other.open = false;
            }
        }
    }
    return made;
}

void draw_outline(Overlay& overlay, const MeshEdges& edges, const scene::Placement& placement, OverlayColour colour,
                  float width)
{
    // Camera position, or in orthographic views the direction to the camera: the point that the matrix maps to (0, 0,
    // -1, 0).
    const glm::vec4 eye = glm::inverse(overlay.camera().matrix) * glm::vec4(0, 0, -1, 0);
    const auto normal_in_view = [&](Vec3 normal) { return placement.rotation * scene::model_to_view(normal); };
    for (const MeshEdges::Edge& edge : edges.edges) {
        const Vec3 from = scene::place(placement, edge.from);
        const auto faces = [&](Vec3 normal) {
            const Vec3 n = normal_in_view(normal);
            return dot(n, Vec3(eye)) - dot(n, from) * eye.w > 0;
        };
        if (edge.open || faces(edge.first) != faces(edge.second)) {
            overlay.line(from, scene::place(placement, edge.to), colour, width);
        }
    }
}

}  // namespace redforge::render
