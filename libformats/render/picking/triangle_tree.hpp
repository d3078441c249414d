// Bounding volume hierarchy of a mesh, for fast ray intersection.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/mesh.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

class TriangleTree {
public:
    /// Builds the tree in viewport axes; see scene::model_to_view().
    explicit TriangleTree(const model::Mesh& mesh);

    /// Returns the distance to the nearest triangle that is hit from its front, in units of `direction`, if less than
    /// `limit`. `mirrored` swaps front and back. `face`: if not null and a triangle is hit, receives its face.
    [[nodiscard]] std::optional<float> hit(scene::Vec3 origin, scene::Vec3 direction, float limit, bool mirrored,
                                           std::uint32_t* face = nullptr) const;
    /// Returns true if a triangle of the placed mesh is in a sphere. `back`: the inverse of the placement's rotation.
    [[nodiscard]] bool touches(const scene::Placement& placement, const scene::Mat3& back, scene::Vec3 centre,
                               float radius) const;
    [[nodiscard]] bool empty() const { return triangles_.empty(); }
    [[nodiscard]] const scene::Bounds& box() const { return nodes_.front().box; }

private:
    struct Triangle {
        scene::Vec3 a{};
        scene::Vec3 edge_b{};  ///< from a to b
        scene::Vec3 edge_c{};
        std::uint32_t face{};  ///< MeshTriangle::face
    };
    struct Node {
        scene::Bounds box;
        std::uint32_t first{};  ///< index of the first triangle if count > 0, else of the first of two nodes
        std::uint32_t count{};
    };

    void divide(std::uint32_t node, unsigned depth);

    std::vector<Triangle> triangles_;
    std::vector<Node> nodes_;
};

}  // namespace redforge::render
