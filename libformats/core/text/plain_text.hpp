// Finds text whose bytes are equal in all code pages and in UTF-8, eight characters at a time.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace redforge {

/// Returns true if a byte is written unchanged in every code page. A backslash is not: it can begin an escape.
[[nodiscard]] constexpr bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '\\';  // negative: not ASCII
}

/// Returns the number of plain characters at the beginning of a text.
[[nodiscard]] inline std::size_t plain_length(std::string_view text)
{
    constexpr std::uint64_t each = 0x0101010101010101;
    std::size_t length = 0;
    for (; text.size() - length >= sizeof(std::uint64_t); length += sizeof(std::uint64_t)) {
        std::uint64_t word{};
        std::memcpy(&word, text.data() + length, sizeof word);
        const std::uint64_t backslash = word ^ each * '\\';
        const std::uint64_t deleted = word ^ each * 0x7F;
        // Sets the high bit of each byte that is not plain: not ASCII, below a blank, a backslash, or DEL. The borrow
        // of a subtraction can set the bit in later bytes too, but only after a byte that is not plain.
        const std::uint64_t found = (word | (word - each * 0x20) | (backslash - each) | (deleted - each)) & each * 0x80;
        if (found != 0) {
            break;
        }
    }
    while (length < text.size() && is_plain(text[length])) {
        ++length;
    }
    return length;
}

}  // namespace redforge
