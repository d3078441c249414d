// Bytes of a checked model document, and detection of overrides that equal the computed values.
#pragma once

#include <vector>

#include "model/geometry.hpp"
#include "model/layout.hpp"

namespace redforge::model {

/// Computes the face normals from the vertices, with the version's rounding. `corners` are the first corners of the
/// faces.
[[nodiscard]] std::vector<Vector> computed_normals(const Model& model, Family family, std::span<const Corners> corners);

/// Returns the words of a menu model's index table from which the table at "vertex normals" is made, and this table.
[[nodiscard]] Bytes index_table(const Model& model, std::uint64_t corners, std::uint32_t vertex_normals_offset);

/// Returns the bytes of a model. Precondition: its lists agree; check_model() accepted it, or the reader made it.
[[nodiscard]] Bytes emit(const Model& model, const Plan& plan);

/// Removes given header words and frame records that equal the computed values.
void clear_computed(Model& model, const Plan& plan);

}  // namespace redforge::model
