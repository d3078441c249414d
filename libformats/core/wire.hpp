// How values stand in a binary file: what the table of a record type says of each field besides its value's own type.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "core/values.hpp"

namespace redforge {

/// All numbers stand with the least significant byte first.
enum class Wire : std::uint8_t {
    none,      ///< not in the file
    integer,   ///< of `size` bytes, 1 to 8
    real,      ///< an IEEE number of 4 bytes
    chars,     ///< `size` bytes of text
    zstring,   ///< text that ends with a NUL
    text,      ///< all bytes that are left, as text
    lstring,   ///< a zstring; in a localised document a number of 4 bytes, which the next field keeps
    bytes,     ///< `size` bytes, or all that are left where it is 0
};

/// Of a single field.
struct WireType {
    Wire kind{};
    std::uint32_t size{};     ///< bytes of one value
    std::uint32_t count{1};   ///< values one behind the other
    bool may_be_missing{};    ///< the record may end before it
};

/// Of a list whose records stand behind the fields of the record that holds it.
struct WireArray {
    enum class Count : std::uint8_t {
        none,    ///< not in the file
        fixed,   ///< always `number` records
        field,   ///< as many as the field at place `number` of the table says
        to_end,  ///< as many as there are bytes for
    };
    Count count{};
    std::uint32_t number{};
};

/// How a file has a value of a type, where the table says nothing else.
template <class T>
inline constexpr WireType wire_of{};
template <std::integral T>
inline constexpr WireType wire_of<T>{Wire::integer, sizeof(T)};
template <>
inline constexpr WireType wire_of<I24>{Wire::integer, 3};
template <>
inline constexpr WireType wire_of<U24>{Wire::integer, 3};
template <>
inline constexpr WireType wire_of<float>{Wire::real, 4};
template <std::size_t N>
inline constexpr WireType wire_of<FixedText<N>>{Wire::chars, N};
template <class T, std::size_t N>
inline constexpr WireType wire_of<std::array<T, N>>{wire_of<T>.kind, wire_of<T>.size, N};
template <class T>
inline constexpr WireType wire_of<Derived<T>>{wire_of<T>};

}  // namespace redforge
