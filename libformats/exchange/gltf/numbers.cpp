// Restores polygons by the numbers of their corners.
#include "exchange/gltf/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "exchange/mesh/weld.hpp"

namespace redforge::exchange {
namespace {

constexpr std::uint32_t max_corner_number = 255;
constexpr std::uint32_t first_slot_smoothing = 0x80000000;  // greater than the smoothing numbers of directions

std::uint32_t whole(double value, double most)
{
    // Some programs flip V twice, which is exact for integers in single precision.
    return value >= 0 && value <= most && value == std::floor(value) ? static_cast<std::uint32_t>(value) : 0;
}

bool may_be_part(const Polygon& triangle)
{
    const auto& corners = triangle.corners;
    const auto number = [&](std::size_t corner) { return corners[corner].numbers.corner; };
    return corners.size() == 3 && corners[0].numbers.polygon != 0 &&
           std::ranges::all_of(corners,
                               [&](const Corner& corner) {
                                   return corner.numbers.polygon == corners[0].numbers.polygon &&
                                          corner.numbers.corner >= 1 && corner.numbers.corner <= max_corner_number;
                               }) &&
           number(0) != number(1) && number(1) != number(2) && number(2) != number(0);
}

bool same_corner(const Corner& a, const Corner& b, const std::vector<std::uint32_t>& welded)
{
    return welded[a.vertex] == welded[b.vertex] && a.numbers.slot == b.numbers.slot &&
           std::abs(a.u - b.u) <= texel_rounding && std::abs(a.v - b.v) <= texel_rounding;
}

/// Returns the polygon that was divided into `triangles`. Returns nullopt if triangles are missing or extra.
std::optional<Polygon> whole_polygon(const std::vector<const Polygon*>& triangles,
                                     const std::vector<std::uint32_t>& welded)
{
    using Edge = std::pair<std::uint32_t, std::uint32_t>;
    const std::size_t count = triangles.size() + 2;
    std::vector<const Corner*> corners(count);
    std::set<Edge> edges;
    const auto goes_on = [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        return (a < b && b < c) || (b < c && c < a) || (c < a && a < b);
    };
    const auto number = [](const Polygon& triangle, std::size_t corner) {
        return triangle.corners[corner % 3].numbers.corner;
    };
    const Polygon& front = *triangles.front();
    const bool forward = goes_on(number(front, 0), number(front, 1), number(front, 2));
    for (const Polygon* const triangle : triangles) {
        if (!(triangle->texture == front.texture) || triangle->shade != front.shade ||
            goes_on(number(*triangle, 0), number(*triangle, 1), number(*triangle, 2)) != forward) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const Corner& corner = triangle->corners[i];
            if (corner.numbers.corner > count) {
                return std::nullopt;
            }
            const Corner*& known = corners[corner.numbers.corner - 1];
            if (known != nullptr && !same_corner(*known, corner, welded)) {
                return std::nullopt;
            }
            known = known != nullptr ? known : &corner;
            const Edge edge = forward ? Edge(number(*triangle, i), number(*triangle, i + 1))
                                      : Edge(number(*triangle, i + 1), number(*triangle, i));
            if (!edges.insert(edge).second) {
                return std::nullopt;
            }
        }
    }
    // The triangles fill the outline if they have each edge of it, and all other edges in both directions.
    for (const auto& [from, to] : edges) {
        const bool outline = from % count + 1 == to;
        if (!outline && !edges.contains({to, from})) {
            return std::nullopt;
        }
    }
    for (std::uint32_t corner = 1; corner <= count; ++corner) {
        const Edge edge(corner, static_cast<std::uint32_t>(corner % count + 1));
        if (!edges.contains(edge) || (count > 2 && edges.contains({edge.second, edge.first}))) {
            return std::nullopt;
        }
    }
    Polygon polygon = front;
    polygon.number = front.corners.front().numbers.polygon;
    polygon.corners.clear();
    for (const Corner* const corner : corners) {
        polygon.corners.push_back(*corner);
        if (corner->numbers.slot != 0) {
            polygon.corners.back().smooth = first_slot_smoothing + corner->numbers.slot;
        }
    }
    if (!forward) {
        std::reverse(polygon.corners.begin() + 1, polygon.corners.end());
    }
    return polygon;
}

/// Divides triangles with the same number into connected parts, each in file order.
std::vector<std::vector<std::size_t>> parts_of(const std::vector<Polygon>& faces,
                                               const std::vector<std::size_t>& triangles,
                                               const std::vector<std::uint32_t>& welded)
{
    std::vector<std::size_t> above(triangles.size());
    std::iota(above.begin(), above.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
        while (above[i] != i) {
            i = above[i] = above[above[i]];
        }
        return i;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> first_with;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        for (const Corner& corner : faces[triangles[i]].corners) {
            const auto [known, added] = first_with.try_emplace({corner.numbers.corner, welded[corner.vertex]}, i);
            if (!added) {
                const std::size_t one = find(known->second);
                const std::size_t two = find(i);
                above[std::max(one, two)] = std::min(one, two);
            }
        }
    }
    std::map<std::size_t, std::vector<std::size_t>> parts;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        parts[find(i)].push_back(triangles[i]);
    }
    std::vector<std::vector<std::size_t>> all;
    for (auto& [first, part] : parts) {
        all.push_back(std::move(part));
    }
    return all;
}

}  // namespace

