// Divides terrain into squares.
#include "render/scene/terrain_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "art/terrain_planes.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr auto side = static_cast<std::uint32_t>(art::terrain_side);  ///< points; cells are one less
constexpr std::uint32_t last = side - 1;
constexpr float skirt = 256;  ///< depth of a skirt per cell of a quad's width, model units

/// Returns the mesh vertex at a point of the height map. A cell starts at its lowest x and row.
const model::MeshVertex& vertex_at(const model::Mesh& mesh, std::uint32_t x, std::uint32_t row)
{
    const std::uint32_t cell_x = std::min(x, last - 1);
    const std::uint32_t cell_row = std::min(row, last - 1);
    // The four corners of a cell: (0, 0), (0, 1), (1, 1), (1, 0), right and down.
    const std::uint32_t corner = x > cell_x ? (row > cell_row ? 2 : 3) : (row > cell_row ? 1 : 0);
    return mesh.vertices[(cell_row * last + cell_x) * 4 + corner];
}

/// Returns the vertices, coloured with the mean of the adjacent cells.
std::vector<PaintedVertex> painted_vertices(const model::Mesh& mesh, std::span<const Vec3> colours)
{
    std::vector<PaintedVertex> points;
    for (std::uint32_t row = 0; row < side; ++row) {
        for (std::uint32_t x = 0; x < side; ++x) {
            Vec3 sum{};
            float cells = 0;
            for (std::uint32_t r = row > 0 ? row - 1 : 0; r <= std::min(row, last - 1); ++r) {
                for (std::uint32_t c = x > 0 ? x - 1 : 0; c <= std::min(x, last - 1); ++c) {
                    sum = sum + colours[mesh.triangles[(std::size_t{r} * last + c) * 2].surface];
                    cells += 1;
                }
            }
            const model::MeshVertex& from = vertex_at(mesh, x, row);
            points.push_back({{from.x, from.y, from.z},
                              packed_normal({from.normal_x, from.normal_y, from.normal_z}),
                              packed_paint(sum * (1 / cells))});
        }
    }
    return points;
}

/// Adds the quads of a square, `step` cells wide, and a skirt around them.
class SquareMaker {
public:
    SquareMaker(PaintedMesh& mesh, std::uint32_t left, std::uint32_t top) : mesh_(mesh), left_(left), top_(top) {}

    IndexRange make(std::uint32_t step)
    {
        const auto first = static_cast<std::uint32_t>(mesh_.indices.size());
        const std::uint32_t quads = TerrainSquares::cells / step;
        for (std::uint32_t row = 0; row < quads; ++row) {
            for (std::uint32_t x = 0; x < quads; ++x) {
                const std::uint32_t a = point(x * step, row * step);
                const std::uint32_t b = point(x * step, (row + 1) * step);
                const std::uint32_t c = point((x + 1) * step, (row + 1) * step);
                const std::uint32_t d = point((x + 1) * step, row * step);
                if (a != b && a != d) {  // skip quads beyond the edge
                    mesh_.indices.insert(mesh_.indices.end(), {a, b, c, a, c, d});
                }
            }
        }
        for (std::uint32_t i = 0; i < quads; ++i) {  // front faces point outwards
            const std::uint32_t from = i * step;
            const std::uint32_t to = from + step;
            add_skirt(point(to, 0), point(from, 0), step);
            add_skirt(point(from, TerrainSquares::cells), point(to, TerrainSquares::cells), step);
            add_skirt(point(0, from), point(0, to), step);
            add_skirt(point(TerrainSquares::cells, to), point(TerrainSquares::cells, from), step);
        }
        return {first, static_cast<std::uint32_t>(mesh_.indices.size()) - first};
    }

private:
    [[nodiscard]] std::uint32_t point(std::uint32_t right, std::uint32_t down) const
    {
        return std::min(top_ + down, last) * side + std::min(left_ + right, last);
    }
    std::uint32_t below(std::uint32_t point, std::uint32_t step)
    {
        PaintedVertex lower = mesh_.vertices[point];
        lower.position.y += skirt * static_cast<float>(step);  // model Y points down
        mesh_.vertices.push_back(lower);
        return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
    }
    void add_skirt(std::uint32_t from, std::uint32_t to, std::uint32_t step)
    {
        if (from != to) {
            const std::uint32_t lower_from = below(from, step);
            const std::uint32_t lower_to = below(to, step);
            mesh_.indices.insert(mesh_.indices.end(), {from, lower_from, lower_to, from, lower_to, to});
        }
    }

    PaintedMesh& mesh_;
    std::uint32_t left_;
    std::uint32_t top_;
};

}  // namespace

std::uint32_t square_of(std::uint32_t face)
{
    return face / side / TerrainSquares::cells * TerrainSquares::count + face % side / TerrainSquares::cells;
}

std::optional<TerrainSquares> terrain_squares(const model::Mesh& mesh, std::span<const Vec3> colours)
{
    if (mesh.vertices.size() != std::size_t{last} * last * 4 || mesh.triangles.size() != std::size_t{last} * last * 2) {
        return std::nullopt;
    }
    TerrainSquares squares;
    squares.order.resize(mesh.triangles.size());
    std::iota(squares.order.begin(), squares.order.end(), 0U);
    std::ranges::stable_sort(squares.order, {}, [&](std::uint32_t i) {
        return std::pair(mesh.triangles[i].surface, square_of(mesh.triangles[i].face));
    });
    squares.cell = static_cast<float>(art::cell_size) / scene::units_per_view;
    squares.painted.vertices = painted_vertices(mesh, colours);
    for (std::uint32_t row = 0; row < TerrainSquares::count; ++row) {
        for (std::uint32_t column = 0; column < TerrainSquares::count; ++column) {
            TerrainSquares::Square square;
            const std::uint32_t left = column * TerrainSquares::cells;
            const std::uint32_t top = row * TerrainSquares::cells;
            constexpr float most = std::numeric_limits<float>::max();
            Vec3 low{most, most, most};
            Vec3 high{-most, -most, -most};
            for (std::uint32_t r = top; r <= std::min(top + TerrainSquares::cells, last); ++r) {
                for (std::uint32_t x = left; x <= std::min(left + TerrainSquares::cells, last); ++x) {
                    const Vec3 at = scene::model_to_view(squares.painted.vertices[std::size_t{r} * side + x].position);
                    low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
                    high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
                }
            }
            square.centre = (low + high) * 0.5F;
            square.radius = length((high - low) * 0.5F);
            SquareMaker maker(squares.painted, left, top);
            for (std::size_t level = 0; level < TerrainSquares::levels; ++level) {
                square.painted[level] = maker.make(1U << level);
            }
            squares.squares.push_back(square);
        }
    }
    return squares;
}

}  // namespace redforge::render
