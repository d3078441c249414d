// Outlines of meshes: the edges between front faces and back faces.
#pragma once

#include <vector>

#include "model/mesh.hpp"
#include "render/overlay/overlay.hpp"

namespace redforge::render {

/// The edges of a mesh with the faces on both sides, in units and axes of models.
struct MeshEdges {
    struct Edge {
        scene::Vec3 from{};
        scene::Vec3 to{};
        scene::Vec3 first{};   ///< normal of the face on one side
        scene::Vec3 second{};  ///< normal of the face on the other side, unless `open`
        bool open{};           ///< it has one face
    };
    std::vector<Edge> edges;
};
[[nodiscard]] MeshEdges edges_of(const model::Mesh& mesh);

void draw_outline(Overlay& overlay, const MeshEdges& edges, const scene::Placement& placement, OverlayColour colour,
                  float width);

}  // namespace redforge::render
