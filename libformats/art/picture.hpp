// Pictures in the memory: palette indices or colours, and from one to the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "art/colour.hpp"
#include "core/error.hpp"

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
inline constexpr std::uint64_t max_pixels = std::uint64_t{4096} * 4096;

/// An indexed picture in colours; indices that `colours` does not have are black. Index 0 is transparent.
[[nodiscard]] RgbaImage to_rgba(const IndexedImage& image, std::span<const Colour> colours);

/// A picture matched to a palette: the nearest colour of index 1 to 255 (of equally near ones the first), index 0
/// where alpha is below 128. Errors: out_of_range (fewer than two colours).
[[nodiscard]] Result<IndexedImage> match_to_palette(const RgbaImage& image, std::span<const Colour> colours);

/// How many different colours of a picture, where alpha is 128 or more, are none of index 1 to 255 of a palette.
[[nodiscard]] std::size_t count_inexact(const RgbaImage& image, std::span<const Colour> colours);

}  // namespace redforge::art
