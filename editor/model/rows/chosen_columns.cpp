// Converts the user's choice of table columns to text and back.
#include "editor/model/rows/chosen_columns.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace redforge::editor {

std::string format_columns(const std::vector<ChosenColumn>& columns)
{
    std::string text;
    for (const ChosenColumn& column : columns) {
        text += fmt::format("{}{}={}", text.empty() ? "" : ";", column.name, column.width);
    }
    return text;
}

std::vector<ChosenColumn> parse_columns(std::string_view text)
{
    constexpr int max_width = 2000;
    std::vector<ChosenColumn> columns;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::size_t sign = part.rfind('=');
        int width = 0;
        if (sign == std::string_view::npos || sign == 0) {
            continue;
        }
        const char* const end = part.data() + part.size();
        const auto [stop, error] = std::from_chars(part.data() + sign + 1, end, width);
        if (error == std::errc{} && stop == end) {
            columns.push_back({std::string(part.substr(0, sign)), std::clamp(width, 0, max_width)});
        }
    }
    return columns;
}

}  // namespace redforge::editor
