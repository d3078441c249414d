// LBM: reading, writing, decoding and the format's entry.
#include "art/lbm.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "art/format.hpp"
#include "art/read_back.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::Lbm>(unsigned);

}  // namespace redforge

namespace redforge::art {
namespace {

constexpr std::size_t lbm_form_size = 12;    // FORM, its size, and the type
constexpr std::size_t lbm_chunk_head = 8;    // tag and size
constexpr std::size_t lbm_header_size = 20;  // BMHD
constexpr std::size_t lbm_chunks_at = lbm_form_size + lbm_chunk_head + lbm_header_size;
constexpr std::string_view lbm_colours_tag = "CMAP";
constexpr std::string_view lbm_pixels_tag = "BODY";
constexpr std::uint8_t lbm_plane_mask = 1;
constexpr std::size_t max_lbm_run = 128;

std::string_view lbm_tag(ByteView bytes, std::size_t at)
{
    return as_text(bytes.subspan(at, 4));
}

/// Lists the numbers of BMHD in file order, for reading and writing.
template <class Header, class Take>
void for_each_number(Header& lbm, const Take& take)
{
    take(lbm.width);
    take(lbm.height);
    take(lbm.x);
    take(lbm.y);
    take(lbm.planes);
    take(lbm.masking);
    take(lbm.compression);
    take(lbm.reserved);
    take(lbm.transparent_colour);
    take(lbm.x_aspect);
    take(lbm.y_aspect);
    take(lbm.page_width);
    take(lbm.page_height);
}

std::size_t size_of(const LbmChunk& chunk)
{
    return chunk.colours.empty() ? chunk.data.size() : 3 * chunk.colours.size();
}

/// Returns the size that FORM stores.
std::uint32_t computed_form_size(const Lbm& lbm)
{
    std::size_t size = lbm_chunks_at - lbm_chunk_head;
    for (const LbmChunk& chunk : lbm.chunks) {
        size += lbm_chunk_head + size_of(chunk) + size_of(chunk) % 2;
    }
    return static_cast<std::uint32_t>(size - lbm.no_pad);
}

void drop_form_size(Lbm& lbm, const Lbm& /*read_back*/)
{
    lbm.form_size.clear_if_equal(computed_form_size(lbm));
}

const LbmChunk* find_chunk(const Lbm& lbm, std::string_view tag)
{
    const auto found = std::ranges::find_if(lbm.chunks, [&](const LbmChunk& each) { return each.tag.view() == tag; });
    return found == lbm.chunks.end() ? nullptr : &*found;
}

/// Returns the rows of the picture without run lengths. Errors: truncated, malformed.
Result<Bytes> unpack_lbm(const Lbm& lbm, const Bytes& body, std::size_t size)
{
    const auto cut_off = [&](std::size_t found) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("the pixels end after {} of {} bytes", found, size),
                     .field = "chunks",
                     .hint = "the file was cut off, or its size fields are wrong"});
    };
    if (lbm.compression > 1) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("the compression {}", lbm.compression),
                     .field = "compression",
                     .hint = "0 and 1 are decoded"});
    }
    Bytes rows;
    if (lbm.compression == 0) {
        if (body.size() < size) {
            return cut_off(body.size());
        }
        rows.assign(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(size));
        return rows;
    }
    if (size / max_lbm_run > body.size()) {
        return cut_off(0);  // before memory is reserved
    }
    rows.reserve(size);
    for (std::size_t at = 0; rows.size() < size;) {
        if (at >= body.size()) {
            return cut_off(rows.size());
        }
        const auto control = std::to_integer<std::size_t>(body[at++]);
        if (control < max_lbm_run) {
            const std::size_t count = std::min(control + 1, size - rows.size());
            if (count > body.size() - at) {
                return cut_off(rows.size());
            }
            append(rows, ByteView(body).subspan(at, count));
            at += control + 1;
        } else if (control > max_lbm_run) {
            if (at >= body.size()) {
                return cut_off(rows.size());
            }
            rows.insert(rows.end(), std::min(2 * max_lbm_run + 1 - control, size - rows.size()), body[at++]);
        }
    }
    return rows;
}

