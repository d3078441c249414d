// Small models built from the format's tables, random models, and law 1 as a function.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "model/model.hpp"

namespace redforge::model::test {

/// Bytes, built value by value.
struct Layout {
    Bytes bytes;

    Layout& text(std::string_view value)
    {
        append(bytes, as_bytes(value));
        return *this;
    }
    template <class... Values>
    Layout& u8(Values... values)
    {
        (append_le(bytes, static_cast<std::uint8_t>(values)), ...);
        return *this;
    }
    template <class... Values>
    Layout& u16(Values... values)
    {
        (append_le(bytes, static_cast<std::uint16_t>(values)), ...);
        return *this;
    }
    template <class... Values>
    Layout& u32(Values... values)
    {
        (append_le(bytes, static_cast<std::uint32_t>(values)), ...);
        return *this;
    }
    template <class... Values>
    Layout& f32(Values... values)
    {
        (append_le(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(values))), ...);
        return *this;
    }
};

/// Returns a v5.0 triangle with every section of the sheet's table, 222 bytes.
[[nodiscard]] Bytes triangle_v5();

/// Returns a v2.7 triangle, 168 bytes, in the order of the sheet's section 2.
[[nodiscard]] Bytes triangle_v2();

/// Returns a v4.0 .3DC of type 2 with two frames and four vertices. The second frame moves the first vertex.
[[nodiscard]] Bytes animated_v4();

/// Returns a v2.6 .3DC with narrow records and two frames, 232 bytes, with a gap of two bytes before the first. The
/// second frame moves the last vertex by (0, 0, -32768), and the one before by (1, -2, 0).
[[nodiscard]] Bytes narrow_v2();

/// Returns a v2.7 .3DC with wide records and two frames, 297 bytes, with a gap of one byte at its end.
[[nodiscard]] Bytes wide_v2();

/// Returns a model of a version with random content that a regular file can have. `type` is the frame type; of a v2
/// model it is the layout of its frames, 3 or 4, and 0 for a .3D.
[[nodiscard]] Model random_model(std::mt19937& random, std::string_view version, std::size_t frames, std::uint32_t type,
                                 bool slots);

[[nodiscard]] std::string to_xml(const Model& model);

/// Law 1: data that is read is written back, also through the text. Returns an empty text if it holds, else the
/// violation.
[[nodiscard]] std::string law_one(ByteView bytes);

}  // namespace redforge::model::test
