// Comparing maps but for their placements, and placing instances again.
#include "scene/moved.hpp"

#include <algorithm>

namespace redforge::scene {
namespace {

template <class Record, class Take>
bool same_but(const std::vector<Record>& before, const std::vector<Record>& now, const Take& take_placement)
{
    return std::ranges::equal(before, now, [&](const Record& a, const Record& b) {
        Record moved = a;
        take_placement(moved, b);
        return moved == b;
    });
}

/// What a scene takes from an actor: which objects it belongs to, their model and their skin.
bool dresses_alike(const rgm::Actor& a, const rgm::Actor& b)
{
    return a.header.script_name == b.header.script_name && a.header.texture_id == b.header.texture_id &&
           a.animation_files.empty() == b.animation_files.empty() &&
           (a.animation_files.empty() || a.animation_files.front() == b.animation_files.front());
}

bool same_but_for_placement(const rgm::Map& before, const rgm::Map& now)
{
    const auto position = [](auto& record, const auto& from) { record.position = from.position; };
    return std::ranges::equal(before.actors.records, now.actors.records, dresses_alike) &&
           same_but(before.objects.records, now.objects.records,
                    [](rgm::Object& record, const rgm::Object& from) {
                        record.position = from.position;
                        record.angle = from.angle;
                    }) &&
           same_but(before.statics.records, now.statics.records,
                    [](rgm::StaticObject& record, const rgm::StaticObject& from) {
                        record.position = from.position;
                        record.rotation_matrix = from.rotation_matrix;
                    }) &&
           same_but(before.ropes.records, now.ropes.records, position) &&
           same_but(before.flats.records, now.flats.records, position) &&
           before.lights.records.size() == now.lights.records.size() &&
           before.markers.records.size() == now.markers.records.size();
}

}  // namespace

bool move_records(Scene& scene, const rgm::Map& before, const rgm::Map& now)
{
    if (!same_but_for_placement(before, now)) {
        return false;
    }
    for (Instance& instance : scene.instances) {
        const std::size_t i = instance.record;
        Placement& at = instance.placement;
        switch (instance.kind) {
        case Kind::object:
            at = {object_rotation(now.objects.records[i].angle), view_position(now.objects.records[i].position)};
            break;
        case Kind::static_object:
            at = {static_rotation(now.statics.records[i].rotation_matrix),
                  view_position(now.statics.records[i].position)};
            break;
        case Kind::rope:  // one of many links: each moves as the rope does
            at.position = at.position + view_position(now.ropes.records[i].position) -
                          view_position(before.ropes.records[i].position);
            break;
        case Kind::flat: at.position = view_position(now.flats.records[i].position); break;
        case Kind::light:
        case Kind::marker:
        case Kind::terrain:
        case Kind::model: break;
        }
    }
    std::vector<Spot> spots = spots_of(now);
    for (std::size_t i = 0; i < spots.size(); ++i) {
        spots[i].drawn = scene.spots[i].drawn;
    }
    scene.spots = std::move(spots);
    scene.lights = lights_of(now);
    return true;
}

}  // namespace redforge::scene
