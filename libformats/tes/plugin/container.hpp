// The frame of a plugin: a sequence of records and groups, which are found by their sizes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge::tes {

/// Maximum depth of nested groups; known files have six. Deeper content stays bytes.
inline constexpr std::size_t max_group_depth = 100;

/// A view of a record or group in the file.
struct Frame {
    ByteView all;  ///< with its header

    [[nodiscard]] std::string_view type() const { return as_text(all.first(4)); }
    [[nodiscard]] bool is_group() const { return type() == "GRUP"; }
    [[nodiscard]] std::uint32_t word(std::size_t at) const { return load_le<std::uint32_t>(all.data() + at); }
    // Records only.
    [[nodiscard]] std::uint32_t flags() const { return word(8); }
    [[nodiscard]] std::uint32_t form_id() const { return word(12); }
    // Groups only.
    [[nodiscard]] std::uint32_t label() const { return word(8); }
    [[nodiscard]] std::uint32_t group_type() const { return word(12); }
};

/// Iterates over the records and groups in the content of a group, as long as they are complete.
class FrameCursor {
public:
    FrameCursor(ByteView content, std::size_t header_size) : left_(content), header_size_(header_size) {}

    /// Returns the next record or group. Returns nullopt at the end, or if the rest is not complete.
    std::optional<Frame> next()
    {
        if (left_.size() < header_size_) {
            return std::nullopt;
        }
        Frame frame{left_};
        const std::size_t size = frame.word(4);
        const std::size_t before = frame.is_group() ? 0 : header_size_;  // a group's size includes its header
        if (size > left_.size() - before || size + before < header_size_) {
            return std::nullopt;
        }
        frame.all = left_.first(size + before);
        left_ = left_.subspan(frame.all.size());
        return frame;
    }
    /// Returns the remaining bytes.
    [[nodiscard]] ByteView rest() const { return left_; }

private:
    ByteView left_;
    std::size_t header_size_;
};

/// Visits all records and groups in `content`, which is nested in `depth` groups. `Visitor` has
///     record(frame, depth)
///     group(frame, depth)          before its content; returns false to skip the content
///     odd(bytes)                   neither a record nor a group, up to the end of the innermost group
template <class Visitor>
void walk_frames(ByteView content, std::size_t header_size, std::size_t depth, Visitor& visitor)
{
    FrameCursor cursor(content, header_size);
    while (depth < max_group_depth) {
        const std::optional<Frame> frame = cursor.next();
        if (!frame) {
            break;
        }
        if (!frame->is_group()) {
            visitor.record(*frame, depth);
        } else if (visitor.group(*frame, depth)) {
            walk_frames(frame->all.subspan(header_size), header_size, depth + 1, visitor);
        }
    }
    if (!cursor.rest().empty()) {
        visitor.odd(cursor.rest());
    }
}

/// A visitor that counts records and groups.
struct FrameCounter {
    std::uint32_t count{};
    std::size_t deepest{};  ///< greatest number of groups around the content of a group

    void record(const Frame& /*frame*/, std::size_t /*depth*/) { ++count; }
    bool group(const Frame& /*frame*/, std::size_t depth)
    {
        ++count;
        deepest = std::max(deepest, depth + 1);
        return true;
    }
    void odd(ByteView /*bytes*/) {}
};

}  // namespace redforge::tes
