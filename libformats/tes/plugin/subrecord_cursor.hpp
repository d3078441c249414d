// Iterates over the subrecords of a record.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge::tes {

/// A view of a subrecord in the file.
struct SubrecordView {
    std::string_view type;
    ByteView data;
};

/// Iterates over the subrecords in a record's content, as long as they are complete. An XXXX, which has the size of
/// data that is too long for 16 bits, and the subrecord after it count as one.
class SubrecordCursor {
public:
    explicit SubrecordCursor(ByteView content) : left_(content) {}

    /// Returns the next subrecord. Returns nullopt at the end, or if the rest is not complete.
    std::optional<SubrecordView> next()
    {
        const std::optional<SubrecordView> found = peek();
        if (found) {
            left_ = left_.subspan(static_cast<std::size_t>(found->data.data() - left_.data()) + found->data.size());
        }
        return found;
    }
    [[nodiscard]] std::optional<SubrecordView> peek() const
    {
        if (left_.size() < header) {
            return std::nullopt;
        }
        const std::size_t size = size_at(0);
        if (size > left_.size() - header) {
            return std::nullopt;
        }
        if (type_at(0) != "XXXX") {
            return SubrecordView{type_at(0), left_.subspan(header, size)};
        }
        if (size != 4 || left_.size() < long_header || size_at(header + 4) != 0) {
            return std::nullopt;
        }
        const std::size_t length = load_le<std::uint32_t>(left_.data() + header);
        // Accept only a necessary XXXX, because writing would omit another one.
        if (length <= 0xFFFF || length > left_.size() - long_header) {
            return std::nullopt;
        }
        return SubrecordView{type_at(header + 4), left_.subspan(long_header, length)};
    }
    /// Returns the remaining bytes.
    [[nodiscard]] ByteView rest() const { return left_; }

private:
    static constexpr std::size_t header = 6;
    static constexpr std::size_t long_header = 16;

    [[nodiscard]] std::string_view type_at(std::size_t at) const { return as_text(left_.subspan(at, 4)); }
    [[nodiscard]] std::size_t size_at(std::size_t at) const { return load_le<std::uint16_t>(left_.data() + at + 4); }

    ByteView left_;
};

/// Appends a subrecord, with an XXXX if it is too long.
inline void append_subrecord(Bytes& out, std::string_view type, ByteView data)
{
    const bool is_long = data.size() > 0xFFFF;
    if (is_long) {
        append(out, as_bytes("XXXX"));
        append_le(out, std::uint16_t{4});
        append_le(out, static_cast<std::uint32_t>(data.size()));
    }
    append(out, as_bytes(type));
    append_le(out, static_cast<std::uint16_t>(is_long ? 0 : data.size()));
    append(out, data);
}

}  // namespace redforge::tes
