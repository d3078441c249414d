// PNG: pictures out for the tools that artists use, and in from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "art/colour.hpp"
#include "art/picture.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// Appearance of index 0 outside the game.
enum class IndexZero : std::uint8_t { transparent, opaque };

/// How long to look for a small file. `quick` takes a fraction of the time; its files are somewhat larger.
enum class Effort : std::uint8_t { thorough, quick };

/// An indexed PNG: the indices exactly as they are, up to 256 colours as its palette.
/// Errors: out_of_range (no pixels, an index without a colour, no or more than 256 colours).
[[nodiscard]] Result<Bytes> write_png(const IndexedImage& image, std::span<const Colour> colours,
                                      IndexZero index_zero = IndexZero::transparent, Effort effort = Effort::thorough);

/// A true colour PNG with alpha. Errors: out_of_range (no pixels).
[[nodiscard]] Result<Bytes> write_png(const RgbaImage& image, Effort effort = Effort::thorough);

/// A PNG that was read: in colours or, when it has a palette, in indices.
struct PngImage {
    std::vector<Colour> colours;       ///< the palette of an indexed PNG, otherwise empty
    std::vector<std::uint8_t> alphas;  ///< one for each of `colours`, 255 opaque
    IndexedImage indexed;              ///< of an indexed PNG
    RgbaImage rgba;                    ///< of any other
    [[nodiscard]] bool is_indexed() const { return !colours.empty(); }
};

/// Returns true if the bytes begin like a PNG.
[[nodiscard]] bool is_png(ByteView bytes);

/// Reads a PNG of any kind. Errors: malformed; truncated (fewer bytes than its size needs); out_of_range (more than
/// max_pixels).
[[nodiscard]] Result<PngImage> read_png(ByteView bytes);

/// The picture in colours, whatever the PNG was, transparent where the PNG says so.
[[nodiscard]] RgbaImage to_rgba(const PngImage& png);

/// Returns true if an indexed PNG has the colours of `colours` at each index that it uses. Index 0 counts only if it is
/// opaque.
[[nodiscard]] bool has_colours(const PngImage& png, std::span<const Colour> colours, IndexZero index_zero);

/// A PNG as a picture for an image with these colours: indices as they are when it has a palette that agrees with
/// `colours` (for all indices that it uses, 0 aside), otherwise matched by colour.
[[nodiscard]] Result<IndexedImage> read_png_with_palette(ByteView bytes, std::span<const Colour> colours);

}  // namespace redforge::art
