// Reads and writes GXA, and its format entry.
#include "art/picture_file.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "art/format.hpp"
#include "art/lzhuf.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::PictureFile>(unsigned);

}  // namespace redforge

namespace redforge::art {
namespace {

constexpr std::int16_t packed_rle = 1;
constexpr std::int16_t packed_lzhuf = 2;
constexpr std::size_t head_size = 34;  // size of BMHD
constexpr std::size_t colours_at = 8 + head_size + 8;
constexpr std::size_t frames_at = colours_at + 3 * palette_colours + 8;
constexpr std::size_t frame_head_size = 18;
constexpr std::string_view end_of_pictures = "END ";
/// Limit of the pixels of all packed frames together: always_unpacked, or max_unpacked_ratio times the file size if
/// that is more.
constexpr std::size_t always_unpacked = std::size_t{1} << 20U;
constexpr std::size_t max_unpacked_ratio = 16;

std::optional<Bytes> unpack_rle(ByteView packed, std::size_t size)
{
    constexpr unsigned run_flag = 0x80;
    if (size / run_flag > packed.size()) {
        return std::nullopt;
    }
    Bytes out;
    for (std::size_t at = 0; out.size() < size;) {
        if (packed.size() - at < 2) {
            return std::nullopt;
        }
        const auto control = std::to_integer<unsigned>(packed[at++]);
        const std::size_t count = (control & ~run_flag) + 1;
        const bool is_run = (control & run_flag) != 0;
        if (count > size - out.size() || (!is_run && count > packed.size() - at)) {
            return std::nullopt;
        }
        if (is_run) {
            out.insert(out.end(), count, packed[at++]);
        } else {
            append(out, packed.subspan(at, count));
            at += count;
        }
    }
    return out;
}

Bytes pack_rle(ByteView bytes)
{
    constexpr std::size_t longest = 0x80;
    constexpr std::size_t worth_a_run = 3;
    Bytes out;
    const auto run_at = [&](std::size_t at) {
        std::size_t end = at + 1;
        while (end < bytes.size() && bytes[end] == bytes[at] && end - at < longest) {
            ++end;
        }
        return end - at;
    };
    for (std::size_t at = 0; at < bytes.size();) {
        if (const std::size_t run = run_at(at); run >= worth_a_run) {
            out.push_back(static_cast<std::byte>(longest + run - 1));
            out.push_back(bytes[at]);
            at += run;
            continue;
        }
        std::size_t end = at + 1;
        while (end < bytes.size() && end - at < longest && run_at(end) < worth_a_run) {
            ++end;
        }
        out.push_back(static_cast<std::byte>(end - at - 1));
        append(out, bytes.subspan(at, end - at));
        at = end;
    }
    return out;
}

std::size_t pixel_count(const PictureFrame& frame)
{
    return static_cast<std::size_t>(std::max<std::int16_t>(frame.width, 0)) *
           static_cast<std::size_t>(std::max<std::int16_t>(frame.height, 0));
}

std::optional<Bytes> unpack(const PictureFrame& frame, ByteView packed)
{
    return frame.packing == packed_rle ? unpack_rle(packed, pixel_count(frame))
                                       : unpack_lzhuf(packed, pixel_count(frame));
}

Bytes pack(const PictureFrame& frame)
{
    return frame.packing == packed_rle ? pack_rle(frame.pixels) : pack_lzhuf(frame.pixels);
}

class FrameReader {
public:
    FrameReader(ByteView bytes, std::size_t budget) : bytes_(bytes), budget_(budget) {}

