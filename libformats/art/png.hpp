// Reads and writes PNG files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "art/colour.hpp"
#include "art/picture.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// Appearance of index 0 outside the game.
enum class IndexZero : std::uint8_t { transparent, opaque };

/// Compression effort. `quick` takes a fraction of the time and gives somewhat larger files.
enum class Effort : std::uint8_t { thorough, quick };

/// Writes an indexed PNG with unchanged indices and a palette of up to 256 colours.
/// Errors: out_of_range (no pixels, an index without a colour, no or more than 256 colours).
[[nodiscard]] Result<Bytes> write_png(const IndexedImage& image, std::span<const Colour> colours,
                                      IndexZero index_zero = IndexZero::transparent, Effort effort = Effort::thorough);

/// Writes a true colour PNG with alpha. Errors: out_of_range (no pixels).
[[nodiscard]] Result<Bytes> write_png(const RgbaImage& image, Effort effort = Effort::thorough);

/// Content of a PNG: colours, or indices if it has a palette.
struct PngImage {
    std::vector<Colour> colours;       ///< the palette of an indexed PNG, otherwise empty
    std::vector<std::uint8_t> alphas;  ///< one for each of `colours`, 255 opaque
    IndexedImage indexed;              ///< pixels of an indexed PNG
    RgbaImage rgba;                    ///< pixels of any other PNG
    [[nodiscard]] bool is_indexed() const { return !colours.empty(); }
};

/// Returns true if the bytes begin like a PNG.
[[nodiscard]] bool is_png(ByteView bytes);

/// Reads a PNG of any kind. Errors: malformed; truncated (fewer bytes than its size needs); out_of_range (more than
/// max_pixels).
[[nodiscard]] Result<PngImage> read_png(ByteView bytes);

/// Returns the picture as colours, with the transparency of the PNG.
[[nodiscard]] RgbaImage to_rgba(const PngImage& png);

/// Returns true if an indexed PNG has the colours of `colours` at each index that it uses. Index 0 counts only if it is
/// opaque.
[[nodiscard]] bool has_colours(const PngImage& png, std::span<const Colour> colours, IndexZero index_zero);

/// Reads a PNG for an image with a palette. Keeps its indices if its palette agrees with `colours` at all indices that
/// it uses (except 0); otherwise matches colours. Errors: those of read_png() and match_to_palette().
[[nodiscard]] Result<IndexedImage> read_png_with_palette(ByteView bytes, std::span<const Colour> colours);

}  // namespace redforge::art
