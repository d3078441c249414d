// The nodes and meshes of a glTF scene with their transforms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "exchange/gltf/gltf_reader.hpp"

namespace redforge::exchange {

/// An affine transform, three rows of four: a linear part and a translation.
using Transform = std::array<std::array<double, 4>, 3>;

/// Transforms a position.
[[nodiscard]] std::array<double, 3> transform_point(const Transform& transform, const std::array<double, 3>& point);
/// Transforms a difference of two positions: applies the linear part only.
[[nodiscard]] std::array<double, 3> transform_step(const Transform& transform, const std::array<double, 3>& step);
/// Returns the determinant of the linear part; negative for a mirror.
[[nodiscard]] double determinant(const Transform& transform);

struct PlacedNode {
    std::uint32_t node{};
    std::optional<std::size_t> parent{};  ///< index of the parent in the result of nodes_of_scene()
    Transform own{};                      ///< relative to the parent
    Transform place{};                    ///< relative to the scene
    bool plain{};                         ///< true if neither the node nor a parent transforms it
};

/// Returns all nodes of the document's scene, in tree order: parents before their children. Errors: malformed (a node
/// does not exist or has two parents).
[[nodiscard]] Result<std::vector<PlacedNode>> nodes_of_scene(const GltfReader& reader);

struct PlacedMesh {
    std::uint32_t mesh{};
    std::uint32_t node{};
    Transform place{};
    bool plain{};  ///< true if neither its node nor a parent transforms it
};

/// Returns all meshes of the document's scene, in tree order. Errors: those of nodes_of_scene().
[[nodiscard]] Result<std::vector<PlacedMesh>> meshes_of_scene(const GltfReader& reader);

}  // namespace redforge::exchange
