// The images of a bank as pictures: their frames out, and other ones in.
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

/// How many frames an image has: at least 1.
[[nodiscard]] std::size_t frame_count(const Image& image);

/// One frame of an image, 0 first.
/// Errors: out_of_range (no such frame, a row outside the data, too many pixels), malformed (pixels kept as bytes).
[[nodiscard]] Result<IndexedImage> decode_frame(const Image& image, std::size_t frame);

/// All frames of an image, in order. Together they may have max_pixels.
[[nodiscard]] Result<std::vector<IndexedImage>> decode_frames(const Image& image);

/// Returns colours of 6 bits a part as 8 bits: 63 becomes 255, and the upper 6 bits stay. Colours with a part above 63 have
/// 8 bits already and stay as they are.
[[nodiscard]] std::vector<Colour> eight_bit_colours(std::vector<Colour> colours);

/// The colours that an image is shown in, 8 bits a part: its own, which the file has with 6, or `map_colours` (of a COL file), or greys when there are none.
[[nodiscard]] std::vector<Colour> colours_of(const Image& image, std::span<const Colour> map_colours);

/// The image of that name, in any case, or null.
[[nodiscard]] const Image* find_image(const TextureBank& bank, std::string_view name);

/// Puts other pixels into an image. One frame into an image without a row table stays raw; anything else becomes a row
/// table, in which rows that look the same are stored once. Size and frame count follow; everything else stays.
/// Errors: out_of_range (no frames, frames of different sizes, sides of 0 or above 32,767).
[[nodiscard]] Status replace_frames(Image& image, std::span<const IndexedImage> frames);

/// Replaces the image with this name. Errors: those of the overload; unknown_name.
[[nodiscard]] Status replace_image(TextureBank& bank, std::string_view name, std::span<const IndexedImage> frames);

}  // namespace redforge::art
