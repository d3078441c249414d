// Section4: groups of faces that are culled together, computed by the rules of the original models.
//
// Source: reference sheet "original models", 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

/// Maximum number of faces in clusters: a reference stores 4 x the face number in 16 bits.
inline constexpr std::size_t max_references = 16384;

/// v5.0: divides `faces` into clusters, each face in one cluster. A cluster has at most as many faces as in original
/// models of this size, and never more than 32.
[[nodiscard]] std::vector<Cluster> cluster_faces(const Model& model, std::vector<std::uint16_t> faces);
/// Like the overload, for all faces of the model.
[[nodiscard]] std::vector<Cluster> cluster_faces(const Model& model);

/// v5.0: computes centre, radius and extent of a cluster from its faces. An empty cluster does not change.
void fit_cluster(const Model& model, Cluster& cluster);

/// v2: returns the cells of a grid over the model. Each cell contains the faces with a vertex within its radius.
[[nodiscard]] std::vector<Cluster> grid_clusters(const Model& model);

}  // namespace redforge::model
