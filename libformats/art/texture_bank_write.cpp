// Writes TEXBSI.
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "art/read_back.hpp"
#include "art/texture_bank.hpp"
#include "art/texture_parts.hpp"
#include "core/record/binary.hpp"

namespace redforge::art {
namespace {

constexpr std::uint64_t max_part = std::numeric_limits<std::uint32_t>::max();

/// Writes one image. Its path in the document is for messages.
class ImageWriter {
public:
    ImageWriter(Bytes& out, const Image& image, std::string place) : out_(out), image_(image), place_(std::move(place))
    {
    }

    [[nodiscard]] Status write()
    {
        const std::size_t start = out_.size();
        append(out_, as_bytes({image_.name.bytes.data(), image_.name.bytes.size()}));
        append_le(out_, std::uint32_t{0});
        if (Status body = write_body(); !body) {
            return body;
        }
        const std::uint64_t size = out_.size() - start - record_header_size;
        if (size > max_part) {
            return make_error("size", fmt::format("{} bytes", size), "an image holds less than 4 GiB");
        }
        store_le(out_.data() + start + image_name_size, image_.size.value_or(static_cast<std::uint32_t>(size)));
        return {};
    }

    /// Writes the parts and the rest, without name and size.
    [[nodiscard]] Status write_body()
    {
        if (Status checked = check(); !checked) {
            return checked;
        }
        write_parts();
        if (next_other_ != image_.others.size()) {
            return make_error(fmt::format("others[{}].place", next_other_),
                              fmt::format("{} parts before it", image_.others[next_other_].place),
                              fmt::format("the image has {} there; parts must be in the order of their positions",
                                          count_));
        }
        if (!is_missing(image_, "END")) {
            append(out_, as_bytes(tag_end));
            append_le(out_, std::uint32_t{0});
            store_be32(out_.data() + out_.size() - 4, image_.end_spare.value_or(0));
        }
        append(out_, image_.rest);
        return {};
    }

private:
    [[nodiscard]] Status check() const
    {
        const int forms = (image_.frames.empty() && image_.rows.empty() ? 0 : 1) + (image_.pixels.empty() ? 0 : 1) +
                          (image_.data.empty() ? 0 : 1);
        if (forms > 1) {
            return make_error("pixels", "pixels in more than one form", "give one of: pixels, frames with rows, data");
        }
        if (image_.palette && image_.palette->colours.size() != palette_colours) {
            return make_error("palette.colours", fmt::format("{} colours", image_.palette->colours.size()),
                              fmt::format("a palette has {}", palette_colours));
        }
        if (std::max({image_.rows.size(), image_.pixels.size(), image_.data.size()}) > max_part / 2) {
            return make_error("pixels", "more than 2 GiB of pixels", "an image holds less than that");
        }
        const bool has_animation = image_.marker.view() == tag_animated;
        if (!has_animation && image_.marker.view() != tag_still && !image_.marker.view().empty()) {
            return make_error("marker", fmt::format("\"{}\"", image_.marker.view()), "expected BSIF, IFHD or nothing");
        }
        if (Status pixels = check_pixels(); !pixels) {
            return pixels;
        }
        return check_frames();
    }

    [[nodiscard]] Status check_pixels() const
    {
        const ImageHeader& header = image_.header;
        const std::int64_t frames = std::max<int>(header.frame_count.value_or(1), 1);
        const std::int64_t wanted = std::int64_t{header.width} * header.height * frames;
        if (!image_.pixels.empty() && std::cmp_not_equal(image_.pixels.size(), wanted)) {
            return make_error("pixels", fmt::format("{} bytes", image_.pixels.size()),
                              fmt::format("{} x {} pixels in {} frames are {} bytes", header.width, header.height,
                                          frames, wanted));
        }
        return {};
    }

    [[nodiscard]] Status check_frames() const
    {
        const ImageHeader& header = image_.header;
        if (image_.frames.empty()) {
            return {};
        }
        if (header.width <= 0 || header.height <= 0) {
            return make_error("frames", fmt::format("frames of {} x {} pixels", header.width, header.height),
                              "an image with frames has a width and a height");
        }
        const auto width = static_cast<std::size_t>(header.width);
        const auto height = static_cast<std::size_t>(header.height);
        const std::size_t most = static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max());
        if (image_.frames.size() > most) {
            return make_error("frames", fmt::format("{} frames", image_.frames.size()),
                              fmt::format("at most {}", most));
        }
        if (4 * height * image_.frames.size() + image_.rows.size() > max_part) {
            return make_error("frames", fmt::format("{} frames of {} rows", image_.frames.size(), height),
                              "an image holds less than 4 GiB");
        }
        const std::size_t whole_rows = image_.rows.size() / width;
        for (std::size_t i = 0; i < image_.frames.size(); ++i) {
            const Frame& frame = image_.frames[i];
            if (!frame.rows.empty() && !frame.offsets.empty()) {
                return make_error(fmt::format("frames[{}].offsets", i), "both rows and offsets", "give one of them");
            }
            const std::size_t count = frame.rows.size() + frame.offsets.size();
            if (count != height) {
                return make_error(fmt::format("frames[{}].rows", i), fmt::format("{} rows", count),
                                  fmt::format("the image is {} pixels high", height));
            }
            for (const std::uint32_t row : frame.rows) {
                if (row >= whole_rows) {
                    return make_error(fmt::format("frames[{}].rows", i), fmt::format("row {}", row),
                                      fmt::format("there are {} rows of {} bytes", whole_rows, width));
                }
            }
        }
        return {};
    }

