// Intersects rays with instances and symbols.
#include "render/picking/pick.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace redforge::render {
namespace {

using scene::Vec3;

/// Returns the distance along a normalised ray at which it enters a sphere; 0 if it starts inside.
std::optional<float> enter(const Ray& ray, Vec3 centre, float radius)
{
    const Vec3 to_centre = centre - ray.origin;
    const float along = dot(to_centre, ray.direction);
    const Vec3 beside = to_centre - ray.direction * along;
    const float inside = radius * radius - dot(beside, beside);
    if (inside < 0 || along < -std::sqrt(inside)) {
        return std::nullopt;
    }
    return std::max(along - std::sqrt(inside), 0.0F);
}

/// Returns the height of the surface below a position. A gap narrower than twice `bridged`, as between planks, counts
/// as closed, because the grid often puts objects at the edge of a plank.
std::optional<float> height_below(const Picker& picker, Vec3 from, const std::set<scene::RecordRef>& without)
{
    constexpr float bridged = 0.2F;  // half the width of an ignored gap: 4 map units
    const auto at = [&](Vec3 beside) -> std::optional<float> {
        const std::optional<Hit> hit = picker.below(from + beside, without);
        return hit ? std::optional(hit->point.y) : std::nullopt;
    };
    std::optional<float> height = at({});
    for (const Vec3 beside : {Vec3{bridged, 0, 0}, Vec3{0, 0, bridged}}) {
        height = std::max(height, std::min(at(beside), at(-beside)));  // nullopt compares less than any height
    }
    return height;
}

}  // namespace

Picker::Picker(const scene::Scene& scene) : Picker(std::move(*make(scene, {})))
{
}  // cannot fail: without a callback, it cannot be cancelled

Result<Picker> Picker::make(const scene::Scene& scene, const Progress& progress)
{
    Picker picker;
    for (const scene::SceneMesh& mesh : scene.meshes) {
        const double fraction = static_cast<double>(picker.meshes_.size()) / static_cast<double>(scene.meshes.size());
        if (const Status going = progress.step(fraction, "shapes"); !going) {
            return fail(going.error());
        }
        picker.meshes_.emplace_back(mesh.mesh);
    }
    picker.place(scene);
    return picker;
}

void Picker::place(const scene::Scene& scene)
{
    for (std::size_t i = meshes_.size(); i < scene.meshes.size(); ++i) {
        meshes_.emplace_back(scene.meshes[i].mesh);
    }
    placed_.clear();
    for (const scene::Instance& instance : scene.instances) {
        const auto& [rotation, position] = instance.placement;
        const float det = glm::determinant(rotation);
        if (std::abs(det) > 1e-9F) {  // skip instances that are scaled to a plane
            const TriangleTree& mesh = meshes_[instance.mesh];
            const scene::Bounds box = mesh.empty() ? scene::Bounds{} : mesh.box();
            const float scale = std::max({length(rotation[0]), length(rotation[1]), length(rotation[2])});
            placed_.push_back({glm::inverse(rotation),
                               position,
                               det < 0,
                               instance.mesh,
                               {instance.kind, instance.record},
                               position + rotation * ((box.low + box.high) * 0.5F),
                               scale * length(box.high - box.low) / 2});
        }
    }
    symbol_spheres_.clear();
    for (const Mark& mark : marks_of(scene)) {
        symbol_spheres_.push_back(
            {mark.position, {scene.markers[mark.scene_marker].kind, scene.markers[mark.scene_marker].record}});
    }
}

std::optional<Hit> Picker::nearest(const Ray& ray) const
{
    std::optional<Hit> found;
    float limit = std::numeric_limits<float>::max();
    for (const Placed& placed : placed_) {
        // The ray in the mesh's coordinates. Distances stay in units of the ray's direction.
        std::uint32_t face{};
        const auto distance = meshes_[placed.mesh].hit(placed.back * (ray.origin - placed.position),
                                                       placed.back * ray.direction, limit, placed.mirrored, &face);
        if (distance) {
            limit = *distance;
            found = {placed.record, limit, ray.origin + ray.direction * limit, face};
        }
    }
    return found;
}

std::optional<Hit> Picker::at(const Camera& camera, Pixel pixel, Extent2 size, bool with_symbols) const
{
    const Ray ray = ray_through(camera, pixel, size);
    std::optional<Hit> found = nearest(ray);
    for (const SymbolSphere& sphere : symbol_spheres_) {
        const auto distance =
            with_symbols ? enter(ray, sphere.position, symbol_radius(camera, sphere.position)) : std::nullopt;
        if (distance && (!found || *distance < found->distance)) {
            found = {sphere.record, *distance, ray.origin + ray.direction * *distance};
        }
    }
    return found;
}

