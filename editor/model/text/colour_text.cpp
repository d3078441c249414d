// Parses and formats colours.
#include "editor/model/text/colour_text.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace redforge::editor {

std::string colour_text(const ColourParts& parts)
{
    const auto part = [&](std::size_t i) { return std::clamp(parts.at(i), 0, 255); };
    return fmt::format("#{:02X}{:02X}{:02X}", part(0), part(1), part(2));
}

std::optional<ColourParts> parse_colour(std::string_view text)
{
    constexpr std::string_view between = " ,;\t";
    ColourParts parts{};
    const auto first = text.find_first_not_of(between);
    if (first != std::string_view::npos && text[first] == '#') {
        text.remove_prefix(first + 1);
        const auto last = text.find_last_not_of(between);
        text = text.substr(0, last + 1);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string_view digits = text.substr(std::min(2 * i, text.size()), 2);
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parts.at(i), 16);
            if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2) {
                return std::nullopt;
            }
        }
        return text.size() == 6 ? std::optional(parts) : std::nullopt;
    }
    for (int& part : parts) {
        text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
        if (error != std::errc{} || part < 0 || part > 255) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return text.find_first_not_of(between) == std::string_view::npos ? std::optional(parts) : std::nullopt;
}

}  // namespace redforge::editor
