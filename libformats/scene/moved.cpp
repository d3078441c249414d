// Updating of instances, markers and lights.
#include "scene/moved.hpp"

#include <algorithm>
#include <map>

#include "scene/map_records.hpp"

namespace redforge::scene {

void move_records(Scene& scene, const rgm::Map& now, std::span<const RecordRef> records)
{
    std::map<RecordRef, Vec3> movements;
    for (const RecordRef& record : records) {
        movements[record] = {};
    }
    for (SceneMarker& marker : scene.markers) {
        if (const auto found = movements.find({marker.kind, marker.record}); found != movements.end()) {
            const Vec3 before = marker.position;
            marker.position = position_of(now, found->first);
            marker.id = id_of(now, found->first).value_or(marker.id);
            found->second = marker.position - before;
        }
    }
    for (Instance& instance : scene.instances) {
        const auto found = movements.find({instance.kind, instance.record});
        if (found == movements.end()) {
            continue;
        }
        Placement& at = instance.placement;
        if (instance.kind == Kind::rope) {
            at.position = at.position + found->second;  // a rope has several instances: move each by the same distance
        } else {
            at = {rotation_of(now, found->first), position_of(now, found->first)};
        }
    }
    if (std::ranges::any_of(records, [](const RecordRef& record) { return record.first == Kind::light; })) {
        scene.lights = lights_of(now);
    }
}

}  // namespace redforge::scene
