// What a person points at: the nearest thing of a scene behind a pixel.
#pragma once

#include <optional>
#include <vector>

#include "core/progress.hpp"
#include "render/ray.hpp"
#include "render/symbols.hpp"
#include "render/triangle_tree.hpp"

namespace redforge::render {

struct Hit {
    scene::RecordRef record;
    float distance{};  ///< from the ray's origin, viewport units
    scene::Vec3 point;
};

/// A scene made ready for rays: triangles exactly as they are drawn, front sides only; symbols as balls.
class Picker {
public:
    explicit Picker(const scene::Scene& scene);
    /// The same for large scenes. Errors: cancelled.
    [[nodiscard]] static Result<Picker> make(const scene::Scene& scene, const Progress& progress);
    /// Takes over where everything stands from a scene with the same meshes.
    void place(const scene::Scene& scene);

    /// The nearest instance that a ray meets.
    [[nodiscard]] std::optional<Hit> nearest(const Ray& ray) const;
    /// The nearest instance at a pixel or, when they are shown, symbol.
    [[nodiscard]] std::optional<Hit> at(const Camera& camera, Pixel pixel, Extent2 size, bool with_symbols) const;

private:
    Picker() = default;

    struct Placed {
        scene::Mat3 back;  ///< the inverse of its rotation
        scene::Vec3 position;
        bool mirrored{};
        std::uint32_t mesh{};
        scene::RecordRef record;
    };
    struct Ball {
        scene::Vec3 position;
        scene::RecordRef record;
    };

    std::vector<TriangleTree> meshes_;
    std::vector<Placed> placed_;
    std::vector<Ball> balls_;
};

}  // namespace redforge::render
