// BMP: a picture of Windows, such as SYSTEM/POINTERS.BMP. Source: Microsoft's published layout.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "art/still_picture.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::art {

/// Compression of the pixels.
inline constexpr std::array<EnumName, 4> bmp_compressions{{
    {0, "none", "None"},
    {1, "rle8", "Run lengths, 8 bits"},
    {2, "rle4", "Run lengths, 4 bits"},
    {3, "bit_fields", "Bit fields"},
}};

/// A colour of a BMP, in file order.
struct BmpColour {
    static constexpr std::string_view element = "colour";

    std::uint8_t b{};
    std::uint8_t g{};
    std::uint8_t r{};
    std::uint8_t reserved{};  ///< not stored if the header has 12 bytes
    friend bool operator==(const BmpColour&, const BmpColour&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, BmpColour& colour, unsigned /*version*/)
{
    field(ar, "b", colour.b, {.label = "Blue", .always = true, .notation = Notation::colour});
    field(ar, "g", colour.g, {.label = "Green", .always = true, .notation = Notation::colour});
    field(ar, "r", colour.r, {.label = "Red", .always = true, .notation = Notation::colour});
    field(ar, "reserved", colour.reserved, {.kind = Role::reserved});
}

/// First 14 bytes of a file, in file order.
struct BmpFileHeader {
    FixedText<2> signature{"BM"};
    Derived<std::uint32_t> file_size{};
    std::array<std::uint16_t, 2> reserved{};
    Derived<std::uint32_t> data_offset{};
    std::uint32_t header_size{40};  ///< 12, or 40 and more
    friend bool operator==(const BmpFileHeader&, const BmpFileHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, BmpFileHeader& bmp, unsigned /*version*/)
{
    field(ar, "signature", bmp.signature, {.label = "Signature", .doc = "Always BM."});
    field(ar, "file_size", bmp.file_size, {.label = "File size", .unit = "bytes", .kind = Role::derived});
    field(ar, "reserved", bmp.reserved, {.kind = Role::reserved});
    field(ar, "data_offset", bmp.data_offset,
          {.label = "Pixels at", .unit = "bytes", .doc = "Offset of the pixels.", .kind = Role::derived});
    field(ar, "header_size", bmp.header_size,
          {.label = "Header size", .unit = "bytes", .doc = "12 for OS/2, 40 or more for Windows."});
}

/// Rest of a header of 40 bytes, in file order. A header of 12 bytes has the first four, with sides of 16 bits.
struct BmpPictureHeader {
    std::int32_t width{};   ///< pixels
    std::int32_t height{};  ///< pixels; negative: the first row is the top
    std::uint16_t planes{1};
    std::uint16_t bits_per_pixel{8};
    std::uint32_t compression{};  ///< bmp_compressions
    std::uint32_t image_size{};   ///< bytes of the pixels, or 0
    std::int32_t x_resolution{};  ///< pixels per metre
    std::int32_t y_resolution{};
    std::uint32_t colours_used{};  ///< 0: all that the depth allows
    std::uint32_t colours_important{};
    friend bool operator==(const BmpPictureHeader&, const BmpPictureHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, BmpPictureHeader& bmp, unsigned /*version*/)
{
    field(ar, "width", bmp.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", bmp.height,
          {.label = "Height", .unit = "pixels", .doc = "Negative: the first stored row is the top."});
    field(ar, "planes", bmp.planes, {.label = "Planes"});
    field(ar, "bits_per_pixel", bmp.bits_per_pixel, {.label = "Bits per pixel"});
    field(ar, "compression", bmp.compression, {.label = "Compression", .enum_names = bmp_compressions});
    field(ar, "image_size", bmp.image_size, {.label = "Pixel bytes", .unit = "bytes"});
    field(ar, "x_resolution", bmp.x_resolution, {.label = "Horizontal resolution", .unit = "pixels per metre"});
    field(ar, "y_resolution", bmp.y_resolution, {.label = "Vertical resolution", .unit = "pixels per metre"});
    field(ar, "colours_used", bmp.colours_used,
          {.label = "Colours used", .doc = "0: as many as the bits per pixel allow."});
    field(ar, "colours_important", bmp.colours_important, {.label = "Important colours"});
}

/// A BMP file.
struct Bmp : BmpFileHeader, BmpPictureHeader {
    static constexpr std::string_view root = "bmp";

    Bytes header_rest;               ///< bytes of the header after the first 40
    std::vector<BmpColour> colours;  ///< at most 256
    Bytes gap;                       ///< bytes between the colours and the pixels
    Bytes data;                      ///< pixels as stored, from the bottom, and bytes after them

    bool operator==(const Bmp&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Bmp& bmp, unsigned version)
{
    serialize(ar, static_cast<BmpFileHeader&>(bmp), version);
    serialize(ar, static_cast<BmpPictureHeader&>(bmp), version);
    list(ar, "colours", BmpColour::element, bmp.colours, {.label = "Colours"});
    blob(ar, "header_rest", bmp.header_rest, {.label = "Rest of the header"});
    blob(ar, "gap", bmp.gap, {.label = "Gap", .doc = "Bytes between the colours and the pixels."});
    blob(ar, "data", bmp.data, {.label = "Data", .doc = "Pixels as stored, and bytes after them."});
}

/// Returns true if the bytes begin with the headers of a BMP.
[[nodiscard]] bool is_bmp(ByteView bytes);
/// Reads a BMP. Errors: truncated, malformed (no headers).
[[nodiscard]] Result<Bmp> read_bmp(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of a BMP. Errors: out_of_range (a side that a header of 12 bytes cannot store); mismatch (would
/// read back differently).
[[nodiscard]] Result<Bytes> write_bmp(const Bmp& bmp);

/// Returns the picture, of 1, 4, 8, 24 or 32 bits without compression. Errors: unsupported (other depths, and run
/// lengths); those of check_still_size().
[[nodiscard]] Result<StillPicture> decode(const Bmp& bmp);
/// Returns the size and the number of colours.
[[nodiscard]] std::string describe_picture(const Bmp& bmp);
/// Replaces the picture with one of 8 bits without compression, stored from the bottom. Errors: out_of_range (a side
/// that a header of 12 bytes cannot store).
[[nodiscard]] Status replace_picture(Bmp& bmp, const PalettedImage& picture);

}  // namespace redforge::art
