// Finds positions that coincide.
#include "exchange/mesh/weld.hpp"

#include <algorithm>
#include <numeric>

#include "exchange/mesh/polygons.hpp"

namespace redforge::exchange {
namespace {

std::weak_ordering compare_places(const model::Vector& a, const model::Vector& b)
{
    if (a.x != b.x) {
        return a.x <=> b.x;
    }
    return a.y != b.y ? a.y <=> b.y : a.z <=> b.z;
}

}  // namespace

std::vector<std::uint32_t> weld(const Polygons& polygons)
{
    std::vector<std::uint32_t> order(polygons.positions.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        std::weak_ordering found = compare_places(polygons.positions[a], polygons.positions[b]);
        for (std::size_t frame = 0; found == 0 && frame < polygons.frames.size(); ++frame) {
            found = compare_places(polygons.frames[frame][a], polygons.frames[frame][b]);
        }
        return found;
    };
    // Sort numbered positions before equal positions without a number.
    const auto number = [&](std::uint32_t position) {
        return polygons.vertex_numbers.empty() ? 0 : polygons.vertex_numbers[position];
    };
    const auto rank = [&](std::uint32_t position) { return number(position) - 1; };
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const std::weak_ordering found = compare(a, b);
        return found == 0 ? std::pair(rank(a), a) < std::pair(rank(b), b) : found < 0;
    });
    std::vector<std::uint32_t> first(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && compare(order[i - 1], order[i]) == 0 &&
                          (number(order[i]) == 0 || number(order[i]) == number(order[i - 1]));
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

}  // namespace redforge::exchange
