// Bytes as base64 text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge {

/// Returns bytes as base64 with padding, without line breaks. Source: RFC 4648, 4.
[[nodiscard]] std::string base64(ByteView bytes);

/// Returns the bytes of a base64 text, with or without padding. Returns nullopt if it is not base64.
[[nodiscard]] std::optional<Bytes> read_base64(std::string_view text);

}  // namespace redforge
