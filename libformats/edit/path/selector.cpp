// Parses selectors of field paths.
#include "edit/path/selector.hpp"

#include <charconv>

#include <fmt/format.h>

#include "core/text/words.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::edit {

Error bad_path(std::string_view path, std::string message, std::string hint)
{
    return {.code = ErrorCode::usage,
            .message = std::move(message),
            .field = std::string(path),
            .hint = std::move(hint)};
}

std::size_t closing_bracket(std::string_view path, std::size_t open)
{
    const std::size_t inside = find_outside(path.substr(open + 1), "]");
    return inside == std::string_view::npos ? inside : open + 1 + inside;
}

std::optional<std::int64_t> as_index(std::string_view text)
{
    std::int64_t number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> as_range(std::string_view text, std::size_t size)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || text.size() == 1) {
        return std::nullopt;
    }
    const auto place = [&](std::string_view part, std::size_t otherwise) -> std::optional<std::size_t> {
        const std::optional<std::int64_t> number = as_index(part);
        if (part.empty() || !number) {
            return part.empty() ? std::optional(otherwise) : std::nullopt;
        }
        const auto length = static_cast<std::int64_t>(size);
        return static_cast<std::size_t>(std::clamp(*number < 0 ? *number + length : *number, std::int64_t{0}, length));
    };
    const auto begin = place(text.substr(0, colon), 0);
    const auto end = place(text.substr(colon + 1), size);
    return begin && end ? std::optional(std::pair(*begin, *end)) : std::nullopt;
}

std::string with_brackets(std::string_view path)
{
    std::string out;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('.'), path.size());
        const std::string_view name = path.substr(0, end);
        out += as_index(name) ? fmt::format("[{}]", name) : (out.empty() ? "" : ".") + std::string(name);
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return out;
}

std::optional<std::vector<Span>> parse_places(std::string_view selector)
{
    std::vector<Span> places;
    while (true) {
        const std::size_t comma = std::min(selector.find(','), selector.size());
        std::string_view part = selector.substr(0, comma);
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        part = part.substr(0, part.find_last_not_of(' ') + 1);
        const std::size_t dots = std::min(part.find(".."), part.size());
        const std::optional<std::int64_t> first = as_index(part.substr(0, dots));
        const std::optional<std::int64_t> last = dots == part.size() ? first : as_index(part.substr(dots + 2));
        if (!first || !last) {
            return std::nullopt;
        }
        places.push_back({*first, *last});
        if (comma == selector.size()) {
            return places;
        }
        selector.remove_prefix(comma + 1);
    }
}

bool is_key(std::string_view name)
{
    const auto is_word = [](char c) { return is_word_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
    // A number is an index, unless it is a FormID.
    return std::ranges::all_of(name, is_word) && (!std::ranges::all_of(name, is_digit) || name.size() == 8);
}

}  // namespace redforge::edit
