// How many of something, in words for people.
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

/// A number as people read it: 1,241,038.
[[nodiscard]] inline std::string grouped(std::uint64_t number)
{
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

/// "1 record", "7,756 records"; for words whose plural has an s.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view word)
{
    return fmt::format("{} {}{}", grouped(count), word, count == 1 ? "" : "s");
}

/// "A, B, C", or the first of very many: "A, B and 1,098 more".
[[nodiscard]] inline std::string some_of(std::span<const std::string> words, std::size_t most)
{
    const std::string rest = words.size() > most ? fmt::format(" and {} more", grouped(words.size() - most)) : "";
    return fmt::format("{}{}", fmt::join(words.first(std::min(words.size(), most)), ", "), rest);
}

}  // namespace redforge
