// Writes a checked model document, and removes overrides that equal the computed values.
#pragma once

#include <vector>

#include "model/geometry.hpp"
#include "model/layout.hpp"

namespace redforge::model {

/// Computes the face normals from the vertices, with the version's rounding. `corners` are the first corners of the
/// faces.
[[nodiscard]] std::vector<Vector> computed_normals(const Model& model, Family family, std::span<const Corners> corners);

/// Returns the index table of a menu model: for each of its `corners`, the file offset of the vertex normal.
[[nodiscard]] Bytes index_table(const Model& model, std::uint64_t corners, std::uint32_t vertex_normals_offset);

/// Returns the bytes of a model. Precondition: check_model() accepted the model, or the reader made it.
[[nodiscard]] Bytes emit(const Model& model, const Plan& plan);

/// Removes given header words and frame records that equal the computed values.
void clear_computed(Model& model, const Plan& plan);

}  // namespace redforge::model
