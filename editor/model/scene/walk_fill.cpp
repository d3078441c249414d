// Plans the nodes of a walk map by walking over the ground.
#include "editor/model/scene/walk_fill.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <set>

#include <glm/glm.hpp>

#include "editor/model/scene/walk_edit.hpp"
#include "editor/model/scene/walk_path.hpp"

namespace redforge::editor {
namespace {

constexpr double max_coordinate_of_node = 65535;  ///< limit of X and Z

/// Walks a character in straight lines.
class Walker {
public:
    Walker(const WalkFill& order, const std::vector<Obstacle>& obstacles, const Surfaces& surfaces)
        : order_(order), obstacles_(obstacles), surfaces_(surfaces)
    {
    }

    /// Returns true if the character touches nothing while it stands on a position. Its body is a column of spheres
    /// above the height of a step.
    [[nodiscard]] bool fits(const glm::dvec3& feet) const
    {
        const double radius = order_.radius;
        const double lowest = std::min(order_.step + radius, order_.height / 2);
        const double highest = std::max(order_.height - radius, lowest);
        const int spheres = 1 + static_cast<int>(std::ceil((highest - lowest) / radius));
        for (int i = 0; i < spheres; ++i) {
            const double height = std::min(lowest + i * radius, highest);
            const glm::dvec3 centre = feet - glm::dvec3(0, height, 0);
            const bool meets = std::ranges::any_of(obstacles_, [&](const Obstacle& obstacle) {
                return glm::distance(obstacle.centre, centre) < obstacle.radius + radius;
            });
            if (meets || surfaces_.touches(centre, radius)) {
                return false;
            }
        }
        return true;
    }

    /// Returns the position on the ground at X and Z of `to`; nullopt if the character cannot walk there.
    [[nodiscard]] std::optional<glm::dvec3> walk(const glm::dvec3& from, const glm::dvec3& to) const
    {
        const double stride = std::max(order_.radius, 4.0);
        const int strides = std::max(1, static_cast<int>(std::ceil(horizontal_distance(from, to) / stride)));
        glm::dvec3 at = from;
        for (int i = 1; i <= strides; ++i) {
            const glm::dvec3 next = glm::mix(from, to, static_cast<double>(i) / strides);
            const std::optional<double> ground = nearest_ground(surfaces_, {next.x, at.y, next.z}, order_.step);
            if (!ground) {
                return std::nullopt;
            }
            at = {next.x, *ground, next.z};
            if (!fits(at)) {
                return std::nullopt;
            }
        }
        const glm::dvec3 waist{0, -waist_height, 0};
        return surfaces_.blocked(from + waist, at + waist) ? std::nullopt : std::optional(at);
    }

    [[nodiscard]] bool same_floor(const glm::dvec3& a, const glm::dvec3& b) const
    {
        return std::abs(a.y - b.y) < order_.height / 2;
    }

private:
    const WalkFill& order_;
    const std::vector<Obstacle>& obstacles_;
    const Surfaces& surfaces_;
};

/// A point of the grid on one floor.
struct Cell {
    int x{};
    int z{};
    std::size_t node{};
};

class Planner {
public:
    Planner(const glm::dvec3& start, const std::vector<glm::dvec3>& existing, const WalkFill& order,
            const Walker& walker)
        : start_(start), order_(order), walker_(walker), nodes_(existing), first_new_(existing.size())
    {
        const std::optional<std::size_t> known = existing_near(start_);
        enter(0, 0, known ? *known : add_node(start_));
    }

