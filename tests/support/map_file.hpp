// Builds and splits map files with test code, independently of the reader.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::test {

/// Returns the bytes of pairs of hexadecimal digits: hex("01 ff").
[[nodiscard]] Bytes hex(std::string_view digits);

/// Returns a number as `count` bytes, least significant first.
[[nodiscard]] Bytes little(std::uint64_t value, std::size_t count);

/// Joins bytes.
[[nodiscard]] Bytes join(const std::vector<Bytes>& parts);

/// Returns the bytes of a text, without a final NUL.
[[nodiscard]] Bytes text_bytes(std::string_view text);

struct TestSection {
    std::string tag;
    Bytes payload;
};

/// A file as sections, and the bytes after the last one.
struct TestFile {
    std::vector<TestSection> sections;
    Bytes end = text_bytes("END ");

    [[nodiscard]] Bytes bytes() const;
    [[nodiscard]] TestSection* find(std::string_view tag);
    /// Splits a valid file.
    [[nodiscard]] static TestFile cut(ByteView bytes);
};

/// Returns a map with one small actor and one record in each section: about a thousand bytes, each set explicitly.
[[nodiscard]] TestFile small_map();

}  // namespace redforge::test
