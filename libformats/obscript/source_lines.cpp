// Splits a script source into lines by the rules of the game's compiler.
#include "obscript/source_lines.hpp"

#include <algorithm>

namespace redforge::obscript {
namespace {

std::string_view trimmed(std::string_view line)
{
    const auto begins = [](char c) { return is_letter(c) || is_digit(c) || c == '"'; };
    line.remove_prefix(static_cast<std::size_t>(std::ranges::find_if(line, begins) - line.begin()));
    while (!line.empty() && is_space(line.back())) {
        line.remove_suffix(1);
    }
    return line;
}

}  // namespace

std::vector<std::string_view> source_lines(std::string_view source)
{
    source = source.substr(0, source.find('\0'));
    const char end = source.find('\r') == std::string_view::npos ? '\n' : '\r';
    const char stops[] = {end, ';', '\0'};
    std::vector<std::string_view> lines;
    while (!source.empty()) {
        const std::size_t length = std::min(source.find_first_of(stops), source.size());
        if (const std::string_view line = trimmed(source.substr(0, length)); !line.empty()) {
            lines.push_back(line);
        }
        std::size_t next = length;
        if (next < source.size() && source[next] == ';') {
            next = std::min(source.find('\n', next), source.size());
            // Skip a second LF too, unless LF ends the lines of this source.
            next += end == '\r' && source.substr(next).starts_with("\n\n") ? 2U : 1U;
        } else {
            next += source.substr(next).starts_with("\r\n") ? 2U : 1U;
        }
        source.remove_prefix(std::min(next, source.size()));
    }
    return lines;
}

}  // namespace redforge::obscript