    Status run(const Progress& progress)
    {
        constexpr std::array<std::pair<int, int>, 8> ways{
            {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
        while (!waiting_.empty()) {
            const Cell cell = waiting_.front();
            waiting_.pop_front();
            const double share = static_cast<double>(new_nodes()) / static_cast<double>(max_filled_nodes);
            if (Status status = progress.step(share, "walk map"); !status) {
                return status;
            }
            for (const auto& [x, z] : ways) {
                visit(cell, cell.x + x, cell.z + z);
            }
        }
        return {};
    }

    WalkPlan take()
    {
        plan_.places.assign(nodes_.begin() + static_cast<std::ptrdiff_t>(first_new_), nodes_.end());
        plan_.legs.assign(legs_.begin(), legs_.end());
        return std::move(plan_);
    }

private:
    [[nodiscard]] std::size_t new_nodes() const { return nodes_.size() - first_new_; }

    std::size_t add_node(const glm::dvec3& place)
    {
        nodes_.push_back(glm::round(place));
        return nodes_.size() - 1;
    }

    void enter(int x, int z, std::size_t node)
    {
        cells_[{x, z}].push_back(node);
        waiting_.push_back({x, z, node});
    }

    [[nodiscard]] std::optional<std::size_t> existing_near(const glm::dvec3& place) const
    {
        for (std::size_t i = 0; i < first_new_; ++i) {
            if (horizontal_distance(nodes_[i], place) < order_.spacing / 2 && walker_.same_floor(nodes_[i], place)) {
                return i;
            }
        }
        return std::nullopt;
    }

    void visit(const Cell& from, int x, int z)
    {
        const glm::dvec3 place = nodes_[from.node];
        const glm::dvec3 target{std::round(start_.x + x * order_.spacing), place.y,
                                std::round(start_.z + z * order_.spacing)};
        const bool in_map =
            target.x >= 0 && target.z >= 0 && target.x <= max_coordinate_of_node && target.z <= max_coordinate_of_node;
        if (!in_map) {
            return;
        }
        const std::vector<std::size_t>& known = cells_[{x, z}];
        const auto near =
            std::ranges::find_if(known, [&](std::size_t node) { return legs_.contains(std::minmax(from.node, node)); });
        if (near != known.end()) {
            return;  // walked already, from the other side
        }
        const std::optional<glm::dvec3> reached = walker_.walk(place, target);
        if (!reached) {
            return;
        }
        const auto here =
            std::ranges::find_if(known, [&](std::size_t node) { return walker_.same_floor(nodes_[node], *reached); });
        if (here != known.end()) {
            connect(from, *here, horizontal_distance(nodes_[*here], target) > 0);
            return;
        }
        if (const std::optional<std::size_t> existing = existing_near(*reached)) {
            if (*existing != from.node && connect(from, *existing, true)) {
                enter(x, z, *existing);
            }
            return;
        }
        if (horizontal_distance(start_, target) > order_.reach || new_nodes() >= max_filled_nodes) {
            plan_.cut = true;
            return;
        }
        const std::size_t node = add_node(*reached);
        legs_.insert(std::minmax(from.node, node));
        enter(x, z, node);
    }

    /// Connects two nodes. If `walk` is true, returns false unless the character can walk from one to the other.
    bool connect(const Cell& from, std::size_t node, bool walk)
    {
        if (walk) {
            const std::optional<glm::dvec3> at = walker_.walk(nodes_[from.node], nodes_[node]);
            if (!at || !walker_.same_floor(*at, nodes_[node])) {
                return false;
            }
        }
        legs_.insert(std::minmax(from.node, node));
        return true;
    }

    glm::dvec3 start_;
    const WalkFill& order_;
    const Walker& walker_;
    std::vector<glm::dvec3> nodes_;
    std::size_t first_new_;
    std::map<std::pair<int, int>, std::vector<std::size_t>> cells_;  ///< nodes of a point of the grid, by floor
    std::deque<Cell> waiting_;
    std::set<std::pair<std::size_t, std::size_t>> legs_;
    WalkPlan plan_;
};

}  // namespace

Result<WalkPlan> plan_walk(const glm::dvec3& start, const std::vector<glm::dvec3>& existing, const WalkFill& order,
                           const std::vector<Obstacle>& obstacles, const Surfaces& surfaces, const Progress& progress)
{
    const Walker walker(order, obstacles, surfaces);
    const std::optional<double> ground = nearest_ground(surfaces, start, order.height);
    const glm::dvec3 feet{std::round(start.x), ground.value_or(start.y), std::round(start.z)};
    if (!ground || !walker.fits(feet)) {
        return fail({.code = ErrorCode::usage,
                     .message = ground ? "the character does not fit at the start" : "there is no ground at the start",
                     .hint = "start at a free position on the floor, choose a smaller character, or ignore collision "
                             "spheres of objects"});
    }
    Planner planner(feet, existing, order, walker);
    if (Status status = planner.run(progress); !status) {
        return fail(status.error());
    }
    return planner.take();
}

Result<FilledWalk> fill_walk_map(Session& session, const std::optional<NodeRef>& beside, const glm::dvec3& start,
                                 const WalkFill& order, const std::vector<Obstacle>& obstacles,
                                 const Surfaces& surfaces, const Progress& progress)
{
    std::optional<edit::NodePath> map = beside ? walk_map_of(session.root(), *beside) : std::nullopt;
    const std::vector<glm::dvec3> existing = map ? walk_node_places(session.root(), *map) : std::vector<glm::dvec3>{};
    const Result<WalkPlan> plan = plan_walk(start, existing, order, obstacles, surfaces, progress);
    if (!plan) {
        return fail(plan.error());
    }
    FilledWalk filled{.nodes = {}, .routes = plan->legs.size(), .cut = plan->cut};
    const Result<edit::Changes> made = session.make("Fill walk map", [&](edit::Recorder& recorder) -> Status {
        if (!map) {
            Result<edit::NodePath> added = append_walk_map(recorder, plan->places.front());
            if (!added) {
                return fail(added.error());
            }
            map = std::move(*added);
        }
        std::vector<edit::NodePath> nodes;
        for (std::size_t i = 0; i < existing.size(); ++i) {
            nodes.push_back(walk_node_path(recorder.root(), *map, i));
        }
        for (const glm::dvec3& place : plan->places) {
            Result<edit::NodePath> node = append_walk_node(recorder, *map, place);
            if (!node) {
                return fail(node.error());
            }
            filled.nodes.push_back({.node = *node, .list = {}});
            nodes.push_back(std::move(*node));
        }
        for (const auto& [from, to] : plan->legs) {
            if (Status status = connect_walk_nodes(recorder, nodes.at(from), nodes.at(to)); !status) {
                return status;
            }
        }
        return {};
    });
    return made ? Result<FilledWalk>(std::move(filled)) : fail(made.error());
}

}  // namespace redforge::editor
