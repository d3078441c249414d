// Formats counts and lists for messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge {

/// Formats a number with separators: 1,241,038.
[[nodiscard]] inline std::string grouped(std::uint64_t number)
{
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

/// Formats a count: "1 record", "7,756 records". Only for words whose plural is formed with s.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view word)
{
    return fmt::format("{} {}{}", grouped(count), word, count == 1 ? "" : "s");
}

/// Formats a count without separators: "1 face", "2000 faces", or "2 vertices" if `plural_word` is given.
[[nodiscard]] inline std::string plural(std::uint64_t count, std::string_view word, std::string_view plural_word = {})
{
    return count == 1            ? fmt::format("1 {}", word)
           : plural_word.empty() ? fmt::format("{} {}s", count, word)
                                 : fmt::format("{} {}", count, plural_word);
}

/// Joins names: "A, B, C". Abbreviates a long list: "A, B and 1,098 more".
[[nodiscard]] inline std::string join_abbreviated(std::span<const std::string> words, std::size_t max_words)
{
    const std::string rest =
        words.size() > max_words ? fmt::format(" and {} more", grouped(words.size() - max_words)) : "";
    return fmt::format("{}{}", fmt::join(words.first(std::min(words.size(), max_words)), ", "), rest);
}

}  // namespace redforge
