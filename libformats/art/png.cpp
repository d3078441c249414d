// Reads and writes PNG with libpng's simplified interface, which reports errors without longjmp.
#include "art/png.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>
#include <png.h>

namespace redforge::art {
namespace {

/// A deflate stream expands at most 1032 times, and a byte contains at most 8 pixels.
constexpr std::uint64_t max_pixels_per_byte = 1032 * 8;

constexpr std::array<std::uint8_t, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

/// Owns libpng's state for one picture.
class PngState {
public:
    PngState() { image.version = PNG_IMAGE_VERSION; }
    ~PngState() { png_image_free(&image); }
    PngState(const PngState&) = delete;
    PngState& operator=(const PngState&) = delete;

    png_image image{};
};

bool failed(const PngState& state)
{
    return PNG_IMAGE_FAILED(state.image);
}

Error png_error(const PngState& state, const char* action)
{
    return {.code = ErrorCode::malformed,
            .message = fmt::format("cannot {} the PNG: {}", action, static_cast<const char*>(state.image.message))};
}

Error bad_size(std::uint64_t width, std::uint64_t height)
{
    return {.code = ErrorCode::out_of_range,
            .message = fmt::format("a picture of {} x {} pixels", width, height),
            .hint = fmt::format("a picture has at least one pixel and at most {}", max_pixels)};
}

/// Writes `pixels` with libpng. Calls it twice: first for the size, then for the bytes.
Result<Bytes> write(PngState& state, const void* pixels, const void* colour_map, Effort effort)
{
    if (effort == Effort::quick) {
        state.image.flags |= PNG_IMAGE_FLAG_FAST;
    }
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(state.image);
    Bytes bytes(size);
    if (png_image_write_to_memory(&state.image, bytes.data(), &size, 0, pixels, 0, colour_map) == 0) {
        return fail(png_error(state, "write"));
    }
    bytes.resize(size);
    bytes.shrink_to_fit();
    return bytes;
}

bool has_pixels(std::uint32_t width, std::uint32_t height, std::size_t values, std::size_t per_pixel)
{
    const std::uint64_t pixels = std::uint64_t{width} * height;
    return pixels > 0 && pixels <= max_pixels && values == pixels * per_pixel;
}

}  // namespace

Result<Bytes> write_png(const IndexedImage& image, std::span<const Colour> colours, IndexZero index_zero, Effort effort)
{
    if (!has_pixels(image.width, image.height, image.indices.size(), 1)) {
        return fail(bad_size(image.width, image.height));
    }
    const std::uint8_t highest = *std::ranges::max_element(image.indices);
    if (highest >= colours.size() || colours.size() > palette_colours) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("indices up to {} and {} colours", highest, colours.size()),
                     .hint = fmt::format("each index needs a colour, at most {}", palette_colours)});
    }
    PngState state;
    state.image.width = image.width;
    state.image.height = image.height;
    state.image.format = PNG_FORMAT_RGBA_COLORMAP;
    state.image.colormap_entries = static_cast<png_uint_32>(colours.size());
    std::vector<std::uint8_t> colour_map;
    for (const Colour& colour : colours) {
        const bool opaque = !colour_map.empty() || index_zero == IndexZero::opaque;
        colour_map.insert(colour_map.end(), {colour.r, colour.g, colour.b, std::uint8_t(opaque ? 255 : 0)});
    }
    return write(state, image.indices.data(), colour_map.data(), effort);
}

Result<Bytes> write_png(const RgbaImage& image, Effort effort)
{
    if (!has_pixels(image.width, image.height, image.rgba.size(), 4)) {
        return fail(bad_size(image.width, image.height));
    }
    PngState state;
    state.image.width = image.width;
    state.image.height = image.height;
    state.image.format = PNG_FORMAT_RGBA;
    return write(state, image.rgba.data(), nullptr, effort);
}

bool is_png(ByteView bytes)
{
    return bytes.size() >= signature.size() && std::memcmp(bytes.data(), signature.data(), signature.size()) == 0;
}

Result<PngImage> read_png(ByteView bytes)
{
    if (!is_png(bytes)) {
        return fail({.code = ErrorCode::malformed, .message = "not a PNG", .offset = 0});
    }
    PngState state;
    if (png_image_begin_read_from_memory(&state.image, bytes.data(), bytes.size()) == 0 || failed(state)) {
        return fail(png_error(state, "read"));
    }
    const std::uint64_t pixels = std::uint64_t{state.image.width} * state.image.height;
    if (pixels == 0 || pixels > max_pixels) {
        return fail(bad_size(state.image.width, state.image.height));
    }
    if (pixels > bytes.size() * max_pixels_per_byte) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("{} bytes cannot hold the {} x {} pixels that they announce", bytes.size(),
                                            state.image.width, state.image.height),
                     .offset = bytes.size()});
    }
    const bool indexed = (state.image.format & PNG_FORMAT_FLAG_COLORMAP) != 0;
    state.image.format = indexed ? PNG_FORMAT_RGBA_COLORMAP : PNG_FORMAT_RGBA;
    std::vector<std::uint8_t> buffer(PNG_IMAGE_SIZE(state.image));
    std::vector<std::uint8_t> colour_map(indexed ? 4 * palette_colours : 0);
    if (png_image_finish_read(&state.image, nullptr, buffer.data(), 0, indexed ? colour_map.data() : nullptr) == 0 ||
        failed(state)) {
        return fail(png_error(state, "read"));
    }
    PngImage result;
    if (!indexed) {
        result.rgba = {state.image.width, state.image.height, std::move(buffer)};
        return result;
    }
    const std::size_t entries = std::clamp<std::size_t>(state.image.colormap_entries, 1, palette_colours);
    for (std::size_t i = 0; i < entries; ++i) {
        result.colours.push_back({colour_map[4 * i], colour_map[4 * i + 1], colour_map[4 * i + 2]});
        result.alphas.push_back(colour_map[4 * i + 3]);
    }
    result.indexed = {state.image.width, state.image.height, std::move(buffer)};
    const std::uint8_t highest = *std::ranges::max_element(result.indexed.indices);
    if (highest >= entries) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("index {} in a PNG with {} colours", highest, entries),
                     .hint = "each index needs a colour"});
    }
    return result;
}

RgbaImage to_rgba(const PngImage& png)
{
    if (!png.is_indexed()) {
        return png.rgba;
    }
    RgbaImage picture = to_rgba(png.indexed, png.colours);
    for (std::size_t i = 0; i < png.indexed.indices.size(); ++i) {
        picture.rgba[4 * i + 3] = png.alphas[png.indexed.indices[i]];
    }
    return picture;
}

bool has_colours(const PngImage& png, std::span<const Colour> colours, IndexZero index_zero)
{
    return png.is_indexed() && std::ranges::all_of(png.indexed.indices, [&](std::uint8_t index) {
               return (index == 0 && index_zero == IndexZero::transparent) ||
                      (index < colours.size() && colours[index] == png.colours[index]);
           });
}

Result<IndexedImage> read_png_with_palette(ByteView bytes, std::span<const Colour> colours)
{
    Result<PngImage> png = read_png(bytes);
    if (!png) {
        return fail(std::move(png.error()));
    }
    if (!png->is_indexed()) {
        return match_to_palette(png->rgba, colours);
    }
    if (has_colours(*png, colours, IndexZero::transparent)) {
        return std::move(png->indexed);
    }
    return match_to_palette(to_rgba(*png), colours);
}

}  // namespace redforge::art
