// GIF: animations out for the tools that artists use, and in from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "art/colour.hpp"
#include "art/picture.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// A picture of an animation and where it stands on the canvas, which is as large as all of them need.
struct GifFrame {
    art::IndexedImage picture;
    std::uint32_t left{};
    std::uint32_t top{};
};

/// An animation that repeats; each picture takes the place of the one before. Index 0 is transparent.
/// `delay`: how long each is shown, in hundredths of a second.
/// Errors: out_of_range (no pictures, one without pixels, more than art::max_pixels or beyond 65535, no or more than 256
/// colours), unsupported (built without giflib).
[[nodiscard]] Result<Bytes> write_gif(std::span<const GifFrame> frames, std::span<const art::Colour> colours,
                                      std::uint16_t delay);

/// The whole canvas as an animation shows it, once for each of its pictures. An index whose colour is that of the same index
/// of `colours` stays, others are matched by colour. Errors: malformed; truncated (fewer bytes than its sizes need);
/// out_of_range (more than art::max_pixels, or together more than four times as many);
/// unsupported (built without giflib).
[[nodiscard]] Result<std::vector<art::IndexedImage>> read_gif(ByteView bytes, std::span<const art::Colour> colours);

}  // namespace redforge::exchange
