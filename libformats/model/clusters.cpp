// Computes clusters and grid cells.
#include "model/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "model/geometry.hpp"
#include "model/model.hpp"

namespace redforge::model {
namespace {

using ClusterPoint = std::array<double, 3>;

constexpr std::size_t max_together = 32;
constexpr double min_half_side = 256;

ClusterPoint point_of(const Vector& at)
{
    return {static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)};
}

struct Bounds {
    ClusterPoint least{INFINITY, INFINITY, INFINITY};
    ClusterPoint most{-INFINITY, -INFINITY, -INFINITY};

    void add(const ClusterPoint& at)
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            least[axis] = std::min(least[axis], at[axis]);
            most[axis] = std::max(most[axis], at[axis]);
        }
    }
    [[nodiscard]] std::size_t longest_axis() const
    {
        std::size_t longest = 0;
        for (std::size_t axis = 1; axis < 3; ++axis) {
            if (most[axis] - least[axis] > most[longest] - least[longest]) {
                longest = axis;
            }
        }
        return longest;
    }
};

/// Returns the maximum number of faces in a cluster of a model with `faces` faces. Source: measured on original models.
std::size_t cluster_size(std::size_t faces)
{
    struct Share {
        std::size_t below;
        std::size_t percent;
    };
    constexpr std::array<Share, 7> shares{{{5, 100}, {20, 45}, {40, 40}, {60, 35}, {80, 30}, {100, 20}, {200, 10}}};
    std::size_t percent = faces < 600 ? 5 : 3;
    for (auto share = shares.rbegin(); share != shares.rend(); ++share) {
        if (faces < share->below) {
            percent = share->percent;
        }
    }
    return std::clamp<std::size_t>(faces * percent / 100, 1, max_together);
}

/// Calls `use` with the position of every corner of a face. Skips corners without a vertex.
template <class Use>
void each_corner(const Model& model, const Face& face, const Use& use)
{
    for (const std::uint32_t vertex : face.vertices) {
        if (vertex < model.vertices.size()) {
            use(point_of(model.vertices[vertex]));
        }
    }
}

template <class Use>
void each_corner(const Model& model, const std::vector<std::uint16_t>& faces, const Use& use)
{
    for (const std::uint16_t face : faces) {
        if (face < model.faces.size()) {
            each_corner(model, model.faces[face], use);
        }
    }
}

ClusterPoint centre_of(const Model& model, const Face& face)
{
    ClusterPoint sum{};
    each_corner(model, face, [&](const ClusterPoint& at) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum[axis] += at[axis] / static_cast<double>(face.vertices.size());
        }
    });
    return sum;
}

/// Returns a distance in single precision, like the game's tools.
float distance(const ClusterPoint& a, const ClusterPoint& b)
{
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        square += (a[axis] - b[axis]) * (a[axis] - b[axis]);
    }
    return static_cast<float>(std::sqrt(square));
}

}  // namespace

void fit_cluster(const Model& model, Cluster& cluster)
{
    Bounds box;
    each_corner(model, cluster.faces, [&](const ClusterPoint& at) { box.add(at); });
    if (box.most[0] < box.least[0]) {
        return;
    }
    ClusterPoint middle{};
    ClusterPoint half_side{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        middle[axis] = (box.least[axis] + box.most[axis]) / 2;
        half_side[axis] = (box.most[axis] - box.least[axis]) / 2;
    }
    float radius = 0;
    each_corner(model, cluster.faces, [&](const ClusterPoint& at) { radius = std::max(radius, distance(at, middle)); });
    double sum = 0;
    for (double& side : half_side) {
        const double kept = std::max(side, min_half_side);
        sum += (side / kept) * (side / kept);
        side = kept;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double extent = radius > 0 ? half_side[axis] * std::sqrt(sum) / static_cast<double>(radius) : 0;
        cluster.extent[axis] = static_cast<float>(extent);
    }
    cluster.x = static_cast<std::int32_t>(middle[0]);
    cluster.y = static_cast<std::int32_t>(middle[1]);
    cluster.z = static_cast<std::int32_t>(middle[2]);
    cluster.radius = static_cast<std::uint32_t>(radius);
}

std::vector<Cluster> cluster_faces(const Model& model)
{
    std::vector<std::uint16_t> all(std::min(model.faces.size(), max_references));
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    return cluster_faces(model, std::move(all));
}

std::vector<Cluster> cluster_faces(const Model& model, std::vector<std::uint16_t> faces)
{
    std::vector<ClusterPoint> centres;
    for (const Face& face : model.faces) {
        centres.push_back(centre_of(model, face));
    }
    if (faces.empty()) {
        return {};
    }
    const std::size_t most = cluster_size(model.faces.size());
    std::vector<Cluster> clusters;
    std::vector<std::span<std::uint16_t>> open{faces};
    while (!open.empty()) {
        const std::span<std::uint16_t> part = open.back();
        open.pop_back();
        if (part.size() <= most) {
            Cluster& cluster = clusters.emplace_back();
            cluster.faces.assign(part.begin(), part.end());
            std::ranges::sort(cluster.faces, std::greater());  // the order of most originals
            fit_cluster(model, cluster);
            continue;
        }
        Bounds box;
        for (const std::uint16_t face : part) {
            box.add(centres[face]);
        }
        const std::size_t axis = box.longest_axis();
        std::ranges::sort(part, [&](std::uint16_t a, std::uint16_t b) {
            return centres[a][axis] != centres[b][axis] ? centres[a][axis] < centres[b][axis] : a < b;
        });
        open.push_back(part.subspan(part.size() / 2));
        open.push_back(part.first(part.size() / 2));
    }
    return clusters;
}

std::vector<Cluster> grid_clusters(const Model& model)
{
    Bounds box;
    for (const Vector& vertex : model.vertices) {
        box.add(point_of(vertex));
    }
    if (model.vertices.empty()) {
        return {};
    }
    constexpr std::uint64_t min_step = 20480;
    const std::uint64_t step = std::max(min_step, std::uint64_t{radius_of(model.vertices)} * 19660 >> 16U);
    const double pitch = static_cast<double>(step) * std::sqrt(2.0);
    const auto radius = static_cast<std::uint32_t>(step * 307 / 256);

    std::array<std::size_t, 3> cells{};
    ClusterPoint first{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // The length of a model is at most twice its radius, so there are at most five cells.
        const double length = box.most[axis] - box.least[axis];
        cells[axis] = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(length / pitch)));
        first[axis] = box.least[axis] + length / (2 * static_cast<double>(cells[axis]));
    }
    std::vector<Cluster> grid;
    for (std::size_t number = 0; number < cells[0] * cells[1] * cells[2]; ++number) {
        const std::array<std::size_t, 3> cell{number % cells[0], number / cells[0] % cells[1],
                                              number / (cells[0] * cells[1])};
        ClusterPoint centre = first;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            centre[axis] += static_cast<double>(cell[axis]) * pitch;
        }
        Cluster& cluster = grid.emplace_back();
        cluster.x = static_cast<std::int32_t>(centre[0]);
        cluster.y = static_cast<std::int32_t>(centre[1]);
        cluster.z = static_cast<std::int32_t>(centre[2]);
        cluster.radius = radius;
        for (std::size_t face = std::min(model.faces.size(), max_references); face-- > 0;) {
            bool inside = false;
            each_corner(model, model.faces[face], [&](const ClusterPoint& at) {
                inside = inside || distance(at, centre) <= static_cast<float>(radius);
            });
            if (inside) {
                cluster.faces.push_back(static_cast<std::uint16_t>(face));
            }
        }
    }
    return grid;
}

}  // namespace redforge::model
