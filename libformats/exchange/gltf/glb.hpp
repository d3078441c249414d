// The container of binary glTF: a header, a JSON chunk and a binary chunk.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::exchange {

/// Returns a .glb with both chunks, each padded to a multiple of four bytes. `members`: JSON text that is appended to
/// the members of the document, with a comma before each member. The document must be an object with at least one
/// member.
[[nodiscard]] Bytes write_glb(const nlohmann::json& document, ByteView binary, std::string_view members = {});

/// Formats JSON for a .glb: compact, with invalid UTF-8 in strings replaced.
[[nodiscard]] std::string json_text(const nlohmann::json& json);

struct Glb {
    nlohmann::json document;
    ByteView binary;  ///< view of the bytes that were read; empty if there is no binary chunk
};

/// Parses the text of a .gltf. Errors: malformed; unsupported (more than 512 MiB, or nested deeper than 64).
[[nodiscard]] Result<nlohmann::json> read_gltf_json(std::string_view text);

/// Splits a .glb into its chunks. Errors: malformed, truncated; unsupported (version 1, more than 16 MiB of JSON, or
/// JSON nested deeper than 64).
[[nodiscard]] Result<Glb> read_glb(ByteView bytes);

}  // namespace redforge::exchange
