// Long texts of a game, such as script sources, as lines that people can read and edit: reversible whatever the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/code_page.hpp"
#include "core/error.hpp"

namespace redforge {

/// What a line end of the readable text stands for.
enum class LineEnd : std::uint8_t { crlf, lf };

/// The line end that a text is best shown with: CR LF, unless it has only bare LFs.
[[nodiscard]] LineEnd usual_line_end(std::string_view bytes);

/// Converts bytes of a code page to UTF-8 with LF line ends. Other control bytes become `\xHH`. A bare LF in a text
/// with CR LF becomes `\x0A` followed by a line end, which belongs to it.
[[nodiscard]] std::string to_lines(std::string_view bytes, LineEnd line_end, CodePage page);

/// The inverse. Errors tell line and column.
[[nodiscard]] Result<std::string> from_lines(std::string_view text, LineEnd line_end, CodePage page);

}  // namespace redforge
