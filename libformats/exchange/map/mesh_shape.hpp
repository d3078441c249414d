// Size and area of a mesh, to find out whether it was changed.
#pragma once

#include <cstdint>

#include "core/error.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/mesh/triple.hpp"
#include "model/mesh.hpp"

namespace redforge::exchange {

/// Measures of a mesh in glTF units. They do not depend on the order and number of its vertices.
struct MeshShape {
    DoubleTriple low{};
    DoubleTriple high{};
    double area{};  ///< of all triangles
};

/// Returns the shape of a mesh of a document. Errors: those of GltfReader::accessor(); malformed (a mesh without
/// primitives, or an index out of range).
[[nodiscard]] Result<MeshShape> shape_of(GltfReader& reader, std::uint32_t mesh);
/// Returns the shape of an exported mesh.
[[nodiscard]] MeshShape shape_of(const model::Mesh& mesh);

/// Returns true if two shapes are equal, except for rounding.
[[nodiscard]] bool is_same_shape(const MeshShape& a, const MeshShape& b);

}  // namespace redforge::exchange
