// Value types of record fields: 24-bit integers, game text, derived values.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge {

/// The lowest 24 bits of a number, least significant byte first, in memory as in a file, because a map has millions of
/// them.
struct Low24 {
    std::array<std::uint8_t, 3> bytes{};

    constexpr Low24() = default;
    explicit constexpr Low24(std::uint32_t bits)
        : bytes{static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
                static_cast<std::uint8_t>(bits >> 16)}
    {
    }
    [[nodiscard]] constexpr std::uint32_t bits() const
    {
        return static_cast<std::uint32_t>(bytes[0] | bytes[1] << 8 | bytes[2] << 16);
    }
    friend constexpr bool operator==(const Low24&, const Low24&) = default;
};

/// A signed integer stored in three bytes, least significant first. Range -8,388,608 to 8,388,607.
struct I24 {
    static constexpr std::int32_t min = -0x800000;
    static constexpr std::int32_t max = 0x7FFFFF;

    Low24 stored;

    constexpr I24() = default;
    constexpr I24(std::int32_t v) : stored(static_cast<std::uint32_t>(v)) {}  // NOLINT: a number stored narrower
    constexpr operator std::int32_t() const
    {
        return static_cast<std::int32_t>(stored.bits() << 8) >> 8;  // the arithmetic shift back extends the sign
    }
    friend constexpr bool operator==(const I24&, const I24&) = default;
};

/// An unsigned integer stored in three bytes, least significant first. Range 0 to 16,777,215.
struct U24 {
    static constexpr std::int32_t min = 0;
    static constexpr std::int32_t max = 0xFFFFFF;

    Low24 stored;

    constexpr U24() = default;
    constexpr U24(std::int32_t v) : stored(static_cast<std::uint32_t>(v)) {}  // NOLINT: as I24
    constexpr operator std::int32_t() const { return static_cast<std::int32_t>(stored.bits()); }
    friend constexpr bool operator==(const U24&, const U24&) = default;
};

/// A name in a field of N bytes. The text ends at the first NUL; the bytes after it are preserved.
template <std::size_t N>
struct FixedText {
    static constexpr std::size_t capacity = N;

    std::array<char, N> bytes{};

    constexpr FixedText() = default;
    /// Assigns the first N characters of `text`; the rest of the field is NUL.
    constexpr FixedText(std::string_view text)  // NOLINT: so that records can be written as literals
    {
        std::copy_n(text.begin(), std::min(text.size(), N), bytes.begin());
    }
    constexpr FixedText(const char* text) : FixedText(std::string_view(text)) {}  // NOLINT: as above

    /// Returns the name, up to the first NUL.
    [[nodiscard]] constexpr std::string_view view() const
    {
        const std::string_view all(bytes.data(), N);
        return all.substr(0, std::min(all.find('\0'), N));
    }
    /// Returns the field without its trailing NULs: the name, and any bytes after the name's NUL.
    [[nodiscard]] constexpr std::string_view significant() const
    {
        std::size_t size = N;
        while (size > 0 && bytes[size - 1] == '\0') {
            --size;
        }
        return {bytes.data(), size};
    }
    friend constexpr bool operator==(const FixedText&, const FixedText&) = default;
};

/// Text of any length, in the game's own bytes (code page 437 in Redguard).
struct Text {
    std::string bytes;

    Text() = default;
    Text(std::string_view text) : bytes(text) {}  // NOLINT: as FixedText
    Text(const char* text) : bytes(text) {}       // NOLINT: as FixedText
    friend bool operator==(const Text&, const Text&) = default;
};

/// A value that is computed on writing. `stored` is set only if a file has another value.
template <class T>
struct Derived {
    using value_type = T;

    std::optional<T> stored{};

    constexpr Derived() = default;
    constexpr Derived(T value) : stored(value) {}  // NOLINT: a stored value
    /// Returns the stored value, or `computed` if none is stored.
    [[nodiscard]] constexpr T value_or(T computed) const { return stored.value_or(computed); }
    /// Clears the stored value if it equals the computed one.
    constexpr void clear_if_equal(T computed)
    {
        if (stored && *stored == computed) {
            stored.reset();
        }
    }
    friend constexpr bool operator==(const Derived&, const Derived&) = default;
};

}  // namespace redforge
