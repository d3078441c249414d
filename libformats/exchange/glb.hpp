// The container of binary glTF: a header, a JSON chunk and a binary chunk.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// Puts both chunks together, padded to four bytes each. `members` go behind those of the document, which is an object
/// with some: text, each behind a comma.
[[nodiscard]] Bytes write_glb(const nlohmann::json& document, ByteView binary, std::string_view members = {});

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
