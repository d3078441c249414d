// Map files put together and taken apart by the tests' own code, so that the reader is not its own judge.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::test {

/// Bytes written out as pairs of hexadecimal digits: hex("01 ff").
[[nodiscard]] Bytes hex(std::string_view digits);

/// A number as `count` bytes, least significant first.
[[nodiscard]] Bytes little(std::uint64_t value, std::size_t count);

/// All the bytes one after another.
[[nodiscard]] Bytes join(const std::vector<Bytes>& parts);

/// The bytes of a text; add NULs by hand.
[[nodiscard]] Bytes text_bytes(std::string_view text);

struct TestSection {
    std::string tag;
    Bytes payload;
};

/// A file as sections and the bytes after the last one.
struct TestFile {
    std::vector<TestSection> sections;
    Bytes end = text_bytes("END ");

    [[nodiscard]] Bytes bytes() const;
    [[nodiscard]] TestSection* find(std::string_view tag);
    /// Cuts a sound file apart.
    [[nodiscard]] static TestFile cut(ByteView bytes);
};

/// A map of one small actor and one record in each section, about a thousand bytes, every byte set by hand.
[[nodiscard]] TestFile small_map();

}  // namespace redforge::test
