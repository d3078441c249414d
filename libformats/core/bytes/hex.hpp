// Bytes as hexadecimal text: two digits a byte, 32 bytes a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge {

inline constexpr std::size_t hex_bytes_per_line = 32;

/// Writes two lower-case digits for each byte into a buffer, which must be large enough. Returns their end.
char* put_hex(char* to, ByteView bytes);

/// Appends two lower-case digits for each byte.
void append_hex(std::string& out, ByteView bytes);

/// Appends the bytes of hexadecimal pairs, in words separated by white space, to `bytes`. Returns false if a word has
/// another character or an odd number of digits; bytes before it are already appended.
[[nodiscard]] bool parse_hex(std::string_view text, Bytes& bytes);

/// Writes the last `count` upper-case digits of a number into a buffer, which must be large enough. Returns their end.
char* put_hex_number(char* to, std::uint64_t number, std::size_t count);

/// Parses digits, ignoring case. Returns false for no digits, more than 64 bits, or another character; `number` is then
/// unspecified.
[[nodiscard]] bool parse_hex_number(std::string_view digits, std::uint64_t& number);

}  // namespace redforge
