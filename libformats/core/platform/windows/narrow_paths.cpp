// Makes std::filesystem::path read its text as UTF-8, as it also writes it.
//
// The library of g++ for Windows writes paths as UTF-8, but reads them by the C function mbrtowc in the "C" locale,
// byte by byte. The linker redirects the call to the function below (--wrap=mbrtowc in libformats/CMakeLists.txt).
#include <cerrno>
#include <cstddef>
#include <cwchar>

extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size, std::mbstate_t* state);

/// Replaces mbrtowc(): returns the number of bytes used of `from`, and the character. For a character beyond U+FFFF,
/// the first three bytes give one surrogate and the fourth byte the other, which `state` stores.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size, std::mbstate_t* state)
{
    constexpr auto invalid = static_cast<std::size_t>(-1);
    constexpr auto incomplete = static_cast<std::size_t>(-2);
    wchar_t ignored = 0;
    wchar_t& out = to != nullptr ? *to : ignored;
    if (from == nullptr) {
        return 0;
    }
    if (size == 0) {
        return incomplete;
    }
    const auto byte = [from](std::size_t at) { return static_cast<unsigned char>(from[at]); };
    if (state != nullptr && *state != 0) {  // second surrogate of a pair
        out = static_cast<wchar_t>(*state);
        *state = 0;
        return 1;
    }
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xF0 && first < 0xF5 ? 4
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xC2 && first < 0xE0 ? 2
                                                               : 0;
    if (length == 0) {
        errno = EILSEQ;
        return invalid;
    }
    if (size < length) {
        return incomplete;
    }
    unsigned code = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t at = 1; at < length; ++at) {
        if ((byte(at) & 0xC0U) != 0x80U) {
            errno = EILSEQ;
            return invalid;
        }
        code = code << 6U | (byte(at) & 0x3FU);
    }
    if (code > 0xFFFF && state != nullptr) {
        code -= 0x10000;
        out = static_cast<wchar_t>(0xD800U | code >> 10U);
        *state = static_cast<std::mbstate_t>(0xDC00U | (code & 0x3FFU));
        return 3;
    }
    out = static_cast<wchar_t>(code);
    return code == 0 ? 0 : length;
}
