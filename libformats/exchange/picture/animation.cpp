// Converts frames to pictures and animations, and back.
#include "exchange/picture/animation.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "art/png.hpp"
#include "core/text/counts.hpp"
#include "exchange/picture/gif.hpp"

namespace redforge::exchange {
namespace {

constexpr int milliseconds_of_delay = 10;

Error in_frame(Error error, std::size_t frame)
{
    error.field = fmt::format("frames[{}]", frame);
    return error;
}

Result<art::IndexedImage> pixels_of(const art::PictureFrame& frame)
{
    if (frame.pixels.empty()) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "a frame without pixels",
                     .hint = "its packed pixels do not give its picture"});
    }
    return art::picture_of(frame);
}

/// Upper left corner of the area that the frames cover, with their offsets.
struct UpperLeft {
    int x{std::numeric_limits<int>::max()};
    int y{std::numeric_limits<int>::max()};
};

UpperLeft corner_of(std::span<const art::PictureFrame> frames)
{
    UpperLeft corner;
    for (const art::PictureFrame& frame : frames) {
        corner = {std::min<int>(corner.x, frame.x), std::min<int>(corner.y, frame.y)};
    }
    return corner;
}

/// Replaces the pixels of a frame. Keeps its packed stream if the pixels are equal. Errors: out_of_range (size).
Status replace_pixels(art::PictureFrame& frame, const art::IndexedImage& picture)
{
    constexpr std::uint32_t most = 0x7FFF;
    if (picture.width > most || picture.height > most) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} x {} pixels", picture.width, picture.height),
                     .hint = "a side has 32767 at most"});
    }
    const auto bytes = std::as_bytes(std::span(picture.indices));
    const auto width = static_cast<std::int16_t>(picture.width);
    const auto height = static_cast<std::int16_t>(picture.height);
    if (frame.width == width && frame.height == height && same_bytes(frame.pixels, bytes)) {
        return {};
    }
    frame.width = width;
    frame.height = height;
    frame.pixels.assign(bytes.begin(), bytes.end());
    frame.packed.clear();
    frame.unpacked_size = {};
    return {};
}

/// Returns the part of a canvas that a frame covers. Returns nullopt if there are pixels outside of it, or if the
/// canvas does not cover the whole frame.
std::optional<art::IndexedImage> crop_to_frame(const art::PictureFrame& frame, const UpperLeft& corner,
                                               const art::IndexedImage& canvas)
{
    if (frame.width < 1 || frame.height < 1) {
        return std::nullopt;
    }
    const auto left = static_cast<std::uint32_t>(frame.x - corner.x);
    const auto top = static_cast<std::uint32_t>(frame.y - corner.y);
    art::IndexedImage part{static_cast<std::uint32_t>(frame.width), static_cast<std::uint32_t>(frame.height), {}};
    if (left + part.width > canvas.width || top + part.height > canvas.height) {
        return std::nullopt;
    }
    for (std::uint32_t y = 0; y < canvas.height; ++y) {
        for (std::uint32_t x = 0; x < canvas.width; ++x) {
            const std::uint8_t index = canvas.indices[std::size_t{y} * canvas.width + x];
            if (x >= left && x - left < part.width && y >= top && y - top < part.height) {
                part.indices.push_back(index);
            } else if (index != 0) {
                return std::nullopt;
            }
        }
    }
    return part;
}

}  // namespace

Result<Bytes> frame_to_png(const art::PictureFile& file, std::size_t frame)
{
    const Result<art::IndexedImage> picture = pixels_of(file.frames[frame]);
    Result<Bytes> png = picture ? art::write_png(*picture, art::colours_of(file)) : fail(picture.error());
    return png ? std::move(png) : fail(in_frame(png.error(), frame));
}

Result<Bytes> frames_to_gif(const art::PictureFile& file, std::size_t first, std::size_t count, std::uint16_t delay)
{
    const auto frames = std::span(file.frames).subspan(first, count);
    const UpperLeft corner = corner_of(frames);
    std::vector<GifFrame> pictures;
    for (const art::PictureFrame& frame : frames) {
        Result<art::IndexedImage> picture = pixels_of(frame);
        if (!picture) {
            return fail(in_frame(picture.error(), first + pictures.size()));
        }
        pictures.push_back({std::move(*picture), static_cast<std::uint32_t>(frame.x - corner.x),
                            static_cast<std::uint32_t>(frame.y - corner.y)});
    }
    return write_gif(pictures, art::colours_of(file), delay);
}

Status frame_from_png(art::PictureFile& file, std::size_t frame, ByteView png)
{
    const Result<art::IndexedImage> picture = art::read_png_with_palette(png, art::colours_of(file));
    return picture ? replace_pixels(file.frames[frame], *picture) : fail(picture.error());
}

Status frames_from_gif(art::PictureFile& file, std::size_t first, std::size_t count, ByteView gif)
{
    const Result<std::vector<art::IndexedImage>> pictures = read_gif(gif, art::colours_of(file));
    if (!pictures) {
        return fail(pictures.error());
    }
    if (pictures->size() != count) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("the GIF has {}", counted(pictures->size(), "picture")),
                     .hint = fmt::format("one for each of {}, in their order", counted(count, "frame"))});
    }
    const auto frames = std::span(file.frames).subspan(first, count);
    const UpperLeft corner = corner_of(frames);
    auto made = std::vector(frames.begin(), frames.end());
    for (std::size_t i = 0; i < made.size(); ++i) {
        const art::IndexedImage& canvas = (*pictures)[i];
        const std::optional<art::IndexedImage> part = crop_to_frame(made[i], corner, canvas);
        if (Status taken = replace_pixels(made[i], part ? *part : canvas); !taken) {
            return taken;
        }
        if (!part) {
            made[i].x = static_cast<std::int16_t>(corner.x);
            made[i].y = static_cast<std::int16_t>(corner.y);
        }
    }
    std::ranges::move(made, frames.begin());
    return {};
}

Result<Bytes> image_to_gif(const art::Image& image, std::span<const art::Colour> colours)
{
    Result<std::vector<art::IndexedImage>> frames = art::decode_frames(image);
    if (!frames) {
        return fail(frames.error());
    }
    std::vector<GifFrame> pictures;
    for (art::IndexedImage& frame : *frames) {
        pictures.push_back({.picture = std::move(frame)});
    }
    const int delay = image.header.delay / milliseconds_of_delay;
    return write_gif(pictures, art::colours_of(image, colours),
                     delay > 0 ? static_cast<std::uint16_t>(delay) : default_gif_delay);
}

Result<bool> image_from_gif(art::Image& image, ByteView gif, std::span<const art::Colour> colours)
{
    const Result<std::vector<art::IndexedImage>> pictures = read_gif(gif, art::colours_of(image, colours));
    if (!pictures) {
        return fail(pictures.error());
    }
    if (const Result<std::vector<art::IndexedImage>> before = art::decode_frames(image);
        before && *before == *pictures) {
        return false;
    }
    if (const Status replaced = art::replace_frames(image, *pictures); !replaced) {
        return fail(replaced.error());
    }
    return true;
}

}  // namespace redforge::exchange
