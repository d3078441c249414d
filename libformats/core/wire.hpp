// Binary layout of values in records defined by data (data_record.hpp).
#pragma once

#include <concepts>
#include <cstdint>

#include "core/values.hpp"

namespace redforge {

/// All numbers stand with the least significant byte first.
enum class Wire : std::uint8_t {
    none,     ///< not in the file
    integer,  ///< of `size` bytes, 1 to 8
    real,     ///< an IEEE number of 4 bytes
    chars,    ///< `size` bytes of text
    zstring,  ///< text that ends with a NUL
    text,     ///< all bytes that are left, as text
    lstring,  ///< a zstring; in a localised document a number of 4 bytes, which the next field keeps
    bytes,    ///< `size` bytes, or all that are left where it is 0
};

/// Type of a single field.
struct WireType {
    Wire kind{};
    std::uint32_t size{};  ///< bytes of one value
};

/// How a file has a value of a type, where nothing else is given.
template <class T>
inline constexpr WireType wire_of{};
template <std::integral T>
inline constexpr WireType wire_of<T>{Wire::integer, sizeof(T)};
template <>
inline constexpr WireType wire_of<float>{Wire::real, 4};
template <std::size_t N>
inline constexpr WireType wire_of<FixedText<N>>{Wire::chars, N};

}  // namespace redforge
