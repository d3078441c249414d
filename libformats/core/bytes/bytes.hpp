// Byte buffers and integers of a given width and byte order.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace redforge {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

/// Returns true if every byte is 0.
[[nodiscard]] inline bool all_zero(ByteView bytes)
{
    return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; });
}

/// Reads `sizeof(T)` bytes, least significant first. The caller must check the size.
template <std::integral T>
[[nodiscard]] constexpr T load_le(const std::byte* from)
{
    using U = std::make_unsigned_t<T>;
    U value = 0;
    if (std::endian::native == std::endian::little && !std::is_constant_evaluated()) {
        std::memcpy(&value, from, sizeof value);
        return static_cast<T>(value);
    }
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        value = static_cast<U>(value | static_cast<U>(static_cast<U>(from[i]) << (8 * i)));
    }
    return static_cast<T>(value);
}

/// Writes `sizeof(T)` bytes, least significant first.
template <std::integral T>
constexpr void store_le(std::byte* to, T value)
{
    if (std::endian::native == std::endian::little && !std::is_constant_evaluated()) {
        // A single store: g++ 12 does not always combine the byte stores below, which halves the speed of tables.
        std::memcpy(to, &value, sizeof value);
        return;
    }
    using U = std::make_unsigned_t<T>;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        to[i] = static_cast<std::byte>(static_cast<U>(value) >> (8 * i));
    }
}

/// Reads a 32-bit integer, most significant byte first (section lengths in RGM, ROB, TEXBSI).
[[nodiscard]] constexpr std::uint32_t load_be32(const std::byte* from)
{
    return static_cast<std::uint32_t>(from[0]) << 24 | static_cast<std::uint32_t>(from[1]) << 16 |
           static_cast<std::uint32_t>(from[2]) << 8 | static_cast<std::uint32_t>(from[3]);
}

/// Writes a 32-bit integer, most significant byte first.
constexpr void store_be32(std::byte* to, std::uint32_t value)
{
    for (unsigned i = 0; i < 4; ++i) {
        to[i] = static_cast<std::byte>(value >> (24 - 8 * i));
    }
}

/// Appends `value` to `to`, least significant byte first.
template <std::integral T>
void append_le(Bytes& to, T value)
{
    const std::size_t at = to.size();
    to.resize(at + sizeof(T));
    store_le(to.data() + at, value);
}

/// Returns true if two buffers are equal. Faster than std::ranges::equal, which compares each std::byte.
[[nodiscard]] inline bool same_bytes(ByteView a, ByteView b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

inline void append(Bytes& to, ByteView bytes)
{
    to.insert(to.end(), bytes.begin(), bytes.end());
}

/// Returns a view of the bytes of a string, without its terminator.
[[nodiscard]] inline ByteView as_bytes(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// Returns a view of bytes as characters.
[[nodiscard]] inline std::string_view as_text(ByteView bytes)
{
    // Reading any object as char is allowed; std::byte and char have the same size.
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT(*reinterpret-cast)
}

/// Returns the offset of the first difference, or the length of the shorter buffer if there is none.
[[nodiscard]] std::size_t first_difference(ByteView a, ByteView b);

}  // namespace redforge