std::vector<Hit> Picker::all_at(const Camera& camera, Pixel pixel, Extent2 size, bool with_symbols) const
{
    constexpr float limit = std::numeric_limits<float>::max();
    const Ray ray = ray_through(camera, pixel, size);
    std::map<scene::RecordRef, float> nearest;
    const auto add = [&](const scene::RecordRef& record, float distance) {
        const auto [place, is_new] = nearest.emplace(record, distance);
        place->second = std::min(place->second, distance);
    };
    for (const Placed& placed : placed_) {
        if (const auto distance = meshes_[placed.mesh].hit(placed.back * (ray.origin - placed.position),
                                                           placed.back * ray.direction, limit, placed.mirrored)) {
            add(placed.record, *distance);
        }
    }
    for (const SymbolSphere& sphere : symbol_spheres_) {
        const auto distance =
            with_symbols ? enter(ray, sphere.position, symbol_radius(camera, sphere.position)) : std::nullopt;
        if (distance) {
            add(sphere.record, *distance);
        }
    }
    std::vector<Hit> hits;
    for (const auto& [record, distance] : nearest) {
        hits.push_back({record, distance, ray.origin + ray.direction * distance});
    }
    std::ranges::stable_sort(hits, {}, &Hit::distance);
    return hits;
}

std::optional<Hit> Picker::below(Vec3 place, const std::set<scene::RecordRef>& without) const
{
    const Ray ray{place, {0, -1, 0}};
    std::optional<Hit> found;
    float limit = std::numeric_limits<float>::max();
    for (const Placed& placed : placed_) {
        const float x = placed.centre.x - place.x;
        const float z = placed.centre.z - place.z;
        if (x * x + z * z > placed.radius * placed.radius || without.contains(placed.record)) {
            continue;
        }
        if (const auto distance = meshes_[placed.mesh].hit(placed.back * (ray.origin - placed.position),
                                                           placed.back * ray.direction, limit, placed.mirrored)) {
            limit = *distance;
            found = {placed.record, limit, ray.origin + ray.direction * limit};
        }
    }
    return found;
}

bool Picker::blocked(Vec3 from, Vec3 to) const
{
    const Vec3 whole = to - from;
    const float square = std::max(dot(whole, whole), 1e-6F);
    const auto is_near = [&](const Placed& placed) {
        const float along = std::clamp(dot(placed.centre - from, whole) / square, 0.0F, 1.0F);
        const Vec3 beside = placed.centre - (from + whole * along);
        return dot(beside, beside) <= placed.radius * placed.radius;
    };
    // A wall has two sides: test the segment in both directions.
    return std::ranges::any_of(placed_, [&](const Placed& placed) {
        const auto is_met = [&](Vec3 origin, Vec3 segment) {
            return meshes_[placed.mesh]
                .hit(placed.back * (origin - placed.position), placed.back * segment, 1, placed.mirrored)
                .has_value();
        };
        return placed.record.first == scene::Kind::static_object && is_near(placed) &&
               (is_met(from, whole) || is_met(to, -whole));
    });
}

bool Picker::touches(Vec3 centre, float radius) const
{
    return std::ranges::any_of(placed_, [&](const Placed& placed) {
        const Vec3 way = placed.centre - centre;
        const float reach = placed.radius + radius;
        return placed.record.first == scene::Kind::static_object && dot(way, way) <= reach * reach &&
               meshes_[placed.mesh].touches({glm::inverse(placed.back), placed.position}, placed.back, centre, radius);
    });
}

std::set<scene::RecordRef> records_between(const scene::Scene& scene, const Camera& camera, Pixel from, Pixel to,
                                           Extent2 size, bool with_symbols)
{
    std::set<scene::RecordRef> records;
    for (const scene::SceneMarker& marker : scene.markers) {
        const std::optional<Pixel> at = pixel_of(camera, marker.position, size);
        if (at && (marker.drawn || with_symbols) && at->x >= std::min(from.x, to.x) &&
            at->x <= std::max(from.x, to.x) && at->y >= std::min(from.y, to.y) && at->y <= std::max(from.y, to.y)) {
            records.insert({marker.kind, marker.record});
        }
    }
    return records;
}

std::map<scene::RecordRef, float> drop_distances(const scene::Scene& scene, const Picker& picker,
                                                 const std::set<scene::RecordRef>& records)
{
    std::map<scene::RecordRef, float> ways;
    for (const scene::RecordRef& record : records) {
        const auto marker = std::ranges::find_if(scene.markers, [&](const scene::SceneMarker& each) {
            return scene::RecordRef{each.kind, each.record} == record;
        });
        const std::optional<scene::Bounds> box = scene::bounds_of(scene, std::set<scene::RecordRef>{record});
        if (marker == scene.markers.end() || !box) {
            continue;
        }
        // Symbols have no height; drop them by their position.
        const float top = marker->drawn ? box->high.y : marker->position.y;
        const float bottom = marker->drawn ? box->low.y : marker->position.y;
        constexpr float above = 0.05F;  // tolerance to find the surface that the object rests on
        if (const auto height = height_below(picker, {marker->position.x, top + above, marker->position.z}, records)) {
            ways[record] = bottom - *height;
        }
    }
    return ways;
}

std::optional<float> height_of_nearest(const scene::Scene& scene, Vec3 place,
                                       const std::function<bool(const scene::RecordRef&)>& wanted)
{
    std::optional<float> height;
    float least = 0;
    for (const scene::Instance& instance : scene.instances) {
        const Vec3 offset = instance.placement.position - place;
        const float square = offset.x * offset.x + offset.z * offset.z;
        if (instance.kind != scene::Kind::terrain && (!height || square < least) &&
            wanted({instance.kind, instance.record})) {
            height = instance.placement.position.y;
            least = square;
        }
    }
    return height;
}

}  // namespace redforge::render
