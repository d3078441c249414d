// The container of binary glTF: a header, a JSON chunk and a binary chunk.
#pragma once

#include <nlohmann/json.hpp>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// Puts both chunks together, padded to four bytes each.
[[nodiscard]] Bytes write_glb(const nlohmann::json& document, Bytes binary);

struct Glb {
    nlohmann::json document;
    ByteView binary;  ///< part of the bytes that were read; empty without a binary chunk
};

/// Takes a .glb apart. Errors: malformed, truncated; unsupported (version 1, more than 16 MiB of JSON, or JSON nested
/// deeper than 64).
[[nodiscard]] Result<Glb> read_glb(ByteView bytes);

}  // namespace redforge::exchange