ReadNumbers read_numbers(const std::array<std::array<double, 2>, 3>& sets)
{
    constexpr double most = 1U << 24U;  // largest integer range of single precision
    constexpr double max_shade = 255;
    ReadNumbers read;
    read.corner.polygon = whole(sets[0][0], most);
    read.corner.corner = whole(sets[0][1], most);
    read.vertex = whole(sets[1][0], most);
    read.corner.slot = whole(sets[1][1], most);
    if (const double shade = std::nearbyint(sets[2][0]); shade >= 0 && shade <= max_shade) {
        read.corner.shade = static_cast<std::uint8_t>(shade);
    }
    read.corner.cluster = whole(sets[2][1], most);
    return read;
}

std::vector<Polygon> take_numbered(Polygons& polygons)
{
    std::map<std::uint32_t, std::vector<std::size_t>> by_number;
    for (std::size_t i = 0; i < polygons.faces.size(); ++i) {
        if (may_be_part(polygons.faces[i])) {
            by_number[polygons.faces[i].corners[0].numbers.polygon].push_back(i);
        }
    }
    if (by_number.empty()) {
        return {};
    }
    const std::vector<std::uint32_t> welded = weld(polygons);
    std::vector<Polygon> numbered;
    std::vector<std::pair<std::size_t, Polygon>> copies;
    std::vector<bool> taken(polygons.faces.size());
    for (const auto& [number, triangles] : by_number) {
        bool first = true;
        for (const std::vector<std::size_t>& part : parts_of(polygons.faces, triangles, welded)) {
            std::vector<const Polygon*> pointers;
            for (const std::size_t triangle : part) {
                pointers.push_back(&polygons.faces[triangle]);
            }
            std::optional<Polygon> polygon = whole_polygon(pointers, welded);
            if (!polygon) {
                continue;
            }
            for (const std::size_t triangle : part) {
                taken[triangle] = true;
            }
            if (first) {
                numbered.push_back(std::move(*polygon));
            } else {
                polygon->number = 0;
                copies.emplace_back(part.front(), std::move(*polygon));
            }
            first = false;
        }
    }
    std::ranges::sort(copies, {}, [](const auto& copy) { return copy.first; });
    for (auto& [place, polygon] : copies) {
        numbered.push_back(std::move(polygon));
    }
    std::vector<Polygon> rest;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        if (!taken[i]) {
            rest.push_back(std::move(polygons.faces[i]));
        }
    }
    polygons.faces = std::move(rest);
    return numbered;
}

}  // namespace redforge::exchange
