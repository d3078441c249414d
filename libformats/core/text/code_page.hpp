// Game text to readable text and back, reversibly: code pages and escapes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace redforge {

/// Code pages of the games' texts. Those from cp1250 on need tables of the system; see has_table().
enum class CodePage : std::uint8_t { cp437, cp1252, cp1250, cp1251, cp932, cp936, cp949, utf8 };

/// Returns the name of a page: "1252", "UTF-8".
[[nodiscard]] std::string_view page_name(CodePage page);
/// Parses the name of a page: "1251", "cp1251", "utf8". Errors: unknown_name, unsupported (the
/// system has no table).
[[nodiscard]] Result<CodePage> page_named(std::string_view name);
/// Returns true if the system has a table of the code page. Without one, all characters above ASCII are escaped.
[[nodiscard]] bool has_table(CodePage page);

/// Appends bytes of a code page as UTF-8. Control bytes, undefined bytes and invisible characters (such as the no-break
/// space, which looks like a space) become `\xHH`, and so does a backslash that would otherwise begin such an escape.
/// decode_text() restores every byte string.
void append_encoded(std::string& out, std::string_view bytes, CodePage page = CodePage::cp437);

[[nodiscard]] inline std::string encode_text(std::string_view bytes, CodePage page = CodePage::cp437)
{
    std::string out;
    append_encoded(out, bytes, page);
    return out;
}

/// Converts the output of encode_text() back to bytes. Errors: malformed (not UTF-8), out_of_range (a character that
/// the code page does not have; the message names it).
[[nodiscard]] Result<std::string> decode_text(std::string_view utf8, CodePage page = CodePage::cp437);

/// Guesses the code page of a file's texts: UTF-8 if all texts are valid UTF-8, else the page whose letters are
/// distributed as in its languages, else 1252. `texts`: the texts with bytes above ASCII.
[[nodiscard]] CodePage guess_page(std::span<const std::string_view> texts);

/// A character in UTF-8: its length in bytes and its code point. next_utf8() returns the first one of a text, with
/// length 0 if the text does not begin with valid UTF-8.
struct Utf8 {
    std::size_t length{};
    char32_t code{};
};
[[nodiscard]] Utf8 next_utf8(std::string_view text);

}  // namespace redforge
