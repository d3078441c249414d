// Reads and writes base64.
#include "core/bytes/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace redforge {

namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(ByteView bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        for (std::size_t i = 0; i < 3; ++i) {
            three = three << 8U | (i < count ? std::to_integer<std::uint32_t>(bytes[at + i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += i <= count ? base64_digits[three >> (18 - 6 * i) & 63U] : '=';
        }
    }
    return text;
}

std::optional<Bytes> read_base64(std::string_view text)
{
    for (int i = 0; i < 2 && text.ends_with('='); ++i) {
        text.remove_suffix(1);
    }
    if (text.size() % 4 == 1) {
        return std::nullopt;
    }
    std::array<std::uint8_t, 256> values{};
    values.fill(0xFF);
    for (std::size_t i = 0; i < base64_digits.size(); ++i) {
        values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
    }
    Bytes bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        const std::uint8_t value = values[static_cast<unsigned char>(c)];
        if (value == 0xFF) {
            return std::nullopt;
        }
        bits = (bits << 6U | value) & 0xFFFFU;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(static_cast<std::byte>(bits >> count & 0xFFU));
        }
    }
    return bytes;
}

}  // namespace redforge
