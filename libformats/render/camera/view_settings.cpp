// Formats and parses view settings as text.
#include "render/camera/view_settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

namespace redforge::render {
namespace {

constexpr float degrees_of_radian = 180 / std::numbers::pi_v<float>;
constexpr std::string_view active_word = "active";
constexpr std::string_view symbols_word = "symbols";
constexpr std::string_view hidden_word = "hidden";
constexpr std::array<std::string_view, 3> shading_names{"textured", "flat", "wireframe"};
constexpr std::array<std::string_view, symbol_count> symbol_names{"trigger", "light", "sound", "marker",
                                                                  "missing", "flat",  "rope"};

/// Removes and returns the text before the first `end`; the rest stays in `text`.
std::string_view next_word(std::string_view& text, char end = ' ')
{
    const std::size_t at = std::min(text.find(end), text.size());
    const std::string_view found = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return found;
}

template <typename Number>
std::optional<Number> number_in(std::string_view word)
{
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

template <std::size_t N>
std::optional<std::size_t> place_in(const std::array<std::string_view, N>& names, std::string_view name)
{
    const auto* const found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

std::optional<ViewLook> parse_view_look(std::string_view line)
{
    const std::optional<View> view = view_named(next_word(line));
    const std::optional<float> yaw = number_in<float>(next_word(line));
    const std::optional<float> pitch = number_in<float>(next_word(line));
    const std::optional<std::size_t> shading = place_in(shading_names, next_word(line));
    if (!view || !yaw || !pitch || !std::isfinite(*yaw) || !std::isfinite(*pitch) || !shading) {
        return std::nullopt;
    }
    return ViewLook{{*view, *yaw / degrees_of_radian, *pitch / degrees_of_radian}, static_cast<Shading>(*shading)};
}

}  // namespace

std::string format_view_settings(const ViewSettings& looks)
{
    std::string text;
    for (const ViewLook& look : looks.views) {
        const Direction& direction = look.direction;
        text +=
            fmt::format("{} {:.1f} {:.1f} {}\n", view_name(direction.view), direction.yaw * degrees_of_radian,
                        direction.pitch * degrees_of_radian, shading_names.at(static_cast<std::size_t>(look.shading)));
    }
    text += fmt::format("{} {}\n{} {}\n{}", active_word, looks.active, symbols_word, looks.symbols ? "on" : "off",
                        hidden_word);
    for (const Symbol symbol : looks.hidden_symbols) {
        text += fmt::format(" {}", symbol_names.at(static_cast<std::size_t>(symbol)));
    }
    return text + '\n';
}

ViewSettings parse_view_settings(std::string_view text)
{
    ViewSettings looks;
    for (ViewLook& look : looks.views) {
        look = parse_view_look(next_word(text, '\n')).value_or(look);
    }
    while (!text.empty()) {
        std::string_view line = next_word(text, '\n');
        const std::string_view what = next_word(line);
        if (what == active_word) {
            const std::size_t active = number_in<std::size_t>(line).value_or(0);
            looks.active = active < looks.views.size() ? active : 0;
        } else if (what == symbols_word) {
            looks.symbols = line == "on";
        } else if (what == hidden_word) {
            while (!line.empty()) {
                if (const std::optional<std::size_t> symbol = place_in(symbol_names, next_word(line))) {
                    looks.hidden_symbols.insert(static_cast<Symbol>(*symbol));
                }
            }
        }
    }
    return looks;
}

}  // namespace redforge::render
