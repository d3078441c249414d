// Reads and writes WLD, and combines its four sections to one grid.
#include "art/terrain.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "art/read_back.hpp"
#include "art/terrain_planes.hpp"
#include "core/record/binary.hpp"

namespace redforge::art {
namespace {

constexpr std::size_t file_header_size = 1184;
constexpr std::size_t section_header_size = 22;
constexpr std::size_t planes_per_section = 4;
constexpr std::size_t section_size = section_header_size + planes_per_section * plane_size;
constexpr std::size_t section_count = 4;
constexpr std::size_t footer_size = 16;
constexpr std::size_t body_size = file_header_size + section_count * section_size;

/// The header in file layout: the terrain's fields and the sections' offsets.
struct FileHeader {
    std::array<std::uint32_t, 6> first{};
    std::uint32_t section_header_size{};
    std::uint32_t file_size{};
    std::array<std::uint32_t, 28> unknown_4{};
    std::array<std::uint32_t, section_count> offsets{};
    std::array<std::uint32_t, 256> unknown_5{};
};

template <class Archive>
constexpr void serialize(Archive& ar, FileHeader& header, unsigned /*version*/)
{
    field(ar, "first", header.first);
    field(ar, "section_header_size", header.section_header_size);
    field(ar, "file_size", header.file_size);
    field(ar, "unknown_4", header.unknown_4);
    field(ar, "offsets", header.offsets);
    field(ar, "unknown_5", header.unknown_5);
}

static_assert(wire_size<FileHeader>() == file_header_size);

constexpr std::uint32_t section_offset(std::size_t section)
{
    return static_cast<std::uint32_t>(file_header_size + section * section_size);
}

/// Returns the planes of a section in file order. `Section` can be const.
template <class Section>
auto planes_of(Section& section)
{
    return std::array{&section.heights, &section.plane_2, &section.textures, &section.plane_4};
}

void read_section(const std::byte* from, TerrainSection& section)
{
    section.unknown_1 = {load_le<std::uint16_t>(from), load_le<std::uint16_t>(from + 2),
                         load_le<std::uint16_t>(from + 4)};
    section.texture_bank = load_le<std::uint16_t>(from + 6);
    section.size = load_le<std::uint16_t>(from + 8);
    for (std::size_t i = 0; i < section.unknown_2.size(); ++i) {
        section.unknown_2[i] = load_le<std::uint16_t>(from + 10 + 2 * i);
    }
    from += section_header_size;
    for (Bytes* plane : planes_of(section)) {
        const ByteView bytes(from, plane_size);
        if (!all_zero(bytes)) {
            plane->assign(bytes.begin(), bytes.end());
        }
        from += plane_size;
    }
}

void append_section(Bytes& to, const TerrainSection& section)
{
    for (const std::uint16_t value : section.unknown_1) {
        append_le(to, value);
    }
    append_le(to, section.texture_bank);
    append_le(to, section.size);
    for (const std::uint16_t value : section.unknown_2) {
        append_le(to, value);
    }
    for (const Bytes* plane : planes_of(section)) {
        append(to, *plane);
        to.resize(to.size() + (plane->empty() ? plane_size : 0));
    }
}

Status check(const Terrain& terrain)
{
    if (terrain.sections.size() != section_count) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} sections", terrain.sections.size()),
                     .field = "sections",
                     .hint = fmt::format("a terrain has {}", section_count)});
    }
    for (std::size_t i = 0; i < section_count; ++i) {
        const auto planes = planes_of(terrain.sections[i]);
        for (std::size_t p = 0; p < planes.size(); ++p) {
            if (!planes[p]->empty() && planes[p]->size() != plane_size) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("{} bytes", planes[p]->size()),
                             .field = fmt::format("sections[{}].{}", i, terrain_plane_names[p]),
                             .hint = fmt::format("a plane has {0} lines of {0} bytes, or is left out when all are 0",
                                                 section_side)});
            }
        }
    }
    return {};
}

