// SVG plans of maps.
#include "scene/plan.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/text/code_page.hpp"

namespace redforge::scene {
namespace {

/// Escapes text for elements and attribute values.
std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += c;
        }
    }
    return result;
}

struct Point {
    std::int32_t x{};
    std::int32_t y{};
};

/// Returns the page position of a marker. Y on the page points down, Z of the map points up.
Point on_page(const SceneMarker& scene_marker)
{
    const auto [x, y, z] = map_position(scene_marker.position);
    return {x, 0x10000 - z};
}

/// Returns a shape for the kind, of size `r` map units, about its origin.
std::string symbol(Kind kind, std::int32_t r)
{
    switch (kind) {
    case Kind::static_object: return fmt::format(R"(<rect x="{0}" y="{0}" width="{1}" height="{1}"/>)", -r, 2 * r);
    case Kind::flat: return fmt::format(R"(<path d="M{0} 0H{1}"/>)", -r, r);
    case Kind::light:
        return fmt::format(R"(<path d="M{0} 0H{1}M0 {0}V{1}M{2} {2}L{3} {3}M{2} {3}L{3} {2}"/>)", -r, r, -r * 7 / 10,
                           r * 7 / 10);
    case Kind::marker: return fmt::format(R"(<path d="M0 {0}L{1} {1}H{0}Z"/>)", -r, r);
    case Kind::rope: return fmt::format(R"(<path d="M0 {0}L{1} 0L0 {1}L{0} 0Z"/>)", -r, r);
    default: return fmt::format(R"(<circle r="{}"/>)", r);
    }
}

}  // namespace

std::string plan_svg(std::span<const SceneMarker> markers, std::string_view title, unsigned width, unsigned height)
{
    Point low{0, 0};
    Point high{0, 0};
    for (std::size_t i = 0; i < markers.size(); ++i) {
        const Point at = on_page(markers[i]);
        low = i == 0 ? at : Point{std::min(low.x, at.x), std::min(low.y, at.y)};
        high = i == 0 ? at : Point{std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    // Scale symbols and texts with the extent of the plan, so that a room and an island are both readable.
    const std::int32_t extent = std::max({high.x - low.x, high.y - low.y, 1});
    const std::int32_t radius = std::max(extent / 600, 2);
    const std::int32_t margin = radius * 12;

    std::string out = fmt::format(
        R"(<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{} {} {} {}">
<title>{}</title>
<style>
rect, circle, path {{ fill: none; stroke: #444; stroke-width: {} }}
text {{ font: {}px sans-serif; fill: #222 }}
.object circle {{ stroke: #06c }} .light path {{ stroke: #c80 }} .marker path {{ stroke: #090 }}
.rope path {{ stroke: #850 }} .flat path {{ stroke: #393 }}
</style>
)",
        width, height, low.x - margin, low.y - margin, high.x - low.x + 2 * margin, high.y - low.y + 2 * margin,
        escaped(title), std::max(radius / 4, 1), radius * 2);
    for (const SceneMarker& scene_marker : markers) {
        const Point at = on_page(scene_marker);
        const std::string name = escaped(encode_text(scene_marker.name));
        const std::string_view gap = name.empty() ? "" : " ";
        fmt::format_to(
            std::back_inserter(out),
            R"svg(<g class="{0}" transform="translate({1} {2})"><title>{0} {3}{4}{5}</title>{6}<text x="{7}" y="{8}">)svg"
            "{3}{4}{5}</text></g>\n",
            kind_name(scene_marker.kind), at.x, at.y, scene_marker.id, gap, name, symbol(scene_marker.kind, radius),
            radius * 3 / 2, radius / 2);
    }
    out += "</svg>\n";
    return out;
}

}  // namespace redforge::scene
