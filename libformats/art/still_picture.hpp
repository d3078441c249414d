// The picture of a file with a single picture (PCX, LBM, BMP), decoded, and its exchange with PNG files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "art/colour.hpp"
#include "art/exact_palette.hpp"
#include "art/picture.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// A decoded picture: indices with their palette, or colours. All pixels are opaque.
using StillPicture = std::variant<PalettedImage, RgbaImage>;

/// Returns the picture as colours.
[[nodiscard]] RgbaImage to_rgba(const StillPicture& picture);

/// Returns a PNG with the same indices and palette, or the same colours. Errors: those of write_png().
[[nodiscard]] Result<Bytes> to_png(const StillPicture& picture);

/// Reads a PNG for a file with a palette. A PNG with a palette keeps its indices and colours. Other PNGs get the
/// indices of `colours` if these have every colour of the PNG, or else a palette of their own. Errors: those of
/// read_png(); out_of_range (more than 256 colours, or a pixel that is not opaque).
[[nodiscard]] Result<PalettedImage> still_picture_from_png(ByteView png, std::span<const Colour> colours);

/// Returns a description such as "320 x 200 pixels, 256 colours".
[[nodiscard]] std::string still_picture_description(std::uint64_t width, std::uint64_t height, std::uint32_t bits);

/// Checks the size of a picture before it is decoded. `stored`: bytes of its data; `expansion`: maximum number of
/// pixels in a stored byte. Errors: malformed (a side of 0); out_of_range (more than max_pixels); truncated (too few
/// bytes).
[[nodiscard]] Status check_still_size(std::uint64_t width, std::uint64_t height, std::size_t stored,
                                      std::size_t expansion);

/// Appends the indices of a row of `width` pixels with 1, 2, 4 or 8 bits, the first pixel in the highest bits. The row
/// must have enough bytes.
void append_packed_pixels(std::vector<std::uint8_t>& indices, ByteView row, std::size_t width, unsigned bits);

}  // namespace redforge::art
