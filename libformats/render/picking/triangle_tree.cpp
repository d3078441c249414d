// Builds the tree, and finds the nearest triangle on a ray.
#include "render/picking/triangle_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace redforge::render {
namespace {

using scene::Bounds;
using scene::Vec3;

constexpr std::uint32_t max_in_leaf = 8;
constexpr unsigned max_depth = 30;  ///< enough for 2^32 triangles; also the size of the search stack

float part(Vec3 v, unsigned axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

void include(Bounds& box, Vec3 at)
{
    box.low = {std::min(box.low.x, at.x), std::min(box.low.y, at.y), std::min(box.low.z, at.z)};
    box.high = {std::max(box.high.x, at.x), std::max(box.high.y, at.y), std::max(box.high.z, at.z)};
}

/// Returns true if a ray hits a box before `limit`.
bool intersects(const Bounds& box, Vec3 origin, Vec3 direction, float limit)
{
    float enter = 0;
    float leave = limit;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const float from = part(origin, axis);
        const float step = part(direction, axis);
        const float low = part(box.low, axis);
        const float high = part(box.high, axis);
        if (step == 0) {
            if (from < low || from > high) {
                return false;
            }
            continue;
        }
        const float a = (low - from) / step;
        const float b = (high - from) / step;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
}

/// Returns the square of the distance of a point from a box; 0 if it is inside.
float square_distance(const Bounds& box, Vec3 point)
{
    const Vec3 nearest = glm::clamp(point, box.low, box.high);
    return dot(point - nearest, point - nearest);
}

/// Returns the square of the distance of a point from a line between `from` and `from + way`.
float square_distance(Vec3 from, Vec3 way, Vec3 point)
{
    const float square = dot(way, way);
    const float along = square > 0 ? std::clamp(dot(point - from, way) / square, 0.0F, 1.0F) : 0;
    const Vec3 beside = point - (from + way * along);
    return dot(beside, beside);
}

/// Returns the square of the distance of a point from a triangle.
float square_distance(Vec3 a, Vec3 edge_b, Vec3 edge_c, Vec3 point)
{
    const Vec3 normal = cross(edge_b, edge_c);
    const float square = dot(normal, normal);
    const Vec3 way = point - a;
    if (square > 0) {
        // The point above the triangle is a + u * edge_b + v * edge_c.
        const float u = dot(cross(way, edge_c), normal) / square;
        const float v = dot(cross(edge_b, way), normal) / square;
        if (u >= 0 && v >= 0 && u + v <= 1) {
            const float height = dot(way, normal);
            return height * height / square;
        }
    }
    return std::min({square_distance(a, edge_b, point), square_distance(a, edge_c, point),
                     square_distance(a + edge_b, edge_c - edge_b, point)});
}

}  // namespace

TriangleTree::TriangleTree(const model::Mesh& mesh)
{
    const auto corner = [&](std::uint32_t index) {
        const model::MeshVertex& vertex = mesh.vertices[index];
        return scene::model_to_view({vertex.x, vertex.y, vertex.z});
    };
    for (const model::MeshTriangle& triangle : mesh.triangles) {
        const Vec3 a = corner(triangle.a);
        triangles_.push_back({a, corner(triangle.b) - a, corner(triangle.c) - a, triangle.face});
    }
    nodes_.push_back({{}, 0, static_cast<std::uint32_t>(triangles_.size())});
    divide(0, 0);
}

void TriangleTree::divide(std::uint32_t node, unsigned depth)
{
    constexpr float most = std::numeric_limits<float>::max();
    const auto [first, count] = std::pair(nodes_[node].first, nodes_[node].count);
    Bounds box{{most, most, most}, {-most, -most, -most}};
    Bounds middles = box;
    const auto middle = [](const Triangle& t) { return t.a + (t.edge_b + t.edge_c) * (1.0F / 3); };
    for (std::uint32_t i = first; i < first + count; ++i) {
        const Triangle& t = triangles_[i];
        include(box, t.a);
        include(box, t.a + t.edge_b);
        include(box, t.a + t.edge_c);
        include(middles, middle(t));
    }
    nodes_[node].box = box;
    if (count <= max_in_leaf || depth == max_depth) {
        return;
    }
    const Vec3 size = middles.high - middles.low;
    const unsigned axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = triangles_.begin() + first;
    const std::uint32_t half = count / 2;
    std::nth_element(begin, begin + half, begin + count, [&](const Triangle& a, const Triangle& b) {
        return part(middle(a), axis) < part(middle(b), axis);
    });
    const auto below = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].first = below;
    nodes_[node].count = 0;
    nodes_.push_back({{}, first, half});
    nodes_.push_back({{}, first + half, count - half});
    divide(below, depth + 1);
    divide(below + 1, depth + 1);
}

std::optional<float> TriangleTree::hit(Vec3 origin, Vec3 direction, float limit, bool mirrored,
                                       std::uint32_t* face) const
{
    std::optional<float> nearest;
    std::array<std::uint32_t, max_depth + 2> waiting{};
    std::size_t count = 1;
    while (count > 0) {
        const Node& node = nodes_[waiting[--count]];
        if (!intersects(node.box, origin, direction, nearest.value_or(limit))) {
            continue;
        }
        if (node.count == 0 && !triangles_.empty()) {
            waiting[count++] = node.first;
            waiting[count++] = node.first + 1;
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            // Where origin + t * direction = a + u * edge_b + v * edge_c.
            const Triangle& t = triangles_[i];
            const Vec3 p = cross(direction, t.edge_c);
            const float det = dot(t.edge_b, p);
            if (mirrored ? det >= 0 : det <= 0) {
                continue;  // skip back faces and edge-on triangles
            }
            const Vec3 from = origin - t.a;
            const float u = dot(from, p) / det;
            const Vec3 q = cross(from, t.edge_b);
            const float v = dot(direction, q) / det;
            const float distance = dot(t.edge_c, q) / det;
            if (u >= 0 && v >= 0 && u + v <= 1 && distance >= 0 && distance < nearest.value_or(limit)) {
                nearest = distance;
                if (face != nullptr) {
                    *face = t.face;
                }
            }
        }
    }
    return nearest;
}

bool TriangleTree::touches(const scene::Placement& placement, const scene::Mat3& back, Vec3 centre, float radius) const
{
    const Vec3 in_mesh = back * (centre - placement.position);
    // A sphere of this radius in the mesh's coordinates contains the sphere, whatever the placement scales.
    const float scale = std::sqrt(dot(back[0], back[0]) + dot(back[1], back[1]) + dot(back[2], back[2]));
    const float reach = scale * radius;
    std::array<std::uint32_t, max_depth + 2> waiting{};
    std::size_t count = triangles_.empty() ? 0 : 1;
    while (count > 0) {
        const Node& node = nodes_[waiting[--count]];
        if (square_distance(node.box, in_mesh) > reach * reach) {
            continue;
        }
        if (node.count == 0) {
            waiting[count++] = node.first;
            waiting[count++] = node.first + 1;
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            const Triangle& t = triangles_[i];
            if (square_distance(placement.position + placement.rotation * t.a, placement.rotation * t.edge_b,
                                placement.rotation * t.edge_c, centre) <= radius * radius) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace redforge::render
