// Exports and imports the frames of a GXA, and of an image of a texture bank, as pictures or as one GIF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "art/colour.hpp"
#include "art/image.hpp"
#include "art/picture_file.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// Default duration of a picture in a GIF, in 1/100 s.
inline constexpr std::uint16_t default_gif_delay = 10;

/// Returns a frame as a PNG in the colours of its file. Errors: unsupported (its packed pixels cannot be unpacked);
/// those of art::write_png().
[[nodiscard]] Result<Bytes> frame_to_png(const art::PictureFile& file, std::size_t frame);

/// Returns frames as an animation, each at its offsets. `delay`: duration of each frame, in 1/100 s. Errors:
/// unsupported (the packed pixels of a frame cannot be unpacked); those of write_gif().
[[nodiscard]] Result<Bytes> frames_to_gif(const art::PictureFile& file, std::size_t first, std::size_t count,
                                          std::uint16_t delay);

/// Replaces the picture and the size of a frame. A frame with equal pixels keeps its original stream.
/// Errors: out_of_range (a side of more than 32767); those of art::read_png_with_palette().
[[nodiscard]] Status frame_from_png(art::PictureFile& file, std::size_t frame, ByteView png);

/// Replaces frames by the pictures of a GIF, in order. A frame keeps its size and offsets if nothing is drawn outside
/// of it; otherwise it gets the size of the canvas. After an error, all frames are unchanged. Errors: usage (the GIF
/// has another number of pictures); out_of_range (a side of more than 32767); those of read_gif().
[[nodiscard]] Status frames_from_gif(art::PictureFile& file, std::size_t first, std::size_t count, ByteView gif);

/// Returns all frames of an image of a bank as an animation, with the image's frame duration. Uses the colours of the
/// image if it has any, else `colours`, or greys if these are empty. Errors: those of art::decode_frames() and
/// write_gif().
[[nodiscard]] Result<Bytes> image_to_gif(const art::Image& image, std::span<const art::Colour> colours);

/// Replaces the frames of an image by the pictures of a GIF. Returns true if they changed.
/// Errors: those of read_gif() and art::replace_frames().
[[nodiscard]] Result<bool> image_from_gif(art::Image& image, ByteView gif, std::span<const art::Colour> colours);

}  // namespace redforge::exchange
