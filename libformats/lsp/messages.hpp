// Reads and writes messages of the Language Server Protocol, and positions in them. A message is a header with the
// length, then JSON.
//
// Source: microsoft.github.io/language-server-protocol, "Base Protocol", 3.17.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "lsp/positions.hpp"

namespace redforge::lsp {

/// Error codes. Source: "ErrorCodes" of the protocol.
enum class ErrorNumber : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    not_initialized = -32002,
    content_modified = -32801,
    request_failed = -32803,
};

/// Returns the content of the next message. Returns nullopt at the end of the stream, or for an invalid header.
[[nodiscard]] std::optional<std::string> read_message(std::istream& in);
/// Writes a message with its header.
void write_message(std::ostream& out, const nlohmann::json& message);

/// Return a position, and a range, of a text as JSON.
[[nodiscard]] nlohmann::json json_of(const Lines& lines, std::size_t at);
[[nodiscard]] nlohmann::json json_of(const Lines& lines, const Range& range);
/// Returns a position from JSON. Throws nlohmann::json::exception for other JSON.
[[nodiscard]] Position position_of(const nlohmann::json& position);

}  // namespace redforge::lsp
