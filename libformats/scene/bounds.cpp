// Bounding boxes of scenes and parts of them.
#include <algorithm>
#include <limits>

#include "scene/scene.hpp"

namespace redforge::scene {
namespace {

constexpr float most = std::numeric_limits<float>::max();
constexpr Bounds nothing{{most, most, most}, {-most, -most, -most}};

void include(Bounds& box, Vec3 at)
{
    box.low = {std::min(box.low.x, at.x), std::min(box.low.y, at.y), std::min(box.low.z, at.z)};
    box.high = {std::max(box.high.x, at.x), std::max(box.high.y, at.y), std::max(box.high.z, at.z)};
}

/// Returns the box around all instances for which `wanted` returns true. If there are none, low is greater than high.
template <class Predicate>
Bounds around(const Scene& scene, const Predicate& wanted)
{
    // Compute one box per mesh first: its eight corners then replace all its points in every instance.
    std::vector<std::optional<Bounds>> boxes(scene.meshes.size());
    Bounds all = nothing;
    for (const Instance& instance : scene.instances) {
        const model::Mesh& mesh = scene.meshes[instance.mesh].mesh;
        if (mesh.vertices.empty() || !wanted(instance)) {
            continue;
        }
        std::optional<Bounds>& box = boxes[instance.mesh];
        if (!box) {
            box = nothing;
            for (const model::MeshVertex& at : mesh.vertices) {
                include(*box, {at.x, at.y, at.z});
            }
        }
        for (unsigned corner = 0; corner < 8; ++corner) {
            include(all, place(instance.placement, {(corner & 1) != 0 ? box->high.x : box->low.x,
                                                    (corner & 2) != 0 ? box->high.y : box->low.y,
                                                    (corner & 4) != 0 ? box->high.z : box->low.z}));
        }
    }
    return all;
}

}  // namespace

Bounds bounds_of(const Scene& scene, bool with_terrain)
{
    const Bounds all =
        around(scene, [&](const Instance& instance) { return with_terrain || instance.kind != Kind::terrain; });
    return all.low.x > all.high.x ? Bounds{} : all;
}

std::optional<Bounds> bounds_of(const Scene& scene, const std::set<RecordRef>& records)
{
    const auto wanted = [&](const auto& thing) {
        return records.empty() || records.contains({thing.kind, thing.record});
    };
    Bounds all = around(scene, wanted);
    for (const SceneMarker& marker : scene.markers) {
        if (!marker.drawn && wanted(marker)) {
            include(all, marker.position);
        }
    }
    return all.low.x > all.high.x ? std::nullopt : std::optional(all);
}

}  // namespace redforge::scene
