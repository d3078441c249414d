// BMP: reading, writing, decoding and the format's entry.
#include "art/bmp.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "art/format.hpp"
#include "art/read_back.hpp"
#include "core/record/binary.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::Bmp>(unsigned);

}  // namespace redforge

namespace redforge::art {
namespace {

constexpr std::size_t bmp_file_header_size = 14;
constexpr std::size_t bmp_size_end = bmp_file_header_size + 4;  // after header_size
static_assert(wire_size<BmpFileHeader>() == bmp_size_end);
constexpr std::uint32_t bmp_short_header = 12;
constexpr std::uint32_t bmp_full_header = 40;
static_assert(wire_size<BmpPictureHeader>() == bmp_full_header - 4);

bool has_short_header(const BmpFileHeader& bmp)
{
    return bmp.header_size == bmp_short_header;
}

std::size_t bmp_colour_size(const BmpFileHeader& bmp)
{
    return has_short_header(bmp) ? 3 : 4;
}

/// Returns the number of colours that the header announces.
std::size_t announced_colours(const BmpPictureHeader& bmp)
{
    constexpr unsigned max_palette_bits = 8;
    const std::size_t all = bmp.bits_per_pixel <= max_palette_bits ? std::size_t{1} << bmp.bits_per_pixel : 0;
    return std::min(bmp.colours_used == 0 ? all : std::size_t{bmp.colours_used}, palette_colours);
}

std::int64_t bmp_height(const BmpPictureHeader& bmp)
{
    return std::abs(std::int64_t{bmp.height});
}

void drop_bmp_derived(Bmp& bmp, const Bmp& /*read_back*/)
{
    const std::size_t before_data = bmp_size_end - 4 + (has_short_header(bmp) ? bmp_short_header : bmp_full_header) +
                                    bmp.header_rest.size() + bmp.colours.size() * bmp_colour_size(bmp) + bmp.gap.size();
    bmp.data_offset.clear_if_equal(static_cast<std::uint32_t>(before_data));
    bmp.file_size.clear_if_equal(static_cast<std::uint32_t>(before_data + bmp.data.size()));
}

}  // namespace

bool is_bmp(ByteView bytes)
{
    if (bytes.size() < bmp_size_end || as_text(bytes.first(2)) != "BM") {
        return false;
    }
    constexpr std::uint32_t max_header = 124;  // version 5
    const auto header_size = load_le<std::uint32_t>(bytes.data() + bmp_file_header_size);
    const bool is_full = header_size >= bmp_full_header && header_size <= max_header;
    return (header_size == bmp_short_header || is_full) &&
           bytes.size() >= bmp_file_header_size + (is_full ? bmp_full_header : bmp_short_header);
}

Result<Bmp> read_bmp(ByteView bytes, RawFallbacks* /*kept*/)
{
    if (!is_bmp(bytes)) {
        return fail({.code = bytes.size() < bmp_file_header_size + bmp_short_header ? ErrorCode::truncated
                                                                                    : ErrorCode::malformed,
                     .message = "not a BMP: it does not begin with BM and a header of 12, or 40 to 124 bytes",
                     .offset = 0,
                     .hint = "BMP pictures of OS/2 and Windows are read"});
    }
    Bmp bmp;
    read_record(bytes.data(), static_cast<BmpFileHeader&>(bmp));
    const bool is_short = has_short_header(bmp);
    const std::byte* const header = bytes.data() + bmp_size_end;
    if (is_short) {
        bmp.width = load_le<std::uint16_t>(header);
        bmp.height = load_le<std::uint16_t>(header + 2);
        bmp.planes = load_le<std::uint16_t>(header + 4);
        bmp.bits_per_pixel = load_le<std::uint16_t>(header + 6);
    } else {
        read_record(header, static_cast<BmpPictureHeader&>(bmp));
    }
    const std::uint32_t fixed = is_short ? bmp_short_header : bmp_full_header;
    ByteView rest = bytes.subspan(bmp_file_header_size + fixed);
    const auto take = [&rest](std::size_t size) {
        const ByteView taken = rest.first(std::min(size, rest.size()));
        rest = rest.subspan(taken.size());
        return taken;
    };
    const ByteView header_rest = take(bmp.header_size - fixed);
    bmp.header_rest.assign(header_rest.begin(), header_rest.end());
    const std::size_t colours_at = bytes.size() - rest.size();
    const std::size_t data_at = *bmp.data_offset.stored;
    const bool is_in_file = data_at >= colours_at && data_at <= bytes.size();
    const std::size_t colour_size = bmp_colour_size(bmp);
    const std::size_t room = is_in_file ? data_at - colours_at : rest.size();
    const ByteView colours = take(std::min(announced_colours(bmp), room / colour_size) * colour_size);
    for (std::size_t at = 0; at < colours.size(); at += colour_size) {
        const auto part = [&](std::size_t i) { return std::to_integer<std::uint8_t>(colours[at + i]); };
        bmp.colours.push_back({part(0), part(1), part(2), is_short ? std::uint8_t{0} : part(3)});
    }
    const ByteView gap = take(is_in_file ? data_at - (bytes.size() - rest.size()) : 0);
    bmp.gap.assign(gap.begin(), gap.end());
    bmp.data.assign(rest.begin(), rest.end());
    drop_bmp_derived(bmp, bmp);
    return bmp;
}

Result<Bytes> write_bmp(const Bmp& bmp)
{
    const bool is_short = has_short_header(bmp);
    const auto is_16_bits = [](std::int32_t side) {
        return side >= 0 && side <= std::numeric_limits<std::uint16_t>::max();
    };
    if (is_short && (!is_16_bits(bmp.width) || !is_16_bits(bmp.height))) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a picture of {} x {} pixels", bmp.width, bmp.height),
                     .field = is_16_bits(bmp.width) ? "height" : "width",
                     .hint = "a header of 12 bytes stores sides of 0 to 65535; set header_size to 40"});
    }
    Bytes body;  // after header_size
    if (is_short) {
        append_le(body, static_cast<std::uint16_t>(bmp.width));
        append_le(body, static_cast<std::uint16_t>(bmp.height));
        append_le(body, bmp.planes);
        append_le(body, bmp.bits_per_pixel);
    } else {
        append_record(body, static_cast<const BmpPictureHeader&>(bmp));
    }
    append(body, bmp.header_rest);
    for (const BmpColour& colour : bmp.colours) {
        for (const std::uint8_t part : {colour.b, colour.g, colour.r}) {
            body.push_back(std::byte{part});
        }
        if (!is_short) {
            body.push_back(std::byte{colour.reserved});
        }
    }
    append(body, bmp.gap);
    BmpFileHeader head = bmp;
    const std::size_t data_at = bmp_size_end + body.size();
    head.data_offset = bmp.data_offset.value_or(static_cast<std::uint32_t>(data_at));
    head.file_size = bmp.file_size.value_or(static_cast<std::uint32_t>(data_at + bmp.data.size()));
    Bytes out;
    append_record(out, head);
    append(out, body);
    append(out, bmp.data);
    const auto read = [](ByteView written) { return read_bmp(written); };
    if (Status same = check_reads_back(bmp, out, read, &drop_bmp_derived); !same) {
        return fail(std::move(same.error()));
    }
    return out;
}

