// Terrain as squares with levels of detail by distance.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/opengl/painted_mesh.hpp"

namespace redforge::render {

/// Range of consecutive indices.
struct IndexRange {
    std::uint32_t first{};
    std::uint32_t count{};
};

struct TerrainSquares {
    static constexpr std::uint32_t cells = 16;  ///< cells along a side of a square; the last square can have fewer
    static constexpr std::uint32_t count = 16;  ///< squares along a side
    static constexpr std::size_t levels = 4;    ///< levels of detail: 1, 2, 4 and 8 cells per painted quad

    struct Square {
        scene::Vec3 centre{};  ///< centre of the bounding sphere, in viewport axes
        float radius{};
        std::array<IndexRange, levels> painted{};  ///< in painted.indices; with skirts that hide the seams
    };

    /// Triangles for near drawing: sorted by surface, then by square.
    std::vector<std::uint32_t> order{};
    PaintedMesh painted{};
    std::vector<Square> squares{};  ///< count * count, along X first
    float cell{};                   ///< the width of a cell, viewport units
};

/// Returns the index of the square with a terrain cell. `face`: see model::MeshTriangle.
[[nodiscard]] std::uint32_t square_of(std::uint32_t face);

/// Returns the squares of a mesh of scene::terrain_mesh(), or nullopt for other meshes. `colours`: one for each
/// surface.
[[nodiscard]] std::optional<TerrainSquares> terrain_squares(const model::Mesh& mesh,
                                                            std::span<const scene::Vec3> colours);

}  // namespace redforge::render
