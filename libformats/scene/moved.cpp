// Updating of instances, markers and lights.
#include "scene/moved.hpp"

#include <algorithm>
#include <map>

#include "scene/map_records.hpp"

namespace redforge::scene {

void move_records(Scene& scene, const rgm::Map& now, std::span<const RecordRef> records)
{
    std::map<RecordRef, Vec3> ways;
    for (const RecordRef& record : records) {
        ways[record] = {};
    }
    for (SceneMarker& marker : scene.markers) {
        if (const auto way = ways.find({marker.kind, marker.record}); way != ways.end()) {
            const Vec3 before = marker.position;
            marker.position = position_of(now, way->first);
            marker.id = id_of(now, way->first).value_or(marker.id);
            way->second = marker.position - before;
        }
    }
    for (Instance& instance : scene.instances) {
        const auto way = ways.find({instance.kind, instance.record});
        if (way == ways.end()) {
            continue;
        }
        Placement& at = instance.placement;
        if (instance.kind == Kind::rope) {
            at.position = at.position + way->second;  // a rope has several instances: move each by the same distance
        } else {
            at = {rotation_of(now, way->first), position_of(now, way->first)};
        }
    }
    if (std::ranges::any_of(records, [](const RecordRef& record) { return record.first == Kind::light; })) {
        scene.lights = lights_of(now);
    }
}

}  // namespace redforge::scene
