// Meshes of terrain and flats.
#include <array>
#include <cmath>
#include <utility>

#include "art/terrain_planes.hpp"
#include "scene/scene.hpp"

namespace redforge::scene {
namespace {

constexpr std::uint16_t terrain_bank = 302;  ///< the game uses this bank regardless of the file
constexpr float tile_texels = 64;            ///< size of images in bank 302; a tile shows its image once

/// Returns the texture corner at a cell's corner, after `turns` counter-clockwise quarter turns.
std::pair<float, float> turned(float u, float v, std::uint8_t turns)
{
    for (std::uint8_t i = 0; i < turns; ++i) {
        const float old = u;
        u = 1 - v;
        v = old;
    }
    return {u * tile_texels, v * tile_texels};
}

}  // namespace

model::Mesh terrain_mesh(const art::Terrain& terrain, std::int32_t shift)
{
    constexpr std::size_t side = art::terrain_side;
    const std::vector<std::int16_t> heights = art::height_map(terrain);
    const std::vector<std::uint8_t> tiles = art::join_plane(terrain, art::TerrainPlane::textures);
    const auto level = static_cast<float>(shift);
    const auto height = [&](std::size_t x, std::size_t row) { return static_cast<float>(heights[row * side + x]); };

    model::Mesh mesh;
    std::array<std::int32_t, 64> surface_of{};
    surface_of.fill(-1);
    for (std::size_t row = 0; row + 1 < side; ++row) {
        for (std::size_t x = 0; x + 1 < side; ++x) {
            const art::TerrainTile tile = art::tile_of(tiles[row * side + x]);
            std::int32_t& surface = surface_of[tile.texture];
            if (surface < 0) {
                surface = static_cast<std::int32_t>(mesh.surfaces.size());
                mesh.surfaces.push_back({.bank = terrain_bank, .image = tile.texture});
            }
            const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
            for (const auto& [right, down] : {std::pair<std::size_t, std::size_t>{0, 0}, {0, 1}, {1, 1}, {1, 0}}) {
                const std::size_t px = x + right;
                const std::size_t prow = row + down;
                // Slope from the neighbours. The sign along Z is inverted, because rows run against the map's Z.
                const std::size_t left = px > 0 ? px - 1 : px;
                const std::size_t far_x = px + 1 < side ? px + 1 : px;
                const std::size_t up = prow > 0 ? prow - 1 : prow;
                const std::size_t far_row = prow + 1 < side ? prow + 1 : prow;
                const float slope_x =
                    (height(far_x, prow) - height(left, prow)) / (static_cast<float>(far_x - left) * art::cell_size);
                const float slope_row =
                    (height(px, far_row) - height(px, up)) / (static_cast<float>(far_row - up) * art::cell_size);
                const float length = std::sqrt(slope_x * slope_x + slope_row * slope_row + 1);
                const auto [u, v] = turned(static_cast<float>(right), static_cast<float>(down), tile.turns);
                mesh.vertices.push_back({static_cast<float>(px) * art::cell_size, level - height(px, prow),
                                         -static_cast<float>(prow) * art::cell_size, -slope_x / length, -1 / length,
                                         slope_row / length, u, v});
            }
            const auto cell = static_cast<std::uint32_t>(row * side + x);
            const auto of = static_cast<std::uint32_t>(surface);
            mesh.triangles.push_back({first, first + 1, first + 2, cell, of});
            mesh.triangles.push_back({first, first + 2, first + 3, cell, of});
        }
    }
    return mesh;
}

model::Mesh flat_mesh(PictureKey picture, float width, float height, float scale)
{
    const float half = width * scale / 2;
    const float top = -height * scale;
    model::Mesh mesh;
    mesh.surfaces.push_back(
        {.bank = static_cast<std::uint16_t>(picture.bank), .image = static_cast<std::uint16_t>(picture.image)});
    // First the face towards the viewport's +Z, where stored X points left. Then the face towards -Z, with the image's
    // left on the left again, so that text is readable from both sides.
    mesh.vertices = {{half, 0, 0, 0, 0, 1, 0, height},   {-half, 0, 0, 0, 0, 1, width, height},
                     {-half, top, 0, 0, 0, 1, width, 0}, {half, top, 0, 0, 0, 1, 0, 0},
                     {-half, 0, 0, 0, 0, -1, 0, height}, {half, 0, 0, 0, 0, -1, width, height},
                     {half, top, 0, 0, 0, -1, width, 0}, {-half, top, 0, 0, 0, -1, 0, 0}};
    mesh.triangles = {{0, 1, 2, 0, 0}, {0, 2, 3, 0, 0}, {4, 5, 6, 1, 0}, {4, 6, 7, 1, 0}};
    return mesh;
}

}  // namespace redforge::scene
