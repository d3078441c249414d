// The meshes of a glTF scene with their places in it.
#pragma once

#include <array>
#include <vector>

#include "core/error.hpp"
#include "exchange/gltf_reader.hpp"

namespace redforge::exchange {

/// Three rows of four: a linear part and where the origin goes.
using Transform = std::array<std::array<double, 4>, 3>;

[[nodiscard]] std::array<double, 3> point_through(const Transform& transform, const std::array<double, 3>& point);
/// Without where the origin goes: for differences.
[[nodiscard]] std::array<double, 3> step_through(const Transform& transform, const std::array<double, 3>& step);
/// Returns the determinant of the linear part; negative for a mirror.
[[nodiscard]] double determinant(const Transform& transform);

struct PlacedMesh {
    std::uint32_t mesh{};
    std::uint32_t node{};
    Transform place{};
    bool plain{};  ///< neither its node nor one above it moves it
};

/// All meshes of the document's scene, in the order of its tree. Errors: malformed (a node that is not there, or that
/// two others have as theirs).
[[nodiscard]] Result<std::vector<PlacedMesh>> meshes_of_scene(const GltfReader& reader);

}  // namespace redforge::exchange
