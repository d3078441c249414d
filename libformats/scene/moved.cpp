// Placing instances, spots and lights of some records again.
#include "scene/moved.hpp"

#include <algorithm>
#include <map>

#include "rgm/map.hpp"

namespace redforge::scene {
namespace {

template <class Records>
void move_spot(SceneMarker& spot, const Records& records)
{
    const auto& record = records[spot.record];
    spot.position = view_position(record.position);
    if constexpr (requires { record.id; }) {
        spot.id = record.id;
    }
}

void move_spot(SceneMarker& spot, const rgm::Map& now)
{
    switch (spot.kind) {
    case Kind::object: move_spot(spot, now.objects.records); break;
    case Kind::static_object: move_spot(spot, now.statics.records); break;
    case Kind::rope: move_spot(spot, now.ropes.records); break;
    case Kind::flat: move_spot(spot, now.flats.records); break;
    case Kind::light: move_spot(spot, now.lights.records); break;
    case Kind::marker: move_spot(spot, now.markers.records); break;
    case Kind::terrain:
    case Kind::model: break;
    }
}

}  // namespace

void move_records(Scene& scene, const rgm::Map& now, std::span<const RecordRef> records)
{
    std::map<RecordRef, Vec3> ways;
    for (const RecordRef& record : records) {
        ways[record] = {};
    }
    for (SceneMarker& spot : scene.spots) {
        if (const auto way = ways.find({spot.kind, spot.record}); way != ways.end()) {
            const Vec3 before = spot.position;
            move_spot(spot, now);
            way->second = spot.position - before;
        }
    }
    for (Instance& instance : scene.instances) {
        const auto way = ways.find({instance.kind, instance.record});
        if (way == ways.end()) {
            continue;
        }
        Placement& at = instance.placement;
        at.position = at.position + way->second;  // of a rope one of many links: each moves as the rope does
        if (instance.kind == Kind::object) {
            const rgm::Object& object = now.objects.records[instance.record];
            at = {object_rotation(object.angle), view_position(object.position)};
        } else if (instance.kind == Kind::static_object) {
            const rgm::StaticObject& object = now.statics.records[instance.record];
            at = {static_rotation(object.rotation_matrix), view_position(object.position)};
        } else if (instance.kind == Kind::flat) {
            at.position = view_position(now.flats.records[instance.record].position);
        }
    }
    if (std::ranges::any_of(records, [](const RecordRef& record) { return record.first == Kind::light; })) {
        scene.lights = lights_of(now);
    }
}

}  // namespace redforge::scene
