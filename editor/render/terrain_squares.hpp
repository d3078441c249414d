// Terrain in squares, each drawn as finely as it is near.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/painted_mesh.hpp"

namespace redforge::render {

/// Indices that follow one another.
struct IndexRange {
    std::uint32_t first{};
    std::uint32_t count{};
};

struct TerrainSquares {
    static constexpr std::uint32_t cells = 16;  ///< cells along a side of a square; the last square can have fewer
    static constexpr std::uint32_t count = 16;  ///< squares along a side
    static constexpr std::size_t levels = 4;    ///< of 1, 2, 4 and 8 cells to a painted quad

    struct Square {
        scene::Vec3 centre{};  ///< of a ball around it, in the axes of the viewport
        float radius{};
        std::array<IndexRange, levels> painted{};  ///< in painted.indices; with skirts that hide the seams
    };

    /// Triangles for near drawing: sorted by surface, then by square.
    std::vector<std::uint32_t> order{};
    PaintedMesh painted{};
    std::vector<Square> squares{};  ///< count * count, along X first
    float cell{};                   ///< the width of a cell, viewport units
};

/// The square that a cell of the terrain is in. `face`: as model::MeshTriangle has it.
[[nodiscard]] std::uint32_t square_of(std::uint32_t face);

/// Returns the squares of a mesh of scene::terrain_mesh(), or nullopt for other meshes. `colours`: one for each
/// surface.
[[nodiscard]] std::optional<TerrainSquares> terrain_squares(const model::Mesh& mesh,
                                                            std::span<const scene::Vec3> colours);

}  // namespace redforge::render
