// WLD: the terrain of a map, 256 x 256 points in four sections, and how high they are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/raw_fallback.hpp"

namespace redforge::art {

inline constexpr std::size_t section_side = 128;   ///< points along a side of a section
inline constexpr std::size_t terrain_side = 256;   ///< points along a side of the terrain: 2 x 2 sections
inline constexpr std::int32_t cell_size = 256;     ///< units between two points
inline constexpr std::size_t plane_size = section_side * section_side;

/// One of the four quarters of a terrain: a header of 22 bytes and four planes of 128 x 128 bytes, row by row.
/// A plane of nothing but zeros may be left empty.
struct TerrainSection {
    Derived<std::uint32_t> offset;            ///< where the file header says it is; the game does not look
    std::array<std::uint16_t, 3> unknown_1{};  ///< shipped: 2152, 568, 1308, 10 in the first, one a section
    std::uint16_t texture_bank{302};          ///< the game takes 302 whatever this says
    std::uint16_t size{256};                  ///< shipped: always 256, points of the whole terrain
    std::array<std::uint16_t, 6> unknown_2{};
    Bytes heights;   ///< low 7 bits: step of the height curve; top bit: a mark of the tool that built it
    Bytes plane_2;   ///< unused
    Bytes textures;  ///< low 6 bits: image of the texture bank; high 2 bits: quarter turns
    Bytes plane_4;   ///< unused
    bool operator==(const TerrainSection&) const = default;
};

template <class Archive>
void serialize(Archive& ar, TerrainSection& section, unsigned /*version*/)
{
    constexpr std::size_t line = section_side;
    field(ar, "offset",       section.offset,       {.label = "Offset", .unit = "bytes", .kind = Role::derived});
    field(ar, "unknown_1",    section.unknown_1,    {.kind = Role::opaque});
    field(ar, "texture_bank", section.texture_bank, {.label = "Texture bank", .refers_to = Target::texture_bank});
    field(ar, "size",         section.size,         {.label = "Size", .unit = "points", .kind = Role::opaque});
    field(ar, "unknown_2",    section.unknown_2,    {.kind = Role::opaque});
    blob(ar, "heights",  section.heights,  {.label = "Heights", .bytes_per_line = line});
    blob(ar, "plane_2",  section.plane_2,  {.label = "Plane 2", .doc = "Unused", .bytes_per_line = line});
    blob(ar, "textures", section.textures, {.label = "Textures", .bytes_per_line = line});
    blob(ar, "plane_4",  section.plane_4,  {.label = "Plane 4", .doc = "Unused", .bytes_per_line = line});
}

/// A terrain file, 263,432 bytes: header, four sections, footer. The values that every shipped file has are the defaults.
struct Terrain {
    static constexpr std::string_view root = "terrain";

