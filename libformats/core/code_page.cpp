// Game text to readable text and back, reversibly: code pages and escapes.
#include "core/code_page.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/plain_text.hpp"

namespace redforge {
namespace {

// The upper halves, from the Unicode consortium's mapping tables. 0 = undefined there, always escaped.
// 0xFF of code page 437 (no-break space) is escaped on purpose: it cannot be told from a space by eye.
constexpr std::array<char16_t, 128> upper_437{
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8, 0x00EF, 0x00EE,
    0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2, 0x00FB, 0x00F9, 0x00FF, 0x00D6,
    0x00DC, 0x00A2, 0x00A3, 0x00A5, 0x20A7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA, 0x00F1, 0x00D1, 0x00AA,
    0x00BA, 0x00BF, 0x2310, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB, 0x2591, 0x2592, 0x2593, 0x2502,
    0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255D, 0x255C, 0x255B, 0x2510, 0x2514,
    0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550,
    0x256C, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518, 0x250C,
    0x2588, 0x2584, 0x258C, 0x2590, 0x2580, 0x03B1, 0x00DF, 0x0393, 0x03C0, 0x03A3, 0x03C3, 0x00B5, 0x03C4,
    0x03A6, 0x0398, 0x03A9, 0x03B4, 0x221E, 0x03C6, 0x03B5, 0x2229, 0x2261, 0x00B1, 0x2265, 0x2264, 0x2320,
    0x2321, 0x00F7, 0x2248, 0x00B0, 0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0};

constexpr std::array<char16_t, 32> upper_1252{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                              0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                              0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                              0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

constexpr char32_t to_unicode(unsigned char byte, CodePage page)
{
    if (byte < 0x20 || byte == 0x7F) {
        return 0;
    }
    if (byte < 0x80) {
        return byte;
    }
    if (page == CodePage::cp437) {
        return upper_437[byte - 0x80U];
    }
    if (byte < 0xA0) {
        return upper_1252[byte - 0x80U];
    }
    return byte == 0xA0 || byte == 0xAD ? 0 : byte;  // no-break space and soft hyphen cannot be seen
}

void append_utf8(std::string& out, char32_t code)
{
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        out += static_cast<char>(0xE0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

constexpr int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Whether `text` starts with an escape: `\x` and two hexadecimal digits.
constexpr bool is_escape(std::string_view text)
{
    return text.size() >= 4 && text[0] == '\\' && text[1] == 'x' && hex_digit(text[2]) >= 0 && hex_digit(text[3]) >= 0;
}

}  // namespace

void append_encoded(std::string& out, std::string_view bytes, CodePage page)
{
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t plain = plain_length(bytes.substr(i));
        out.append(bytes, i, plain);
        i += plain;
        if (i == bytes.size()) {
            return;
        }
        const char c = bytes[i];
        const char32_t code = to_unicode(static_cast<unsigned char>(c), page);
        if (code == 0 || (c == '\\' && is_escape(bytes.substr(i)))) {
            fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(c));
        } else {
            append_utf8(out, code);
        }
    }
}

Utf8 next_utf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.empty()) {
        return {};
    }
    const unsigned char first = byte(0);
    if (first < 0x80) {
        return {1, first};
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) {
        return {};
    }
    char32_t code = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return {};
        }
        code = code << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return overlong || surrogate || code > 0x10FFFF ? Utf8{} : Utf8{length, code};
}

Result<std::string> decode_text(std::string_view utf8, CodePage page)
{
    // Most text is plain to its end, and all of it up to the first character that is not.
    std::string out(utf8.substr(0, plain_length(utf8)));
    utf8.remove_prefix(out.size());
    while (!utf8.empty()) {
        if (is_escape(utf8)) {
            out += static_cast<char>(hex_digit(utf8[2]) << 4 | hex_digit(utf8[3]));
            utf8.remove_prefix(4);
            continue;
        }
        const Utf8 next = next_utf8(utf8);
        if (next.length == 0) {
            return fail({.code = ErrorCode::malformed, .message = "text that is not UTF-8"});
        }
        if (next.code >= 0x20 && next.code < 0x7F) {
            out += utf8.front();
        } else {
            int found = -1;
            for (int b = 0x80; b < 0x100 && found < 0 && next.code != 0; ++b) {
                if (to_unicode(static_cast<unsigned char>(b), page) == next.code) {
                    found = b;
                }
            }
            if (found < 0) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("character U+{:04X} is not in code page {}",
                                                    static_cast<std::uint32_t>(next.code),
                                                    page == CodePage::cp437 ? 437 : 1252),
                             .hint = "write a byte of the game's text as \\xHH"});
            }
            out += static_cast<char>(found);
        }
        utf8.remove_prefix(next.length);
    }
    return out;
}

}  // namespace redforge
