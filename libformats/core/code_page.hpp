// Game text to readable text and back, reversibly: code pages and escapes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace redforge {

/// The code pages that the games' text is written in.
enum class CodePage : std::uint8_t { cp437, cp1252 };

/// Bytes of a code page as UTF-8. Control bytes, bytes that the code page leaves undefined, and the no-break space
/// (which nobody could tell from a space) become `\xHH`; so does a backslash that would otherwise read as one of
/// those. Every byte string comes back from decode_text() unchanged.
void append_encoded(std::string& out, std::string_view bytes, CodePage page = CodePage::cp437);

[[nodiscard]] inline std::string encode_text(std::string_view bytes, CodePage page = CodePage::cp437)
{
    std::string out;
    append_encoded(out, bytes, page);
    return out;
}

/// The inverse. Refuses characters that the code page does not have; `message` of the error names the character.
[[nodiscard]] Result<std::string> decode_text(std::string_view utf8, CodePage page = CodePage::cp437);

/// Length of the UTF-8 sequence at the start of `text` and the code point in it; length 0 when it is not well formed.
struct Utf8 {
    std::size_t length{};
    char32_t code{};
};
[[nodiscard]] Utf8 next_utf8(std::string_view text);

}  // namespace redforge
