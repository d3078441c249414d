// Points of an actor's object in the map: its locations and collision spheres.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "editor/model/session/session.hpp"
#include "model/model.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {

/// A location of an actor. Locations have no heading.
struct LocationPoint {
    NodeRef ref;
    scene::Vec3 place{};  ///< in the viewport
    scene::Vec3 from{};   ///< position of the object that it is relative to
    std::string name;     ///< as in scripts: location 0 is the object's start position, so the first is "1"
    bool marked{};        ///< selected

    friend bool operator==(const LocationPoint&, const LocationPoint&) = default;
};

/// A collision sphere at its vertex of an object's model. Radius and offset are assumed to be in model units [likely].
struct SphereMarker {
    NodeRef ref;
    scene::Vec3 centre{};
    float radius{};  ///< viewport units
    bool marked{};

    friend bool operator==(const SphereMarker&, const SphereMarker&) = default;
};

inline constexpr std::size_t max_points = 512;  ///< maximum of each kind, because more could not be distinguished

/// Returns the locations of the selected actors: relative to a selected object, or for a selected actor (or a node in
/// it) to its only object. If the actor has several objects and none is selected, they are relative to the object
/// `beside`, such as the last selected one; if that is not an object of the actor, the actor has no points.
[[nodiscard]] std::vector<LocationPoint> location_points(const Session& session, const NodeRefs& selected,
                                                         const std::optional<NodeRef>& beside = std::nullopt);

/// Finds a model by name; returns null if there is none.
using LoadModel = std::function<const model::Model*(const scene::ModelName& name)>;

/// Returns the collision spheres of the actors that location_points() selects. A sphere with an invalid vertex number
/// is at the object's position.
[[nodiscard]] std::vector<SphereMarker> find_collision_spheres(const Session& session, const NodeRefs& selected,
                                                               const LoadModel& load,
                                                               const std::optional<NodeRef>& beside = std::nullopt);

}  // namespace redforge::editor
