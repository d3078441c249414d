// Text that is the same bytes in a game's code page and in UTF-8, found eight characters at a time.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace redforge {

/// Returns true if a byte is itself in the text, in every code page; a backslash can begin an escape.
[[nodiscard]] constexpr bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '\\';  // negative: not ASCII
}

/// The number of plain characters that a text begins with.
[[nodiscard]] inline std::size_t plain_length(std::string_view text)
{
    constexpr std::uint64_t each = 0x0101010101010101;
    std::size_t length = 0;
    for (; text.size() - length >= sizeof(std::uint64_t); length += sizeof(std::uint64_t)) {
        std::uint64_t word{};
        std::memcpy(&word, text.data() + length, sizeof word);
        const std::uint64_t backslash = word ^ each * '\\';
        const std::uint64_t deleted = word ^ each * 0x7F;
        // The high bit of a byte that is not ASCII, below a blank, a backslash or DEL; a borrow only follows such a one.
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
