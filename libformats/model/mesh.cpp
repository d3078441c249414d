// Converts models to triangles.
#include "model/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "model/emit.hpp"
#include "model/frames.hpp"
#include "model/model.hpp"
#include "model/texture_code.hpp"

namespace redforge::model {
namespace {

struct Point {
    double x{};
    double y{};
    double z{};
};

Point difference(const Vector& a, const Vector& b)
{
    return {static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y, static_cast<double>(a.z) - b.z};
}

double dot(const Point& a, const Point& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Extends the affine map of the first three corners of a v2 face to its other corners.
void extend_plane(const Model& model, const Face& face, std::vector<CornerUv>& uvs)
{
    const std::size_t limit = model.vertices.size();
    if (std::ranges::any_of(face.vertices, [limit](std::uint32_t index) { return index >= limit; })) {
        return;
    }
    const Vector& origin = model.vertices[face.vertices[0]];
    const Point p = difference(model.vertices[face.vertices[1]], origin);
    const Point q = difference(model.vertices[face.vertices[2]], origin);
    const double pp = dot(p, p);
    const double pq = dot(p, q);
    const double qq = dot(q, q);
    const double area = pp * qq - pq * pq;
    if (area <= 0) {
        return;
    }
    for (std::size_t i = 3; i < uvs.size(); ++i) {
        const Point r = difference(model.vertices[face.vertices[i]], origin);
        const double s = (dot(r, p) * qq - dot(r, q) * pq) / area;
        const double t = (dot(r, q) * pp - dot(r, p) * pq) / area;
        uvs[i].u = uvs[0].u + s * (uvs[1].u - uvs[0].u) + t * (uvs[2].u - uvs[0].u);
        uvs[i].v = uvs[0].v + s * (uvs[1].v - uvs[0].v) + t * (uvs[2].v - uvs[0].v);
    }
}

std::array<float, 3> unit_vector(const Vector& normal)
{
    const Point n{static_cast<double>(normal.x), static_cast<double>(normal.y), static_cast<double>(normal.z)};
    const double length = std::sqrt(dot(n, n));
    if (length == 0) {
        return {0, 0, 0};
    }
    return {static_cast<float>(n.x / length), static_cast<float>(n.y / length), static_cast<float>(n.z / length)};
}

/// Returns the face normals of a frame: stored normals of the base frame, plus overrides.
std::vector<Vector> normals_in(const Model& model, const Shape& shape, std::span<const Vector> positions,
                               std::size_t frame)
{
    std::vector<Vector> normals(model.faces.size());
    face_normals(positions, first_corners(model.faces, positions.size()),
                 is_v2(shape.family) ? Rounding::nearest : Rounding::truncate, normals);
    if (frame == 0) {
        for (std::size_t i = 0; i < normals.size(); ++i) {
            if (const auto& given = model.faces[i].normal.stored) {
                normals[i] = {(*given)[0], (*given)[1], (*given)[2]};
            }
        }
    } else {
        for (const NormalOverride& given : model.frames[frame - 1].normals) {
            if (given.face < normals.size()) {
                normals[given.face] = {given.x, given.y, given.z};
            }
        }
    }
    return normals;
}

/// Collects the unique surfaces of a mesh.
class Surfaces {
public:
    explicit Surfaces(std::vector<MeshSurface>& surfaces) : surfaces_(surfaces) {}
    std::uint32_t index_of(const Texture& texture)
    {
        const std::uint64_t key = texture.code.stored
                                      ? std::uint64_t{1} << 48
                                      : std::uint64_t{texture.bank} << 32 | std::uint64_t{texture.image} << 16 |
                                            static_cast<std::uint16_t>(texture.colour);
        if (key == last_key_ && !surfaces_.empty()) {
            return last_;
        }
        const auto [place, added] = places_.try_emplace(key, static_cast<std::uint32_t>(surfaces_.size()));
        if (added) {
            surfaces_.push_back({texture.bank, texture.image, texture.colour, !texture.code.stored});
        }
        last_key_ = key;
        last_ = place->second;
        return last_;
    }

private:
    std::vector<MeshSurface>& surfaces_;
    std::unordered_map<std::uint64_t, std::uint32_t> places_;
    std::uint64_t last_key_{};
    std::uint32_t last_{};
};

}  // namespace

void corner_uvs(const Model& model, const Face& face, std::vector<CornerUv>& out)
{
    out.resize(face.vertices.size());
    std::int32_t u = 0;
    std::int32_t v = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        u += i < face.u.size() ? face.u[i] : 0;
        v += i < face.v.size() ? face.v[i] : 0;
        out[i] = {static_cast<double>(u), static_cast<double>(v)};
    }
    if (out.size() > 3 && model.version.bytes.starts_with("v2")) {
        extend_plane(model, face, out);
    }
}

std::vector<Vector> positions_in(const Model& model, std::size_t frame)
{
    std::vector<Vector> positions = model.vertices;
    if (frame > 0 && frame <= model.frames.size()) {
        frame_positions(model, model.frames[frame - 1], positions);
    }
    return positions;
}

Mesh to_mesh(const Model& model, std::size_t frame)
{
    if (frame > model.frames.size()) {
        frame = 0;
    }
    const Shape shape = shape_of(model);
    const std::vector<Vector> positions = positions_in(model, frame);
    const std::vector<Vector> normals = normals_in(model, shape, positions, frame);
    std::vector<std::array<float, 3>> smooth;
    if (!is_v2(shape.family)) {
        // A menu model stores its slots only in its faces.
        std::uint64_t count = shape.vertex_normals;
        if (shape.menu) {
            for (const Face& face : model.faces) {
                for (const std::uint32_t slot : face.slots) {
                    count =
                        std::max<std::uint64_t>(count, std::min<std::uint64_t>(slot + std::uint64_t{1}, shape.corners));
                }
            }
        }
        smooth = vertex_normals(model.faces, shape.slots, normals,
                                std::min<std::uint64_t>(count, shape.corners + positions.size()));
        if (frame == 0) {
            for (const VertexNormalOverride& given : model.vertex_normals) {
                if (given.slot < smooth.size()) {
                    smooth[given.slot] = {given.x, given.y, given.z};
                }
            }
        }
    }
    Mesh mesh;
    Surfaces surfaces(mesh.surfaces);
    std::vector<CornerUv> uvs;
    for (std::size_t i = 0; i < model.faces.size(); ++i) {
        const Face& face = model.faces[i];
        const std::size_t corners = face.vertices.size();
        if (corners < 3 ||
            std::ranges::any_of(face.vertices, [&](std::uint32_t index) { return index >= positions.size(); })) {
            continue;
        }
        corner_uvs(model, face, uvs);
        const std::array<float, 3> flat = unit_vector(normals[i]);
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (std::size_t corner = 0; corner < corners; ++corner) {
            const Vector& at = positions[face.vertices[corner]];
            const std::uint32_t slot =
                shape.slots && corner < face.slots.size() ? face.slots[corner] : face.vertices[corner];
            const bool has_normal = slot < smooth.size() && !std::isnan(smooth[slot][0]);
            const std::array<float, 3>& normal = has_normal ? smooth[slot] : flat;
            mesh.vertices.push_back({static_cast<float>(at.x) / 256, static_cast<float>(at.y) / 256,
                                     static_cast<float>(at.z) / 256, normal[0], normal[1], normal[2],
                                     static_cast<float>(uvs[corner].u / 16), static_cast<float>(uvs[corner].v / 16)});
        }
        const std::uint32_t surface = surfaces.index_of(face.texture);
        for (std::uint32_t corner = 2; corner < corners; ++corner) {
            mesh.triangles.push_back(
                {first, first + corner - 1, first + corner, static_cast<std::uint32_t>(i), surface});
        }
    }
    return mesh;
}

}  // namespace redforge::model
