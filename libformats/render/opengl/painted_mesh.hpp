// Meshes with vertex colours instead of images: symbols, boxes and far terrain.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/mesh.hpp"
#include "scene/placement.hpp"

namespace redforge::render {

/// Vertex in the layout of the painted shader.
struct PaintedVertex {
    scene::Vec3 position{};                 ///< units and axes of the mesh it was made from
    std::array<std::int8_t, 4> normal{};  ///< 127 for 1; the last is unused
    std::array<std::uint8_t, 4> paint{};  ///< red, green, blue; the last is unused
};
static_assert(sizeof(PaintedVertex) == 20);

[[nodiscard]] std::array<std::int8_t, 4> packed_normal(scene::Vec3 normal);
[[nodiscard]] std::array<std::uint8_t, 4> packed_paint(scene::Vec3 colour);

struct PaintedMesh {
    std::vector<PaintedVertex> vertices{};
    std::vector<std::uint32_t> indices{};  ///< three for each triangle
};

/// Returns a white cube from -1 to 1 on each axis.
[[nodiscard]] PaintedMesh painted_cube();

/// Returns the mean colour of all triangles, weighted by area.
[[nodiscard]] scene::Vec3 mean_colour(const model::Mesh& mesh, std::span<const scene::Vec3> colours);

}  // namespace redforge::render
