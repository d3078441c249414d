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
/// Returns nullopt if the text is malformed, or a region is empty, before the last one, or not within `size` bytes.
[[nodiscard]] std::optional<std::vector<BlobRegion>> parse_regions(std::string_view text, std::size_t size);

/// Returns the bytes of all regions, one after the other.
[[nodiscard]] Bytes bytes_in_regions(ByteView bytes, const std::vector<BlobRegion>& regions);
/// Puts bytes into the regions. Precondition: `content` has the size of all regions.
void put_into_regions(Bytes& bytes, const std::vector<BlobRegion>& regions, ByteView content);

/// Three blobs of one size, merged byte by byte.
struct BlobMerge {
    Bytes bytes;                ///< where both sides changed a byte in different ways: ours
    Bytes with_theirs;          ///< the same with theirs
    std::size_t conflicts{};    ///< bytes that both sides changed in different ways
    std::size_t first{};        ///< offset of the first of them
};
/// Precondition: the blobs have one size.
[[nodiscard]] BlobMerge merge_blobs(ByteView base, ByteView ours, ByteView theirs);

}  // namespace redforge::edit
