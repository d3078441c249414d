// Fills a walk map with nodes where a character can stand, connected where it can walk.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

#include "core/progress.hpp"
#include "editor/model/scene/surfaces.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// A collision sphere in the map, in map units.
struct Obstacle {
    glm::dvec3 centre{};
    double radius{};
};

/// Settings of a walk map. All values are in map units.
struct WalkFill {
    double spacing{128};   ///< distance of the points of the grid
    double reach{2048};    ///< maximum horizontal distance of a node from the start
    double radius{20};     ///< radius of the character
    double height{90};     ///< height of the character
    double step{24};       ///< maximum height of a step that the character climbs or descends
    bool obstacles{true};  ///< collision spheres of objects block

    friend bool operator==(const WalkFill&, const WalkFill&) = default;
};
inline constexpr std::size_t max_filled_nodes = 2000;

/// Nodes and routes to add to a walk map.
struct WalkPlan {
    std::vector<glm::dvec3> places;  ///< positions of the new nodes
    /// Pairs of node indices, each pair once. Existing nodes have the first indices, then the new nodes.
    std::vector<std::pair<std::size_t, std::size_t>> legs;
    bool cut{};  ///< `reach` or max_filled_nodes excluded nodes
};

/// Walks from a position over the ground in all directions, and plans a node at each point of a grid where the
/// character fits between static objects and obstacles. A leg is planned only if the character can walk along it.
/// `existing`: nodes of the walk map; one that is near a point of the grid is used in place of a new node. Errors:
/// usage (the character does not fit at the start); cancelled.
[[nodiscard]] Result<WalkPlan> plan_walk(const glm::dvec3& start, const std::vector<glm::dvec3>& existing,
                                         const WalkFill& order, const std::vector<Obstacle>& obstacles,
                                         const Surfaces& surfaces, const Progress& progress = {});

struct FilledWalk {
    NodeRefs nodes;        ///< new nodes
    std::size_t routes{};  ///< planned connections, each in both directions, with those that existed
    bool cut{};            ///< see WalkPlan::cut
};

/// Adds planned nodes and routes to the selected walk map, or to a new one, as one step. Errors: those of plan_walk();
/// usage (the document has no walk maps).
Result<FilledWalk> fill_walk_map(Session& session, const std::optional<NodeRef>& beside, const glm::dvec3& start,
                                 const WalkFill& order, const std::vector<Obstacle>& obstacles,
                                 const Surfaces& surfaces, const Progress& progress = {});

}  // namespace redforge::editor
