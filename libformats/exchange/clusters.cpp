// Dividing faces into clusters.
#include "exchange/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace redforge::exchange {
namespace {

using Point = std::array<double, 3>;

constexpr std::size_t most_together = 32;
constexpr double least_half_side = 256;

Point point_of(const model::Vector& at)
{
    return {static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)};
}

struct Box {
    Point least{INFINITY, INFINITY, INFINITY};
    Point most{-INFINITY, -INFINITY, -INFINITY};

    void add(const Point& at)
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

/// Most faces in a cluster of a model: a share of its faces that falls as their number grows, as measured.
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
    return std::clamp<std::size_t>(faces * percent / 100, 1, most_together);
}

Point centre_of(const model::Model& model, const model::Face& face)
{
    Point sum{};
    for (const std::uint32_t vertex : face.vertices) {
        const Point at = point_of(model.vertices[vertex]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum[axis] += at[axis] / static_cast<double>(face.vertices.size());
        }
    }
    return sum;
}

}  // namespace

void fit_cluster(const model::Model& model, model::Cluster& cluster)
{
    Box box;
    for (const std::uint16_t face : cluster.faces) {
        for (const std::uint32_t vertex : model.faces[face].vertices) {
            box.add(point_of(model.vertices[vertex]));
        }
    }
    if (cluster.faces.empty()) {
        return;
    }
    Point middle{};
    Point half_side{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        middle[axis] = (box.least[axis] + box.most[axis]) / 2;
        half_side[axis] = (box.most[axis] - box.least[axis]) / 2;
    }
    float radius = 0;
    for (const std::uint16_t face : cluster.faces) {
        for (const std::uint32_t vertex : model.faces[face].vertices) {
            const Point at = point_of(model.vertices[vertex]);
            double square = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                square += (at[axis] - middle[axis]) * (at[axis] - middle[axis]);
            }
            radius = std::max(radius, static_cast<float>(std::sqrt(square)));
        }
    }
    double sum = 0;
    for (double& side : half_side) {
        const double kept = std::max(side, least_half_side);
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

std::vector<model::Cluster> cluster_faces(const model::Model& model)
{
    std::vector<Point> centres;
    centres.reserve(model.faces.size());
    for (const model::Face& face : model.faces) {
        centres.push_back(centre_of(model, face));
    }
    std::vector<std::uint16_t> order(model.faces.size());
    std::iota(order.begin(), order.end(), std::uint16_t{0});

    const std::size_t most = cluster_size(model.faces.size());
    std::vector<model::Cluster> clusters;
    std::vector<std::span<std::uint16_t>> open{order};
    while (!open.empty()) {
        const std::span<std::uint16_t> part = open.back();
        open.pop_back();
        if (part.size() <= most) {
            model::Cluster& cluster = clusters.emplace_back();
            cluster.faces.assign(part.begin(), part.end());
            std::ranges::sort(cluster.faces, std::greater());  // as most originals have them
            fit_cluster(model, cluster);
            continue;
        }
        Box box;
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

}  // namespace redforge::exchange