    /// Returns the next frame, or nullopt if none follows.
    std::optional<PictureFrame> next()
    {
        const ByteView rest = bytes_.subspan(at_);
        if (rest.size() < frame_head_size) {
            return std::nullopt;
        }
        const auto word = [&](std::size_t number) { return load_le<std::int16_t>(rest.data() + 2 * number); };
        PictureFrame frame;
        frame.unknown = word(0);
        frame.width = word(1);
        frame.height = word(2);
        frame.x = word(3);
        frame.y = word(4);
        frame.packing = word(5);
        frame.unknown_2 = {word(6), word(7), word(8)};
        if (frame.width < 0 || frame.height < 0 || frame.packing < 0 || frame.packing > packed_lzhuf) {
            return std::nullopt;
        }
        const ByteView data = rest.subspan(frame_head_size);
        const std::optional<std::size_t> size = frame.packing == 0 ? take_raw(frame, data) : take_packed(frame, data);
        if (!size) {
            return std::nullopt;
        }
        at_ += frame_head_size + *size;
        return frame;
    }
    [[nodiscard]] std::size_t at() const { return at_; }

private:
    static std::optional<std::size_t> take_raw(PictureFrame& frame, ByteView data)
    {
        const std::size_t size = pixel_count(frame);
        if (size > data.size()) {
            return std::nullopt;
        }
        const ByteView pixels = data.first(size);
        frame.pixels.assign(pixels.begin(), pixels.end());
        return size;
    }
    std::optional<std::size_t> take_packed(PictureFrame& frame, ByteView data)
    {
        const std::size_t head = frame.packing == packed_lzhuf ? 8 : 4;
        if (data.size() < head || load_le<std::uint32_t>(data.data()) > data.size() - head) {
            return std::nullopt;
        }
        const ByteView packed = data.subspan(head, load_le<std::uint32_t>(data.data()));
        const std::size_t count = pixel_count(frame);
        if (frame.packing == packed_lzhuf) {
            frame.unpacked_size = load_le<std::uint32_t>(data.data() + 4);
            frame.unpacked_size.clear_if_equal(static_cast<std::uint32_t>(count));
        }
        std::optional<Bytes> pixels = count <= budget_ ? unpack(frame, packed) : std::nullopt;
        if (pixels) {
            budget_ -= count;
            frame.pixels = std::move(*pixels);
        }
        if (!pixels || !same_bytes(pack(frame), packed)) {
            if (packed.empty()) {
                return std::nullopt;  // cannot be kept in `packed`, where empty means no stream
            }
            frame.packed.assign(packed.begin(), packed.end());
        }
        return head + packed.size();
    }

    ByteView bytes_;
    std::size_t budget_;
    std::size_t at_{};
};

Status out_of_place(std::string message, std::string field, std::string hint, ErrorCode code = ErrorCode::mismatch)
{
    return fail({.code = code, .message = std::move(message), .field = std::move(field), .hint = std::move(hint)});
}

Status append_frame(Bytes& out, const PictureFrame& frame)
{
    for (const std::int16_t word : {frame.unknown, frame.width, frame.height, frame.x, frame.y, frame.packing,
                                    frame.unknown_2[0], frame.unknown_2[1], frame.unknown_2[2]}) {
        append_le(out, word);
    }
    const std::size_t count = pixel_count(frame);
    const bool has_pixels = frame.pixels.size() == count && (count != 0 || frame.packed.empty());
    if (frame.packing < 0 || frame.packing > packed_lzhuf || frame.width < 0 || frame.height < 0) {
        return out_of_place("a frame of a size or packing that the game does not have", "packing",
                            "raw, rle and lzhuf are known", ErrorCode::out_of_range);
    }
    if (!has_pixels && (frame.packing == 0 || !frame.pixels.empty() || frame.packed.empty())) {
        return out_of_place(fmt::format("{} pixels", frame.pixels.size()), "pixels",
                            fmt::format("{} x {} are {}", frame.width, frame.height, count), ErrorCode::out_of_range);
    }
    if (frame.packing == 0) {
        append(out, frame.pixels);
        return frame.packed.empty() ? Status{}
                                    : out_of_place("packed pixels of a frame that is raw", "packed", "remove them");
    }
    const bool keeps_stream = !frame.packed.empty() && (!has_pixels || unpack(frame, frame.packed) == frame.pixels);
    const Bytes packed = keeps_stream ? frame.packed : pack(frame);
    append_le(out, static_cast<std::uint32_t>(packed.size()));
    if (frame.packing == packed_lzhuf) {
        append_le(out, frame.unpacked_size.value_or(static_cast<std::uint32_t>(count)));
    }
    append(out, packed);
    return {};
}

}  // namespace

bool is_picture_file(ByteView bytes)
{
    return bytes.size() >= 8 && as_text(bytes.first(4)) == "BMHD" && load_be32(bytes.data() + 4) == head_size;
}

Result<PictureFile> read_picture_file(ByteView bytes, RawFallbacks* kept)
{
    if (!is_picture_file(bytes)) {
        return fail({.message = "not a picture file: it does not begin with BMHD of 34 bytes",
                     .offset = 0,
                     .hint = "a .GXA file begins with BMHD"});
    }
    const auto is_chunk = [&](std::size_t at, std::string_view tag) {
        return bytes.size() >= at && as_text(bytes.subspan(at - 8, 4)) == tag;
    };
    if (!is_chunk(colours_at, "BPAL") || load_be32(bytes.data() + colours_at - 4) != 3 * palette_colours ||
        !is_chunk(frames_at, "BBMP")) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("no BPAL of 768 bytes and BBMP in {} bytes", bytes.size()),
                     .offset = std::min(bytes.size(), colours_at - 8),
                     .hint = "they follow BMHD"});
    }
    PictureFile file;
    file.title = as_text(bytes.subspan(8, 22));
    for (std::size_t i = 0; i < file.unknown.size(); ++i) {
        file.unknown[i] = std::to_integer<std::uint8_t>(bytes[30 + i]);
    }
    file.frame_count = load_le<std::int16_t>(bytes.data() + 40);
    file.colours = read_colours(bytes.data() + colours_at);
    const ByteView data = bytes.subspan(frames_at);
    FrameReader frames(data, std::max(always_unpacked, max_unpacked_ratio * data.size()));
    while (static_cast<std::int64_t>(file.frames.size()) < *file.frame_count.stored) {
        std::optional<PictureFrame> frame = frames.next();
        if (!frame) {
            break;
        }
        if (kept != nullptr && frame->pixels.empty() && !frame->packed.empty()) {
            kept->push_back({fmt::format("frame {}", file.frames.size()), "its packed pixels do not give its picture",
                             frame->packed.size()});
        }
        file.frames.push_back(std::move(*frame));
    }
    file.frame_count.clear_if_equal(static_cast<std::int16_t>(file.frames.size()));
    file.size = load_be32(bytes.data() + frames_at - 4);
    file.size.clear_if_equal(static_cast<std::uint32_t>(frames.at()));
    ByteView tail = data.subspan(frames.at());
    file.no_end = as_text(tail).starts_with(end_of_pictures) ? 0 : 1;
    tail = tail.subspan(file.no_end == 0 ? end_of_pictures.size() : 0);
    file.tail.assign(tail.begin(), tail.end());
    if (kept != nullptr && !tail.empty()) {
        kept->push_back({"tail", "bytes after the frames that are not a frame", tail.size()});
    }
    return file;
}

