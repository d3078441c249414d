// Overlays of a scene as text: lines, rectangles, triangles and words in pixels, each with its colour.
#pragma once

#include <cmath>
#include <span>
#include <string>

#include <fmt/format.h>

#include "render/overlay/overlay.hpp"

namespace redforge::test {

/// Returns an atlas with letters of 6 x 10 pixels, independent of the machine's fonts.
inline render::GlyphAtlas plain_letters()
{
    constexpr float wide = 6;
    render::GlyphAtlas letters{.width = 6 * render::GlyphAtlas::count, .height = 10, .line = 10, .scale = 1};
    letters.cover.resize(std::size_t{letters.width} * letters.height);
    for (std::size_t i = 0; i < letters.glyphs.size(); ++i) {
        letters.glyphs[i] = {.x = wide * static_cast<float>(i), .y = 0, .width = wide};
    }
    return letters;
}

/// Rounds to a tenth of a pixel. A value on the edge between two steps must not depend on the last bit.
inline std::string tenths(float number)
{
    return fmt::format("{:.1f}", std::floor(static_cast<double>(number) * 10 + 0.53) / 10 + 0.0);
}

inline std::string colour_text_of(const render::OverlayColour& colour)
{
    const auto part = [](float share) { return static_cast<int>(std::lround(share * 255)); };
    return fmt::format("#{:02X}{:02X}{:02X}{}", part(colour.red), part(colour.green), part(colour.blue),
                       colour.cover == 1 ? "" : fmt::format(" {} %", std::lround(colour.cover * 100)));
}

/// Returns the text of an overlay that was drawn with plain_letters(), without the outlines of letters.
inline std::string overlay_text(const render::Overlay& overlay)
{
    using Corner = render::Overlay::Corner;
    const std::span<const Corner> corners = overlay.corners();
    const auto x = [&](std::size_t i) { return (corners[i].x + 1) / 2 * overlay.size().width; };
    const auto y = [&](std::size_t i) { return (1 - corners[i].y) / 2 * overlay.size().height; };
    const auto place = [&](float across, float down) { return tenths(across) + "," + tenths(down); };
    const auto same = [&](std::size_t i, std::size_t j) {
        return corners[i].x == corners[j].x && corners[i].y == corners[j].y && corners[i].colour == corners[j].colour;
    };
    std::string text;
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        const std::string colour = ' ' + colour_text_of(corners[i].colour) + '\n';
        const bool more = i + 5 < corners.size();
        if (corners[i].u >= 0) {
            std::string words;
            const std::size_t begin = i;
            for (; i < corners.size() && corners[i].u >= 0 && corners[i].colour == corners[begin].colour &&
                   (i == begin || same(i, i - 5));
                 i += 6) {
                words += static_cast<char>(' ' + std::lround(corners[i].u * render::GlyphAtlas::count));
            }
            i -= 3;  // the loop continues after the last triangle
            const bool is_outline = corners[begin].colour == render::OverlayColour{0, 0, 0, 0.75F};
            text += is_outline ? "" : "words \"" + words + "\" at " + place(x(begin), y(begin)) + colour;
        } else if (more && same(i + 1, i + 3) && same(i + 2, i + 4)) {
            const std::string from = place((x(i) + x(i + 1)) / 2, (y(i) + y(i + 1)) / 2);
            const std::string to = place((x(i + 2) + x(i + 5)) / 2, (y(i + 2) + y(i + 5)) / 2);
            const std::string looks = ", " + tenths(std::hypot(x(i) - x(i + 1), y(i) - y(i + 1))) + " wide" + colour;
            if (text.ends_with(" to " + from + looks)) {  // continues the previous line
                text.resize(text.size() - looks.size());
                text += " to " + to + looks;
            } else {
                text += "line " + from + " to " + to + looks;
            }
            i += 3;
        } else if (more && same(i, i + 3) && same(i + 2, i + 5) && corners[i].y == corners[i + 1].y &&
                   corners[i].x == corners[i + 4].x) {
            text += fmt::format("rectangle {} to {}{}", place(x(i), y(i)), place(x(i + 2), y(i + 2)), colour);
            i += 3;
        } else {
            text += fmt::format("triangle {} {} {}{}", place(x(i), y(i)), place(x(i + 1), y(i + 1)),
                                place(x(i + 2), y(i + 2)), colour);
        }
    }
    return text;
}

}  // namespace redforge::test
