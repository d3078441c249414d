// Converts single pictures to and from PNG.
#include "art/still_picture.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "art/png.hpp"

namespace redforge::art {
namespace {

constexpr std::uint8_t opaque_alpha = 255;

std::tuple<std::uint8_t, std::uint8_t, std::uint8_t> parts_of(const Colour& colour)
{
    return {colour.r, colour.g, colour.b};
}

/// Replaces the palette of a picture with one that contains all its colours. Changes nothing if a colour is missing.
void use_colours(PalettedImage& picture, std::span<const Colour> colours)
{
    std::map<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>, std::uint8_t> index_of;
    for (std::size_t i = 0; i < std::min(colours.size(), palette_colours); ++i) {
        index_of.try_emplace(parts_of(colours[i]), static_cast<std::uint8_t>(i));
    }
    std::array<std::uint8_t, palette_colours> index_in{};
    for (std::size_t i = 0; i < picture.colours.size(); ++i) {
        const auto found = index_of.find(parts_of(picture.colours[i]));
        if (found == index_of.end()) {
            return;
        }
        index_in[i] = found->second;
    }
    for (std::uint8_t& index : picture.image.indices) {
        index = index_in[index];
    }
    picture.colours.assign(colours.begin(), colours.end());
}

}  // namespace

RgbaImage to_rgba(const StillPicture& picture)
{
    if (const auto* const rgba = std::get_if<RgbaImage>(&picture)) {
        return *rgba;
    }
    const auto& paletted = std::get<PalettedImage>(picture);
    RgbaImage rgba = to_rgba(paletted.image, paletted.colours);
    for (std::size_t i = 3; i < rgba.rgba.size(); i += 4) {
        rgba.rgba[i] = opaque_alpha;  // index 0 too
    }
    return rgba;
}

Result<Bytes> to_png(const StillPicture& picture)
{
    if (const auto* const rgba = std::get_if<RgbaImage>(&picture)) {
        return write_png(*rgba);
    }
    const auto& paletted = std::get<PalettedImage>(picture);
    return write_png(paletted.image, paletted.colours, IndexZero::opaque);
}

Result<PalettedImage> still_picture_from_png(ByteView png, std::span<const Colour> colours)
{
    Result<PngImage> read = read_png(png);
    if (!read) {
        return fail(read.error());
    }
    const RgbaImage rgba = to_rgba(*read);
    for (std::size_t i = 3; i < rgba.rgba.size(); i += 4) {
        if (rgba.rgba[i] != opaque_alpha) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = "the PNG has transparent pixels",
                         .hint = "all pixels of this file are opaque; fill them with a colour"});
        }
    }
    if (read->is_indexed()) {
        return PalettedImage{std::move(read->indexed), std::move(read->colours), IndexZero::opaque};
    }
    std::optional<PalettedImage> paletted = with_exact_palette(rgba);
    if (!paletted) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "the PNG has more than 256 colours",
                     .hint = "save it with a palette of at most 256 colours"});
    }
    use_colours(*paletted, colours);
    return *std::move(paletted);
}

std::string still_picture_description(std::uint64_t width, std::uint64_t height, std::uint32_t bits)
{
    constexpr std::uint32_t max_palette_bits = 8;
    return fmt::format("{} x {} pixels, {}", width, height,
                       bits <= max_palette_bits ? fmt::format("{} colours", 1U << bits) : fmt::format("{} bits", bits));
}

Status check_still_size(std::uint64_t width, std::uint64_t height, std::size_t stored, std::size_t expansion)
{
    if (width == 0 || height == 0) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("a picture of {} x {} pixels", width, height),
                     .hint = "it has no pixels to show"});
    }
    if (width > max_pixels || height > max_pixels || width * height > max_pixels) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a picture of {} x {} pixels", width, height),
                     .hint = fmt::format("at most {} pixels are decoded", max_pixels)});
    }
    if (width * height / expansion > stored) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("{} bytes for {} x {} pixels", stored, width, height),
                     .hint = "the file was cut off, or its size fields are wrong"});
    }
    return {};
}

void append_packed_pixels(std::vector<std::uint8_t>& indices, ByteView row, std::size_t width, unsigned bits)
{
    const unsigned pixels_in_byte = 8 / bits;
    const unsigned mask = (1U << bits) - 1;
    for (std::size_t x = 0; x < width; ++x) {
        const auto byte = std::to_integer<unsigned>(row[x / pixels_in_byte]);
        const auto shift = static_cast<unsigned>(8 - bits * (x % pixels_in_byte + 1));
        indices.push_back(static_cast<std::uint8_t>(byte >> shift & mask));
    }
}

}  // namespace redforge::art