Result<Bytes> write_picture_file(const PictureFile& file)
{
    if (Status colours = check_colours(file.colours); !colours) {
        return fail(std::move(colours.error()));
    }
    if (file.frames.size() > static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max())) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} frames", file.frames.size()),
                     .field = "frames",
                     .hint = "the file stores their number in 15 bits"});
    }
    Bytes out;
    append(out, as_bytes("BMHD"));
    out.resize(8);
    store_be32(out.data() + 4, head_size);
    append(out, as_bytes({file.title.bytes.data(), file.title.bytes.size()}));
    append(out, std::as_bytes(std::span(file.unknown)));
    append_le(out, file.frame_count.value_or(static_cast<std::int16_t>(file.frames.size())));
    append(out, as_bytes("BPAL"));
    out.resize(colours_at);
    store_be32(out.data() + colours_at - 4, 3 * palette_colours);
    append_colours(out, file.colours);
    append(out, as_bytes("BBMP"));
    out.resize(frames_at);
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        if (const Status status = append_frame(out, file.frames[i]); !status) {
            Error error = status.error();
            error.field = fmt::format("frames[{}].{}", i, error.field);
            return fail(std::move(error));
        }
    }
    const auto size = static_cast<std::uint32_t>(out.size() - frames_at);
    store_be32(out.data() + frames_at - 4, file.size.value_or(size));
    append(out, as_bytes(file.no_end == 0 ? end_of_pictures : std::string_view()));
    append(out, file.tail);

    // Two things can read back differently: bytes after the frames that look like a frame, and a packed stream that
    // does not give the pixels.
    const Result<PictureFile> again = read_picture_file(out);
    const bool same = again && again->frames.size() == file.frames.size() && again->no_end == file.no_end &&
                      again->tail == file.tail &&
                      std::ranges::equal(again->frames, file.frames, {}, &PictureFrame::pixels, &PictureFrame::pixels);
    if (!same) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the file would not read back as this document",
                     .field = file.frame_count.stored ? "frame_count" : "tail",
                     .hint = "leave out the count of frames, and bytes that read as a frame or as END"});
    }
    return out;
}

IndexedImage picture_of(const PictureFrame& frame)
{
    IndexedImage picture;
    if (!frame.pixels.empty()) {
        picture.width = static_cast<std::uint32_t>(frame.width);
        picture.height = static_cast<std::uint32_t>(frame.height);
        std::ranges::transform(frame.pixels, std::back_inserter(picture.indices),
                               [](std::byte index) { return std::to_integer<std::uint8_t>(index); });
    }
    return picture;
}

std::vector<Colour> colours_of(const PictureFile& file)
{
    // Repeat the upper bits below, so that 63 becomes 255.
    const auto wide = [](std::uint8_t part) {
        const unsigned six = std::min<unsigned>(part, 63);
        return static_cast<std::uint8_t>(six << 2U | six >> 4U);
    };
    std::vector<Colour> colours = file.colours;
    for (Colour& colour : colours) {
        colour = {wide(colour.r), wide(colour.g), wide(colour.b)};
    }
    return colours;
}

Format pictures_format()
{
    return make_format<PictureFile, &is_picture_file, &read_picture_file, &write_picture_file>("Redguard pictures",
                                                                                               ".GXA");
}

}  // namespace redforge::art
