// Approved texts in files: read and approved by a reviewer. REDFORGE_UPDATE=1 rewrites them; read them before you
// commit.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

#include "core/files/files.hpp"

namespace redforge::test {

/// Returns the first different line, with the line before it.
inline std::string first_difference(const std::string& expected, const std::string& now)
{
    std::size_t line = 0;  // offset of the beginning of the current line
    for (std::size_t i = 0; i < std::min(expected.size(), now.size()) && expected[i] == now[i]; ++i) {
        line = expected[i] == '\n' ? i + 1 : line;
    }
    const auto line_of = [line](const std::string& text) {
        return line < text.size() ? text.substr(line, text.find('\n', line) - line) : std::string("(nothing)");
    };
    return expected == now ? std::string{} : "\n- " + line_of(expected) + "\n+ " + line_of(now);
}

/// Compares a text with an approved file. With REDFORGE_UPDATE=1, first writes the file. `is_same` returns true if two
/// different texts are equivalent.
inline void check_approved(const std::filesystem::path& file, const std::string& now,
                           bool (*is_same)(const std::string& approved, const std::string& now) = nullptr)
{
    if (std::getenv("REDFORGE_UPDATE") != nullptr) {
        const ByteView bytes = as_bytes(now);
        REQUIRE(write_file(file, {bytes.begin(), bytes.end()}, {.overwrite = Overwrite::allow}).has_value());
    }
    const Result<Bytes> expected = read_file(file);
    INFO(file.filename().string());
    REQUIRE(expected.has_value());
    const std::string approved(reinterpret_cast<const char*>(expected->data()), expected->size());
    CHECK(first_difference(approved, is_same != nullptr && is_same(approved, now) ? approved : now) == "");
}

}  // namespace redforge::test
