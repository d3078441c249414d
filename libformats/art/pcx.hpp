// PCX: a picture with run lengths, such as SYSTEM/SKY_61.PCX. Source: ZSoft's published layout of version 5.
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

/// Header of a PCX, 128 bytes, in file order.
struct PcxHeader {
    std::uint8_t signature{10};
    std::uint8_t version{5};         ///< 0, 2, 3, 4 or 5; from 5 on, a palette of 256 colours can follow the pixels
    std::uint8_t encoding{1};        ///< 1: run lengths; 0: none
    std::uint8_t bits_per_pixel{8};  ///< in each plane
    std::uint16_t x_min{};
    std::uint16_t y_min{};
    std::uint16_t x_max{};  ///< last column, so the width is x_max - x_min + 1
    std::uint16_t y_max{};
    std::uint16_t x_resolution{};  ///< dots per inch
    std::uint16_t y_resolution{};
    std::array<std::uint8_t, 48> colours_16{};  ///< red, green, blue of 16 colours
    std::uint8_t reserved{};
    std::uint8_t planes{1};
    std::uint16_t bytes_per_line{};  ///< of a plane
    std::uint16_t palette_kind{1};   ///< 1 colours, 2 greys
    std::uint16_t screen_width{};
    std::uint16_t screen_height{};
    std::array<std::uint8_t, 54> filler{};
    friend bool operator==(const PcxHeader&, const PcxHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, PcxHeader& pcx, unsigned /*version*/)
{
    field(ar, "signature", pcx.signature, {.label = "Signature", .doc = "Always 10."});
    field(ar, "version", pcx.version, {.label = "Version", .doc = "0, 2, 3, 4 or 5."});
    field(ar, "encoding", pcx.encoding, {.label = "Run lengths", .max = 1, .notation = Notation::boolean});
    field(ar, "bits_per_pixel", pcx.bits_per_pixel, {.label = "Bits per pixel", .doc = "In each plane."});
    field(ar, "x_min", pcx.x_min, {.label = "First column", .unit = "pixels"});
    field(ar, "y_min", pcx.y_min, {.label = "First row", .unit = "pixels"});
    field(ar, "x_max", pcx.x_max, {.label = "Last column", .unit = "pixels"});
    field(ar, "y_max", pcx.y_max, {.label = "Last row", .unit = "pixels"});
    field(ar, "x_resolution", pcx.x_resolution, {.label = "Horizontal resolution", .unit = "dots per inch"});
    field(ar, "y_resolution", pcx.y_resolution, {.label = "Vertical resolution", .unit = "dots per inch"});
    field(ar, "colours_16", pcx.colours_16,
          {.label = "16 colours", .doc = "Red, green and blue of the colours of a picture with up to 16 colours."});
    field(ar, "reserved", pcx.reserved, {.kind = Role::reserved});
    field(ar, "planes", pcx.planes, {.label = "Planes"});
    field(ar, "bytes_per_line", pcx.bytes_per_line, {.label = "Bytes per row", .doc = "Of a plane."});
    field(ar, "palette_kind", pcx.palette_kind, {.label = "Palette kind", .doc = "1: colours. 2: greys."});
    field(ar, "screen_width", pcx.screen_width, {.label = "Screen width", .unit = "pixels"});
    field(ar, "screen_height", pcx.screen_height, {.label = "Screen height", .unit = "pixels"});
    field(ar, "filler", pcx.filler, {.kind = Role::reserved});
}

/// A PCX file.
struct Pcx : PcxHeader {
    static constexpr std::string_view root = "pcx";

    std::vector<Colour> colours;  ///< 256, or none
    Bytes data;                   ///< pixels as stored

    bool operator==(const Pcx&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Pcx& pcx, unsigned version)
{
    serialize(ar, static_cast<PcxHeader&>(pcx), version);
    list(ar, "colours", "colour", pcx.colours, {.label = "Colours", .doc = "256 colours after the pixels, or none."});
    blob(ar, "data", pcx.data, {.label = "Data", .doc = "Pixels as stored."});
}

/// Returns true if the bytes begin with the header of a PCX.
[[nodiscard]] bool is_pcx(ByteView bytes);
/// Reads a PCX. Errors: malformed (no header).
[[nodiscard]] Result<Pcx> read_pcx(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of a PCX. Errors: out_of_range (neither 256 colours nor none); mismatch (would read back
/// differently).
[[nodiscard]] Result<Bytes> write_pcx(const Pcx& pcx);

/// Returns the picture. Pictures with 8 bits have 1 or 3 planes; others 1 bit in up to 4 planes, or 2 or 4 bits.
/// Errors: unsupported (other depths); those of check_still_size(); truncated.
[[nodiscard]] Result<StillPicture> decode(const Pcx& pcx);
/// Returns the size and the number of colours.
[[nodiscard]] std::string describe_picture(const Pcx& pcx);
/// Replaces the picture with one of 256 colours, with run lengths. Errors: out_of_range (a side above 65,535).
[[nodiscard]] Status replace_picture(Pcx& pcx, const PalettedImage& picture);

}  // namespace redforge::art
