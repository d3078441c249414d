// Reads TEXBSI.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "art/texture_bank.hpp"
#include "art/texture_parts.hpp"
#include "core/record/binary.hpp"
#include "core/text/counts.hpp"

namespace redforge::art {
namespace {

static_assert(wire_size<ImageHeader>() == 26);

/// Maximum number of parts to examine when looking for the end of an image. Images have five.
constexpr int max_walk = 32;

Bytes copied(ByteView view)
{
    return {view.begin(), view.end()};
}

bool starts_end_marker(ByteView bytes)
{
    return bytes.size() >= end_marker_size && all_zero(bytes.first(end_marker_size));
}

std::string_view tag_at(ByteView bytes)
{
    return as_text(bytes.first(4));
}

bool is_known_tag(std::string_view tag)
{
    return tag == tag_still || tag == tag_animated || tag == tag_header || tag == tag_palette || tag == tag_data ||
           tag == tag_end;
}

/// Returns true if an image record, the end marker or the end of the file begins here.
bool is_record_start(ByteView bytes)
{
    if (bytes.empty() || starts_end_marker(bytes)) {
        return true;
    }
    return bytes.size() >= record_header_size + part_header_size &&
           is_known_tag(tag_at(bytes.subspan(record_header_size)));
}

/// Returns the length of the parts, including `END ` and its four bytes; nullopt if there is no valid `END `.
std::optional<std::size_t> length_to_end(ByteView body)
{
    std::size_t at = 0;
    for (int i = 0; i < max_walk && body.size() - at >= part_header_size; ++i) {
        if (tag_at(body.subspan(at)) == tag_end) {
            return at + part_header_size;
        }
        const std::size_t size = load_be32(body.data() + at + 4);
        if (size > body.size() - at - part_header_size) {
            return std::nullopt;
        }
        at += part_header_size + size;
    }
    return std::nullopt;
}

/// Returns the length of the record whose parts start at `body`. `size`: the stored length. If no record starts after
/// the stored length, but one starts after the part `END `, the stored length is wrong, and the length up to there is
/// returned. Returns nullopt if no length fits.
std::optional<std::size_t> record_length(ByteView body, std::size_t size)
{
    const bool fits = size <= body.size();
    if (fits && is_record_start(body.subspan(size))) {
        return size;
    }
    const std::optional<std::size_t> walked = length_to_end(body);
    if (walked && is_record_start(body.subspan(*walked))) {
        return walked;
    }
    return fits ? std::optional(size) : std::nullopt;
}

/// Reads the parts of one image.
class ImageReader {
public:
    ImageReader(Image& image, RawFallbacks* kept) : image_(image), kept_(kept) {}

    void read(ByteView body)
    {
        std::size_t at = 0;
        bool ended = false;
        std::string reason = "bytes after the end of the image";
        image_.marker = {};
        while (!ended) {
            const std::size_t left = body.size() - at;
            if (left < part_header_size) {
                reason = "the image ends without END";
                break;
            }
            const std::string_view tag = tag_at(body.subspan(at));
            const std::uint32_t size = load_be32(body.data() + at + 4);
            at += part_header_size;
            if (tag == tag_end) {
                image_.end_spare = size;
                ended = true;
            } else if (size > left - part_header_size) {
                at -= part_header_size;
                reason = fmt::format("a part announces {} bytes, {} are left", size, left - part_header_size);
                break;
            } else {
                part(tag, body.subspan(at, size));
                at += size;
            }
        }
        image_.rest = copied(body.subspan(at));
        keep("rest", reason, image_.rest.size());
        report_missing(ended);
        drop_derived(image_);
    }

private:
    void part(std::string_view tag, ByteView payload)
    {
        if (!known_part(tag, payload)) {
            image_.others.push_back({FixedText<4>(tag), count_, copied(payload)});
            keep(fmt::format("part {}", tag), "the part does not belong here, or has a wrong size", payload.size());
        }
        ++count_;
    }

    bool known_part(std::string_view tag, ByteView payload)
    {
        if ((tag == tag_still && payload.empty()) || (tag == tag_animated && payload.size() == animation_size)) {
            if (!advance(1)) {
                return false;
            }
            image_.marker = tag;
            std::ranges::transform(payload, image_.animation.begin(),
                                   [](std::byte b) { return static_cast<std::uint8_t>(b); });
            return true;
        }
        if (tag == tag_header && payload.size() == wire_size<ImageHeader>() && advance(2)) {
            read_record(payload.data(), image_.header);
            has_header_ = true;
            return true;
        }
        if (tag == tag_palette && payload.size() == colours_size && advance(3)) {
            image_.palette = ImagePalette{read_colours(payload.data())};
            return true;
        }
        if (tag == tag_data && advance(4)) {
            has_data_ = true;
            data(payload);
            return true;
        }
        return false;
    }

    /// Returns true if a part of this rank is allowed here. After that, only parts of higher ranks are allowed.
    bool advance(int rank)
    {
        if (rank <= rank_) {
            return false;
        }
        rank_ = rank;
        return true;
    }

