// The embedded table of script commands: definitions/commands.tsv.
#pragma once

#include <string_view>

namespace redforge::obscript {

/// Returns the text of definitions/commands.tsv. It lives as long as the program.
[[nodiscard]] std::string_view command_lines();

}  // namespace redforge::obscript
