// The bytes of a model whose document has been checked, and which of its given values are no more than computed ones.
#pragma once

#include <vector>

#include "model/geometry.hpp"
#include "model/layout.hpp"

namespace redforge::model {

/// The face normals that the vertices give, in the version's rounding. `corners` are the faces' first corners.
[[nodiscard]] std::vector<Vector> computed_normals(const Model& model, Family family, std::span<const Corners> corners);

/// The words of a menu model's index table from which the table at "vertex normals" is made, and that table.
[[nodiscard]] Bytes index_table(const Model& model, std::uint64_t corners, std::uint32_t vertex_normals_offset);

/// The bytes of a model. Its lists agree with each other: check_model() has seen it, or the reader has made it.
[[nodiscard]] Bytes emit(const Model& model, const Plan& plan);

/// Forgets given header words and frame records that are no more than the computed ones.
void clear_computed(Model& model, const Plan& plan);

}  // namespace redforge::model
