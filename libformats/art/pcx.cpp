// PCX: reading, writing, decoding and the format's entry.
#include "art/pcx.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "art/format.hpp"
#include "art/read_back.hpp"
#include "core/record/binary.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::Pcx>(unsigned);

}  // namespace redforge

namespace redforge::art {
namespace {

constexpr std::size_t pcx_header_size = 128;
static_assert(wire_size<PcxHeader>() == pcx_header_size);
constexpr std::byte pcx_palette_mark{0x0C};
constexpr std::size_t pcx_palette_size = 1 + 3 * palette_colours;
constexpr unsigned pcx_run_flag = 0xC0;
constexpr unsigned max_pcx_run = 0x3F;

bool has_palette_after_pixels(const PcxHeader& pcx, ByteView rest)
{
    constexpr std::uint8_t first_version = 5;
    return pcx.version >= first_version && pcx.bits_per_pixel == 8 && pcx.planes == 1 &&
           rest.size() >= pcx_palette_size && rest[rest.size() - pcx_palette_size] == pcx_palette_mark;
}

std::size_t pcx_width(const PcxHeader& pcx)
{
    return pcx.x_max >= pcx.x_min ? std::size_t{pcx.x_max} - pcx.x_min + 1 : 0;
}

std::size_t pcx_height(const PcxHeader& pcx)
{
    return pcx.y_max >= pcx.y_min ? std::size_t{pcx.y_max} - pcx.y_min + 1 : 0;
}

/// Returns `size` bytes of the rows. A run can continue in the next row.
Result<Bytes> unpack_pcx(const Pcx& pcx, std::size_t size)
{
    const auto cut_off = [&](std::size_t found) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("the pixels end after {} of {} bytes", found, size),
                     .field = "data",
                     .hint = "the file was cut off, or its size fields are wrong"});
    };
    if (pcx.encoding == 0) {
        return pcx.data.size() < size ? Result<Bytes>(cut_off(pcx.data.size()))
                                      : Bytes(pcx.data.begin(), pcx.data.begin() + static_cast<std::ptrdiff_t>(size));
    }
    Bytes rows;
    rows.reserve(size);
    for (std::size_t at = 0; rows.size() < size; ++at) {
        if (at >= pcx.data.size()) {
            return cut_off(rows.size());
        }
        const auto control = std::to_integer<unsigned>(pcx.data[at]);
        if (control < pcx_run_flag) {
            rows.push_back(pcx.data[at]);
            continue;
        }
        if (++at >= pcx.data.size()) {
            return cut_off(rows.size());
        }
        rows.insert(rows.end(), std::min<std::size_t>(control & max_pcx_run, size - rows.size()), pcx.data[at]);
    }
    return rows;
}

/// Returns the palette of a picture with up to 8 bits in all planes.
std::vector<Colour> pcx_palette(const Pcx& pcx)
{
    if (pcx.bits_per_pixel == 8) {
        return pcx.colours.empty() ? grey_colours() : pcx.colours;
    }
    if (pcx.bits_per_pixel == 1 && pcx.planes == 1) {
        return {Colour{}, Colour{255, 255, 255}};
    }
    std::vector<Colour> colours;
    for (std::size_t i = 0; i < pcx.colours_16.size(); i += 3) {
        colours.push_back({pcx.colours_16[i], pcx.colours_16[i + 1], pcx.colours_16[i + 2]});
    }
    return colours;
}

/// Appends a row in run lengths. Runs end with their row, as the layout asks of writers.
void pack_pcx_row(Bytes& out, ByteView row)
{
    for (std::size_t at = 0; at < row.size();) {
        std::size_t end = at + 1;
        while (end < row.size() && row[end] == row[at] && end - at < max_pcx_run) {
            ++end;
        }
        if (end - at > 1 || std::to_integer<unsigned>(row[at]) >= pcx_run_flag) {
            out.push_back(static_cast<std::byte>(pcx_run_flag | (end - at)));
        }
        out.push_back(row[at]);
        at = end;
    }
}

}  // namespace

bool is_pcx(ByteView bytes)
{
    if (bytes.size() < pcx_header_size) {
        return false;
    }
    PcxHeader pcx;
    read_record(bytes.data(), pcx);
    const auto is_one_of = [](std::uint8_t value, std::initializer_list<std::uint8_t> values) {
        return std::ranges::find(values, value) != values.end();
    };
    return pcx.signature == 10 && is_one_of(pcx.version, {0, 2, 3, 4, 5}) && pcx.encoding <= 1 &&
           is_one_of(pcx.bits_per_pixel, {1, 2, 4, 8}) && pcx.planes >= 1 && pcx.planes <= 4;
}

Result<Pcx> read_pcx(ByteView bytes, RawFallbacks* /*kept*/)
{
    if (!is_pcx(bytes)) {
        return fail(
            {.code = bytes.size() < pcx_header_size ? ErrorCode::truncated : ErrorCode::malformed,
             .message = "not a PCX: it does not begin with a header of 128 bytes with a known version and depth",
             .offset = 0,
             .hint = "a PCX begins with the bytes 10 and 0, 2, 3, 4 or 5"});
    }
    Pcx pcx;
    read_record(bytes.data(), static_cast<PcxHeader&>(pcx));
    ByteView rest = bytes.subspan(pcx_header_size);
    if (has_palette_after_pixels(pcx, rest)) {
        pcx.colours = read_colours(rest.data() + rest.size() - pcx_palette_size + 1);
        rest = rest.first(rest.size() - pcx_palette_size);
    }
    pcx.data.assign(rest.begin(), rest.end());
    return pcx;
}

