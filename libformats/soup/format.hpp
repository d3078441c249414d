// A source in the canonical layout, with its comments.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "soup/diagnostic.hpp"

namespace redforge::soup {

struct Formatted {
    std::optional<std::string> text;  ///< empty when the source is not a script
    std::vector<Diagnostic> diagnostics;
};

/// Lays a source out as disassemble() does: one statement a line, blocks indented, words in their usual case. Comments
/// and single empty lines stay, and so do hexadecimal lines. Says the same bytes; needs no names. Formatting twice changes nothing.
[[nodiscard]] Formatted format(std::string_view source, std::string_view file);

}  // namespace redforge::soup
