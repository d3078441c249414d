// Converts palettes to PNG pictures, and back.
#include "art/palette_image.hpp"

#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "art/palette.hpp"
#include "art/png.hpp"

namespace redforge::art {
namespace {

constexpr std::uint32_t side = 16;
static_assert(side * side == palette_colours);

}  // namespace

Result<Bytes> palette_to_png(const Palette& palette)
{
    IndexedImage image{side, side, std::vector<std::uint8_t>(palette_colours)};
    std::iota(image.indices.begin(), image.indices.end(), std::uint8_t{0});
    return write_png(image, palette.colours, IndexZero::opaque);
}

Status palette_from_png(Palette& palette, ByteView png)
{
    Result<PngImage> read = read_png(png);
    if (!read) {
        return fail(std::move(read.error()));
    }
    if (read->is_indexed()) {
        if (read->colours.size() != palette_colours) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("a PNG with a palette of {} colours", read->colours.size()),
                         .hint = fmt::format("a palette has {}", palette_colours)});
        }
        palette.colours = std::move(read->colours);
        return {};
    }
    if (read->rgba.width != side || read->rgba.height != side) {
        return fail(
            {.code = ErrorCode::out_of_range,
             .message =
                 fmt::format("a picture of {} x {} pixels without a palette", read->rgba.width, read->rgba.height),
             .hint = fmt::format("give an indexed PNG of {} colours, or {} x {} pixels", palette_colours, side, side)});
    }
    palette.colours.clear();
    for (std::size_t i = 0; i < palette_colours; ++i) {
        const std::uint8_t* const rgba = read->rgba.rgba.data() + 4 * i;
        palette.colours.push_back({rgba[0], rgba[1], rgba[2]});
    }
    return {};
}

}  // namespace redforge::art
