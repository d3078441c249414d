// Words in texts of scripts and records: their characters, and searching for whole words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/letter_case.hpp"

namespace redforge {

/// Returns true for an ASCII letter, independent of the locale.
[[nodiscard]] constexpr bool is_letter(char c)
{
    return to_upper(c) >= 'A' && to_upper(c) <= 'Z';
}

[[nodiscard]] constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// Returns true for characters of words and names in scripts: ASCII letters, digits and the underscore.
[[nodiscard]] constexpr bool is_word_letter(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/// Returns the position of a word in a text from `from` on, ignoring case, or npos. `alone`: only a whole word, without
/// adjacent word characters.
[[nodiscard]] constexpr std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0,
                                              bool alone = true)
{
    for (std::size_t at = from; !word.empty() && at + word.size() <= text.size(); ++at) {
        const std::size_t end = at + word.size();
        const bool is_alone =
            (at == 0 || !is_word_letter(text[at - 1])) && (end == text.size() || !is_word_letter(text[end]));
        if (equals_ignore_case(text.substr(at, word.size()), word) && (is_alone || !alone)) {
            return at;
        }
    }
    return std::string_view::npos;
}

/// Returns the text with all occurrences of a word replaced.
[[nodiscard]] inline std::string with_word(std::string_view text, std::string_view word, std::string_view other,
                                           bool alone = true)
{
    std::string made;
    std::size_t done = 0;
    for (std::size_t at = find_word(text, word, 0, alone); at != std::string_view::npos;
         at = find_word(text, word, done, alone)) {
        made.append(text.substr(done, at - done)).append(other);
        done = at + word.size();
    }
    return made.append(text.substr(done));
}

}  // namespace redforge
