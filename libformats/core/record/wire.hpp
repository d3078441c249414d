// Binary layout of values in records defined by data (data_record.hpp).
#pragma once

#include <concepts>
#include <cstdint>

#include "core/record/values.hpp"

namespace redforge {

/// Type of a value in a file. All numbers are stored with the least significant byte first.
enum class Wire : std::uint8_t {
    none,     ///< not in the file
    integer,  ///< `size` bytes, 1 to 8
    real,     ///< an IEEE number of 4 bytes
    chars,    ///< `size` bytes of text
    zstring,  ///< text that ends with a NUL
    text,     ///< all remaining bytes, as text
    lstring,  ///< a zstring; in a localised document a number of 4 bytes, which is stored in the next field
    bytes,    ///< `size` bytes, or all remaining bytes if it is 0
};

/// Type of a single field.
struct WireType {
    Wire kind{};
    std::uint32_t size{};  ///< bytes of one value
};

/// Returns the default type in a file for a C++ type.
template <class T>
inline constexpr WireType wire_of{};
template <std::integral T>
inline constexpr WireType wire_of<T>{Wire::integer, sizeof(T)};
template <>
inline constexpr WireType wire_of<float>{Wire::real, 4};
template <std::size_t N>
inline constexpr WireType wire_of<FixedText<N>>{Wire::chars, N};

}  // namespace redforge