    void data(ByteView payload)
    {
        const ImageHeader& header = image_.header;
        const bool pictured = has_header_ && header.width > 0 && header.height > 0;
        const auto width = static_cast<std::uint64_t>(std::max<int>(header.width, 0));
        const auto height = static_cast<std::uint64_t>(std::max<int>(header.height, 0));
        const int frames = header.frame_count.value_or(1);
        const auto encoding = static_cast<Encoding>(header.encoding.value_or(0));
        const std::uint64_t shown = static_cast<std::uint64_t>(std::max(frames, 1));
        if (pictured && encoding == Encoding::raw && payload.size() == width * height * shown) {
            image_.pixels = copied(payload);
        } else if (pictured && encoding == Encoding::row_table && frames > 0 && payload.size() >= 4 * height * shown) {
            row_table(payload, static_cast<std::size_t>(height), static_cast<std::size_t>(width));
        } else {
            image_.data = copied(payload);
            keep("DATA",
                 fmt::format("{} bytes do not hold {} frames of {} x {} pixels in encoding {}", payload.size(), frames,
                             header.width, header.height, header.encoding.value_or(0)),
                 payload.size());
        }
    }

    void row_table(ByteView payload, std::size_t height, std::size_t width)
    {
        const auto count = static_cast<std::size_t>(image_.header.frame_count.value_or(1));
        const std::size_t table = 4 * height * count;
        image_.rows = copied(payload.subspan(table));
        const std::size_t whole_rows = image_.rows.size() / width;
        image_.frames.resize(count);
        const std::byte* from = payload.data();
        for (Frame& frame : image_.frames) {
            frame.offsets.resize(height);
            for (std::uint32_t& offset : frame.offsets) {
                offset = load_le<std::uint32_t>(from);
                from += 4;
            }
            const bool on_rows = std::ranges::all_of(frame.offsets, [&](std::uint32_t offset) {
                return offset >= table && (offset - table) % width == 0 && (offset - table) / width < whole_rows;
            });
            if (on_rows) {
                frame.rows.swap(frame.offsets);
                for (std::uint32_t& row : frame.rows) {
                    row = static_cast<std::uint32_t>((row - table) / width);
                }
            }
        }
    }

    void report_missing(bool ended)
    {
        const std::array<bool, 3> present{has_header_, has_data_, ended};
        for (std::size_t i = 0; i < present.size(); ++i) {
            if (!present[i]) {
                image_.missing.bytes += image_.missing.bytes.empty() ? "" : " ";
                image_.missing.bytes += required_parts[i];
            }
        }
    }

    void keep(const std::string& what, const std::string& reason, std::size_t size)
    {
        if (kept_ != nullptr && size > 0) {
            kept_->push_back({fmt::format("{} of {}", what, image_.name.view()), reason, size});
        }
    }

    Image& image_;
    RawFallbacks* kept_;
    int rank_{};
    std::uint32_t count_{};
    bool has_header_{};
    bool has_data_{};
};

Error not_a_bank(ByteView bytes)
{
    return {.code = bytes.size() < end_marker_size ? ErrorCode::truncated : ErrorCode::malformed,
            .message = fmt::format("not a texture bank: no image record at the start of its {} bytes", bytes.size()),
            .offset = 0,
            .hint = "an image record is a name of 9 bytes, a size, and parts from BSIF or IFHD to END"};
}

}  // namespace

void read_image_parts(Image& image, ByteView body, RawFallbacks* kept)
{
    ImageReader(image, kept).read(body);
}

bool is_texture_bank(ByteView bytes)
{
    if (bytes.size() == end_marker_size && all_zero(bytes)) {
        return true;
    }
    return bytes.size() >= record_header_size + part_header_size && bytes[0] != std::byte{} &&
           is_known_tag(tag_at(bytes.subspan(record_header_size)));
}

Result<TextureBank> read_texture_bank(ByteView bytes, RawFallbacks* kept)
{
    const bool begins_well = is_texture_bank(bytes);
    TextureBank bank;
    bank.end_marker = 0;
    std::size_t at = 0;
    while (bytes.size() - at >= record_header_size && !starts_end_marker(bytes.subspan(at))) {
        const std::uint32_t size = load_le<std::uint32_t>(bytes.data() + at + image_name_size);
        const ByteView body = bytes.subspan(at + record_header_size);
        const std::optional<std::size_t> length = record_length(body, size);
        const FixedText<9> name(as_text(bytes.subspan(at, image_name_size)));
        if (!length) {
            if (!begins_well) {
                return fail(not_a_bank(bytes));
            }
            return fail({.code = ErrorCode::truncated,
                         .message = fmt::format("image {}{}announces {}, {} are left", name.view(),
                                                name.view().empty() ? "" : " ", counted(size, "byte"), body.size()),
                         .offset = at + image_name_size,
                         .record = bank.images.size(),
                         .field = "size",
                         .hint = "the bank was cut short, or the size is wrong"});
        }
        Image& image = bank.images.emplace_back();
        image.name = name;
        image.size = size;
        image.size.clear_if_equal(static_cast<std::uint32_t>(*length));
        ImageReader(image, kept).read(body.first(*length));
        at += record_header_size + *length;
    }
    if (starts_end_marker(bytes.subspan(at))) {
        bank.end_marker = 1;
        at += end_marker_size;
    }
    if (!begins_well && (bank.end_marker == 0 || bank.images.empty())) {
        return fail(not_a_bank(bytes));
    }
    bank.tail = copied(bytes.subspan(at));
    if (kept != nullptr && !bank.tail.empty()) {
        kept->push_back({"tail",
                         bank.end_marker == 1 ? "bytes after the end marker" : "neither an image nor the end marker",
                         bank.tail.size()});
    }
    return bank;
}

}  // namespace redforge::art
