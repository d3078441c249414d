// Upper and lower case of ASCII, independent of the locale: names of games are compared without case.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace redforge {

[[nodiscard]] constexpr char to_upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

[[nodiscard]] constexpr char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] inline std::string upper(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), to_upper);
    return result;
}

[[nodiscard]] inline std::string lower(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), to_lower);
    return result;
}

/// Returns true if two texts are equal, ignoring the case of letters.
[[nodiscard]] constexpr bool equals_ignore_case(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, to_upper, to_upper);
}

}  // namespace redforge
