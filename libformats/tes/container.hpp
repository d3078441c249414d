// The frame of a plugin: records and groups one behind the other, found by their sizes.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/shared_bytes.hpp"

namespace redforge::tes {

/// Reads small things of bytes in pieces, in about ascending order.
class PieceReader {
public:
    explicit PieceReader(const SharedBytes& bytes) : pieces_(bytes.pieces()), size_(bytes.size()) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    /// `size` bytes at `at`, at most 32, which are there. Valid until the next call.
    [[nodiscard]] const std::byte* read(std::size_t at, std::size_t size);

private:
    std::span<const ByteView> pieces_;
    std::size_t size_;
    std::size_t piece_{};  ///< the one that was read last
    std::size_t begin_{};  ///< where it begins
    std::array<std::byte, 32> joined_{};
};

/// A group that is open while the frame is walked.
struct OpenGroup {
    std::size_t begin{};      ///< of its header; of the outermost, which is the file, nothing
    std::size_t end{};
    std::uint32_t label{};
    std::uint32_t type{};
};

/// Header of a record or group, as far as the walk needs it.
struct FrameHeader {
    std::uint32_t tag{};
    std::uint32_t size{};
    std::uint32_t flags{};    ///< of a group: its label
    std::uint32_t form_id{};  ///< of a group: its type
};

[[nodiscard]] constexpr std::uint32_t tag_number(std::string_view tag)
{
    return static_cast<std::uint32_t>(static_cast<unsigned char>(tag[0])) |
           static_cast<std::uint32_t>(static_cast<unsigned char>(tag[1])) << 8 |
           static_cast<std::uint32_t>(static_cast<unsigned char>(tag[2])) << 16 |
           static_cast<std::uint32_t>(static_cast<unsigned char>(tag[3])) << 24;
}

/// Walks the records and groups of a plugin behind TES4. `Visitor` has
///     slot(at, groups)             before each record, group and end of a group: where a record could be put
///     record(at, header, groups)   a record of header.size bytes behind its header
///     group(groups)                a group that begins; it is the last of `groups`
///     group_end(groups)            one that ends; still the last
///     odd(at, end)                 bytes that are neither, to the end of the innermost group
/// `groups` begins with one for the whole.
template <class Visitor>
void walk_frame(PieceReader& bytes, std::size_t header_size, Visitor& visitor)
{
    std::vector<OpenGroup> groups{{0, bytes.size(), 0, 0}};
    std::size_t at = 0;
    for (;;) {
        while (at == groups.back().end) {
            visitor.slot(at, groups);
            if (groups.size() == 1) {
                return;
            }
            visitor.group_end(groups);
            groups.pop_back();
        }
        visitor.slot(at, groups);
        const std::size_t end = groups.back().end;
        const std::size_t left = end - at;
        if (left < header_size) {
            visitor.odd(at, end);
            at = end;
            continue;
        }
        const std::byte* from = bytes.read(at, 16);
        const FrameHeader header{load_le<std::uint32_t>(from), load_le<std::uint32_t>(from + 4),
                                 load_le<std::uint32_t>(from + 8), load_le<std::uint32_t>(from + 12)};
        const bool is_group = header.tag == tag_number("GRUP");
        if (is_group ? header.size < header_size || header.size > left : header.size > left - header_size) {
            visitor.odd(at, end);
            at = end;
        } else if (is_group) {
            groups.push_back({at, at + header.size, header.flags, header.form_id});
            visitor.group(groups);
            at += header_size;
        } else {
            visitor.record(at, header, groups);
            at += header_size + header.size;
        }
    }
}

}  // namespace redforge::tes
