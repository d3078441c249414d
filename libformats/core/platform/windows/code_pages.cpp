// Code pages by Windows.
#include "core/platform/code_pages.hpp"

#include <array>
#include <string>

#include <windows.h>

namespace redforge::platform {

std::vector<PageCharacter> characters_of_page(unsigned number)
{
    constexpr unsigned first = 0x80;
    constexpr unsigned last = 0xFF;
    constexpr unsigned first_second = 0x40;  // lowest second byte in these code pages
    std::vector<PageCharacter> characters;
    if (IsValidCodePage(number) == 0) {
        return characters;
    }
    const auto add = [&](const std::string& bytes) {
        wchar_t unicode{};
        std::array<char, 4> back{};
        BOOL is_other = FALSE;
        if (MultiByteToWideChar(number, MB_ERR_INVALID_CHARS, bytes.data(), static_cast<int>(bytes.size()), &unicode,
                                1) != 1) {
            return;
        }
        const int size = WideCharToMultiByte(number, WC_NO_BEST_FIT_CHARS, &unicode, 1, back.data(),
                                             static_cast<int>(back.size()), nullptr, &is_other);
        if (is_other != FALSE || size < 0 || std::string(back.data(), static_cast<std::size_t>(size)) != bytes) {
            return;
        }
        const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
        const unsigned two = bytes.size() == 1 ? byte(0) : byte(0) * 256U + byte(1);
        characters.push_back({static_cast<std::uint16_t>(two), static_cast<char32_t>(unicode)});
    };
    for (unsigned one = first; one <= last; ++one) {
        const std::string begin(1, static_cast<char>(one));
        if (IsDBCSLeadByteEx(number, static_cast<BYTE>(one)) == 0) {
            add(begin);
            continue;
        }
        for (unsigned second = first_second; second <= last; ++second) {
            add(begin + static_cast<char>(second));
        }
    }
    return characters;
}

}  // namespace redforge::platform
