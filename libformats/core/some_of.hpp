// Words for a message that may be very many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge {

/// "A, B, C", or the first of very many: "A, B and 98 more".
[[nodiscard]] inline std::string some_of(std::span<const std::string> words, std::size_t most)
{
    const std::string rest = words.size() > most ? fmt::format(" and {} more", words.size() - most) : "";
    return fmt::format("{}{}", fmt::join(words.first(std::min(words.size(), most)), ", "), rest);
}

}  // namespace redforge
