// Code pages of the operating system.
#pragma once

#include <cstdint>
#include <vector>

namespace redforge::platform {

/// A character of a code page.
struct PageCharacter {
    std::uint16_t bytes{};  ///< one byte, or two: the first one times 256 and the second
    char32_t code{};        ///< in Unicode, at most U+FFFF
};

/// Returns the characters above ASCII of a code page with one or two bytes per character, by its Windows number: 1251,
/// 936. Contains only characters that the system converts both ways. Empty if the system has no such page.
[[nodiscard]] std::vector<PageCharacter> characters_of_page(unsigned number);

}  // namespace redforge::platform
