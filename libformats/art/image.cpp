// Decodes the frames of an image, and replaces its pixels.
#include "art/image.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "art/texture_bank.hpp"
#include "art/texture_parts.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::art {
namespace {

Error make_error(const Image& image, ErrorCode code, std::string message, std::string hint)
{
    return {.code = code,
            .message = fmt::format("image {}: {}", encode_text(image.name.view()), message),
            .hint = std::move(hint)};
}

/// Copies the rows of a frame of a row table.
Status copy_rows(const Image& image, const Frame& frame, std::size_t number, IndexedImage& to)
{
    const std::size_t table = 4 * image.frames.size() * to.height;
    const std::size_t count = frame.offsets.empty() ? frame.rows.size() : frame.offsets.size();
    if (count != to.height) {
        return fail(make_error(image, ErrorCode::mismatch, fmt::format("frame {} has {} rows", number, count),
                               fmt::format("the image is {} pixels high", to.height)));
    }
    for (std::size_t y = 0; y < to.height; ++y) {
        const bool by_offset = !frame.offsets.empty();
        const std::uint64_t from = by_offset ? frame.offsets[y] : table + std::uint64_t{frame.rows[y]} * to.width;
        if (from < table || from - table + to.width > image.rows.size()) {
            return fail(make_error(image, ErrorCode::out_of_range,
                                   fmt::format("row {} of frame {} starts at byte {}", y, number, from),
                                   fmt::format("rows of {} bytes must be between {} and {}", to.width, table,
                                               table + image.rows.size())));
        }
        std::memcpy(to.indices.data() + y * to.width, image.rows.data() + (from - table), to.width);
    }
    return {};
}

/// Checks that all frames have the same size, and that it is valid.
Status check_frames(const Image& image, std::span<const IndexedImage> frames)
{
    constexpr std::uint32_t longest = std::numeric_limits<std::int16_t>::max();
    if (frames.empty() || frames.size() > longest) {
        return fail(make_error(image, ErrorCode::out_of_range, fmt::format("{} frames", frames.size()),
                               fmt::format("an image has 1 to {}", longest)));
    }
    const IndexedImage& first = frames.front();
    if (first.width < 1 || first.width > longest || first.height < 1 || first.height > longest) {
        return fail(make_error(image, ErrorCode::out_of_range,
                               fmt::format("a picture of {} x {} pixels", first.width, first.height),
                               fmt::format("sides are 1 to {} pixels", longest)));
    }
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const IndexedImage& frame = frames[i];
        if (frame.width != first.width || frame.height != first.height ||
            frame.indices.size() != std::size_t{frame.width} * frame.height) {
            return fail(make_error(image, ErrorCode::out_of_range,
                                   fmt::format("frame {} has {} x {} pixels and {} indices", i, frame.width,
                                               frame.height, frame.indices.size()),
                                   fmt::format("all its frames have one size, and the first has {} x {}", first.width,
                                               first.height)));
        }
    }
    return {};
}

Bytes to_bytes(std::span<const std::uint8_t> indices)
{
    const auto bytes = std::as_bytes(indices);
    return {bytes.begin(), bytes.end()};
}

/// Fills frames and rows. Rows are numbered in the order of first use, as in the samples.
void pack_rows(Image& image, std::span<const IndexedImage> frames)
{
    std::map<std::string_view, std::uint32_t> known;
    for (const IndexedImage& frame : frames) {
        std::vector<std::uint32_t>& rows = image.frames.emplace_back().rows;
        for (std::size_t y = 0; y < frame.height; ++y) {
            const auto row = std::span(frame.indices).subspan(y * frame.width, frame.width);
            const auto [found, is_new] =
                known.try_emplace(as_text(std::as_bytes(row)), static_cast<std::uint32_t>(known.size()));
            if (is_new) {
                append(image.rows, std::as_bytes(row));
            }
            rows.push_back(found->second);
        }
    }
}

}  // namespace

std::vector<Colour> eight_bit_colours(std::vector<Colour> colours)
{
    constexpr int max_six_bits = 63;
    if (std::ranges::any_of(colours, [](const Colour& c) { return std::max({c.r, c.g, c.b}) > max_six_bits; })) {
        return colours;
    }
    for (Colour& colour : colours) {
        for (std::uint8_t* const part : {&colour.r, &colour.g, &colour.b}) {
            *part = static_cast<std::uint8_t>(*part << 2U | *part >> 4U);
        }
    }
    return colours;
}

