// Frames of a GXA, and of an image of a texture bank, as pictures and as one GIF, out and in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "art/colour.hpp"
#include "art/image.hpp"
#include "art/picture_file.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// How long a picture of a GIF is shown where nothing says it, in hundredths of a second.
inline constexpr std::uint16_t usual_gif_delay = 10;

/// A frame in the colours of its file. Errors: unsupported (its packed pixels give no picture); those of art::write_png().
[[nodiscard]] Result<Bytes> frame_to_png(const art::PictureFile& file, std::size_t frame);

/// Frames as an animation, each where its offsets put it. `delay`: hundredths of a second.
/// Errors: unsupported (as above); those of write_gif().
[[nodiscard]] Result<Bytes> frames_to_gif(const art::PictureFile& file, std::size_t first, std::size_t count,
                                          std::uint16_t delay);

/// Puts a picture into a frame, which takes its size. A frame with these very pixels keeps the stream that it was read from.
/// Errors: out_of_range (a side of more than 32767); those of art::read_png_with_palette().
[[nodiscard]] Status frame_from_png(art::PictureFile& file, std::size_t frame, ByteView png);

/// Puts the pictures of a GIF into frames, one into each in their order. A frame keeps its size and its offsets when nothing is
/// drawn beside it; otherwise it becomes the whole canvas. After an error all frames are as they were.
/// Errors: usage (another number of pictures); out_of_range (as above); those of read_gif().
[[nodiscard]] Status frames_from_gif(art::PictureFile& file, std::size_t first, std::size_t count, ByteView gif);

/// All frames of an image of a bank, in its own colours or else in `colours`, or else in greys, for as long as the image says.
/// Errors: those of art::decode_frames() and write_gif().
[[nodiscard]] Result<Bytes> image_to_gif(const art::Image& image, std::span<const art::Colour> colours);

/// Makes the pictures of a GIF the frames of an image. Returns whether they are others than before.
/// Errors: those of read_gif() and art::replace_frames().
[[nodiscard]] Result<bool> image_from_gif(art::Image& image, ByteView gif, std::span<const art::Colour> colours);

}  // namespace redforge::exchange
