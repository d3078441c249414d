// Bytes as hexadecimal text: two digits a byte, 32 bytes a line.
#include "core/hex.hpp"

#include <array>

namespace redforge {
namespace {

constexpr std::array<std::int8_t, 256> digits = [] {
    std::array<std::int8_t, 256> table{};
    table.fill(-1);
    for (int i = 0; i < 10; ++i) {
        table[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(i);
    }
    for (int i = 0; i < 6; ++i) {
        table[static_cast<std::size_t>('a' + i)] = static_cast<std::int8_t>(10 + i);
        table[static_cast<std::size_t>('A' + i)] = static_cast<std::int8_t>(10 + i);
    }
    return table;
}();

}  // namespace

void append_hex(std::string& out, ByteView bytes)
{
    static constexpr std::string_view pairs = "0123456789abcdef";
    const std::size_t at = out.size();
    out.resize(at + bytes.size() * 2);
    char* to = out.data() + at;
    for (const std::byte b : bytes) {
        *to++ = pairs[static_cast<std::size_t>(b) >> 4];
        *to++ = pairs[static_cast<std::size_t>(b) & 15];
    }
}

bool parse_hex(std::string_view text, Bytes& bytes)
{
    bytes.reserve(bytes.size() + text.size() / 2);
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            ++i;
            continue;
        }
        const int high = digits[static_cast<unsigned char>(c)];
        const int low = i + 1 < text.size() ? digits[static_cast<unsigned char>(text[i + 1])] : -1;
        if (high < 0 || low < 0) {
            return false;
        }
        bytes.push_back(static_cast<std::byte>(high << 4 | low));
        i += 2;
    }
    return true;
}

}  // namespace redforge