    void write_parts()
    {
        if (!image_.marker.view().empty()) {
            const bool animated = image_.marker.view() == tag_animated;
            begin(image_.marker.view(), animated ? animation_size : 0);
            if (animated) {
                append(out_, std::as_bytes(std::span(image_.animation)));
            }
        }
        if (!is_missing(image_, "BHDR")) {
            begin(tag_header, wire_size<ImageHeader>());
            write_header();
        }
        if (image_.palette) {
            begin(tag_palette, colours_size);
            append_colours(out_, image_.palette->colours);
        }
        if (!is_missing(image_, "DATA")) {
            write_data();
        }
        others_here();
    }

    void write_header()
    {
        const DerivedHeader derived = derive_header(image_);
        ImageHeader header = image_.header;
        header.has_palette = header.has_palette.value_or(derived.has_palette);
        header.frame_count = header.frame_count.value_or(derived.frame_count);
        header.encoding = header.encoding.value_or(derived.encoding);
        append_record(out_, header);
    }

    void write_data()
    {
        if (image_.frames.empty()) {
            const Bytes& bytes = image_.pixels.empty() ? image_.data : image_.pixels;
            begin(tag_data, bytes.size());
            append(out_, bytes);
            return;
        }
        const auto width = static_cast<std::uint32_t>(image_.header.width);
        const std::size_t table = 4 * image_.frames.size() * static_cast<std::size_t>(image_.header.height);
        begin(tag_data, table + image_.rows.size());
        for (const Frame& frame : image_.frames) {
            for (const std::uint32_t row : frame.rows) {
                append_le(out_, static_cast<std::uint32_t>(table) + row * width);
            }
            for (const std::uint32_t offset : frame.offsets) {
                append_le(out_, offset);
            }
        }
        append(out_, image_.rows);
    }

    /// Begins the next regular part, after the other parts at this position.
    void begin(std::string_view tag, std::size_t size)
    {
        others_here();
        part_header(tag, size);
    }

    void others_here()
    {
        while (next_other_ < image_.others.size() && image_.others[next_other_].place == count_) {
            const OtherPart& other = image_.others[next_other_++];
            part_header({other.tag.bytes.data(), other.tag.bytes.size()}, other.bytes.size());
            append(out_, other.bytes);
        }
    }

    void part_header(std::string_view tag, std::size_t size)
    {
        append(out_, as_bytes(tag));
        out_.resize(out_.size() + 4);
        store_be32(out_.data() + out_.size() - 4, static_cast<std::uint32_t>(size));
        ++count_;
    }

    [[nodiscard]] Status make_error(const std::string& field, std::string message, std::string hint) const
    {
        return fail({.code = ErrorCode::out_of_range,
                     .message = image_.name.view().empty() ? std::move(message)
                                                           : fmt::format("image {}: {}", image_.name.view(), message),
                     .field = place_ + field,
                     .hint = std::move(hint)});
    }

    Bytes& out_;
    const Image& image_;
    std::string place_;
    std::size_t next_other_{};
    std::uint32_t count_{};
};

/// Removes stored values that equal the computed ones, such as the size of a record.
void tidy_bank(TextureBank& bank, const TextureBank& read_back)
{
    for (std::size_t i = 0; i < bank.images.size(); ++i) {
        drop_derived(bank.images[i]);
        if (i < read_back.images.size() && !read_back.images[i].size.stored) {
            // The reader computed the same size, so it need not be stored.
            bank.images[i].size.stored.reset();
        }
    }
}

}  // namespace

Status append_image_parts(Bytes& out, const Image& image, const std::string& place)
{
    return ImageWriter(out, image, place).write_body();
}

Result<Bytes> write_texture_bank(const TextureBank& bank)
{
    Bytes bytes;
    for (std::size_t i = 0; i < bank.images.size(); ++i) {
        if (Status written = ImageWriter(bytes, bank.images[i], fmt::format("images[{}].", i)).write(); !written) {
            return fail(std::move(written.error()));
        }
    }
    if (bank.end_marker != 0) {
        bytes.resize(bytes.size() + end_marker_size);
    }
    append(bytes, bank.tail);
    const auto read = [](ByteView written) { return read_texture_bank(written); };
    if (Status same = check_reads_back(bank, bytes, read, tidy_bank); !same) {
        return fail(std::move(same.error()));
    }
    return bytes;
}

}  // namespace redforge::art
