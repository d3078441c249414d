// TEXTURE.nnn: textures of the software edition. Names, sizes and bytes of images; the pixels are not decoded. Source:
// reference sheet "retail facts", 4 (Daggerfall's format), and UESP's published layout of Daggerfall's textures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::art {

/// Header of an image's data, 28 bytes, in file order.
struct SoftwareImageHeader {
    std::int16_t x{};  ///< offset of the picture, pixels
    std::int16_t y{};
    std::int16_t width{};   ///< pixels
    std::int16_t height{};  ///< pixels
    std::uint16_t compression{};
    std::uint32_t size{};
    std::uint32_t data_offset{};  ///< from the header
    std::uint16_t is_normal{};
    std::uint16_t frames{};
    std::uint16_t unknown{};
    std::int16_t x_scale{};
    std::int16_t y_scale{};
    friend bool operator==(const SoftwareImageHeader&, const SoftwareImageHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, SoftwareImageHeader& image, unsigned /*version*/)
{
    field(ar, "x", image.x, {.label = "X offset", .unit = "pixels"});
    field(ar, "y", image.y, {.label = "Y offset", .unit = "pixels"});
    field(ar, "width", image.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", image.height, {.label = "Height", .unit = "pixels"});
    field(ar, "compression", image.compression, {.label = "Compression"});
    field(ar, "size", image.size, {.label = "Size", .unit = "bytes"});
    field(ar, "data_offset", image.data_offset,
          {.label = "Pixels at", .unit = "bytes", .doc = "Offset from the header of the image."});
    field(ar, "is_normal", image.is_normal, {.kind = Role::opaque});
    field(ar, "frames", image.frames, {.label = "Frames"});
    field(ar, "unknown", image.unknown, {.kind = Role::opaque});
    field(ar, "x_scale", image.x_scale, {.label = "X scale"});
    field(ar, "y_scale", image.y_scale, {.label = "Y scale"});
}

/// Header and pixels of an image.
struct SoftwareImageData : SoftwareImageHeader {
    static constexpr std::string_view element = "picture";

    Bytes data{};  ///< bytes up to the next image

    bool operator==(const SoftwareImageData&) const = default;
};

template <class Archive>
void serialize(Archive& ar, SoftwareImageData& image, unsigned version)
{
    serialize(ar, static_cast<SoftwareImageHeader&>(image), version);
    blob(ar, "data", image.data, {.label = "Data", .doc = "Pixels as stored."});
}

/// A row of the table of images, 20 bytes, in file order.
struct SoftwareImageRow {
    std::uint16_t unknown{};
    Derived<std::uint32_t> position{};  ///< of the image in the file
    std::uint16_t unknown_2{};
    std::uint32_t unknown_3{};
    std::array<std::uint32_t, 2> reserved{};
    friend bool operator==(const SoftwareImageRow&, const SoftwareImageRow&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, SoftwareImageRow& row, unsigned /*version*/)
{
    field(ar, "unknown", row.unknown, {.kind = Role::opaque});
    field(ar, "position", row.position, {.label = "Position", .unit = "bytes", .kind = Role::derived});
    field(ar, "unknown_2", row.unknown_2, {.kind = Role::opaque});
    field(ar, "unknown_3", row.unknown_3, {.kind = Role::opaque});
    field(ar, "reserved", row.reserved, {.kind = Role::reserved});
}

/// An image.
struct SoftwareImage : SoftwareImageRow {
    static constexpr std::string_view element = "image";

    std::optional<SoftwareImageData> picture{};  ///< set unless the file keeps the images as bytes

    bool operator==(const SoftwareImage&) const = default;
};

template <class Archive>
void serialize(Archive& ar, SoftwareImage& image, unsigned version)
{
    serialize(ar, static_cast<SoftwareImageRow&>(image), version);
    list(ar, "picture", SoftwareImageData::element, image.picture);
}

/// A TEXTURE.nnn file.
struct SoftwareTextures {
    static constexpr std::string_view root = "software_textures";

    Derived<std::int16_t> count{};
    FixedText<24> name{};
    std::vector<SoftwareImage> images{};
    Bytes data{};  ///< bytes after the table, if the images are not in the order of the table

    bool operator==(const SoftwareTextures&) const = default;
};

template <class Archive>
void serialize(Archive& ar, SoftwareTextures& textures, unsigned /*version*/)
{
    field(ar, "count", textures.count, {.label = "Images", .kind = Role::derived});
    field(ar, "name", textures.name, {.label = "Name"});
    list(ar, "images", SoftwareImage::element, textures.images, {.label = "Images"});
    blob(ar, "data", textures.data,
         {.label = "Data", .doc = "Bytes after the table, if the images are not in its order."});
}

/// Returns true if the bytes begin with a count, a name and a table whose first image follows it.
[[nodiscard]] bool is_software_textures(ByteView bytes);
/// Reads a file. Images that are not in the order of the table stay bytes. Errors: truncated, malformed (no table).
[[nodiscard]] Result<SoftwareTextures> read_software_textures(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of a file. Errors: mismatch (would read back differently).
[[nodiscard]] Result<Bytes> write_software_textures(const SoftwareTextures& textures);

}  // namespace redforge::art
