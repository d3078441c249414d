// Converts terrain planes to PNG pictures, and back.
#include "art/terrain_image.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "art/png.hpp"

namespace redforge::art {
namespace {

constexpr int highest = height_curve.back();

std::vector<Colour> height_colours()
{
    std::vector<Colour> colours(palette_colours);
    for (std::size_t i = 0; i < palette_colours; ++i) {
        const auto grey = static_cast<std::uint8_t>((height_curve[i & 0x7F] * 255 + highest / 2) / highest);
        colours[i] = {grey, grey, grey};
    }
    return colours;
}

/// Returns the display colours: four levels for each two bits of the texture number, darker for each quarter turn.
std::vector<Colour> tile_colours()
{
    std::vector<Colour> colours(palette_colours);
    for (std::size_t i = 0; i < palette_colours; ++i) {
        const TerrainTile tile = tile_of(static_cast<std::uint8_t>(i));
        const auto level = [&](int shift) {
            return static_cast<std::uint8_t>(15 + (tile.texture >> shift & 3) * 80 - tile.turns * 5);
        };
        colours[i] = {level(4), level(2), level(0)};
    }
    return colours;
}

/// Returns the height for a colour, in units, from its luminance (ITU-R BT.601 weights).
std::int32_t units_of(const std::uint8_t* rgba)
{
    const int grey_1000 = 299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2];
    return (grey_1000 * (highest / 10) + 127500 / 10) / (255000 / 10);
}

std::vector<Colour> plane_colours(TerrainPlane plane)
{
    switch (plane) {
    case TerrainPlane::heights: return height_colours();
    case TerrainPlane::textures: return tile_colours();
    case TerrainPlane::plane_2:
    case TerrainPlane::plane_4: break;
    }
    return grey_colours();
}

/// Returns the byte that an exported colour represents. Errors: mismatch (another colour).
Result<std::uint8_t> value_of_colour(const std::uint8_t* rgba, std::span<const Colour> colours, std::size_t place)
{
    const Colour colour{rgba[0], rgba[1], rgba[2]};
    const auto found = std::ranges::find(colours, colour);
    if (found == colours.end()) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("pixel {}, {} has colour {} {} {}, which has no meaning in this plane",
                                            place % terrain_side, place / terrain_side, colour.r, colour.g, colour.b),
                     .hint = "use only the colours of an exported plane"});
    }
    return static_cast<std::uint8_t>(found - colours.begin());
}

}  // namespace

Result<Bytes> terrain_to_png(const Terrain& terrain, TerrainPlane plane)
{
    const IndexedImage image{terrain_side, terrain_side, join_plane(terrain, plane)};
    return write_png(image, plane_colours(plane), IndexZero::opaque);
}

Status terrain_from_png(Terrain& terrain, TerrainPlane plane, ByteView png)
{
    Result<PngImage> read = read_png(png);
    if (!read) {
        return fail(std::move(read.error()));
    }
    const std::uint32_t width = read->is_indexed() ? read->indexed.width : read->rgba.width;
    const std::uint32_t height = read->is_indexed() ? read->indexed.height : read->rgba.height;
    if (width != terrain_side || height != terrain_side) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a picture of {} x {} pixels", width, height),
                     .hint = fmt::format("a terrain has {0} x {0} points", terrain_side)});
    }
    const std::vector<Colour> colours = plane_colours(plane);
    if (has_colours(*read, colours, IndexZero::opaque)) {
        return split_plane(terrain, plane, read->indexed.indices);
    }
    const RgbaImage picture = to_rgba(*read);
    std::vector<std::uint8_t> values = join_plane(terrain, plane);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint8_t* const rgba = picture.rgba.data() + 4 * i;
        if (plane == TerrainPlane::heights) {
            values[i] = static_cast<std::uint8_t>((values[i] & 0x80) | nearest_step(units_of(rgba)));
            continue;
        }
        const Result<std::uint8_t> value = value_of_colour(rgba, colours, i);
        if (!value) {
            return fail(value.error());
        }
        values[i] = *value;
    }
    return split_plane(terrain, plane, values);
}

}  // namespace redforge::art
