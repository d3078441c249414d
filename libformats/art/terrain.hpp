// WLD: the terrain of a map, 256 x 256 points in four sections.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "art/terrain_planes.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"

namespace redforge::art {

/// One of the four quarters of a terrain: a header of 22 bytes and four planes of 128 x 128 bytes, row by row.
/// A plane of zeros may be empty.
struct TerrainSection {
    Derived<std::uint32_t> offset;             ///< offset in the file header; the game ignores it
    std::array<std::uint16_t, 3> unknown_1{};  ///< shipped: the first is 2152, 568, 1308 and 10 in the four sections
    std::uint16_t texture_bank{302};           ///< the game ignores this value and uses 302
    std::uint16_t size{256};                   ///< shipped: always 256, points of the whole terrain
    std::array<std::uint16_t, 6> unknown_2{};
    Bytes heights;   ///< low 7 bits: step of the height curve; top bit: a marker of the tool that built the terrain
    Bytes plane_2;   ///< unused
    Bytes textures;  ///< low 6 bits: image of the texture bank; high 2 bits: quarter turns
    Bytes plane_4;   ///< unused
    bool operator==(const TerrainSection&) const = default;
};

template <class Archive>
void serialize(Archive& ar, TerrainSection& section, unsigned /*version*/)
{
    constexpr std::size_t line = section_side;
    field(ar, "offset", section.offset, {.label = "Offset", .unit = "bytes", .kind = Role::derived});
    field(ar, "unknown_1", section.unknown_1, {.kind = Role::opaque});
    field(ar, "texture_bank", section.texture_bank, {.label = "Texture bank", .refers_to = Target::texture_bank});
    field(ar, "size", section.size, {.label = "Size", .unit = "points", .kind = Role::opaque});
    field(ar, "unknown_2", section.unknown_2, {.kind = Role::opaque});
    blob(ar, "heights", section.heights, {.label = "Heights", .bytes_per_line = line});
    blob(ar, "plane_2", section.plane_2, {.label = "Plane 2", .doc = "Unused.", .bytes_per_line = line});
    blob(ar, "textures", section.textures, {.label = "Textures", .bytes_per_line = line});
    blob(ar, "plane_4", section.plane_4, {.label = "Plane 4", .doc = "Unused.", .bytes_per_line = line});
}

/// A terrain file, 263,432 bytes: header, four sections, footer. Defaults are the values of every shipped file.
struct Terrain {
    static constexpr std::string_view root = "terrain";

    std::uint32_t unknown_1{16};
    std::uint32_t columns{2};  ///< sections along x; files have 2
    std::uint32_t rows{2};     ///< sections along z; files have 2
    std::uint32_t reserved{};
    std::uint32_t unknown_2{160};
    std::uint32_t unknown_3{1};                  ///< the game rejects other values
    Derived<std::uint32_t> section_header_size;  ///< 22; the game rejects other values
    Derived<std::uint32_t> file_size;            ///< bytes without the footer: 263,416
    std::array<std::uint32_t, 28> unknown_4{};
    std::array<std::uint32_t, 256> unknown_5{0x7F501E19};
    std::array<std::uint32_t, 4> footer{0x4F4C5554, 0x0043C028, 0xFFFFFFFF, 0x00043735};  ///< begins "TULO"
    std::vector<TerrainSection> sections;  ///< always four: two along x, then the next two
    Bytes tail;                            ///< bytes after the footer; empty in shipped files
    bool operator==(const Terrain&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Terrain& terrain, unsigned /*version*/)
{
    field(ar, "unknown_1", terrain.unknown_1, {.kind = Role::opaque});
    field(ar, "columns", terrain.columns, {.label = "Section columns"});
    field(ar, "rows", terrain.rows, {.label = "Section rows"});
    field(ar, "reserved", terrain.reserved, {.kind = Role::reserved});
    field(ar, "unknown_2", terrain.unknown_2, {.kind = Role::opaque});
    field(ar, "unknown_3", terrain.unknown_3, {.doc = "The game accepts only 1.", .kind = Role::opaque});
    field(ar, "section_header_size", terrain.section_header_size,
          {.label = "Section header size", .unit = "bytes", .kind = Role::derived});
    field(ar, "file_size", terrain.file_size,
          {.label = "File size", .unit = "bytes", .doc = "File size without the footer.", .kind = Role::derived});
    field(ar, "unknown_4", terrain.unknown_4, {.kind = Role::opaque});
    field(ar, "unknown_5", terrain.unknown_5, {.kind = Role::opaque});
    field(ar, "footer", terrain.footer, {.doc = "Begins with TULO. The game does not read it.", .kind = Role::opaque});
    list(ar, "sections", "section", terrain.sections, {.label = "Sections"});
    blob(ar, "tail", terrain.tail, {.label = "Tail", .doc = "Bytes after the footer."});
}

/// Returns true if the bytes begin with a header that the game accepts as a terrain.
[[nodiscard]] bool is_terrain(ByteView bytes);

/// Reads a terrain. Errors: truncated (a section or the footer is incomplete), malformed (not a terrain).
[[nodiscard]] Result<Terrain> read_terrain(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a terrain. Errors: out_of_range (not four sections, a plane of another size), mismatch.
[[nodiscard]] Result<Bytes> write_terrain(const Terrain& terrain);

}  // namespace redforge::art
