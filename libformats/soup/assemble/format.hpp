// Formats a source in the canonical layout and keeps its comments.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "soup/assemble/diagnostic.hpp"

namespace redforge::soup {

struct Formatted {
    std::optional<std::string> text;  ///< nullopt if the source has errors
    std::vector<Diagnostic> diagnostics;
};

/// Formats a source in the layout of disassemble(): one statement per line, indented blocks, standard case. Keeps
/// comments, single empty lines and hexadecimal lines. The result assembles to the same bytes. Needs no names.
/// Idempotent.
[[nodiscard]] Formatted format(std::string_view source, std::string_view file);

}  // namespace redforge::soup
