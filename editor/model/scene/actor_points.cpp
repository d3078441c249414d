// Locations and collision spheres at their positions in the map.
#include "editor/model/scene/actor_points.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/map/map_of.hpp"
#include "editor/model/scene/actor_page.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "model/mesh.hpp"

namespace redforge::editor {
namespace {

/// An actor and the object that its points belong to.
struct PlacedActor {
    NodeRef actor;
    std::size_t object{};
};

std::vector<PlacedActor> placed_actors(const Session& session, const rgm::Map& map, const NodeRefs& selected,
                                       const std::optional<NodeRef>& beside)
{
    const auto before = beside ? scene_record(session.root(), *beside) : std::nullopt;
    std::vector<PlacedActor> found;
    const auto add = [&](const NodeRef& actor, std::size_t object) {
        if (std::ranges::find(found, object, &PlacedActor::object) == found.end()) {
            found.push_back({actor, object});
        }
    };
    constexpr std::size_t max_selected = 32;  // with more, the points would be indistinguishable
    for (std::size_t i = 0; i < std::min(selected.size(), max_selected); ++i) {
        const NodeRef& ref = selected[i];
        const std::optional<NodeRef> actor = actor_at(session, ref);
        if (!actor) {
            continue;
        }
        const auto record = scene_record(session.root(), ref);
        if (record && record->first == scene::Kind::object) {
            add(*actor, record->second);
            continue;
        }
        const std::string name = session.find(*actor)->record.find_field("script_name").text();
        std::vector<std::size_t> objects;
        for (std::size_t k = 0; k < map.objects.records.size() && objects.size() < 2; ++k) {
            if (equals_ignore_case(map.objects.records[k].script_name.view(), name)) {
                objects.push_back(k);
            }
        }
        if (objects.size() == 1) {
            add(*actor, objects.front());
        } else if (before && before->first == scene::Kind::object && before->second < map.objects.records.size() &&
                   equals_ignore_case(map.objects.records[before->second].script_name.view(), name)) {
            add(*actor, before->second);
        }
    }
    return found;
}

NodeRef inside(const Session& session, const NodeRef& actor, std::string_view list, std::size_t index)
{
    const RecordHandle record = session.find(actor)->record;
    NodeRef ref = actor;
    ref.node.push_back({record.table().number_of(*record.table().find_child(list)), static_cast<std::uint32_t>(index)});
    return ref;
}

bool is_chosen(const NodeRefs& selected, const NodeRef& ref)
{
    return std::ranges::find(selected, ref) != selected.end();
}

}  // namespace

std::vector<LocationPoint> location_points(const Session& session, const NodeRefs& selected,
                                           const std::optional<NodeRef>& beside)
{
    std::vector<LocationPoint> points;
    const rgm::Map* const map = edit::map_of(session.document());
    for (const PlacedActor& placed :
         map == nullptr ? std::vector<PlacedActor>{} : placed_actors(session, *map, selected, beside)) {
        const auto& actor = *static_cast<const rgm::Actor*>(session.find(placed.actor)->record.record);
        const rgm::Object& object = map->objects.records[placed.object];
        const scene::Vec3 from = scene::view_position(object.position);
        for (std::size_t i = 0; i < actor.locations.size() && points.size() < max_points; ++i) {
            const rgm::Location& location = actor.locations[i];
            const glm::dvec3 way(location.offset_x, location.offset_y, location.offset_z);
            LocationPoint& point = points.emplace_back();
            point.ref = inside(session, placed.actor, "locations", i);
            point.from = from;
            point.place = scene::view_position(scene::map_place(from) + way / 256.0);
            point.name = fmt::format("{}", i + 1);
            point.marked = is_chosen(selected, point.ref);
        }
    }
    return points;
}

std::vector<SphereMarker> find_collision_spheres(const Session& session, const NodeRefs& selected,
                                                 const LoadModel& load, const std::optional<NodeRef>& beside)
{
    std::vector<SphereMarker> spheres;
    const rgm::Map* const map = edit::map_of(session.document());
    for (const PlacedActor& placed :
         map == nullptr ? std::vector<PlacedActor>{} : placed_actors(session, *map, selected, beside)) {
        const auto& actor = *static_cast<const rgm::Actor*>(session.find(placed.actor)->record.record);
        if (actor.collision_spheres.empty()) {
            continue;
        }
        const rgm::Object& object = map->objects.records[placed.object];
        const scene::Placement placement{scene::object_rotation(object.angle), scene::view_position(object.position)};
        const model::Model* const model = load(scene::model_of(object, map->actors));
        const std::vector<model::Vector> vertices =
            model == nullptr ? std::vector<model::Vector>{} : model::positions_in(*model, 0);
        for (std::size_t i = 0; i < actor.collision_spheres.size() && spheres.size() < max_points; ++i) {
            const rgm::CollisionSphere& sphere = actor.collision_spheres[i];
            scene::Vec3 units(sphere.offset_x, sphere.offset_y, sphere.offset_z);
            if (sphere.vertex < vertices.size()) {
                const model::Vector& vertex = vertices[sphere.vertex];
                units += scene::Vec3(vertex.x, vertex.y, vertex.z) / 256.0F;
            }
            SphereMarker& sphere_marker = spheres.emplace_back();
            sphere_marker.ref = inside(session, placed.actor, "collision_spheres", i);
            sphere_marker.centre = scene::place(placement, units);
            sphere_marker.radius = static_cast<float>(sphere.radius) / scene::units_per_view;
            sphere_marker.marked = is_chosen(selected, sphere_marker.ref);
        }
    }
    return spheres;
}

}  // namespace redforge::editor
