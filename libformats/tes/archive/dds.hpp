// Textures as DDS files. BA2 archives of textures store their mipmaps, and the values of the header in the directory.
// Source: Microsoft, "Programming Guide for DDS".
#pragma once

#include <cstdint>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::tes {

/// The values of a DDS header that a BA2 archive stores.
struct DdsHeader {
    std::uint16_t height{};   ///< pixels
    std::uint16_t width{};    ///< pixels
    std::uint8_t mipmaps{1};  ///< number of sizes, the full size included
    std::uint8_t format{};    ///< DXGI_FORMAT
    bool is_cube{};           ///< six faces, each with all its mipmaps

    friend bool operator==(const DdsHeader&, const DdsHeader&) = default;
};

/// A DDS file.
struct DdsFile {
    DdsHeader header;
    ByteView mipmaps;  ///< from the largest to the smallest; a view of the file
};

/// Reads a DDS file. Errors: malformed (not a DDS file; the size of the mipmaps does not match the header), unsupported
/// (a volume or an array of textures, or a format whose size is not known).
[[nodiscard]] Result<DdsFile> read_dds(ByteView file);
/// Returns the header of a DDS file, with the format in a DX10 header.
[[nodiscard]] Bytes dds_header(const DdsHeader& texture);

/// Consecutive mipmaps that are loaded together.
struct MipmapChunk {
    std::uint16_t first{};
    std::uint16_t last{};  ///< included
    std::uint32_t size{};  ///< bytes
};
/// Divides the mipmaps as the game's Archive2 does: up to three of 512 x 512 pixels or more have their own chunk, and
/// the last chunk has the others. A cube is one chunk. Precondition: read_dds() returned the header.
[[nodiscard]] std::vector<MipmapChunk> divide_mipmaps(const DdsHeader& texture);

}  // namespace redforge::tes
