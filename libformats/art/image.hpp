// Decodes the frames of a bank's images, and replaces them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "art/colour.hpp"
#include "art/picture.hpp"
#include "art/texture_bank.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// Returns the number of frames of an image, at least 1.
[[nodiscard]] std::size_t frame_count(const Image& image);

/// Returns a frame of an image; the first is 0.
/// Errors: out_of_range (no such frame, a row outside the data, too many pixels), malformed (pixels kept as bytes).
[[nodiscard]] Result<IndexedImage> decode_frame(const Image& image, std::size_t frame);

/// Returns all frames of an image, in order. Errors: those of decode_frame(), and out_of_range (more than max_pixels in
/// total).
[[nodiscard]] Result<std::vector<IndexedImage>> decode_frames(const Image& image);

/// Converts colours of 6 bits per component to 8 bits: 63 becomes 255, and the upper 6 bits keep the value. If any
/// component is above 63, the colours already have 8 bits and are returned unchanged.
[[nodiscard]] std::vector<Colour> eight_bit_colours(std::vector<Colour> colours);

/// Returns the colours of an image, with 8 bits per component: its own (6 bits in the file), else `map_colours` (of a
/// COL file), else greys.
[[nodiscard]] std::vector<Colour> colours_of(const Image& image, std::span<const Colour> map_colours);

/// Returns the image with a name, ignoring case. Returns null if there is none.
[[nodiscard]] const Image* find_image(const TextureBank& bank, std::string_view name);

/// Replaces the pixels of an image. An image without a row table stays raw if it gets one frame; otherwise it gets a
/// row table, in which equal rows are stored once. Updates size and frame count, and keeps everything else. Errors:
/// out_of_range (no frames, frames of different sizes, sides of 0 or above 32,767).
[[nodiscard]] Status replace_frames(Image& image, std::span<const IndexedImage> frames);

/// Replaces the image with this name. Errors: those of the overload; unknown_name.
[[nodiscard]] Status replace_image(TextureBank& bank, std::string_view name, std::span<const IndexedImage> frames);

}  // namespace redforge::art
