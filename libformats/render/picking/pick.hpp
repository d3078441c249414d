// Picking: finds the nearest object of a scene at a pixel.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/progress.hpp"
#include "render/camera/ray.hpp"
#include "render/picking/triangle_tree.hpp"
#include "render/scene/symbols.hpp"

namespace redforge::render {

struct Hit {
    scene::RecordRef record;
    float distance{};  ///< from the ray's origin, viewport units
    scene::Vec3 point{};
    std::optional<std::uint32_t> face{};  ///< index in Model::faces; set by Picker::nearest() and at() for meshes
};

/// Picking data of a scene: front sides of the drawn triangles, and spheres for symbols.
class Picker {
public:
    explicit Picker(const scene::Scene& scene);
    /// Like the constructor, for large scenes. Errors: cancelled.
    [[nodiscard]] static Result<Picker> make(const scene::Scene& scene, const Progress& progress);
    /// Updates placements from a scene with the same meshes, and possibly new meshes appended.
    void place(const scene::Scene& scene);

    /// Returns the nearest instance on a ray, or nullopt.
    [[nodiscard]] std::optional<Hit> nearest(const Ray& ray) const;
    /// Returns the nearest instance or symbol at a pixel, or nullopt. `with_symbols`: includes symbols.
    [[nodiscard]] std::optional<Hit> at(const Camera& camera, Pixel pixel, Extent2 size, bool with_symbols) const;
    /// Returns all records at a pixel, nearest first, without duplicates.
    [[nodiscard]] std::vector<Hit> all_at(const Camera& camera, Pixel pixel, Extent2 size, bool with_symbols) const;
    /// Returns the surface below a position, ignoring some records.
    [[nodiscard]] std::optional<Hit> below(scene::Vec3 place, const std::set<scene::RecordRef>& without) const;
    /// Returns true if a static object is between two positions. Moving objects and terrain do not block.
    [[nodiscard]] bool blocked(scene::Vec3 from, scene::Vec3 to) const;
    /// Returns true if the surface of a static object is in a sphere.
    [[nodiscard]] bool touches(scene::Vec3 centre, float radius) const;

private:
    Picker() = default;

    struct Placed {
        scene::Mat3 back;  ///< the inverse of its rotation
        scene::Vec3 position{};
        bool mirrored{};
        std::uint32_t mesh{};
        scene::RecordRef record;
        scene::Vec3 centre{};  ///< centre of the bounding sphere
        float radius{};
    };
    /// A symbol, which is picked as a sphere.
    struct SymbolSphere {
        scene::Vec3 position{};
        scene::RecordRef record;
    };

    std::vector<TriangleTree> meshes_;
    std::vector<Placed> placed_;
    std::vector<SymbolSphere> symbol_spheres_;
};

/// Returns the records with a position in the rectangle between two pixels. Without symbols: only records with a model.
[[nodiscard]] std::set<scene::RecordRef> records_between(const scene::Scene& scene, const Camera& camera, Pixel from,
                                                         Pixel to, Extent2 size, bool with_symbols);

/// Returns how far records must fall, in viewport units, until their lowest point rests on the surface below. Negative
/// for a record that is sunk by less than its height. Gaps of a few map units, as between planks, count as closed.
/// Records without a surface below are omitted.
[[nodiscard]] std::map<scene::RecordRef, float> drop_distances(const scene::Scene& scene, const Picker& picker,
                                                               const std::set<scene::RecordRef>& records);

/// Returns the height of the position of a model: of those that `wanted` accepts, the nearest one in X and Z. Ignores
/// terrain and records without a model. Returns nullopt if there is none.
[[nodiscard]] std::optional<float> height_of_nearest(const scene::Scene& scene, scene::Vec3 place,
                                                     const std::function<bool(const scene::RecordRef&)>& wanted);

}  // namespace redforge::render
