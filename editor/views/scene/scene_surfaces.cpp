// Answers questions about surfaces from the picking data of a scene.
#include "editor/views/scene/scene_pane.hpp"

#include <set>
#include <utility>

#include "scene/placement.hpp"

namespace redforge::editor {

Surfaces ScenePane::surfaces() const
{
    const std::shared_ptr<const render::LoadedScene> scene = scene_;
    std::set<scene::RecordRef> moving;
    for (const scene::Instance& instance : scene->scene.instances) {
        if (instance.kind != scene::Kind::static_object && instance.kind != scene::Kind::terrain) {
            moving.insert({instance.kind, instance.record});
        }
    }
    const auto in_view = [](const glm::dvec3& place) { return scene::view_position(place); };
    Surfaces surfaces;
    surfaces.below = [scene, in_view, moving = std::move(moving)](const glm::dvec3& place) -> std::optional<double> {
        const std::optional<render::Hit> hit = scene->picker.below(in_view(place), moving);
        return hit ? std::optional(scene::map_place(hit->point).y) : std::nullopt;
    };
    surfaces.touches = [scene, in_view](const glm::dvec3& centre, double radius) {
        return scene->picker.touches(in_view(centre), static_cast<float>(radius) / scene::units_per_view);
    };
    surfaces.blocked = [scene, in_view](const glm::dvec3& from, const glm::dvec3& to) {
        return scene->picker.blocked(in_view(from), in_view(to));
    };
    return surfaces;
}

}  // namespace redforge::editor
