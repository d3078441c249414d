// Hearing ranges, update ranges and collision spheres of selected objects.
#include "editor/model/scene/range_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text/letter_case.hpp"
#include "edit/map/map_of.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "render/scene/symbols.hpp"
#include "scene/game_ranges.hpp"

namespace redforge::editor {
namespace {

/// Returns a circle around a position, in the plane of two directions.
RangeOutline circle(scene::Vec3 centre, float radius, scene::Vec3 right, scene::Vec3 up, std::string label = {})
{
    constexpr int parts = 48;
    RangeOutline outline{{}, std::move(label)};
    for (int part = 0; part < parts; ++part) {
        const float angle = static_cast<float>(part) * 2 * std::numbers::pi_v<float> / parts;
        outline.points.push_back(centre + (right * std::cos(angle) + up * std::sin(angle)) * radius);
    }
    return outline;
}

const rgm::Actor* actor_of(const rgm::Map& map, const rgm::Object& object)
{
    const auto found = std::ranges::find_if(map.actors.records, [&](const rgm::Actor& actor) {
        return equals_ignore_case(actor.header.script_name.view(), object.script_name.view());
    });
    return found == map.actors.records.end() ? nullptr : &*found;
}

/// Returns true if the game does not update the actor in the outer ring of cells: its attribute 113 is not 0.
bool skips_outer_ring(const rgm::Actor* actor)
{
    constexpr std::uint8_t attribute = 113;
    return actor != nullptr && std::ranges::any_of(actor->attributes, [](const rgm::Attribute& each) {
               return each.index == attribute && each.value != 0;
           });
}

void add_ranges(const rgm::Map& map, const rgm::Object& object, std::vector<RangeOutline>& outlines)
{
    constexpr scene::Vec3 right{1, 0, 0};
    constexpr scene::Vec3 up{0, 1, 0};
    constexpr scene::Vec3 back{0, 0, 1};
    const scene::Vec3 place = scene::view_position(object.position);
    if (render::symbol_of_object(object.object_type) == render::Symbol::sound) {
        outlines.push_back(circle(place, scene::hearing_range / scene::units_per_view, right, back, "heard"));
    }
    const rgm::Actor* const actor = actor_of(map, object);
    if (object.is_active == 0) {
        const glm::dvec3 at = scene::map_place(place);
        RangeOutline outline{{}, "updated"};
        for (const glm::ivec2 corner : scene::update_outline(at, skips_outer_ring(actor))) {
            outline.points.push_back(scene::view_position(corner.x, at.y, corner.y));
        }
        outlines.push_back(std::move(outline));
    }
    const auto row = static_cast<std::size_t>(object.size_row);
    if (actor == nullptr || object.size_row < 0 || row >= map.sizes.records.size()) {
        return;
    }
    const std::int32_t scale = actor->extra ? actor->extra->collision_scale : 0;
    for (const scene::UprightSphere& sphere : scene::upright_spheres(map.sizes.records[row], scale)) {
        const scene::Vec3 centre = place - up * (static_cast<float>(sphere.y) / scene::units_per_view);
        const float radius = static_cast<float>(sphere.radius) / scene::units_per_view;
        outlines.push_back(circle(centre, radius, right, back));
        outlines.push_back(circle(centre, radius, right, up));
        outlines.push_back(circle(centre, radius, back, up));
    }
}

}  // namespace

std::vector<RangeOutline> range_outlines(const Session& session, const NodeRefs& selected)
{
    constexpr std::size_t max_objects = 32;
    std::vector<RangeOutline> outlines;
    const rgm::Map* const map = edit::map_of(session.document());
    for (std::size_t i = 0; map != nullptr && i < std::min(selected.size(), max_objects); ++i) {
        const auto record = scene_record(session.root(), selected[i]);
        if (record && record->first == scene::Kind::object && record->second < map->objects.records.size()) {
            add_ranges(*map, map->objects.records[record->second], outlines);
        }
    }
    return outlines;
}

}  // namespace redforge::editor
