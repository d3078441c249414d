// The frame of a plugin: records and groups one behind the other, found by their sizes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/shared_bytes.hpp"

namespace redforge::tes {

/// Reads things of bytes in pieces, in about ascending order, and releases what lies far behind.
class PieceReader {
public:
    explicit PieceReader(const SharedBytes& bytes) : bytes_(bytes), pieces_(bytes.pieces()) {}

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    /// `size` bytes at `at`, which are there. Valid until the next call.
    [[nodiscard]] ByteView view(std::size_t at, std::size_t size);

private:
    void release_before(std::size_t inside);

    const SharedBytes& bytes_;
    std::span<const ByteView> pieces_;
    std::size_t piece_{};     ///< the one that was read last
    std::size_t begin_{};     ///< where it begins
    std::size_t released_{};  ///< bytes of it
    Bytes joined_;
};

/// Copies from bytes in pieces, from their beginning on.
class PieceCopier {
public:
    explicit PieceCopier(const SharedBytes& from) : pieces_(from.pieces()) {}

    [[nodiscard]] std::size_t done() const { return done_; }
    /// Adds views of what lies before `at`, as far as it was not taken before; the owners are the caller's affair.
    void copy_to(SharedBytes& out, std::size_t at);
    void skip_to(std::size_t at);

private:
    ByteView take(std::size_t at);

    std::span<const ByteView> pieces_;
    std::size_t inside_{};  ///< of the first piece
    std::size_t done_{};
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
/// `groups` begins with one for the whole. Places are counted from `begin`, where the walk begins.
template <class Visitor>
void walk_frame(PieceReader& bytes, std::size_t begin, std::size_t header_size, Visitor& visitor)
{
    std::vector<OpenGroup> groups{{0, bytes.size() - begin, 0, 0}};
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
        const std::byte* from = bytes.view(begin + at, 16).data();
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
