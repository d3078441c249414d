// Converts long texts of a game, such as script sources, to readable lines and back. Any bytes survive.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/text/code_page.hpp"

namespace redforge {

/// Line end in the game's text that a line end of the readable text represents.
enum class LineEnd : std::uint8_t { crlf, lf };

/// Returns the line end of a text: CR LF, unless it has only bare LFs.
[[nodiscard]] LineEnd detect_line_end(std::string_view bytes);

/// Converts bytes of a code page to UTF-8 with LF line ends. Other control bytes become `\xHH`. A bare LF in a text
/// with CR LF becomes `\x0A` followed by a line end, which belongs to it.
[[nodiscard]] std::string to_lines(std::string_view bytes, LineEnd line_end, CodePage page);

/// Converts readable lines back to bytes. Errors: those of decode_text(), with line and column.
[[nodiscard]] Result<std::string> from_lines(std::string_view text, LineEnd line_end, CodePage page);

}  // namespace redforge
