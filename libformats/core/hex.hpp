// Bytes as hexadecimal text: two digits a byte, 32 bytes a line.
#pragma once

#include <string>
#include <string_view>

#include "core/bytes.hpp"

namespace redforge {

inline constexpr std::size_t hex_bytes_per_line = 32;

/// Writes two lower-case digits for each byte to where there is room for them, and returns the end of them.
char* put_hex(char* to, ByteView bytes);

/// Appends two lower-case digits for each byte.
void append_hex(std::string& out, ByteView bytes);

/// Appends the bytes of words of hexadecimal pairs, separated by white space, to `bytes`.
/// False when a word has another character or an odd number of digits (what stands before it has been appended).
[[nodiscard]] bool parse_hex(std::string_view text, Bytes& bytes);

}  // namespace redforge
