// The container of binary glTF: a header, a JSON chunk and a binary chunk.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// Puts both chunks together, padded to four bytes each.
[[nodiscard]] Bytes write_glb(const nlohmann::json& document, ByteView binary);
/// The same of a document that is text already.
[[nodiscard]] Bytes write_glb_text(std::string_view document, ByteView binary);

/// JSON as it stands in a .glb: without blanks, and what is no UTF-8 in its strings replaced.
[[nodiscard]] std::string json_text(const nlohmann::json& json);

struct Glb {
    nlohmann::json document;
    ByteView binary;  ///< part of the bytes that were read; empty without a binary chunk
};

/// Takes a .glb apart. Errors: malformed, truncated; unsupported (version 1, more than 16 MiB of JSON, or JSON nested
/// deeper than 64).
[[nodiscard]] Result<Glb> read_glb(ByteView bytes);

}  // namespace redforge::exchange
