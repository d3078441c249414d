// What stands in the map beside an actor's object and is seen nowhere: its locations and its collision spheres.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "editor/model/session.hpp"
#include "model/model.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {

/// A location of an actor. Locations have no heading of their own.
struct LocationPoint {
    NodeRef ref;
    scene::Vec3 place{};  ///< in the viewport
    scene::Vec3 from{};   ///< of the object that it is relative to
    std::string name;     ///< as scripts count: location 0 is the object's own start, so the first is "1"
    bool marked{};        ///< it is selected

    friend bool operator==(const LocationPoint&, const LocationPoint&) = default;
};

/// A collision sphere, on its vertex of the model of an object. The unit of its radius and offset is taken for that of
/// models [likely].
struct SphereMarker {
    NodeRef ref;
    scene::Vec3 centre{};
    float radius{};  ///< viewport units
    bool marked{};

    friend bool operator==(const SphereMarker&, const SphereMarker&) = default;
};

inline constexpr std::size_t max_points = 512;  ///< of either kind; more could not be told apart

/// The locations of the actors of what is selected: of a selected object from where it stands, of an actor, or of what is in
/// it, from its one object. Of several objects none of which is selected they stand beside `beside`, such as that which was
/// selected before; none where that is not one of them.
[[nodiscard]] std::vector<LocationPoint> location_points(const Session& session, const NodeRefs& selected,
                                                         const std::optional<NodeRef>& beside = std::nullopt);

/// The same for collision spheres. `load` finds models by their names; a sphere whose vertex the model does not have stands
/// where the object does.
using LoadModel = std::function<const model::Model*(const scene::ModelName& name)>;
[[nodiscard]] std::vector<SphereMarker> collision_balls(const Session& session, const NodeRefs& selected,
                                                        const LoadModel& load,
                                                        const std::optional<NodeRef>& beside = std::nullopt);

}  // namespace redforge::editor
