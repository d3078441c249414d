// LBM: a picture of Deluxe Paint, an IFF file of type ILBM or PBM, such as SYSTEM/GUI.LBM. Source: Electronic Arts'
// published layout of IFF and ILBM. Numbers are stored with the most significant byte first.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "art/colour_record.hpp"
#include "art/still_picture.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::art {

/// Encoding of the rows.
inline constexpr std::array<EnumName, 2> lbm_compressions{{{0, "none", "None"}, {1, "byte_run_1", "Run lengths"}}};
/// Mask of the picture.
inline constexpr std::array<EnumName, 4> lbm_masks{
    {{0, "none", "None"}, {1, "plane", "A plane"}, {2, "colour", "A transparent colour"}, {3, "lasso", "Lasso"}}};

/// BMHD, 20 bytes, in file order.
struct LbmHeader {
    std::uint16_t width{};   ///< pixels
    std::uint16_t height{};  ///< pixels
    std::int16_t x{};
    std::int16_t y{};
    std::uint8_t planes{8};
    std::uint8_t masking{};      ///< lbm_masks
    std::uint8_t compression{};  ///< lbm_compressions
    std::uint8_t reserved{};
    std::uint16_t transparent_colour{};
    std::uint8_t x_aspect{};  ///< width of a pixel
    std::uint8_t y_aspect{};  ///< height of a pixel
    std::int16_t page_width{};
    std::int16_t page_height{};
    friend bool operator==(const LbmHeader&, const LbmHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, LbmHeader& lbm, unsigned /*version*/)
{
    field(ar, "width", lbm.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", lbm.height, {.label = "Height", .unit = "pixels"});
    field(ar, "x", lbm.x, {.label = "X offset", .unit = "pixels"});
    field(ar, "y", lbm.y, {.label = "Y offset", .unit = "pixels"});
    field(ar, "planes", lbm.planes, {.label = "Planes"});
    field(ar, "masking", lbm.masking, {.label = "Mask", .enum_names = lbm_masks});
    field(ar, "compression", lbm.compression, {.label = "Compression", .enum_names = lbm_compressions});
    field(ar, "reserved", lbm.reserved, {.kind = Role::reserved});
    field(ar, "transparent_colour", lbm.transparent_colour, {.label = "Transparent colour"});
    field(ar, "x_aspect", lbm.x_aspect, {.label = "Pixel width"});
    field(ar, "y_aspect", lbm.y_aspect, {.label = "Pixel height"});
    field(ar, "page_width", lbm.page_width, {.label = "Page width", .unit = "pixels"});
    field(ar, "page_height", lbm.page_height, {.label = "Page height", .unit = "pixels"});
}

/// A chunk after BMHD.
struct LbmChunk {
    static constexpr std::string_view element = "chunk";

    FixedText<4> tag{};             ///< CMAP: colours; BODY: pixels
    std::uint8_t pad{};             ///< the byte after an odd number of bytes
    std::vector<Colour> colours{};  ///< CMAP whose size is a multiple of 3
    Bytes data{};                   ///< other chunks

    bool operator==(const LbmChunk&) const = default;
};

template <class Archive>
void serialize(Archive& ar, LbmChunk& chunk, unsigned /*version*/)
{
    field(ar, "tag", chunk.tag, {.label = "Tag", .doc = "CMAP has the colours, BODY the pixels.", .always = true});
    field(ar, "pad", chunk.pad, {.label = "Pad byte", .kind = Role::reserved});
    list(ar, "colours", "colour", chunk.colours, {.label = "Colours"});
    blob(ar, "data", chunk.data, {.label = "Data"});
}

/// An LBM file.
struct Lbm : LbmHeader {
    static constexpr std::string_view root = "lbm";

    FixedText<4> type{"PBM "};  ///< PBM: a byte per pixel; ILBM: bit planes
    Derived<std::uint32_t> form_size{};
    std::uint8_t no_pad{};  ///< 1: the file ends after an odd number of bytes in its last chunk
    std::vector<LbmChunk> chunks;
    Bytes tail;  ///< bytes after the last complete chunk

    bool operator==(const Lbm&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Lbm& lbm, unsigned version)
{
    field(ar, "type", lbm.type, {.label = "Type", .doc = "PBM: one byte per pixel. ILBM: bit planes."});
    field(ar, "form_size", lbm.form_size, {.label = "FORM size", .unit = "bytes", .kind = Role::derived});
    field(ar, "no_pad", lbm.no_pad,
          {.label = "No pad byte at the end",
           .doc = "1: the file ends after an odd number of bytes in its last chunk.",
           .max = 1,
           .notation = Notation::boolean});
    serialize(ar, static_cast<LbmHeader&>(lbm), version);
    list(ar, "chunks", LbmChunk::element, lbm.chunks, {.label = "Chunks"});
    blob(ar, "tail", lbm.tail, {.label = "Tail", .doc = "Bytes after the last complete chunk."});
}

/// Returns true if the bytes begin with FORM, ILBM or PBM, and a BMHD of 20 bytes.
[[nodiscard]] bool is_lbm(ByteView bytes);
/// Reads an LBM. Bytes after the last complete chunk become the tail. Errors: malformed (another beginning).
[[nodiscard]] Result<Lbm> read_lbm(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of an LBM. Errors: out_of_range (a chunk with colours and data); mismatch (would read back
/// differently).
[[nodiscard]] Result<Bytes> write_lbm(const Lbm& lbm);

/// Returns the picture: 1 to 8 planes, or 24. Errors: unsupported (other depths, and the HAM and half-brite modes of
/// the Amiga); malformed (no BODY); those of check_still_size(); truncated.
[[nodiscard]] Result<StillPicture> decode(const Lbm& lbm);
/// Returns the size and the number of colours.
[[nodiscard]] std::string describe_picture(const Lbm& lbm);

}  // namespace redforge::art
