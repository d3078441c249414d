// Pictures in memory, as palette indices or colours, and their conversion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "art/colour.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// A picture as palette indices, row by row from the top. Index 0 is transparent.
struct IndexedImage {
    std::uint32_t width{};   ///< pixels
    std::uint32_t height{};  ///< pixels
    std::vector<std::uint8_t> indices;
    bool operator==(const IndexedImage&) const = default;
};

/// A picture as colours, four bytes per pixel: red, green, blue, alpha (255 is opaque).
struct RgbaImage {
    std::uint32_t width{};   ///< pixels
    std::uint32_t height{};  ///< pixels
    std::vector<std::uint8_t> rgba;
    bool operator==(const RgbaImage&) const = default;
};

/// Maximum number of pixels of a picture: 4096 x 4096. Originals have 256 x 256.
inline constexpr std::uint64_t max_pixels = std::uint64_t{4096} * 4096;

/// Converts an indexed picture to colours. Indices without a colour become black. Index 0 is transparent.
[[nodiscard]] RgbaImage to_rgba(const IndexedImage& image, std::span<const Colour> colours);

/// Draws a picture over another one, with its upper left corner at a pixel. Transparent pixels, and pixels outside of
/// `onto`, are not drawn.
void draw_picture(RgbaImage& onto, const RgbaImage& picture, std::int32_t left, std::int32_t top);

/// Converts a picture to palette indices: the nearest colour of index 1 to 255 (the first of equally near ones), or
/// index 0 if alpha is below 128. Errors: out_of_range (fewer than two colours).
[[nodiscard]] Result<IndexedImage> match_to_palette(const RgbaImage& image, std::span<const Colour> colours);

/// Returns the number of different colours of a picture that are not at index 1 to 255 of a palette. Ignores pixels
/// with alpha below 128.
[[nodiscard]] std::size_t count_inexact(const RgbaImage& image, std::span<const Colour> colours);

}  // namespace redforge::art
