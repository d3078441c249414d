// Compiled scripts of Oblivion (SCDA) as statements that people can read, and back, whatever the bytes.
#pragma once

#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/code_page.hpp"
#include "core/error.hpp"

namespace redforge::obscript {

/// The statements, one a line. What fits no statement is shown as bytes in braces. `named`: commands by the names that
/// they have in Oblivion and OBSE, else by number.
[[nodiscard]] std::string to_statements(ByteView code, bool named, CodePage page);

/// The inverse. Errors tell line and column.
[[nodiscard]] Result<Bytes> from_statements(std::string_view text, CodePage page);

}  // namespace redforge::obscript
