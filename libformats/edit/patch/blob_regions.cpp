// Parts of a blob.
#include "edit/patch/blob_regions.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace redforge::edit {

std::vector<BlobRegion> differing_regions(ByteView a, ByteView b)
{
    std::vector<BlobRegion> regions;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] == b[i]) {
            continue;
        }
        if (!regions.empty() && regions.back().offset + regions.back().size == i) {
            ++regions.back().size;
        } else {
            regions.push_back({i, 1});
        }
    }
    return regions;
}

std::string regions_text(const std::vector<BlobRegion>& regions)
{
    std::string text;
    for (const BlobRegion& region : regions) {
        text += fmt::format("{}{}+{}", text.empty() ? "" : " ", region.offset, region.size);
    }
    return text;
}

std::optional<std::vector<BlobRegion>> parse_regions(std::string_view text, std::size_t size)
{
    std::vector<BlobRegion> regions;
    std::size_t end = 0;  // end of the last region
    const char* at = text.data();
    const char* const last = text.data() + text.size();
    while (at != last) {
        BlobRegion region;
        const auto offset = std::from_chars(at, last, region.offset);
        if (offset.ec != std::errc{} || offset.ptr == last || *offset.ptr != '+') {
            return std::nullopt;
        }
        const auto length = std::from_chars(offset.ptr + 1, last, region.size);
        const bool is_inside = region.offset >= end && region.offset <= size && region.size <= size - region.offset;
        if (length.ec != std::errc{} || region.size == 0 || !is_inside ||
            (length.ptr != last && (*length.ptr != ' ' || length.ptr + 1 == last))) {
            return std::nullopt;
        }
        regions.push_back(region);
        end = region.offset + region.size;
        at = length.ptr == last ? last : length.ptr + 1;
    }
    return regions.empty() ? std::nullopt : std::optional(std::move(regions));
}

Bytes bytes_in_regions(ByteView bytes, const std::vector<BlobRegion>& regions)
{
    Bytes content;
    for (const BlobRegion& region : regions) {
        const ByteView part = bytes.subspan(region.offset, region.size);
        content.insert(content.end(), part.begin(), part.end());
    }
    return content;
}

void put_into_regions(Bytes& bytes, const std::vector<BlobRegion>& regions, ByteView content)
{
    for (const BlobRegion& region : regions) {
        std::copy_n(content.begin(), region.size, bytes.begin() + static_cast<std::ptrdiff_t>(region.offset));
        content = content.subspan(region.size);
    }
}

BlobMerge merge_blobs(ByteView base, ByteView ours, ByteView theirs)
{
    BlobMerge merge{Bytes(ours.begin(), ours.end()), {}, 0, 0};
    merge.with_theirs = merge.bytes;
    for (std::size_t i = 0; i < base.size(); ++i) {
        if (theirs[i] == base[i] || theirs[i] == ours[i]) {
            continue;
        }
        merge.with_theirs[i] = theirs[i];
        if (ours[i] == base[i]) {
            merge.bytes[i] = theirs[i];
        } else {
            merge.first = merge.conflicts == 0 ? i : merge.first;
            ++merge.conflicts;
        }
    }
    return merge;
}

}  // namespace redforge::edit
