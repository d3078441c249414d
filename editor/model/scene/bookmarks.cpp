// Formats and parses camera bookmarks.
#include "editor/model/scene/bookmarks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace redforge::editor {
namespace {

/// Removes and returns the text before the first `end`; the rest stays in `text`.
std::string_view cut(std::string_view& text, char end)
{
    const std::size_t at = std::min(text.find(end), text.size());
    const std::string_view found = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return found;
}

template <class Number>
std::optional<Number> parsed(std::string_view word)
{
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string format_bookmarks(const Bookmarks& bookmarks)
{
    std::string text;
    for (const auto& [number, pose] : bookmarks) {
        text +=
            fmt::format("{} {} {} {} {} {} {} {}\n", number, render::view_name(pose.direction.view), pose.direction.yaw,
                        pose.direction.pitch, pose.pivot.x, pose.pivot.y, pose.pivot.z, pose.distance);
    }
    return text;
}

Bookmarks parse_bookmarks(std::string_view text)
{
    Bookmarks bookmarks;
    while (!text.empty()) {
        std::string_view line = cut(text, '\n');
        const std::optional<int> number = parsed<int>(cut(line, ' '));
        const std::optional<render::View> view = render::view_named(cut(line, ' '));
        std::array<float, 6> values{};
        bool valid = number && *number >= 1 && *number <= max_bookmarks && view;
        for (float& value : values) {
            const std::optional<float> next = parsed<float>(cut(line, ' '));
            valid = valid && next && std::isfinite(*next);
            value = next.value_or(0);
        }
        if (valid && line.empty()) {
            bookmarks[*number] = {.direction = {*view, values[0], values[1]},
                                  .pivot = {values[2], values[3], values[4]},
                                  .distance = values[5]};
        }
    }
    return bookmarks;
}

}  // namespace redforge::editor
