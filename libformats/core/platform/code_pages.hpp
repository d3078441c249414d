// The code pages that the system has tables of.
#pragma once

#include <cstdint>
#include <vector>

namespace redforge::platform {

/// A character of a code page.
struct PageCharacter {
    std::uint16_t bytes{};  ///< one byte, or two: the first one times 256 and the second
    char32_t code{};        ///< in Unicode, at most U+FFFF
};

/// What stands above ASCII in a code page of one or two bytes a character, by the number that Windows gives it: 1251, 936. Each is
/// what the system makes of the bytes, and the bytes are what it makes of the character. Empty: the system has no such page.
[[nodiscard]] std::vector<PageCharacter> characters_of_page(unsigned number);

}  // namespace redforge::platform
