// Bringing corners together.
#include "render/painted_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace redforge::render {
namespace {

using scene::Vec3;

Vec3 position_of(const model::MeshVertex& vertex)
{
    return {vertex.x, vertex.y, vertex.z};
}

Vec3 normal_of(const model::MeshVertex& vertex)
{
    return {vertex.normal_x, vertex.normal_y, vertex.normal_z};
}

/// 0 to 5: the axis that a normal is nearest to, and its sign. Both sides of a wall are kept apart by it.
unsigned side_of(Vec3 normal)
{
    const Vec3 size{std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
    if (size.x >= size.y && size.x >= size.z) {
        return normal.x < 0 ? 1 : 0;
    }
    if (size.y >= size.z) {
        return normal.y < 0 ? 3 : 2;
    }
    return normal.z < 0 ? 5 : 4;
}

/// Numbers the boxes of a grid over a mesh.
class Cells {
public:
    explicit Cells(const model::Mesh& mesh)
    {
        constexpr float most = std::numeric_limits<float>::max();
        Vec3 high{-most, -most, -most};
        low_ = {most, most, most};
        for (const model::MeshVertex& vertex : mesh.vertices) {
            low_ = {std::min(low_.x, vertex.x), std::min(low_.y, vertex.y), std::min(low_.z, vertex.z)};
            high = {std::max(high.x, vertex.x), std::max(high.y, vertex.y), std::max(high.z, vertex.z)};
        }
        size_ = high - low_;
    }
    [[nodiscard]] unsigned at(Vec3 place) const
    {
        const auto part = [](float at, float low, float size) {
            constexpr auto last = static_cast<float>(coarse_cells - 1);
            return size > 0 ? static_cast<unsigned>(
                                  std::clamp((at - low) / size * static_cast<float>(coarse_cells), 0.0F, last))
                            : 0U;
        };
        return (part(place.x, low_.x, size_.x) * coarse_cells + part(place.y, low_.y, size_.y)) * coarse_cells +
               part(place.z, low_.z, size_.z);
    }

private:
    Vec3 low_;
    Vec3 size_;
};

/// What comes together in a corner of the coarse mesh.
struct Gathered {
    unsigned cell{};
    Vec3 normal;
    Vec3 colour;
    float weight{};
};

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

PaintedMesh coarse_mesh(const model::Mesh& mesh, std::span<const Vec3> colours)
{
    const Cells cells(mesh);
    std::array<Vec3, coarse_cells * coarse_cells * coarse_cells> places{};
    std::array<float, coarse_cells * coarse_cells * coarse_cells> counts{};
    for (const model::MeshVertex& vertex : mesh.vertices) {
        const unsigned cell = cells.at(position_of(vertex));
        places[cell] = places[cell] + position_of(vertex);
        counts[cell] += 1;
    }
    PaintedMesh coarse;
    std::vector<Gathered> corners;
    std::unordered_map<unsigned, std::uint32_t> known;  // of a cell and a side
    std::unordered_set<std::uint64_t> drawn;            // triangles of the coarse mesh, each once
    for (const model::MeshTriangle& triangle : mesh.triangles) {
        const std::array<const model::MeshVertex*, 3> from{&mesh.vertices[triangle.a], &mesh.vertices[triangle.b],
                                                           &mesh.vertices[triangle.c]};
        const std::array<unsigned, 3> cell{cells.at(position_of(*from[0])), cells.at(position_of(*from[1])),
                                           cells.at(position_of(*from[2]))};
        if (cell[0] == cell[1] || cell[1] == cell[2] || cell[2] == cell[0]) {
            continue;
        }
        const Vec3 across =
            cross(position_of(*from[1]) - position_of(*from[0]), position_of(*from[2]) - position_of(*from[0]));
        const float weight = length(across);
        std::array<std::uint32_t, 3> corner{};
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 normal = normal_of(*from[i]);
            const auto [place, fresh] =
                known.try_emplace(cell[i] * 6 + side_of(normal), static_cast<std::uint32_t>(corners.size()));
            if (fresh) {
                corners.push_back({.cell = cell[i], .normal = {}, .colour = {}});
            }
            Gathered& gathered = corners[place->second];
            gathered.normal = gathered.normal + normal * weight;
            gathered.colour = gathered.colour + colours[triangle.surface] * weight;
            gathered.weight += weight;
            corner[i] = place->second;
        }
        // The same triangle begins with its lowest corner, whichever it was read from.
        std::rotate(corner.begin(), std::ranges::min_element(corner), corner.end());
        const std::uint64_t name = (std::uint64_t{corner[0]} << 42U) | (std::uint64_t{corner[1]} << 21U) | corner[2];
        if (drawn.insert(name).second) {
            coarse.indices.insert(coarse.indices.end(), corner.begin(), corner.end());
        }
    }
    coarse.vertices.reserve(corners.size());
    for (const Gathered& gathered : corners) {
        const float size = length(gathered.normal);
        coarse.vertices.push_back(
            {places[gathered.cell] * (1 / counts[gathered.cell]),
             packed_normal(size > 0 ? gathered.normal * (1 / size) : Vec3{0, -1, 0}),
             packed_paint(gathered.weight > 0 ? gathered.colour * (1 / gathered.weight) : Vec3{})});
    }
    return coarse;
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
    Vec3 sum;
    float weight = 0;
    for (const model::MeshTriangle& triangle : mesh.triangles) {
        const Vec3 a = position_of(mesh.vertices[triangle.a]);
        const float area =
            length(cross(position_of(mesh.vertices[triangle.b]) - a, position_of(mesh.vertices[triangle.c]) - a));
        sum = sum + colours[triangle.surface] * area;
        weight += area;
    }
    return weight > 0 ? sum * (1 / weight) : Vec3{0.6F, 0.6F, 0.6F};
}

}  // namespace redforge::render
