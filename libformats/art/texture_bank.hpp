// TEXBSI.nnn: a bank of textures, each an image of palette indices with one frame or several.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "art/colour.hpp"
#include "art/colour_record.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"

namespace redforge::art {

/// Encoding of the pixels in the DATA part of an image.
enum class Encoding : std::int16_t {
    raw = 0,        ///< width x height indices, row by row from the top; frames one after the other
    row_table = 4,  ///< height x frames offsets of rows, u32 from the start of DATA, then the rows
};

/// Names of Encoding.
inline constexpr std::array<EnumName, 2> encodings{{{0, "raw", "Raw"}, {4, "row_table", "Row table"}}};

/// BHDR: the header of an image, 26 bytes.
struct ImageHeader {
    std::int16_t x{};  ///< suggested x position, pixels
    std::int16_t y{};
    std::int16_t width{};  ///< pixels
    std::int16_t height{};
    Derived<std::uint8_t> has_palette;  ///< 1 if the image has its own colours; the game does not read it
    std::uint8_t flags{};               ///< 0, 1 or 9; left by the tool that built the bank
    std::array<std::uint8_t, 4> reserved{};
    Derived<std::int16_t> frame_count;
    std::int16_t delay{};  ///< milliseconds that a frame is shown, 0 to 500
    std::array<std::uint8_t, 4> reserved_2{};
    std::uint16_t scale{0x100};  ///< 8.8 fixed point: 256 is 1
    Derived<std::int16_t> encoding;
    bool operator==(const ImageHeader&) const = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, ImageHeader& header, unsigned /*version*/)
{
    field(ar, "x", header.x, {.label = "X offset", .unit = "pixels"});
    field(ar, "y", header.y, {.label = "Y offset", .unit = "pixels"});
    field(ar, "width", header.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", header.height, {.label = "Height", .unit = "pixels"});
    field(ar, "has_palette", header.has_palette, {.label = "Has a palette", .kind = Role::derived});
    field(ar, "flags", header.flags,
          {.label = "Export flags", .doc = "0, 1 or 9 in shipped banks.", .kind = Role::opaque});
    field(ar, "reserved", header.reserved, {.kind = Role::reserved});
    field(ar, "frame_count", header.frame_count, {.label = "Frames", .kind = Role::derived});
    field(ar, "delay", header.delay, {.label = "Frame time", .unit = "ms"});
    field(ar, "reserved_2", header.reserved_2, {.kind = Role::reserved});
    field(ar, "scale", header.scale, {.label = "Scale", .unit = "1/256", .notation = Notation::fixed_8});
    field(ar, "encoding", header.encoding, {.label = "Pixel encoding", .kind = Role::derived, .enum_names = encodings});
}

/// CMAP: the colours of an animated image, 768 bytes. Source: reference sheet "retail facts", 4.
struct ImagePalette {
    std::vector<Colour> colours;  ///< always 256; components of 6 bits, 0 to 63; colours_of() converts them to 8 bits
    bool operator==(const ImagePalette&) const = default;
};

template <class Archive>
void serialize(Archive& ar, ImagePalette& palette, unsigned /*version*/)
{
    list(ar, "colours", "colour", palette.colours,
         {.label = "Colours", .doc = "256 colours. Index 0 is first. Components are 0 to 63."});
}

/// A frame of an image with a row table: the offsets of its rows, from the top.
struct Frame {
    std::vector<std::uint32_t> rows;     ///< row numbers in the image's `rows`; frames share rows that look the same
    std::vector<std::uint32_t> offsets;  ///< byte offsets in DATA, if a row does not start at a stored row
    bool operator==(const Frame&) const = default;
};

template <class Archive>
void serialize(Archive& ar, Frame& frame, unsigned /*version*/)
{
    field(ar, "rows", frame.rows, {.label = "Rows", .doc = "Row numbers, from the top of the picture."});
    field(ar, "offsets", frame.offsets,
          {.label = "Row offsets",
           .unit = "bytes",
           .doc = "Row offsets, if one of them is not at the start of a row."});
}

/// A part of an image with an unexpected position or content, kept as bytes.
struct OtherPart {
    FixedText<4> tag;
    std::uint32_t place{};  ///< number of parts of the image before it
    Bytes bytes;
    bool operator==(const OtherPart&) const = default;
};

template <class Archive>
void serialize(Archive& ar, OtherPart& part, unsigned /*version*/)
{
    field(ar, "tag", part.tag, {.label = "Tag"});
    field(ar, "place", part.place, {.label = "Preceding parts"});
    blob(ar, "bytes", part.bytes, {.label = "Bytes"});
}

/// One image of a bank: a name, the size of what follows, and tagged parts until `END `.
struct Image {
    FixedText<9> name;            ///< "D02003": letter of the hundred, two digits of the bank, three of the image
    FixedText<4> marker{"BSIF"};  ///< tag of the first part: "BSIF", "IFHD" (animated), or empty
    ImageHeader header;           ///< BHDR
    std::array<std::uint8_t, 44> animation{1};  ///< IFHD; 1 and 43 zeros in every shipped bank
    Text missing;                         ///< required parts that the image does not have, a subset of "BHDR DATA END"
    Derived<std::uint32_t> size;          ///< number of bytes after this field
    Derived<std::uint32_t> end_spare;     ///< word after the tag `END `; always 0
    std::vector<OtherPart> others;        ///< unknown parts, and known parts with an unusual order or size
    std::optional<ImagePalette> palette;  ///< CMAP
    std::vector<Frame> frames;            ///< frames, if the image has a row table
    Bytes rows;                           ///< the rows that frames refer to, `width` bytes each
    Bytes pixels;                         ///< raw: width x height x frames indices, 0 transparent
    Bytes data;                           ///< DATA that does not match the header
    Bytes rest;                           ///< bytes of the record after `END `
    bool operator==(const Image&) const = default;
};

/// Describes an image. `is_in_bank`: true if it has a name and a size; a .BSI file (sky.hpp) does not store them.
template <class Archive>
void describe_image(Archive& ar, Image& image, unsigned version, bool is_in_bank)
{
    const std::size_t row = image.header.width > 0 ? static_cast<std::size_t>(image.header.width) : 0;
    if (is_in_bank) {
        field(ar, "name", image.name, {.label = "Name", .key = true, .names = Target::texture});
    }
    field(ar, "marker", image.marker, {.label = "Kind", .doc = "BSIF: still image, IFHD: animated image."});
    serialize(ar, image.header, version);
    field(ar, "animation", image.animation, {.label = "Animation header", .kind = Role::opaque});
    field(ar, "missing", image.missing,
          {.label = "Missing parts", .doc = "Missing parts of BHDR DATA END, in this order."});
    if (is_in_bank) {
        field(ar, "size", image.size, {.label = "Size", .unit = "bytes", .kind = Role::derived});
    }
    field(ar, "end_spare", image.end_spare, {.label = "Word after END", .kind = Role::derived});
    list(ar, "others", "part", image.others, {.label = "Other parts"});
    list(ar, "palette", "palette", image.palette, {.label = "Palette"});
    list(ar, "frames", "frame", image.frames, {.label = "Frames"});
    blob(ar, "rows", image.rows, {.label = "Rows", .bytes_per_line = row});
    blob(ar, "pixels", image.pixels, {.label = "Pixels", .bytes_per_line = row});
    blob(ar, "data", image.data, {.label = "Data", .doc = "Pixels that do not match the header."});
    blob(ar, "rest", image.rest, {.label = "Rest", .doc = "Bytes after the last part."});
}

template <class Archive>
void serialize(Archive& ar, Image& image, unsigned version)
{
    describe_image(ar, image, version, true);
}

/// A texture bank. Its number is in the name of its file: TEXBSI.302 is bank 302.
struct TextureBank {
    static constexpr std::string_view root = "texture_bank";

    std::uint8_t end_marker{1};  ///< 0 if the nine zero bytes after the last image are missing
    std::vector<Image> images;
    Bytes tail;  ///< bytes after the end marker
    bool operator==(const TextureBank&) const = default;
};

template <class Archive>
void serialize(Archive& ar, TextureBank& bank, unsigned /*version*/)
{
    field(ar, "end_marker", bank.end_marker,
          {.label = "Ends with nine zero bytes", .min = 0, .max = 1, .notation = Notation::boolean});
    list(ar, "images", "image", bank.images, {.label = "Images"});
    blob(ar, "tail", bank.tail, {.label = "Tail", .doc = "Bytes after the end marker."});
}

/// Returns true if the bytes begin like a texture bank: an image record, or only the end marker.
[[nodiscard]] bool is_texture_bank(ByteView bytes);

/// Reads a bank. Data that does not fit the layout stays as bytes in its place and is reported to `kept`. Errors:
/// malformed (not a texture bank), truncated (an image is longer than the file).
[[nodiscard]] Result<TextureBank> read_texture_bank(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a bank, and checks that they read back as the same bank.
/// Errors: out_of_range or mismatch, with the field that the file cannot store.
[[nodiscard]] Result<Bytes> write_texture_bank(const TextureBank& bank);

}  // namespace redforge::art
