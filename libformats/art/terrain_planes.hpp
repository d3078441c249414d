// Planes of a terrain, joined from the four sections: heights of the points and textures of the cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::art {

struct Terrain;

inline constexpr std::size_t section_side = 128;  ///< points along a side of a section
inline constexpr std::size_t terrain_side = 256;  ///< points along a side of the terrain: 2 x 2 sections
inline constexpr std::int32_t cell_size = 256;    ///< units between two points
inline constexpr std::size_t plane_size = section_side * section_side;

/// Height of each step, in units. The steps are small at the bottom and large at the top.
/// Source: public format notes on the table in the game's program.
inline constexpr std::array<std::int16_t, 128> height_curve{
    0,    40,   40,   40,   80,   80,   80,   120,  120,  120,  160,  160,  160,  200,  200,  200,   //
    240,  240,  240,  280,  280,  320,  320,  320,  360,  360,  400,  400,  400,  440,  440,  480,   //
    480,  480,  520,  520,  560,  560,  600,  600,  600,  640,  640,  680,  680,  720,  720,  760,   //
    760,  800,  800,  840,  840,  880,  880,  920,  920,  960,  1000, 1000, 1040, 1040, 1080, 1120,  //
    1120, 1160, 1160, 1200, 1240, 1240, 1280, 1320, 1320, 1360, 1400, 1440, 1440, 1480, 1520, 1560,  //
    1600, 1600, 1640, 1680, 1720, 1760, 1800, 1840, 1880, 1920, 1960, 2000, 2040, 2080, 2120, 2200,  //
    2240, 2280, 2320, 2400, 2440, 2520, 2560, 2640, 2680, 2760, 2840, 2920, 3000, 3080, 3160, 3240,  //
    3360, 3440, 3560, 3680, 3800, 3960, 4080, 4280, 4440, 4680, 4920, 5200, 5560, 6040, 6680, 7760};

/// The planes, in file order. Only the meanings of heights and textures are known.
enum class TerrainPlane : std::uint8_t { heights, plane_2, textures, plane_4 };

/// Names of the planes, in the order of TerrainPlane.
inline constexpr std::array<std::string_view, 4> terrain_plane_names{"heights", "plane_2", "textures", "plane_4"};

/// Returns 256 x 256 bytes in file order, row by row: x along a row; the map's Z decreases from row to row. Missing
/// sections of a terrain read as zeros.
[[nodiscard]] std::vector<std::uint8_t> join_plane(const Terrain& terrain, TerrainPlane plane);

/// Divides 256 x 256 bytes into the four sections. Errors: out_of_range (another size).
[[nodiscard]] Status split_plane(Terrain& terrain, TerrainPlane plane, std::span<const std::uint8_t> values);

/// Returns the height of a point above the lowest one, in units, 0 to 7760. `x` is the index in a row, and `row` the
/// row of the file; both are clamped to 0 to 255. The position in map coordinates is (256 x, -height, 65536 - 256 row):
/// heights are negative, and Z decreases with the row. See terrain_mesh() in scene/scene.hpp for the measurement.
[[nodiscard]] std::int32_t height(const Terrain& terrain, std::int32_t x, std::int32_t row);

/// Returns all heights, 256 x 256, in units, in the order of join_plane().
[[nodiscard]] std::vector<std::int16_t> height_map(const Terrain& terrain);

/// Returns the step of the curve nearest to a height in units, the lowest of equally near ones.
[[nodiscard]] std::uint8_t nearest_step(std::int32_t units);

/// Texture of a cell.
struct TerrainTile {
    std::uint8_t texture{};  ///< image of bank 302, 0 to 63
    std::uint8_t turns{};    ///< quarter turns, 0 to 3, counter-clockwise
    friend constexpr bool operator==(const TerrainTile&, const TerrainTile&) = default;
};

[[nodiscard]] constexpr TerrainTile tile_of(std::uint8_t value)
{
    return {static_cast<std::uint8_t>(value & 0x3F), static_cast<std::uint8_t>(value >> 6)};
}

[[nodiscard]] constexpr std::uint8_t value_of(TerrainTile tile)
{
    return static_cast<std::uint8_t>((tile.texture & 0x3F) | (tile.turns & 3) << 6);
}

}  // namespace redforge::art