    std::uint32_t unknown_1{16};
    std::uint32_t columns{2};  ///< sections along x; files have 2
    std::uint32_t rows{2};     ///< sections along z; files have 2
    std::uint32_t reserved{};
    std::uint32_t unknown_2{160};
    std::uint32_t unknown_3{1};  ///< the game refuses any other
    Derived<std::uint32_t> section_header_size;  ///< 22; the game refuses any other
    Derived<std::uint32_t> file_size;            ///< bytes without the footer: 263,416
    std::array<std::uint32_t, 28> unknown_4{};
    std::array<std::uint32_t, 256> unknown_5{0x7F501E19};
    std::array<std::uint32_t, 4> footer{0x4F4C5554, 0x0043C028, 0xFFFFFFFF, 0x00043735};  ///< begins "TULO"
    std::vector<TerrainSection> sections;  ///< always four: two along x, then the next two
    Bytes tail;                            ///< what follows the footer; shipped files have nothing there
    bool operator==(const Terrain&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Terrain& terrain, unsigned /*version*/)
{
    field(ar, "unknown_1", terrain.unknown_1, {.kind = Role::opaque});
    field(ar, "columns",   terrain.columns,   {.label = "Section columns"});
    field(ar, "rows",      terrain.rows,      {.label = "Section rows"});
    field(ar, "reserved",  terrain.reserved,  {.kind = Role::reserved});
    field(ar, "unknown_2", terrain.unknown_2, {.kind = Role::opaque});
    field(ar, "unknown_3", terrain.unknown_3, {.doc = "The game refuses anything but 1", .kind = Role::opaque});
    field(ar, "section_header_size", terrain.section_header_size,
          {.label = "Section header size", .unit = "bytes", .kind = Role::derived});
    field(ar, "file_size", terrain.file_size,
          {.label = "File size", .unit = "bytes", .doc = "Without the footer", .kind = Role::derived});
    field(ar, "unknown_4", terrain.unknown_4, {.kind = Role::opaque});
    field(ar, "unknown_5", terrain.unknown_5, {.kind = Role::opaque});
    field(ar, "footer", terrain.footer, {.doc = "Begins with TULO; the game does not read it", .kind = Role::opaque});
    list(ar, "sections", "section", terrain.sections, {.label = "Sections"});
    blob(ar, "tail", terrain.tail, {.label = "Tail", .doc = "Bytes behind the footer"});
}

/// Whether the bytes begin with a header that the game would take for a terrain.
[[nodiscard]] bool is_terrain(ByteView bytes);

/// Errors: truncated (the four sections or the footer are not all there), malformed (not a terrain).
[[nodiscard]] Result<Terrain> read_terrain(ByteView bytes, RawFallbacks* kept = nullptr);

/// Errors: out_of_range (not four sections, a plane of another size), mismatch.
[[nodiscard]] Result<Bytes> write_terrain(const Terrain& terrain);

/// How high each step is, in units. The steps are fine at the bottom and steep at the top.
/// Source: public format notes on the table in the game's program.
inline constexpr std::array<std::int16_t, 128> height_curve{
    0,    40,   40,   40,   80,   80,   80,   120,  120,  120,  160,  160,  160,  200,  200,  200,  //
    240,  240,  240,  280,  280,  320,  320,  320,  360,  360,  400,  400,  400,  440,  440,  480,  //
    480,  480,  520,  520,  560,  560,  600,  600,  600,  640,  640,  680,  680,  720,  720,  760,  //
    760,  800,  800,  840,  840,  880,  880,  920,  920,  960,  1000, 1000, 1040, 1040, 1080, 1120,  //
    1120, 1160, 1160, 1200, 1240, 1240, 1280, 1320, 1320, 1360, 1400, 1440, 1440, 1480, 1520, 1560,  //
    1600, 1600, 1640, 1680, 1720, 1760, 1800, 1840, 1880, 1920, 1960, 2000, 2040, 2080, 2120, 2200,  //
    2240, 2280, 2320, 2400, 2440, 2520, 2560, 2640, 2680, 2760, 2840, 2920, 3000, 3080, 3160, 3240,  //
    3360, 3440, 3560, 3680, 3800, 3960, 4080, 4280, 4440, 4680, 4920, 5200, 5560, 6040, 6680, 7760};

/// A plane, put together from the four sections, in the order of the file; only heights and textures mean something.
enum class TerrainPlane : std::uint8_t { heights, plane_2, textures, plane_4 };

/// What the planes are called, in the order of TerrainPlane.
inline constexpr std::array<std::string_view, 4> terrain_plane_names{"heights", "plane_2", "textures", "plane_4"};

/// 256 x 256 bytes as they stand in the file, row by row: x along a row, the map's Z falls from row to row.
/// A terrain without its four sections gives zeros for what is not there.
[[nodiscard]] std::vector<std::uint8_t> join_plane(const Terrain& terrain, TerrainPlane plane);

/// Takes 256 x 256 bytes apart into the four sections. Errors: out_of_range (another size).
[[nodiscard]] Status split_plane(Terrain& terrain, TerrainPlane plane, std::span<const std::uint8_t> values);

/// Height of a point in units above the lowest, 0 to 7760. `x` is its place in a row and `row` the row of the file, 0 to
/// 255 both, and clamped to that. In the map's own coordinates it lies at (256 x, -height, 65536 - 256 row): heights are
/// negative there, and rows run against the map's Z. How that was measured stands at terrain_mesh() in scene/scene.hpp.
[[nodiscard]] std::int32_t height(const Terrain& terrain, std::int32_t x, std::int32_t row);

/// All heights at once, 256 x 256 in units, in the order of join_plane().
[[nodiscard]] std::vector<std::int16_t> height_map(const Terrain& terrain);

/// The step of the curve nearest to a height in units; of equal steps, the lowest.
[[nodiscard]] std::uint8_t nearest_step(std::int32_t units);

/// What a cell is painted with.
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
