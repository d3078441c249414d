// Pictures: the frames of a texture as palette indices and as colours, and back.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "art/palette.hpp"
#include "art/texture_bank.hpp"

namespace redforge::art {

/// A picture in indices of a palette, row by row from the top. Index 0 is transparent.
struct IndexedImage {
    std::uint32_t width{};   ///< pixels
    std::uint32_t height{};  ///< pixels
    std::vector<std::uint8_t> indices;
    bool operator==(const IndexedImage&) const = default;
};

/// A picture in colours, four bytes a pixel: red, green, blue, alpha (255 opaque).
struct RgbaImage {
    std::uint32_t width{};   ///< pixels
    std::uint32_t height{};  ///< pixels
    std::vector<std::uint8_t> rgba;
    bool operator==(const RgbaImage&) const = default;
};

/// Most pixels that a picture may have before it is taken for a mistake: 4096 x 4096. Originals have 256 x 256.
inline constexpr std::uint64_t most_pixels = std::uint64_t{4096} * 4096;

/// How many frames an image has: at least 1.
[[nodiscard]] std::size_t frame_count(const Image& image);

/// One frame of an image, 0 first.
/// Errors: out_of_range (no such frame, a row outside the data, too many pixels), malformed (pixels kept as bytes).
[[nodiscard]] Result<IndexedImage> decode_frame(const Image& image, std::size_t frame);

/// All frames of an image, in order. Together they may have most_pixels.
[[nodiscard]] Result<std::vector<IndexedImage>> decode_frames(const Image& image);

/// The colours that an image is shown in: its own, or `map_colours` (of a COL file), or greys when there are none.
[[nodiscard]] std::vector<Colour> colours_of(const Image& image, std::span<const Colour> map_colours);

/// An indexed picture in colours; indices that `colours` does not have are black. Index 0 is transparent.
[[nodiscard]] RgbaImage to_rgba(const IndexedImage& image, std::span<const Colour> colours);

/// A picture matched to a palette: the nearest colour of index 1 to 255 (of equally near ones the first), index 0
/// where alpha is below 128. Errors: out_of_range (fewer than two colours).
[[nodiscard]] Result<IndexedImage> match_to_palette(const RgbaImage& image, std::span<const Colour> colours);

/// How many different colours of a picture, where alpha is 128 or more, are none of index 1 to 255 of a palette.
[[nodiscard]] std::size_t count_inexact(const RgbaImage& image, std::span<const Colour> colours);

/// The image of that name, in any case, or null.
[[nodiscard]] const Image* find_image(const TextureBank& bank, std::string_view name);

/// Puts other pixels into an image. One frame into an image without a row table stays raw; anything else becomes a row
/// table, in which rows that look the same are stored once. Size and frame count follow; everything else stays.
/// Errors: out_of_range (no frames, frames of different sizes, sides of 0 or above 32,767).
[[nodiscard]] Status replace_frames(Image& image, std::span<const IndexedImage> frames);

/// The same for the image of that name. Errors: also unknown_name.
[[nodiscard]] Status replace_image(TextureBank& bank, std::string_view name, std::span<const IndexedImage> frames);

}  // namespace redforge::art