Result<Bytes> write_pcx(const Pcx& pcx)
{
    if (Status colours = pcx.colours.empty() ? Status{} : check_colours(pcx.colours); !colours) {
        return fail(std::move(colours.error()));
    }
    Bytes out;
    append_record(out, static_cast<const PcxHeader&>(pcx));
    append(out, pcx.data);
    if (!pcx.colours.empty()) {
        out.push_back(pcx_palette_mark);
        append_colours(out, pcx.colours);
    }
    const auto read = [](ByteView written) { return read_pcx(written); };
    if (Status same = check_reads_back(pcx, out, read, [](Pcx&, const Pcx&) {}); !same) {
        return fail(std::move(same.error()));
    }
    return out;
}

Result<StillPicture> decode(const Pcx& pcx)
{
    const std::size_t width = pcx_width(pcx);
    const std::size_t height = pcx_height(pcx);
    const unsigned bits = pcx.bits_per_pixel;
    const bool is_known = pcx.planes == 1 || bits == 1 || (bits == 8 && pcx.planes == 3);
    const std::size_t row_size = std::size_t{pcx.bytes_per_line} * pcx.planes;
    if (!is_known) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("{} planes with {} bits per pixel", pcx.planes, bits),
                     .field = "planes",
                     .hint = "pictures have 1 plane, up to 4 planes of 1 bit, or 3 planes of 8 bits"});
    }
    if (std::size_t{pcx.bytes_per_line} * 8 < width * bits) {
        return fail({.message = fmt::format("{} bytes per row for {} pixels", pcx.bytes_per_line, width),
                     .field = "bytes_per_line",
                     .hint = "a row has at least as many bytes as its pixels need"});
    }
    constexpr std::size_t pixels_in_byte = 8;
    if (const Status fits = check_still_size(width, height, pcx.data.size(), max_pcx_run * pixels_in_byte); !fits) {
        return fail(fits.error());
    }
    if (const Status fits = check_still_size(row_size, height, pcx.data.size(), max_pcx_run); !fits) {
        return fail(fits.error());  // rows can be longer than their pixels
    }
    const Result<Bytes> rows = unpack_pcx(pcx, row_size * height);
    if (!rows) {
        return fail(rows.error());
    }
    const auto plane = [&](std::size_t y, std::size_t number) {
        return ByteView(*rows).subspan(y * row_size + number * pcx.bytes_per_line, pcx.bytes_per_line);
    };
    if (bits == 8 && pcx.planes == 3) {
        RgbaImage image{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
        for (std::size_t y = 0; y < height; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                for (std::size_t number = 0; number < 3; ++number) {
                    image.rgba.push_back(std::to_integer<std::uint8_t>(plane(y, number)[x]));
                }
                image.rgba.push_back(255);
            }
        }
        return image;
    }
    PalettedImage picture{{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}},
                          pcx_palette(pcx),
                          IndexZero::opaque};
    std::vector<std::uint8_t>& indices = picture.image.indices;
    for (std::size_t y = 0; y < height; ++y) {
        const std::size_t first = indices.size();
        append_packed_pixels(indices, plane(y, 0), width, bits);
        for (std::size_t number = 1; number < pcx.planes; ++number) {  // planes of 1 bit
            std::vector<std::uint8_t> bit;
            append_packed_pixels(bit, plane(y, number), width, bits);
            for (std::size_t x = 0; x < width; ++x) {
                indices[first + x] = static_cast<std::uint8_t>(indices[first + x] | bit[x] << number);
            }
        }
    }
    return picture;
}

std::string describe_picture(const Pcx& pcx)
{
    return still_picture_description(pcx_width(pcx), pcx_height(pcx), std::uint32_t{pcx.bits_per_pixel} * pcx.planes);
}

Status replace_picture(Pcx& pcx, const PalettedImage& picture)
{
    constexpr std::uint32_t max_side = std::numeric_limits<std::uint16_t>::max();
    if (picture.image.width > max_side || picture.image.height > max_side) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a picture of {} x {} pixels", picture.image.width, picture.image.height),
                     .hint = fmt::format("a side has at most {} pixels", max_side)});
    }
    pcx.version = 5;
    pcx.encoding = 1;
    pcx.bits_per_pixel = 8;
    pcx.planes = 1;
    pcx.x_min = pcx.y_min = 0;
    pcx.x_max = static_cast<std::uint16_t>(picture.image.width - 1);
    pcx.y_max = static_cast<std::uint16_t>(picture.image.height - 1);
    const std::size_t row_size = picture.image.width + picture.image.width % 2;  // even
    pcx.bytes_per_line = static_cast<std::uint16_t>(std::min<std::size_t>(row_size, max_side));
    pcx.colours = picture.colours;
    pcx.colours.resize(palette_colours);
    pcx.data.clear();
    Bytes row(pcx.bytes_per_line);
    for (std::size_t y = 0; y < picture.image.height; ++y) {
        const auto from = picture.image.indices.begin() + static_cast<std::ptrdiff_t>(y * picture.image.width);
        std::transform(from, from + picture.image.width, row.begin(),
                       [](std::uint8_t index) { return std::byte{index}; });
        pack_pcx_row(pcx.data, row);
    }
    return {};
}

Format pcx_format()
{
    return make_format<Pcx, &is_pcx, &read_pcx, &write_pcx>("PCX picture", ".PCX");
}

}  // namespace redforge::art
