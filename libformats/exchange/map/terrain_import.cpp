// Reads heights from the vertices of a mesh.
#include "exchange/map/terrain_import.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "exchange/gltf/gltf_error.hpp"
#include "exchange/mesh/triple.hpp"
#include "scene/placement.hpp"

namespace redforge::exchange {
namespace {

constexpr std::size_t side = art::terrain_side;
constexpr double view_cell = art::cell_size / static_cast<double>(scene::units_per_view);
constexpr double height_slack = 0.5;  ///< units; rounding errors are much smaller
constexpr std::size_t max_named = 8;

/// Returns the accessors with positions of a mesh, each once.
Result<std::set<std::uint32_t>> positions_of(const GltfReader& reader, std::uint32_t mesh)
{
    const nlohmann::json* const found = reader.find("meshes", mesh);
    const nlohmann::json* const primitives = found != nullptr ? find_member(*found, "primitives") : nullptr;
    std::set<std::uint32_t> accessors;
    for (const nlohmann::json& primitive :
         primitives != nullptr && primitives->is_array() ? *primitives : nlohmann::json::array()) {
        const nlohmann::json* const attributes = find_member(primitive, "attributes");
        if (const auto index = attributes != nullptr ? index_in(*attributes, "POSITION") : std::nullopt) {
            accessors.insert(*index);
        }
    }
    if (accessors.empty()) {
        return make_error(fmt::format("meshes[{}]", mesh), "has no positions", "the mesh of the terrain");
    }
    return accessors;
}

/// Returns the index of a point along a side; nullopt if it is not near a point of the terrain.
std::optional<std::size_t> point_index(double view)
{
    const double index = view / view_cell;
    const double nearest = std::round(index);
    const bool is_point = std::abs(index - nearest) <= 0.01 && nearest >= 0 && nearest < static_cast<double>(side);
    return is_point ? std::optional(static_cast<std::size_t>(nearest)) : std::nullopt;
}

/// Points with a problem, for one note.
class PointList {
public:
    void add(std::size_t x, std::size_t row, double height)
    {
        names_.push_back(fmt::format("x {}, row {}: {:.0f}", x, row, height));
    }
    [[nodiscard]] std::size_t size() const { return names_.size(); }
    [[nodiscard]] std::string text() const { return join_abbreviated(names_, max_named); }

private:
    std::vector<std::string> names_;
};

}  // namespace

Result<std::size_t> import_heights(GltfReader& reader, std::uint32_t mesh, const Transform& place, std::int32_t shift,
                                   art::Terrain& terrain, std::vector<std::string>& notes)
{
    const Result<std::set<std::uint32_t>> accessors = positions_of(reader, mesh);
    if (!accessors) {
        return fail(accessors.error());
    }
    const std::vector<std::int16_t> before = art::height_map(terrain);
    // Each point is a corner of up to four cells. If its vertices differ, the user has moved some of them.
    std::vector<std::optional<double>> heights(side * side);
    std::set<std::size_t> torn;
    std::size_t beside = 0;
    for (const std::uint32_t accessor : *accessors) {
        const Result<const std::vector<double>*> positions = reader.accessor(accessor, 3);
        if (!positions) {
            return fail(positions.error());
        }
        for (std::size_t i = 0; i + 2 < (*positions)->size(); i += 3) {
            const DoubleTriple at =
                transform_point(place, {(**positions)[i], (**positions)[i + 1], (**positions)[i + 2]});
            const std::optional<std::size_t> x = point_index(-at[0]);
            const std::optional<std::size_t> row = point_index(-at[2]);
            const double height = at[1] * static_cast<double>(scene::units_per_view) + shift;
            if (!x || !row || !std::isfinite(height)) {
                ++beside;
                continue;
            }
            const std::size_t point = *row * side + *x;
            std::optional<double>& found = heights[point];
            if (found && std::abs(*found - height) > height_slack) {
                torn.insert(point);
            }
            if (!found || std::abs(height - before[point]) > std::abs(*found - before[point])) {
                found = height;
            }
        }
    }
    std::vector<std::uint8_t> steps = art::join_plane(terrain, art::TerrainPlane::heights);
    PointList outside;
    PointList torn_points;
    PointList small;
    std::size_t missing = 0;
    std::size_t changed = 0;
    for (std::size_t point = 0; point < heights.size(); ++point) {
        if (!heights[point]) {
            ++missing;
            continue;
        }
        const double height = *heights[point];
        const double lowest = art::height_curve.front();
        const double highest = art::height_curve.back();
        if (torn.contains(point)) {
            torn_points.add(point % side, point / side, height);
        }
        if (std::abs(height - before[point]) <= height_slack) {
            continue;
        }
        if (height < lowest - height_slack || height > highest + height_slack) {
            outside.add(point % side, point / side, height);
        }
        const std::uint8_t step =
            art::nearest_step(static_cast<std::int32_t>(std::lround(std::clamp(height, lowest, highest))));
        if (art::height_curve[step] == before[point]) {
            small.add(point % side, point / side, height);
            continue;
        }
        steps[point] = static_cast<std::uint8_t>((steps[point] & 0x80U) | step);
        ++changed;
    }
    if (outside.size() > 0) {
        notes.push_back(fmt::format("terrain: {} outside of 0 to {} units, which is the range of heights: {}",
                                    plural(outside.size(), "point"), art::height_curve.back(), outside.text()));
    }
    if (small.size() > 0) {
        notes.push_back(fmt::format("terrain: {} moved by less than a step of heights and did not change: {}",
                                    plural(small.size(), "point"), small.text()));
    }
    if (torn_points.size() > 0) {
        notes.push_back(fmt::format("terrain: the vertices of {} have different heights; the largest change counts: {}",
                                    plural(torn_points.size(), "point"), torn_points.text()));
    }
    if (beside > 0) {
        notes.push_back(fmt::format("terrain: {} not at a point of the terrain: only heights can change",
                                    beside == 1 ? "1 vertex is" : fmt::format("{} vertices are", beside)));
    }
    if (missing > 0) {
        notes.push_back(fmt::format("terrain: {} no vertex and did not change",
                                    missing == 1 ? "1 point has" : fmt::format("{} points have", missing)));
    }
    if (changed == 0) {
        return 0;
    }
    const Status split = art::split_plane(terrain, art::TerrainPlane::heights, steps);
    return split ? Result<std::size_t>(changed) : fail(split.error());
}

}  // namespace redforge::exchange
