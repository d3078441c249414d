// Parts of a blob: the bytes of pixels and heights that a change concerns, in patches and merges.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::edit {

/// A range of adjacent bytes.
struct BlobRegion {
    std::size_t offset{};
    std::size_t size{};
};

/// Returns the regions in which two blobs of one size differ, in their order.
[[nodiscard]] std::vector<BlobRegion> differing_regions(ByteView a, ByteView b);

/// Returns "120+3 250+7": offset and size of each region.
[[nodiscard]] std::string regions_text(const std::vector<BlobRegion>& regions);
/// Parses such a text. Returns nullopt if it is malformed, or if a region is empty, begins before the end of the
/// previous one, or exceeds `size` bytes.
[[nodiscard]] std::optional<std::vector<BlobRegion>> parse_regions(std::string_view text, std::size_t size);

/// Returns the bytes of all regions, one after the other.
[[nodiscard]] Bytes bytes_in_regions(ByteView bytes, const std::vector<BlobRegion>& regions);
/// Puts bytes into the regions. Precondition: `content` has the size of all regions.
void put_into_regions(Bytes& bytes, const std::vector<BlobRegion>& regions, ByteView content);

/// Three blobs of one size, merged byte by byte.
struct BlobMerge {
    Bytes bytes;                ///< the merged bytes; ours in a conflict
    Bytes with_theirs;          ///< the merged bytes; theirs in a conflict
    std::size_t conflicts{};    ///< number of bytes that both sides changed to different values
    std::size_t first{};        ///< offset of the first conflict
};
/// Merges three blobs byte by byte. Precondition: they have one size.
[[nodiscard]] BlobMerge merge_blobs(ByteView base, ByteView ours, ByteView theirs);

}  // namespace redforge::edit
