// Bytes as hexadecimal text: two digits a byte, 32 bytes a line.
#include "core/bytes/hex.hpp"

#include <array>
#include <cstring>

namespace redforge {
namespace {

constexpr std::uint16_t no_digit = 0x100;

/// Returns a table of digit values by character, shifted left by `shift` bits.
constexpr std::array<std::uint16_t, 256> digits(unsigned shift)
{
    std::array<std::uint16_t, 256> table{};
    table.fill(no_digit);
    for (unsigned i = 0; i < 10; ++i) {
        table['0' + i] = static_cast<std::uint16_t>(i << shift);
    }
    for (unsigned i = 0; i < 6; ++i) {
        table['a' + i] = table['A' + i] = static_cast<std::uint16_t>((10 + i) << shift);
    }
    return table;
}
constexpr std::array<std::uint16_t, 256> high_digits = digits(4);
constexpr std::array<std::uint16_t, 256> low_digits = digits(0);

/// The two digits of each byte.
constexpr std::array<std::array<char, 2>, 256> pairs = [] {
    constexpr std::string_view figures = "0123456789abcdef";
    std::array<std::array<char, 2>, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = {figures[i >> 4U], figures[i & 15U]};
    }
    return table;
}();

constexpr bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Decodes the digits of `text` to `to`, which has space for half its length. Returns false for any other character.
bool take_digits(std::string_view text, std::byte*& to)
{
    const char* from = text.data();
    const char* const end = from + text.size();
    bool good = true;
    while (good && from < end) {
        while (end - from >= 2) {
            const unsigned value = static_cast<unsigned>(high_digits[static_cast<unsigned char>(from[0])]) |
                                   low_digits[static_cast<unsigned char>(from[1])];
            if (value >= no_digit) {
                break;
            }
            *to++ = static_cast<std::byte>(value);
            from += 2;
        }
        const char* const stopped = from;
        while (from < end && is_space(*from)) {
            ++from;
        }
        good = from == end || (from > stopped);
    }
    return good;
}

}  // namespace

char* put_hex(char* to, ByteView bytes)
{
    for (const std::byte b : bytes) {
        std::memcpy(to, pairs[static_cast<std::size_t>(b)].data(), 2);
        to += 2;
    }
    return to;
}

char* put_hex_number(char* to, std::uint64_t number, std::size_t count)
{
    constexpr std::string_view figures = "0123456789ABCDEF";
    for (std::size_t i = count; i-- > 0; number >>= 4U) {
        to[i] = figures[number & 0xFU];
    }
    return to + count;
}

bool parse_hex_number(std::string_view digits, std::uint64_t& number)
{
    number = 0;
    for (const char c : digits) {
        const unsigned digit = low_digits[static_cast<unsigned char>(c)];
        if (digit == no_digit || number >> 60U != 0) {
            return false;
        }
        number = number << 4U | digit;
    }
    return !digits.empty();
}

void append_hex(std::string& out, ByteView bytes)
{
    const std::size_t at = out.size();
    out.resize(at + bytes.size() * 2);
    put_hex(out.data() + at, bytes);
}

bool parse_hex(std::string_view text, Bytes& bytes)
{
    std::array<std::byte, 2048> some;  // NOLINT(*member-init): written before it is read
    if (text.size() / 2 <= some.size()) {
        // Decode short texts to a local buffer: this is faster than clearing a large one.
        std::byte* to = some.data();
        const bool good = take_digits(text, to);
        append(bytes, ByteView(some.data(), to));
        return good;
    }
    const std::size_t before = bytes.size();
    // Resize to the maximum first and trim afterwards: the white space makes the number of digits unknown.
    bytes.resize(before + text.size() / 2);
    std::byte* to = bytes.data() + before;
    const bool good = take_digits(text, to);
    bytes.resize(static_cast<std::size_t>(to - bytes.data()));
    return good;
}

}  // namespace redforge