/// Returns true for the modes of the Amiga whose colours depend on the hardware.
bool has_amiga_mode(const Lbm& lbm)
{
    constexpr std::uint32_t half_brite_or_ham = 0x80 | 0x800;
    const LbmChunk* const mode = find_chunk(lbm, "CAMG");
    return mode != nullptr && mode->data.size() == 4 && (load_be32(mode->data.data()) & half_brite_or_ham) != 0;
}

}  // namespace

bool is_lbm(ByteView bytes)
{
    return bytes.size() >= lbm_chunks_at && lbm_tag(bytes, 0) == "FORM" &&
           (lbm_tag(bytes, 8) == "ILBM" || lbm_tag(bytes, 8) == "PBM ") && lbm_tag(bytes, lbm_form_size) == "BMHD" &&
           load_be32(bytes.data() + lbm_form_size + 4) == lbm_header_size;
}

Result<Lbm> read_lbm(ByteView bytes, RawFallbacks* kept)
{
    if (!is_lbm(bytes)) {
        return fail({.code = bytes.size() < lbm_chunks_at ? ErrorCode::truncated : ErrorCode::malformed,
                     .message = "not an LBM: it does not begin with FORM, ILBM or PBM, and a BMHD of 20 bytes",
                     .offset = 0,
                     .hint = "pictures of Deluxe Paint are read"});
    }
    Lbm lbm;
    lbm.form_size = load_be32(bytes.data() + 4);
    lbm.type = lbm_tag(bytes, 8);
    const std::byte* from = bytes.data() + lbm_form_size + lbm_chunk_head;
    for_each_number(static_cast<LbmHeader&>(lbm), [&from](auto& number) {
        std::uint16_t value = 0;
        for (std::size_t i = 0; i < sizeof(number); ++i) {
            value = static_cast<std::uint16_t>(unsigned{value} << 8U | std::to_integer<unsigned>(*from++));
        }
        number = static_cast<std::remove_reference_t<decltype(number)>>(value);
    });
    ByteView rest = bytes.subspan(lbm_chunks_at);
    while (rest.size() >= lbm_chunk_head) {
        const std::size_t size = load_be32(rest.data() + 4);
        if (size > rest.size() - lbm_chunk_head) {
            break;
        }
        LbmChunk chunk{.tag = lbm_tag(rest, 0)};
        const ByteView data = rest.subspan(lbm_chunk_head, size);
        if (chunk.tag.view() == lbm_colours_tag && size % 3 == 0) {
            for (std::size_t at = 0; at < size; at += 3) {
                const auto part = [&](std::size_t i) { return std::to_integer<std::uint8_t>(data[at + i]); };
                chunk.colours.push_back({part(0), part(1), part(2)});
            }
        } else {
            chunk.data.assign(data.begin(), data.end());
        }
        rest = rest.subspan(lbm_chunk_head + size);
        if (size % 2 != 0) {
            lbm.no_pad = rest.empty() ? 1 : 0;
            chunk.pad = rest.empty() ? std::uint8_t{0} : std::to_integer<std::uint8_t>(rest.front());
            rest = rest.subspan(rest.empty() ? 0 : 1);
        }
        lbm.chunks.push_back(std::move(chunk));
    }
    lbm.tail.assign(rest.begin(), rest.end());
    if (kept != nullptr && !rest.empty()) {
        kept->push_back({"tail", "bytes after the last complete chunk", rest.size()});
    }
    drop_form_size(lbm, lbm);
    return lbm;
}

Result<Bytes> write_lbm(const Lbm& lbm)
{
    const auto append_size = [](Bytes& to, std::size_t size) {
        to.resize(to.size() + 4);
        store_be32(to.data() + to.size() - 4, static_cast<std::uint32_t>(size));
    };
    Bytes out;
    append(out, as_bytes("FORM"));
    append_size(out, lbm.form_size.value_or(computed_form_size(lbm)));
    append(out, as_bytes({lbm.type.bytes.data(), lbm.type.bytes.size()}));
    append(out, as_bytes("BMHD"));
    append_size(out, lbm_header_size);
    for_each_number(static_cast<const LbmHeader&>(lbm), [&out](const auto& number) {
        const auto value = static_cast<std::uint16_t>(number);
        if constexpr (sizeof(number) == 2) {
            out.push_back(static_cast<std::byte>(value >> 8U));
        }
        out.push_back(static_cast<std::byte>(value));
    });
    for (std::size_t i = 0; i < lbm.chunks.size(); ++i) {
        const LbmChunk& chunk = lbm.chunks[i];
        if (!chunk.colours.empty() && !chunk.data.empty()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = "a chunk with colours and data",
                         .field = fmt::format("chunks[{}].data", i),
                         .hint = "remove the colours or the data"});
        }
        append(out, as_bytes({chunk.tag.bytes.data(), chunk.tag.bytes.size()}));
        append_size(out, size_of(chunk));
        append_colours(out, chunk.colours);
        append(out, chunk.data);
        if (size_of(chunk) % 2 != 0 && (i + 1 < lbm.chunks.size() || lbm.no_pad == 0)) {
            out.push_back(std::byte{chunk.pad});
        }
    }
    append(out, lbm.tail);
    const auto read = [](ByteView written) { return read_lbm(written); };
    if (Status same = check_reads_back(lbm, out, read, &drop_form_size); !same) {
        return fail(std::move(same.error()));
    }
    return out;
}

