// Section4 of a v5.0 model: which faces are culled together, and the ellipsoid around them.
#pragma once

#include "model/model.hpp"

namespace redforge::exchange {

/// Every face in one cluster, of as many faces as original models of that size have at most (and never above 32).
[[nodiscard]] std::vector<model::Cluster> cluster_faces(const model::Model& model);

/// Puts centre, radius and extent of a cluster around its faces, by the formulas that hold in originals.
void fit_cluster(const model::Model& model, model::Cluster& cluster);

}  // namespace redforge::exchange
