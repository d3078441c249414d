// Section4: which faces are culled together, by the rules that hold in original models.
//
// Source: reference/redguard-original-models, section 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

/// Faces that clusters can name: a reference stores 4 x the number of the face in 16 bits.
inline constexpr std::size_t max_references = 16384;

/// v5.0: every face in one cluster, of as many faces as original models of that size have at most (and never above
/// 32). `faces` are the numbers of those to be divided.
[[nodiscard]] std::vector<Cluster> cluster_faces(const Model& model, std::vector<std::uint16_t> faces);
[[nodiscard]] std::vector<Cluster> cluster_faces(const Model& model);

/// v5.0: puts centre, radius and extent of a cluster around its faces. One without faces stays as it is.
void fit_cluster(const Model& model, Cluster& cluster);

/// v2: the cells of a grid over the model, each with the faces that have a vertex within its radius.
[[nodiscard]] std::vector<Cluster> grid_clusters(const Model& model);

}  // namespace redforge::model
