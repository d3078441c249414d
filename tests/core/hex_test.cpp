// Bytes as hexadecimal text: digits are read many at a time, and each one is checked.
#include <array>
#include <optional>

#include <catch2/catch.hpp>

#include "core/bytes/hex.hpp"

using namespace redforge;

TEST_CASE("hex: digits decode at any position of a long text")
{
    constexpr std::string_view digits = "0123456789abcdefABCDEF";
    for (unsigned c = 0; c < 256; ++c) {
        const std::size_t digit = digits.find(static_cast<char>(c));
        const std::size_t value = digit < 16 ? digit : digit - 6;
        for (std::size_t at = 0; at < 48; ++at) {
            std::string text(48, '5');
            text[at] = static_cast<char>(c);
            Bytes expected(24, std::byte{0x55});
            const std::size_t shift = at % 2 == 0 ? 4 : 0;
            expected[at / 2] = static_cast<std::byte>((0x55U & (0xF0U >> shift)) | (value & 0xFU) << shift);
            Bytes bytes;
            CAPTURE(c, at);
            if (digit != std::string_view::npos) {
                CHECK(parse_hex(text, bytes));
                CHECK(bytes == expected);
            } else {
                // Spaces are allowed between pairs only; a single digit is an error.
                CHECK_FALSE(parse_hex(text, bytes));
            }
        }
    }
}

TEST_CASE("hex: white space is allowed between pairs")
{
    Bytes bytes;
    CHECK(parse_hex("00112233445566778899aabbccddeeff\n  0123456789abcdef", bytes));
    CHECK(bytes == Bytes{std::byte{0x00}, std::byte{0x11}, std::byte{0x22}, std::byte{0x33}, std::byte{0x44},
                         std::byte{0x55}, std::byte{0x66}, std::byte{0x77}, std::byte{0x88}, std::byte{0x99},
                         std::byte{0xAA}, std::byte{0xBB}, std::byte{0xCC}, std::byte{0xDD}, std::byte{0xEE},
                         std::byte{0xFF}, std::byte{0x01}, std::byte{0x23}, std::byte{0x45}, std::byte{0x67},
                         std::byte{0x89}, std::byte{0xAB}, std::byte{0xCD}, std::byte{0xEF}});
}

TEST_CASE("hex: numbers accept either case and at most 64 bits")
{
    const auto number = [](std::string_view text) {
        std::uint64_t value{};
        return parse_hex_number(text, value) ? std::optional(value) : std::nullopt;
    };
    CHECK(number("0") == 0);
    CHECK(number("0001D15c") == 0x1D15C);
    CHECK(number("FFFFFFFFFFFFFFFF") == 0xFFFFFFFFFFFFFFFF);
    CHECK(number("00FFFFFFFFFFFFFFFF") == 0xFFFFFFFFFFFFFFFF);
    for (const char* wrong : {"", "g", "1 ", " 1", "-1", "0x1", "1FFFFFFFFFFFFFFFF", "10000000000000000"}) {
        CAPTURE(wrong);
        CHECK(number(wrong) == std::nullopt);
    }
    std::array<char, 8> text{};
    CHECK(put_hex_number(text.data(), 0x1D15C, 8) == text.data() + 8);
    CHECK(std::string_view(text.data(), 8) == "0001D15C");
}
