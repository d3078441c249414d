// Rotations of nodes as angles of records.
#pragma once

#include <array>
#include <optional>

#include "exchange/gltf/gltf_scene.hpp"
#include "exchange/mesh/triple.hpp"
#include "scene/placement.hpp"

namespace redforge::exchange {

/// Matrix in rows, in viewport axes.
using Rows = std::array<DoubleTriple, 3>;

/// Returns the linear part of a transform, and a matrix of glm, in rows.
[[nodiscard]] Rows rows_of(const Transform& place);
[[nodiscard]] Rows rows_of(const scene::Mat3& matrix);

/// Returns the largest difference of two entries; infinity if an entry is not a number.
[[nodiscard]] double largest_difference(const Rows& a, const Rows& b);

/// Returns the rotation of a matrix that rotates and scales by one factor per axis. Returns nullopt for other matrices.
/// Sets `is_scaled` if the matrix is not a rotation.
[[nodiscard]] std::optional<Rows> without_scale(const Rows& matrix, bool& is_scaled);

/// Returns the difference of two angles in 2048ths of a turn, from -1024 to 1024.
[[nodiscard]] double angle_difference(double from, double to);

/// Returns angles of a rotation, in 2048ths of a turn: Ry(y) * Rx(x) * Rz(-z), see scene::object_rotation(). Two sets
/// of angles give a rotation; returns the one that is nearer to `near`.
[[nodiscard]] DoubleTriple angles_of(const Rows& rows, const DoubleTriple& near);

}  // namespace redforge::exchange