Result<StillPicture> decode(const Bmp& bmp)
{
    const unsigned bits = bmp.bits_per_pixel;
    if (bmp.compression != 0) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "the pixels of the BMP are compressed",
                     .field = "compression",
                     .hint = "only BMP pictures without compression are decoded; save it without run lengths"});
    }
    if (bits != 1 && bits != 4 && bits != 8 && bits != 24 && bits != 32) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("{} bits per pixel", bits),
                     .field = "bits_per_pixel",
                     .hint = "1, 4, 8, 24 and 32 bits are decoded"});
    }
    const auto width = static_cast<std::size_t>(std::max(bmp.width, 0));
    const auto height = static_cast<std::size_t>(bmp_height(bmp));
    const std::size_t row_size = (width * bits + 31) / 32 * 4;
    if (const Status fits = check_still_size(width, height, bmp.data.size(), 8); !fits) {
        return fail(fits.error());
    }
    if (row_size * height > bmp.data.size()) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("{} bytes of pixels, not {}", bmp.data.size(), row_size * height),
                     .field = "data",
                     .hint = "the file was cut off, or its size fields are wrong"});
    }
    const auto row = [&](std::size_t y) {
        const std::size_t stored = bmp.height < 0 ? y : height - 1 - y;
        return ByteView(bmp.data).subspan(stored * row_size, row_size);
    };
    const auto sides = std::pair(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
    if (bits > 8) {
        RgbaImage image{sides.first, sides.second, {}};
        for (std::size_t y = 0; y < height; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                for (const std::size_t part : {2U, 1U, 0U}) {
                    image.rgba.push_back(std::to_integer<std::uint8_t>(row(y)[x * bits / 8 + part]));
                }
                image.rgba.push_back(255);
            }
        }
        return image;
    }
    PalettedImage picture{{sides.first, sides.second, {}}, {}, IndexZero::opaque};
    for (const BmpColour& colour : bmp.colours) {
        picture.colours.push_back({colour.r, colour.g, colour.b});
    }
    picture.colours.resize(std::size_t{1} << bits);  // an index without a colour is black
    for (std::size_t y = 0; y < height; ++y) {
        append_packed_pixels(picture.image.indices, row(y), width, bits);
    }
    return picture;
}

std::string describe_picture(const Bmp& bmp)
{
    return still_picture_description(static_cast<std::uint64_t>(std::max(bmp.width, 0)),
                                     static_cast<std::uint64_t>(bmp_height(bmp)), bmp.bits_per_pixel);
}

Status replace_picture(Bmp& bmp, const PalettedImage& picture)
{
    const std::size_t width = picture.image.width;
    const std::size_t height = picture.image.height;
    bmp.width = static_cast<std::int32_t>(width);
    bmp.height = static_cast<std::int32_t>(height);
    bmp.planes = 1;
    bmp.bits_per_pixel = 8;
    bmp.compression = 0;
    bmp.colours_used = has_short_header(bmp) ? 0 : static_cast<std::uint32_t>(palette_colours);
    bmp.colours_important = 0;
    bmp.colours.clear();
    for (const Colour& colour : picture.colours) {
        bmp.colours.push_back({colour.b, colour.g, colour.r, 0});
    }
    bmp.colours.resize(palette_colours);
    const std::size_t row_size = (width + 3) / 4 * 4;
    bmp.data.assign(row_size * height, std::byte{});
    for (std::size_t y = 0; y < height; ++y) {
        const auto from = picture.image.indices.begin() + static_cast<std::ptrdiff_t>(y * width);
        std::transform(from, from + static_cast<std::ptrdiff_t>(width),
                       bmp.data.begin() + static_cast<std::ptrdiff_t>((height - 1 - y) * row_size),
                       [](std::uint8_t index) { return std::byte{index}; });
    }
    bmp.image_size = has_short_header(bmp) ? 0 : static_cast<std::uint32_t>(bmp.data.size());
    bmp.gap.clear();
    bmp.file_size = {};
    bmp.data_offset = {};
    return write_bmp(bmp).map([](const Bytes&) {});
}

Format bmp_format()
{
    return make_format<Bmp, &is_bmp, &read_bmp, &write_bmp>("BMP picture", ".BMP");
}

}  // namespace redforge::art
