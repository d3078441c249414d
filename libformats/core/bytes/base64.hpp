// Bytes as base64 text.
#pragma once

#include <string>

#include "core/bytes/bytes.hpp"

namespace redforge {

/// Returns bytes as base64 with padding, without line breaks. Source: RFC 4648, 4.
[[nodiscard]] std::string base64(ByteView bytes);

}  // namespace redforge
