// Reads and writes animated GIF files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "art/colour.hpp"
#include "art/picture.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// A picture of an animation, and its position on the canvas. The canvas is as large as needed.
struct GifFrame {
    art::IndexedImage picture;
    std::uint32_t left{};
    std::uint32_t top{};
};

/// Writes an animation that repeats; each picture replaces the previous one. Index 0 is transparent. `delay`: duration
/// of each picture, in 1/100 s. Errors: out_of_range (no pictures, one without pixels, more than art::max_pixels or
/// beyond 65535, no or more than 256 colours), unsupported (built without giflib).
[[nodiscard]] Result<Bytes> write_gif(std::span<const GifFrame> frames, std::span<const art::Colour> colours,
                                      std::uint16_t delay);

/// Reads an animation. Returns the complete canvas after each picture. Keeps an index if `colours` has the same colour
/// at it, and matches other indices by colour. Errors: malformed; truncated (fewer bytes than its sizes need);
/// out_of_range (a canvas of more than art::max_pixels, or more than four times as many pixels in total); unsupported
/// (built without giflib).
[[nodiscard]] Result<std::vector<art::IndexedImage>> read_gif(ByteView bytes, std::span<const art::Colour> colours);

}  // namespace redforge::exchange