Result<StillPicture> decode(const Lbm& lbm)
{
    const LbmChunk* const body = find_chunk(lbm, lbm_pixels_tag);
    if (body == nullptr) {
        return fail({.message = "the LBM has no chunk BODY", .field = "chunks", .hint = "BODY contains the pixels"});
    }
    const bool is_by_byte = lbm.type.view() == "PBM ";
    const unsigned planes = lbm.planes;
    const bool is_known = is_by_byte ? planes == 8 : (planes >= 1 && planes <= 8) || planes == 24;
    if (!is_known || has_amiga_mode(lbm)) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("{} planes{}", planes, is_known ? " in a mode of the Amiga" : ""),
                     .field = "planes",
                     .hint = "1 to 8 and 24 planes are decoded, and 8 bits of a PBM, but no HAM and half-brite modes"});
    }
    const std::size_t width = lbm.width;
    const std::size_t height = lbm.height;
    const std::size_t plane_size = is_by_byte ? width + width % 2 : (width + 15) / 16 * 2;
    const std::size_t stored_planes = is_by_byte ? 1 : planes + (lbm.masking == lbm_plane_mask ? 1 : 0);
    const std::size_t row_size = plane_size * stored_planes;
    constexpr std::size_t pixels_in_byte = 8;
    if (const Status fits = check_still_size(width, height, body->data.size(), max_lbm_run * pixels_in_byte); !fits) {
        return fail(fits.error());
    }
    const Result<Bytes> rows = unpack_lbm(lbm, body->data, row_size * height);
    if (!rows) {
        return fail(rows.error());
    }
    // The bits of `count` planes at a pixel, the first plane in the lowest bit.
    const auto bits_at = [&](std::size_t x, std::size_t y, unsigned first, unsigned count) {
        unsigned bits = 0;
        for (unsigned plane = 0; plane < count; ++plane) {
            const auto byte = std::to_integer<unsigned>((*rows)[y * row_size + (first + plane) * plane_size + x / 8]);
            bits |= (byte >> (7 - x % 8) & 1U) << plane;
        }
        return static_cast<std::uint8_t>(bits);
    };
    const auto side = [](std::size_t length) { return static_cast<std::uint32_t>(length); };
    if (planes == 24) {
        RgbaImage image{side(width), side(height), {}};
        for (std::size_t y = 0; y < height; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                image.rgba.insert(image.rgba.end(),
                                  {bits_at(x, y, 0, 8), bits_at(x, y, 8, 8), bits_at(x, y, 16, 8), 255});
            }
        }
        return image;
    }
    const LbmChunk* const colours = find_chunk(lbm, lbm_colours_tag);
    PalettedImage picture{{side(width), side(height), {}},
                          colours == nullptr || colours->colours.empty() ? grey_colours() : colours->colours,
                          IndexZero::opaque};
    picture.colours.resize(palette_colours);  // an index without a colour is black
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            picture.image.indices.push_back(is_by_byte ? std::to_integer<std::uint8_t>((*rows)[y * row_size + x])
                                                       : bits_at(x, y, 0, planes));
        }
    }
    return picture;
}

std::string describe_picture(const Lbm& lbm)
{
    return still_picture_description(lbm.width, lbm.height, lbm.planes);
}

Format lbm_format()
{
    return make_format<Lbm, &is_lbm, &read_lbm, &write_lbm>("LBM picture", ".LBM");
}

}  // namespace redforge::art