void drop_derived(Terrain& terrain)
{
    terrain.section_header_size.clear_if_equal(section_header_size);
    terrain.file_size.clear_if_equal(body_size);
    for (std::size_t i = 0; i < terrain.sections.size(); ++i) {
        terrain.sections[i].offset.clear_if_equal(section_offset(i));
    }
}

void tidy_terrain(Terrain& terrain, const Terrain& /*read_back*/)
{
    drop_derived(terrain);
    for (TerrainSection& section : terrain.sections) {
        for (Bytes* plane : planes_of(section)) {
            if (all_zero(*plane)) {
                plane->clear();
            }
        }
    }
}

Status check_header(ByteView bytes)
{
    constexpr std::size_t version_at = 0x14;
    if (bytes.size() >= file_header_size && !is_terrain(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("not a terrain: {} and {} at offsets 20 and 24",
                                            load_le<std::uint32_t>(bytes.data() + version_at),
                                            load_le<std::uint32_t>(bytes.data() + version_at + 4)),
                     .offset = version_at,
                     .hint = fmt::format("a terrain has 1 and {} there", section_header_size)});
    }
    if (bytes.size() < body_size + footer_size) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("the terrain ends after {} bytes", bytes.size()),
                     .offset = bytes.size(),
                     .hint = fmt::format("it has {}: a header, four sections and a footer", body_size + footer_size)});
    }
    return {};
}

/// Returns the plane of a section; empty if it is all zero or missing.
const Bytes* find_plane(const Terrain& terrain, TerrainPlane plane, std::size_t section)
{
    if (section >= terrain.sections.size()) {
        return nullptr;
    }
    const Bytes& bytes = *planes_of(terrain.sections[section])[static_cast<std::size_t>(plane)];
    return bytes.size() == plane_size ? &bytes : nullptr;
}

}  // namespace

bool is_terrain(ByteView bytes)
{
    // The game checks the same values.
    return bytes.size() >= file_header_size && load_le<std::uint32_t>(bytes.data() + 0x14) == 1 &&
           load_le<std::uint32_t>(bytes.data() + 0x18) == section_header_size;
}

Result<Terrain> read_terrain(ByteView bytes, RawFallbacks* kept)
{
    if (Status checked = check_header(bytes); !checked) {
        return fail(std::move(checked.error()));
    }
    FileHeader header;
    read_record(bytes.data(), header);
    Terrain terrain;
    terrain.unknown_1 = header.first[0];
    terrain.columns = header.first[1];
    terrain.rows = header.first[2];
    terrain.reserved = header.first[3];
    terrain.unknown_2 = header.first[4];
    terrain.unknown_3 = header.first[5];
    terrain.section_header_size = header.section_header_size;
    terrain.file_size = header.file_size;
    terrain.unknown_4 = header.unknown_4;
    terrain.unknown_5 = header.unknown_5;
    terrain.sections.resize(section_count);
    for (std::size_t i = 0; i < section_count; ++i) {
        terrain.sections[i].offset = header.offsets[i];
        read_section(bytes.data() + section_offset(i), terrain.sections[i]);
    }
    for (std::size_t i = 0; i < terrain.footer.size(); ++i) {
        terrain.footer[i] = load_le<std::uint32_t>(bytes.data() + body_size + 4 * i);
    }
    drop_derived(terrain);
    const ByteView tail = bytes.subspan(body_size + footer_size);
    terrain.tail.assign(tail.begin(), tail.end());
    if (kept != nullptr && !tail.empty()) {
        kept->push_back({"tail", "bytes after the footer", tail.size()});
    }
    return terrain;
}

