// The frame of a plugin: records and groups one behind the other, found by their sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bytes.hpp"

namespace redforge::tes {

/// Groups inside groups; known files have six. What is deeper stays bytes.
inline constexpr std::size_t deepest_level = 100;

/// A record or group where it stands.
struct Frame {
    ByteView all;  ///< with its header

    [[nodiscard]] std::string_view type() const { return as_text(all.first(4)); }
    [[nodiscard]] bool is_group() const { return type() == "GRUP"; }
    [[nodiscard]] std::uint32_t word(std::size_t at) const { return load_le<std::uint32_t>(all.data() + at); }
    // Of a record.
    [[nodiscard]] std::uint32_t flags() const { return word(8); }
    [[nodiscard]] std::uint32_t form_id() const { return word(12); }
    // Of a group.
    [[nodiscard]] std::uint32_t label() const { return word(8); }
    [[nodiscard]] std::uint32_t group_type() const { return word(12); }
};

/// Takes records and groups off the front of what a group holds, as long as they are whole.
class FrameCursor {
public:
    FrameCursor(ByteView content, std::size_t header_size) : left_(content), header_size_(header_size) {}

    /// The next one; nothing when none is whole any more.
    std::optional<Frame> next()
    {
        if (left_.size() < header_size_) {
            return std::nullopt;
        }
        Frame frame{left_};
        const std::size_t size = frame.word(4);
        const std::size_t before = frame.is_group() ? 0 : header_size_;  // a group's size is that of its header too
        if (size > left_.size() - before || size + before < header_size_) {
            return std::nullopt;
        }
        frame.all = left_.first(size + before);
        left_ = left_.subspan(frame.all.size());
        return frame;
    }
    /// What has not been taken.
    [[nodiscard]] ByteView rest() const { return left_; }

private:
    ByteView left_;
    std::size_t header_size_;
};

/// Walks all that stands in `content`, which is in `depth` groups. `Visitor` has
///     record(frame, depth)
///     group(frame, depth)          before what it holds. False: that is left out
///     odd(bytes)                   neither, to the end of the innermost group
template <class Visitor>
void walk_frames(ByteView content, std::size_t header_size, std::size_t depth, Visitor& visitor)
{
    FrameCursor cursor(content, header_size);
    while (depth < deepest_level) {
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

    void record(const Frame& /*frame*/, std::size_t /*depth*/) { ++count; }
    bool group(const Frame& /*frame*/, std::size_t /*depth*/)
    {
        ++count;
        return true;
    }
    void odd(ByteView /*bytes*/) {}
};

}  // namespace redforge::tes
