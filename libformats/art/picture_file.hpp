// GXA: pictures of the interface and the sky, frames of palette indices. Source: reference sheet "Redguard's other
// files".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "art/colour.hpp"
#include "art/colour_record.hpp"
#include "art/picture.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::art {

/// Encoding of the indices of a frame.
inline constexpr std::array<EnumName, 3> packings{
    {{0, "raw", "Raw"}, {1, "rle", "Run lengths"}, {2, "lzhuf", "LZHUF"}}};

/// A picture. A packed picture keeps its original stream until its pixels change.
struct PictureFrame {
    static constexpr std::string_view element = "frame";

    std::int16_t unknown{};
    std::int16_t width{};   ///< pixels
    std::int16_t height{};  ///< pixels
    std::int16_t x{};       ///< x offset of the frame, pixels
    std::int16_t y{};
    std::int16_t packing{};
    std::array<std::int16_t, 3> unknown_2{};
    Derived<std::uint32_t> unpacked_size;  ///< unpacked size of LZHUF data: width x height
    Bytes pixels;                          ///< width x height indices from the top; 0 is transparent
    Bytes packed;                          ///< stored stream, if packing gives another stream or it cannot be unpacked

    bool operator==(const PictureFrame&) const = default;
};

template <class Archive>
void serialize(Archive& ar, PictureFrame& frame, unsigned /*version*/)
{
    const std::size_t row = frame.width > 0 ? static_cast<std::size_t>(frame.width) : 0;
    field(ar, "unknown", frame.unknown, {.kind = Role::opaque});
    field(ar, "width", frame.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", frame.height, {.label = "Height", .unit = "pixels"});
    field(ar, "x", frame.x, {.label = "X offset", .unit = "pixels"});
    field(ar, "y", frame.y, {.label = "Y offset", .unit = "pixels"});
    field(ar, "packing", frame.packing, {.label = "Packing", .enum_names = packings});
    field(ar, "unknown_2", frame.unknown_2, {.kind = Role::opaque});
    field(ar, "unpacked_size", frame.unpacked_size, {.label = "Unpacked size", .unit = "bytes", .kind = Role::derived});
    blob(ar, "pixels", frame.pixels, {.label = "Pixels", .bytes_per_line = row});
    blob(ar, "packed", frame.packed,
         {.label = "Packed pixels", .doc = "Packed pixels as they were read. Used if they unpack to the same pixels."});
}

/// A picture file.
struct PictureFile {
    static constexpr std::string_view root = "pictures";

    FixedText<22> title;
    std::array<std::uint8_t, 10> unknown{};
    Derived<std::int16_t> frame_count;
    Derived<std::uint32_t> size;  ///< size of BBMP; wrong in some files, where the frames determine the end
    std::uint8_t no_end{};        ///< 1 if `END ` is missing
    std::vector<Colour> colours;  ///< always 256; components of 6 bits, 0 to 63
    std::vector<PictureFrame> frames;
    Bytes tail;  ///< bytes after `END `, or instead of it

    bool operator==(const PictureFile&) const = default;
};

template <class Archive>
void serialize(Archive& ar, PictureFile& file, unsigned /*version*/)
{
    field(ar, "title", file.title, {.label = "Title"});
    field(ar, "unknown", file.unknown, {.kind = Role::opaque});
    field(ar, "frame_count", file.frame_count, {.label = "Frames", .kind = Role::derived});
    field(ar, "size", file.size, {.label = "BBMP size", .unit = "bytes", .kind = Role::derived});
    field(ar, "no_end", file.no_end,
          {.label = "File ends without END", .doc = "1: END is missing.", .max = 1, .notation = Notation::boolean});
    list(ar, "colours", "colour", file.colours,
         {.label = "Colours", .doc = "256 colours. Index 0 is first. Components are 0 to 63."});
    list(ar, "frames", PictureFrame::element, file.frames, {.label = "Frames"});
    blob(ar, "tail", file.tail, {.label = "Tail", .doc = "Bytes after END, or instead of END."});
}

/// Returns true if the bytes begin like a picture file: BMHD and its size.
[[nodiscard]] bool is_picture_file(ByteView bytes);

/// Reads a picture file. Keeps frames that cannot be read as bytes, together with all later ones.
/// Errors: malformed (not a picture file), truncated (no palette).
[[nodiscard]] Result<PictureFile> read_picture_file(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a picture file. Errors: out_of_range (colours, or a number of pixels other than width x
/// height), mismatch (would read back differently).
[[nodiscard]] Result<Bytes> write_picture_file(const PictureFile& file);

/// Returns the pixels of a frame. Returns no pixels if the packed data cannot be unpacked.
[[nodiscard]] IndexedImage picture_of(const PictureFrame& frame);

/// Returns the colours with 8 bits per component.
[[nodiscard]] std::vector<Colour> colours_of(const PictureFile& file);

}  // namespace redforge::art