std::size_t frame_count(const Image& image)
{
    if (!image.frames.empty()) {
        return image.frames.size();
    }
    return static_cast<std::size_t>(std::max<int>(image.header.frame_count.value_or(1), 1));
}

Result<IndexedImage> decode_frame(const Image& image, std::size_t frame)
{
    const std::size_t count = frame_count(image);
    if (frame >= count) {
        return fail(make_error(image, ErrorCode::out_of_range, fmt::format("no frame {}", frame),
                               fmt::format("it has frames 0 to {}", count - 1)));
    }
    const auto width = static_cast<std::uint32_t>(std::max<int>(image.header.width, 0));
    const auto height = static_cast<std::uint32_t>(std::max<int>(image.header.height, 0));
    const std::size_t size = std::size_t{width} * height;
    if (size > max_pixels) {
        return fail(make_error(image, ErrorCode::out_of_range, fmt::format("{} x {} pixels", width, height),
                               fmt::format("at most {} pixels can be shown", max_pixels)));
    }
    IndexedImage picture{width, height, {}};
    if (!image.frames.empty()) {
        picture.indices.resize(size);
        if (Status copied = copy_rows(image, image.frames[frame], frame, picture); !copied) {
            return fail(std::move(copied.error()));
        }
        return picture;
    }
    if (size == 0 || image.pixels.size() != size * count) {
        return fail(make_error(image, ErrorCode::malformed,
                               fmt::format("{} x {} pixels, {} bytes of them", width, height,
                                           image.pixels.size() + image.data.size()),
                               "its data does not match its header, so there is nothing to show"));
    }
    picture.indices.resize(size);
    std::memcpy(picture.indices.data(), image.pixels.data() + frame * size, size);
    return picture;
}

Result<std::vector<IndexedImage>> decode_frames(const Image& image)
{
    std::vector<IndexedImage> frames;
    std::uint64_t pixels = 0;
    for (std::size_t i = 0; i < frame_count(image); ++i) {
        Result<IndexedImage> frame = decode_frame(image, i);
        if (!frame) {
            return fail(std::move(frame.error()));
        }
        pixels += frame->indices.size();
        if (pixels > max_pixels) {
            return fail(
                make_error(image, ErrorCode::out_of_range,
                           fmt::format("{} frames of {} x {} pixels", frame_count(image), frame->width, frame->height),
                           fmt::format("at most {} pixels can be shown", max_pixels)));
        }
        frames.push_back(std::move(*frame));
    }
    return frames;
}

std::vector<Colour> colours_of(const Image& image, std::span<const Colour> map_colours)
{
    if (image.palette && !image.palette->colours.empty()) {
        return eight_bit_colours(image.palette->colours);
    }
    return map_colours.empty() ? grey_colours() : std::vector<Colour>(map_colours.begin(), map_colours.end());
}

const Image* find_image(const TextureBank& bank, std::string_view name)
{
    const auto found = std::ranges::find_if(bank.images, [&](const Image& image) {
        return equals_ignore_case(image.name.view(), name);
    });
    return found == bank.images.end() ? nullptr : &*found;
}

Status replace_image(TextureBank& bank, std::string_view name, std::span<const IndexedImage> frames)
{
    const auto found = std::ranges::find_if(bank.images, [&](const Image& image) {
        return equals_ignore_case(image.name.view(), name);
    });
    if (found == bank.images.end()) {
        std::vector<std::string_view> names;
        std::ranges::transform(bank.images, std::back_inserter(names), [](const Image& i) { return i.name.view(); });
        const std::string_view guess = nearest(name, names);
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("the bank has no image {}", name),
                     .hint = guess.empty() ? fmt::format("it has {} images", names.size())
                                           : fmt::format("did you mean {}?", guess)});
    }
    return replace_frames(*found, frames);
}

Status replace_frames(Image& image, std::span<const IndexedImage> frames)
{
    if (Status checked = check_frames(image, frames); !checked) {
        return checked;
    }
    const bool table = frames.size() > 1 || !image.frames.empty();
    image.rows.clear();
    image.pixels.clear();
    image.data.clear();
    image.frames.clear();
    image.header.width = static_cast<std::int16_t>(frames.front().width);
    image.header.height = static_cast<std::int16_t>(frames.front().height);
    image.header.frame_count.stored.reset();
    image.header.encoding.stored.reset();
    image.size.stored.reset();
    image.missing.bytes = is_missing(image, "END") ? "END" : "";
    if (table) {
        image.marker = tag_animated;
        pack_rows(image, frames);
    } else {
        image.pixels = to_bytes(frames.front().indices);
    }
    return {};
}

}  // namespace redforge::art
