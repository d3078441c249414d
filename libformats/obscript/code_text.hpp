// Compiled scripts of Oblivion (SCDA) as readable statements, and back. Lossless for any bytes.
#pragma once

#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/text/code_page.hpp"

namespace redforge::obscript {

/// Returns one statement per line. Bytes that are not a statement are printed in braces. `named`: print commands by
/// their names in Oblivion and OBSE instead of their numbers.
[[nodiscard]] std::string to_statements(ByteView code, bool named, CodePage page);

/// Converts statements back to code: the inverse of to_statements(). Errors give line and column.
[[nodiscard]] Result<Bytes> from_statements(std::string_view text, CodePage page);

}  // namespace redforge::obscript