Result<Bytes> write_terrain(const Terrain& terrain)
{
    if (Status checked = check(terrain); !checked) {
        return fail(std::move(checked.error()));
    }
    FileHeader header;
    header.first = {terrain.unknown_1, terrain.columns,   terrain.rows,
                    terrain.reserved,  terrain.unknown_2, terrain.unknown_3};
    header.section_header_size = terrain.section_header_size.value_or(section_header_size);
    header.file_size = terrain.file_size.value_or(body_size);
    header.unknown_4 = terrain.unknown_4;
    header.unknown_5 = terrain.unknown_5;
    for (std::size_t i = 0; i < section_count; ++i) {
        header.offsets[i] = terrain.sections[i].offset.value_or(section_offset(i));
    }
    Bytes bytes;
    append_record(bytes, header);
    for (const TerrainSection& section : terrain.sections) {
        append_section(bytes, section);
    }
    for (const std::uint32_t value : terrain.footer) {
        append_le(bytes, value);
    }
    append(bytes, terrain.tail);
    const auto read = [](ByteView written) { return read_terrain(written); };
    if (Status same = check_reads_back(terrain, bytes, read, tidy_terrain); !same) {
        return fail(std::move(same.error()));
    }
    return bytes;
}

std::vector<std::uint8_t> join_plane(const Terrain& terrain, TerrainPlane plane)
{
    std::vector<std::uint8_t> joined(terrain_side * terrain_side);
    for (std::size_t section = 0; section < section_count; ++section) {
        const Bytes* const bytes = find_plane(terrain, plane, section);
        if (bytes == nullptr) {
            continue;
        }
        for (std::size_t row = 0; row < section_side; ++row) {
            const std::size_t to = (section / 2 * section_side + row) * terrain_side + section % 2 * section_side;
            std::memcpy(joined.data() + to, bytes->data() + row * section_side, section_side);
        }
    }
    return joined;
}

Status split_plane(Terrain& terrain, TerrainPlane plane, std::span<const std::uint8_t> values)
{
    if (values.size() != terrain_side * terrain_side) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} points", values.size()),
                     .hint = fmt::format("a terrain has {0} x {0}", terrain_side)});
    }
    terrain.sections.resize(section_count);
    for (std::size_t section = 0; section < section_count; ++section) {
        Bytes& bytes = *planes_of(terrain.sections[section])[static_cast<std::size_t>(plane)];
        bytes.resize(plane_size);
        for (std::size_t row = 0; row < section_side; ++row) {
            const std::size_t from = (section / 2 * section_side + row) * terrain_side + section % 2 * section_side;
            std::memcpy(bytes.data() + row * section_side, values.data() + from, section_side);
        }
        if (all_zero(bytes)) {
            bytes.clear();
        }
    }
    return {};
}

std::int32_t height(const Terrain& terrain, std::int32_t x, std::int32_t row)
{
    constexpr std::int32_t last = terrain_side - 1;
    const auto column = static_cast<std::size_t>(std::clamp(x, 0, last));
    const auto line = static_cast<std::size_t>(std::clamp(row, 0, last));
    const std::size_t section = line / section_side * 2 + column / section_side;
    const Bytes* const bytes = find_plane(terrain, TerrainPlane::heights, section);
    const std::size_t at = line % section_side * section_side + column % section_side;
    return height_curve[bytes == nullptr ? 0 : static_cast<std::size_t>((*bytes)[at]) & 0x7F];
}

std::vector<std::int16_t> height_map(const Terrain& terrain)
{
    const std::vector<std::uint8_t> steps = join_plane(terrain, TerrainPlane::heights);
    std::vector<std::int16_t> heights(steps.size());
    std::ranges::transform(steps, heights.begin(), [](std::uint8_t step) { return height_curve[step & 0x7F]; });
    return heights;
}

std::uint8_t nearest_step(std::int32_t units)
{
    units = std::clamp<std::int32_t>(units, 0, height_curve.back());
    const auto above = std::ranges::lower_bound(height_curve, units);
    if (above == height_curve.begin()) {
        return 0;
    }
    const std::int16_t below = *std::prev(above);
    const auto first = units - below <= *above - units ? std::ranges::lower_bound(height_curve, below) : above;
    return static_cast<std::uint8_t>(first - height_curve.begin());
}

}  // namespace redforge::art
